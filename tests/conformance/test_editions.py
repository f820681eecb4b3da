"""Editions say what they are, in three languages, and cannot be changed without notice."""

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from msgspec import Struct

from domain.kernel.catalogue import Rules
from domain.kernel.edition import Edition, InvalidEdition, decode_edition
from domain.kernel.words import Labels
from domain.match.events import Created
from tests.conformance.material import Table, all_tables, catalogue, editions_in, golden_of, home
from tests.conformance.played import matches


def test_an_edition_names_the_provenance_of_each_of_its_tables(rules: Rules) -> None:
    tables = set(type(rules.edition).__struct_fields__) - set(Edition.__struct_fields__)
    assert set(rules.edition.provenance) == tables


def test_its_texts_exist_in_three_languages(rules: Rules) -> None:
    found = list(labels_in(rules.edition))
    assert rules.edition.title in found
    for label in found:
        assert all(text.strip() for text in msgspec.structs.astuple(label)), label


def labels_in(value: Any) -> Iterator[Labels]:
    if isinstance(value, Labels):
        yield value
    elif isinstance(value, Struct):
        for field in value.__struct_fields__:
            yield from labels_in(getattr(value, field))
    elif isinstance(value, dict):
        for inner in value.values():
            yield from labels_in(inner)
    elif isinstance(value, tuple | list):
        for inner in value:
            yield from labels_in(inner)


def test_a_match_pins_its_edition_by_digest(table: Table) -> None:
    created = matches(table)[0][0].match.created
    assert isinstance(created, Created)
    assert (created.edition, created.edition_digest) == (table.rules.edition.id, table.rules.digest)
    assert (created.rules_version, created.options) == (table.rules.game.rules_version, table.options)


def test_every_value_of_every_option_is_allowed_somewhere(rules: Rules) -> None:
    played = {item for table in all_tables() if table.rules is rules for item in table.options.items()}
    assert played == {(name, value) for name, option in rules.edition.options.items() for value in option.values}


def test_a_shipped_edition_has_a_copy_among_the_golden_matches(game_id: str) -> None:
    """So that a change to it is noticed: matches that were played with it need it for ever. A changed edition is a new
    file beside the old copy (`python -m tests.golden.make` writes it)."""
    copies = editions_in(golden_of(game_id) / "editions")
    for file in editions_in(home(game_id) / "editions"):
        assert file in copies


def test_an_edition_with_a_hole_is_refused(rules: Rules) -> None:
    """Each table left out, each table of a wrong type, a table too many."""
    plain = msgspec.toml.decode(rules.file)
    broken = [{**plain, "nonsense": 1}]
    for name in set(plain) - {"options"}:
        broken.append({key: value for key, value in plain.items() if key != name})
        broken.append({**plain, name: 17.5})
    for tables in broken:
        with pytest.raises(InvalidEdition):
            decode_edition(msgspec.json.encode(tables), rules.game.edition)


def test_the_standard_edition_is_the_newest_games_first(game_id: str) -> None:
    assert catalogue().newest(game_id).shipped
    assert catalogue().newest(game_id).edition.id == "standard"
