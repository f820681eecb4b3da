"""The catalogue of the standard edition, and what an edition may not be."""

from collections import Counter
from pathlib import Path

import msgspec
import pytest

from domain.catrina.edition import CatrinaEdition
from domain.kernel.edition import InvalidEdition, decode_edition
from tests.catrina.make_catalogue import catalogue
from tests.catrina.table import ROOT, STANDARD, TINY

FILE = ROOT / "domain/catrina/editions/standard.toml"
PATHS = [path for tile in STANDARD.tiles.path for path in tile.paths]
HELD = Counter(element for path in PATHS for element in path.holds)
PARTS = [part for path in PATHS for part in path.pedestals]


def test_the_tiles_are_those_that_the_program_makes() -> None:
    assert FILE.read_text().endswith(f"\n{catalogue()}")


@pytest.mark.clause("VC-1")
def test_there_are_as_many_pieces_as_in_the_box() -> None:
    assert (len(STANDARD.tiles.path), len(STANDARD.tiles.starting)) == (114, 6)
    assert {chimera.id: chimera.count for chimera in STANDARD.chimeras} == {"small": 15, "large": 12}
    assert len(STANDARD.balloons.colours) * len(STANDARD.stack(4)) == 16


@pytest.mark.clause("VC-11")
def test_each_element_is_there_as_often_as_it_should() -> None:
    assert {name: HELD[name] for name in ("red", "blue", "green", "yellow")} == dict.fromkeys(
        ("red", "blue", "green", "yellow"), 24
    )
    assert (HELD["visitor"], HELD["butterfly"]) == (60, 40)
    assert all(HELD[stall.id] == 7 for stall in STANDARD.stalls.types)
    assert len(STANDARD.stalls.types) == 6
    assert {altar.id: HELD[altar.id] for altar in STANDARD.altars} == {
        "stall-altar": 3, "red-altar": 2, "blue-altar": 2, "green-altar": 2, "yellow-altar": 2, "butterfly-altar": 1,
    }  # fmt: skip
    assert all(altar.rate == 1 for altar in STANDARD.altars)


@pytest.mark.clause("VC-8")
def test_pedestal_parts_are_as_many_and_as_wide_as_they_should() -> None:
    assert len(PARTS) == 84
    one_sided = sum(len(part) == 1 for part in PARTS)
    assert (one_sided, len(PARTS) - one_sided) == (50, 34)
    straight = [part for part in PARTS if part in ("NS", "EW")]
    assert 0 < len(straight) < len(PARTS) - one_sided
    assert {chimera.id: chimera.tiles for chimera in STANDARD.chimeras} == {"small": 2, "large": 4}


def test_a_tile_bears_about_2_9_elements() -> None:
    assert round((sum(HELD.values()) + len(PARTS)) / 114, 1) == 2.9


@pytest.mark.clause("VC-5")
def test_most_tiles_open_on_three_or_four_sides() -> None:
    opens = Counter(sum(len(path.sides) for path in tile.paths) for tile in STANDARD.tiles.path)
    assert set(opens) <= {2, 3, 4}
    assert opens[3] + opens[4] > 100
    assert {len(tile.paths) for tile in STANDARD.tiles.path} == {1, 2, 3}


@pytest.mark.clause("VC-6")
def test_the_starting_tiles_are_six_different_ones_with_two_sides_of_each_kind() -> None:
    assert len({tile.paths for tile in STANDARD.tiles.starting}) == 6
    for tile in STANDARD.tiles.starting:
        assert [(path.kind, len(path.sides)) for path in tile.paths] == [("paved", 2), ("trail", 2)]
        assert 1 <= sum(len(path.holds) for path in tile.paths) <= 2


@pytest.mark.clause("VC-9")
@pytest.mark.parametrize(("seats", "extras"), [(2, 12), (3, 18), (4, 18), (5, 18), (6, 18)])
def test_the_bag_lasts_for_every_extra_tile(seats: int, extras: int) -> None:
    assert STANDARD.most_extras(seats) == extras
    assert seats * sum(STANDARD.rows(seats)) + extras <= 114


@pytest.mark.clause("VC-9")
@pytest.mark.parametrize("file", sorted(FILE.parent.glob("*.toml")), ids=lambda file: file.stem)
def test_no_edition_offered_to_players_lets_the_bag_run_out(file: Path) -> None:
    offered = decode_edition(file.read_bytes(), CatrinaEdition)
    assert isinstance(offered, CatrinaEdition)
    assert not offered.tiles.may_run_out


def test_it_says_that_the_tiles_are_reconstructed() -> None:
    assert STANDARD.provenance["tiles"] == "reconstructed"


def broken(change: str, by: str, file: Path = FILE) -> CatrinaEdition:
    text = file.read_text()
    assert change in text
    found = decode_edition(text.replace(change, by, 1).encode(), CatrinaEdition)
    assert isinstance(found, CatrinaEdition)
    return found


@pytest.mark.parametrize(
    ("change", "by", "fault"),
    [
        ('id = "t002"', 'id = "t001"', "tiles: t001 is there twice"),
        ('id = "s2"', 'id = "s1"', "tiles: s1 is there twice"),
        ('"NE", holds = ["visitor"] }, { kind = "trail"', '"NE" }, { kind = "paved"', "one paved path, then one trail"),
        ('"NE", holds = ["visitor"]', '"NE", holds = ["bread"]', "s1 bears a stall"),
        ('"NE", holds = ["visitor"]', '"EN", holds = ["visitor"]', "no sides in the order NESW"),
        ('"NE", holds = ["visitor"]', '"", holds = ["visitor"]', "no sides in the order NESW"),
        ('"NE", holds = ["visitor"]', '"NES", holds = ["visitor"]', "two paths open on one side"),
        ('"NE", holds = ["visitor"]', '"NE", holds = ["guest"]', "no such element: guest"),
        ('"NE", holds = ["visitor"]', '"NE", holds = ["butterfly"]', "keeps off a paved path"),
        ('"NE", holds = ["visitor"]', '"NE", holds = ["red-altar", "blue-altar"]', "more than one altar"),
        ('"NE", holds = ["visitor"]', '"NE", pedestals = ["NE", "E"]', "two pedestal parts open on one side"),
        ('"NE", holds = ["visitor"]', '"NE", pedestals = ["S"]', "on sides of its path"),
        ('"NE", holds = ["visitor"]', '"NE", pedestals = [""]', "on sides of its path"),
        ("rows = [9, 9]", "rows = []", "boards: "),
        ("rows = [9, 9]", "rows = [13, 20]", "tiles: 114 do not last for 3 seats"),
        ("rows = [8, 8]", "rows = [9, 8]", "tiles: 114 do not last for 6 seats"),
        ("rows = [9, 9]", "rows = [9, 0]", "boards: each needs"),
        ("rows = [9, 9]", f"rows = {[1] * 27}", "boards: each needs"),
        ("seats = [2, 3]", "seats = [2]", "boards: each number of seats"),
        ("{ seats = [2], ", "{ seats = [2, 3], ", "balloons: each number of seats"),
        ("values = [5, 4, 3]", "values = [4, 5, 3]", "balloons: a stack"),
        ("flip = 6", "flip = 3", "balloons: a tile is taken"),
        ("points = [0, 1, 4, 9, 16, 25]", "points = [0, 1, 4, 9, 16]", "stalls: "),
        ("draw = 2", "draw = 0", "stalls: "),
        ('id = "fruit"', 'id = "bread"', "elements: bread is there twice"),
        ('wants = ["red"]', 'wants = ["pink"]', "altars: red-altar wants"),
        ('wants = ["red"]', "wants = []", "altars: red-altar wants"),
        ("tiles = 4", "tiles = 2", "chimeras: two sizes"),
        ('id = "large"', 'id = "small"', "chimeras: small is there twice"),
        ("count = 12", "count = -1", "chimeras: there are fewer than none of large"),
    ],
)
def test_an_edition_that_is_none_is_refused_by_name(change: str, by: str, fault: str) -> None:
    with pytest.raises(InvalidEdition, match=fault):
        broken(change, by)


def test_only_editions_for_trying_out_may_let_the_bag_run_out() -> None:
    assert TINY.tiles.may_run_out
    with pytest.raises(InvalidEdition, match="do not last"):
        broken("may_run_out = true", "may_run_out = false", ROOT / "tests/catrina/editions/tiny.toml")


def test_a_tile_has_one_to_three_paths() -> None:
    plain = msgspec.toml.decode(FILE.read_bytes())
    for paths in ([], [{"kind": "paved", "sides": side} for side in "NESW"]):
        plain["tiles"]["path"][0]["paths"] = paths
        with pytest.raises(msgspec.ValidationError, match="one to three paths"):
            msgspec.convert(plain, CatrinaEdition)


def test_both_kinds_of_path_have_names_and_two_seats_a_starting_tile() -> None:
    plain = msgspec.toml.decode(FILE.read_bytes())
    kinds = plain["kinds"] | {}
    del plain["kinds"]["trail"]
    with pytest.raises(msgspec.ValidationError, match="kinds: both"):
        msgspec.convert(plain, CatrinaEdition)
    plain["kinds"] = kinds
    del plain["tiles"]["starting"][1:]
    with pytest.raises(msgspec.ValidationError, match="tiles: there must be one for each of two seats"):
        msgspec.convert(plain, CatrinaEdition)
