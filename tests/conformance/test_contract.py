"""The small print of the contract of a game."""

import math
import re

from msgspec import Struct

from domain.kernel.catalogue import Rules
from domain.kernel.edition import choose_options
from domain.kernel.game import Options
from domain.kernel.refusal import Refusal
from domain.kernel.view import see
from domain.kernel.words import LANGUAGES
from tests.conformance.material import Table, allowed, clauses
from tests.conformance.played import every_position, positions, some


def test_a_game_says_what_it_is(rules: Rules) -> None:
    game = rules.game
    assert re.fullmatch("[a-z]+", game.id)
    assert game.seats == tuple(sorted(set(game.seats)))
    assert game.seats[0] >= 2
    assert game.languages
    assert set(game.languages) <= set(LANGUAGES)
    assert issubclass(game.state, Struct)
    assert game.state.__struct_config__.frozen


def test_options_that_do_not_fit_the_number_of_seats_are_refused_in_words(rules: Rules) -> None:
    standard = choose_options(rules.edition, {})
    for seats in rules.game.seats:
        assert allowed(rules, seats, standard), "what is taken when nothing is said always fits"
        for name, option in rules.edition.options.items():
            for value in option.values:
                refused = refusal_of(rules, seats, {**standard, name: value})
                if refused is not None:
                    labels = rules.words.messages[refused.code]
                    assert all(labels.say(language, **refused.detail) for language in LANGUAGES)
                    assert refused.clause in (None, *clauses(rules.game.id))


def refusal_of(rules: Rules, seats: int, options: Options) -> Refusal | None:
    try:
        rules.game.initial(rules.edition, seats, options)
    except Refusal as refusal:
        return refusal
    return None


def test_every_lawful_command_has_a_value_for_greedy_players(table: Table) -> None:
    for position in positions(table):
        for seat in position.actors:
            listing = position.game.legal(position.state, seat)
            value = position.game.value(table.rules.edition, see(position.game.view(position.state), seat), seat)
            assert all(math.isfinite(value(listing[index])) for index in some(20, len(listing)))


def test_what_simulations_count_has_a_name(table: Table) -> None:
    game = table.rules.game
    for match in every_position(table):
        for position in match:
            for event in position.events:
                if not type(event).__module__.startswith("domain.match"):
                    assert all(isinstance(name, str) and name for name in game.elements(event))


def test_a_rematch_has_options_that_the_edition_offers(table: Table) -> None:
    for match in every_position(table):
        options = table.rules.game.rematch(match[-1].after.state, table.options)
        assert choose_options(table.rules.edition, options) == options
        assert allowed(table.rules, table.seats, options)
