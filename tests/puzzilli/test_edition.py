"""Editions that cannot be played with are refused, naming the table."""

from pathlib import Path

import msgspec
import pytest

from domain.kernel.edition import InvalidEdition, choose_options, decode_edition
from domain.kernel.refusal import Refusal
from domain.puzzilli.edition import PuzzilliEdition
from domain.puzzilli.rules import initial
from tests.puzzilli.play import SHIPPED, TINY, edition

STANDARD = (SHIPPED / "standard.toml").read_bytes()


@pytest.mark.parametrize("file", [SHIPPED / "standard.toml", *sorted(TINY.glob("*.toml"))], ids=lambda file: file.stem)
def test_the_editions_here_are_in_order(file: Path) -> None:
    assert decode_edition(file.read_bytes(), PuzzilliEdition).id == file.stem


@pytest.mark.clause("PZ-1")
def test_the_standard_edition_is_what_its_reconstruction_says() -> None:
    box = edition()
    assert len(box.board.cells) == 14
    assert [len([cell for cell in box.board.cells if cell.endswith(f",{row}")]) for row in range(4)] == [3, 4, 4, 3]
    assert (len(box.shapes), len(box.colours)) == (7, 5)
    assert (box.counts.copies, box.counts.max_reaches, box.doubloon.count) == (2, 5, 3)
    assert (box.latecomer.tokens, box.latecomer.points) == (10, -1)
    assert choose_options(box, {}) == {
        "end": "finish-round",
        "shell": "distinct-colours",
        "coin": "distinct-shapes",
        "latecomer": "last-pull",
    }


def test_neighbours_and_lines_of_the_board() -> None:
    box = edition()
    assert set(box.neighbours[box.board.cells[4]]) == {"0,0", "1,0", "-1,1", "1,1", "-1,2", "0,2"}
    for cell in box.board.cells:
        for near in box.neighbours[cell]:
            assert cell in box.neighbours[near]
            assert sum(near in line for line in box.lines[cell]) == 1
    assert box.lines[box.board.cells[4]] == (("0,0", "0,2", "0,3"), ("-1,1", "1,1", "2,1"), ("1,0", "-1,2"))


def test_pieces_are_listed_colour_by_colour_the_doubloon_last() -> None:
    pieces = edition().pieces
    assert (len(pieces), pieces[:2], pieces[-2:]) == (36, ("White Sub", "White Turtle"), ("Blue Coin", "Doubloon"))


@pytest.mark.parametrize(
    ("table", "changed"),
    [
        ("board", (b'"-1,3",', b'"-1,3", "0,0",')),
        ("board", (b'"-1,3",', b'"-1, 3",')),
        ("board", (b'"-1,3",', b'"three",')),
        ("board", (b'"-1,3",', b'"-01,3",')),
        ("counts", (b"copies = 2", b"copies = 0")),
        ("counts", (b"max_reaches = 5", b"max_reaches = 0")),
        ("doubloon", (b"count = 3", b"count = -1")),
        ("latecomer", (b"tokens = 10", b"tokens = 0")),
        ("colours", (b'id = "Red"', b'id = "White"')),
        ("colours", (b'id = "Red"', b'id = "Wine"')),
        ("colours", (b'id = "Red"', b'id = "Dark Red"')),
        ("fill", (b'"#d9483b"', b"'#d9483b\"/><script/>'")),
        ("copies", (b"copies = 2", b"copies = 1000000")),
        ("shapes", (b'target = "Crab"', b'target = "Whale"')),
        ("shapes", (b'scores = "shapes"', b'scores = "line"')),
        ("provenance", (b'counts = "reconstructed"', b"")),
        ("options", (b'default = "last-pull"', b'default = "first-pull"')),
        ("options", (b"most-reaches =", b"fewest-reaches =")),
        ("options", (b"every-neighbour =", b"no-neighbour =")),
    ],
)
def test_a_table_that_makes_no_sense_is_refused(table: str, changed: tuple[bytes, bytes]) -> None:
    assert STANDARD.count(changed[0]) == 1
    with pytest.raises(InvalidEdition, match=table if table != "options" else "option"):
        decode_edition(STANDARD.replace(*changed), PuzzilliEdition)


def test_four_seats_need_five_colours_and_a_bag_for_four() -> None:
    plain = msgspec.toml.decode(STANDARD)
    with pytest.raises(msgspec.ValidationError, match="colours"):
        msgspec.convert({**plain, "colours": plain["colours"][:4]}, PuzzilliEdition)
    shapes = [{**shape, "scores": "shapes", "target": ""} for shape in plain["shapes"][:3]]
    small = {**plain, "shapes": shapes, "counts": {**plain["counts"], "copies": 1}}
    assert msgspec.convert(small, PuzzilliEdition)  # three whites and three doubloons
    with pytest.raises(msgspec.ValidationError, match="shapes"):
        msgspec.convert({**small, "doubloon": {**plain["doubloon"], "count": 0}}, PuzzilliEdition)


def test_unknown_options_are_refused() -> None:
    with pytest.raises(Refusal) as refused:
        initial(edition(), 2, {"end": "never"})
    assert refused.value.code == "unknown-option-value"
    with pytest.raises(Refusal) as refused:
        initial(edition(), 2, {"weather": "fine"})
    assert refused.value.code == "unknown-option"
