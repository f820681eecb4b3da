"""The tables that the suite plays at."""

from domain.kernel.catalogue import Rules
from domain.kernel.edition import choose_options
from tests.conformance.material import all_tables, allowed


def test_every_value_of_every_option_is_played_at_every_number_of_seats_that_allows_it(rules: Rules) -> None:
    standard, options = choose_options(rules.edition, {}), rules.edition.options
    values = {(name, value) for name, option in options.items() for value in option.values}
    for seats in rules.game.seats:
        played = [table.options for table in all_tables() if table.rules is rules and table.seats == seats]
        assert standard in played
        assert {item for chosen in played for item in chosen.items()} == {
            (name, value) for name, value in values if allowed(rules, seats, {**standard, name: value})
        }
        changed = {sum(chosen[name] != standard[name] for name in options) for chosen in played}
        assert len(options) < 2 or changed & set(range(1, len(options))), "defaults and other values at one table"
