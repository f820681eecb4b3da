"""Finding rules: a game in a version with an edition."""

from pathlib import Path

import pytest

from domain.kernel.catalogue import Catalogue, UnknownRules
from domain.kernel.edition import InvalidEdition, edition_digest
from tests.toy.game import GAMES, TOY, TOY_1

STANDARD = (Path(__file__).parents[1] / "toy" / "editions" / "standard.toml").read_bytes()
OLD = STANDARD.replace(b"value = 3", b"value = 4")
CATALOGUE = Catalogue(GAMES, [("toy", STANDARD)], kept=[("toy", OLD), ("toy", b"broken")])


def test_a_new_match_gets_the_newest_rules_and_the_standard_edition() -> None:
    newest = CATALOGUE.newest("toy")
    assert (newest.game, newest.digest, newest.shipped) == (TOY, edition_digest(STANDARD), True)
    assert CATALOGUE.newest("toy", "standard") is newest
    assert CATALOGUE.latest == (TOY,)


def test_an_old_match_gets_what_it_pins() -> None:
    kept = CATALOGUE.rules("toy", 1, edition_digest(OLD))
    assert (kept.game, kept.file, kept.shipped) == (TOY_1, OLD, False)


def test_what_is_not_here_is_named() -> None:
    for game, version, digest in [("chess", 1, "00"), ("toy", 3, "00"), ("toy", 2, "00")]:
        with pytest.raises(UnknownRules, match=game):
            CATALOGUE.rules(game, version, digest)
    for edition in ("deluxe", None):
        with pytest.raises(UnknownRules, match="deluxe" if edition else "chess"):
            CATALOGUE.newest("toy" if edition else "chess", edition)
    with pytest.raises(InvalidEdition):
        CATALOGUE.rules("toy", 2, edition_digest(b"broken"))


def test_an_edition_can_be_added_without_touching_the_catalogue() -> None:
    other = STANDARD.replace(b"value = 3", b"value = 9")
    more = CATALOGUE.with_edition("toy", other)
    assert more.rules("toy", 2, edition_digest(other)).shipped is False
    assert more.newest("toy").digest == edition_digest(STANDARD)
    with pytest.raises(UnknownRules):
        CATALOGUE.rules("toy", 2, edition_digest(other))
