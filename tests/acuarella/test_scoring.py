"""The score sheet: AC-23 to AC-25."""

import random
from typing import Any

import pytest

from domain.acuarella.cats import assemble
from domain.acuarella.game import ACUARELLA
from domain.acuarella.state import Board
from domain.acuarella.tables import tables
from domain.kernel.score import Line, totals
from tests.acuarella.boards import random_board, random_end
from tests.acuarella.slow_scorer import slow_cats, slow_totals
from tests.acuarella.table import ONE, STANDARD, TINY, board, full_board, position


def lines(source: str, *boards: Board, **more: Any) -> list[Line]:
    state = position(*boards, **more)
    return [line for line in ACUARELLA.score(state) if line.source == source]


@pytest.mark.clause("AC-23", "AC-24", "AC-25")
@pytest.mark.parametrize("edition", [STANDARD, TINY], ids=["standard", "tiny"])
def test_the_slow_scorer_agrees_on_a_thousand_final_boards(edition: object) -> None:
    some, edition = random.Random(4), STANDARD if edition is STANDARD else TINY
    for _ in range(350):
        state = random_end(some, edition)
        assert totals(ACUARELLA.score(state), len(state.boards)) == slow_totals(state)


@pytest.mark.clause("AC-23")
def test_pigments_count_3_2_and_1() -> None:
    mine = board(red_violet=2, red=1, violet=2, green=1, wildcard=3)
    found = [(line.source, line.about, line.points) for line in ACUARELLA.score(position(mine, board()))][:5]
    assert found == [
        ("warm", "red-violet", 6), ("warm", "red", 3),
        ("cool", "green", 2), ("cool", "violet", 4), ("wildcard", "wildcard", 3),
    ]  # fmt: skip


@pytest.mark.clause("AC-23")
def test_the_evidence_of_a_pigment_is_the_pieces_that_gave_it() -> None:
    mine = board("I2-blue r0@a1", "I2-red r0@a2", "I2-green r0@c1", violet=1, blue_green=1)
    assert lines("cool", mine, board()) == [
        Line(ONE, "AC-23", "cool", 2, about="blue-green"),  # this one was robbed: no union here gave it
        Line(ONE, "AC-23", "cool", 2, about="violet", pieces=("I2-blue@a1+I2-red@a2",)),
    ]


@pytest.mark.clause("AC-23")
def test_each_empty_cell_costs_a_point() -> None:
    (mine, other) = lines("empty", full_board(but="d4 e4"), board())
    assert (mine.points, mine.cells, mine.clause) == (-2, ("d4", "e4"), "AC-23")
    assert other.points == -49
    assert lines("empty", full_board(), full_board()) == []


@pytest.mark.clause("AC-24")
def test_trophies() -> None:
    boards = [full_board() for _ in range(4)]
    found = lines("trophy", *boards, full=(2, 0, 3, 1))
    assert [(line.seat, line.about, line.points) for line in found] == [(0, "2", 2), (2, "1", 3), (3, "3", 1)]


@pytest.mark.clause("AC-25")
def test_a_cat_is_one_point_and_names_its_pieces() -> None:
    mine = board("I3-red r0@a1", "O4-blue r0@a2", "T4-green r0@a5", "L4-green r0@d1")
    assert lines("cat", mine, board()) == [Line(ONE, "AC-25", "cat", 1, pieces=("I3-red", "O4-blue", "T4-green"))]


@pytest.mark.clause("AC-25")
def test_the_scarcest_part_limits_the_cats() -> None:
    one_body = board("I2-red r0@a1", "I3-red r0@c1", "O4-red r0@a2", "L3-red r0@c2", "O4-red r0@e2", "T4-red r0@a4")
    assert len(lines("cat", one_body, board())) == 1


@pytest.mark.clause("AC-25")
def test_a_piece_is_in_one_cat_only() -> None:
    """In the tiny edition an I2 can be tail or head, an I1 only a tail."""
    assert len(lines("cat", board("I2-red r0@a1", edition=TINY), board(edition=TINY), edition=TINY)) == 0
    two = board("I2-red r0@a1", "I2-red r0@c1", edition=TINY)
    assert len(lines("cat", two, board(edition=TINY), edition=TINY)) == 1


@pytest.mark.clause("AC-25")
def test_pieces_move_to_other_parts_for_the_greatest_number() -> None:
    """The I2s come first and would be tails; with the I1s as tails they are heads, and there are two cats."""
    mine = board("I2-red r0@a1", "I2-blue r0@c1", "I1-red r0@a2", "I1-blue r0@b2", edition=TINY)
    assert len(lines("cat", mine, board(edition=TINY), edition=TINY)) == 2


@pytest.mark.clause("AC-25")
@pytest.mark.parametrize("edition", [STANDARD, TINY], ids=["standard", "tiny"])
def test_cats_are_counted_exactly(edition: object) -> None:
    """Against every way to put them together; the parts of the tiny edition overlap."""
    some, edition = random.Random(6), STANDARD if edition is STANDARD else TINY
    found = set()
    for _ in range(500):
        mine = random_board(some, edition)
        cats = assemble(tables(edition), mine.tiles)
        assert len(cats) == slow_cats(edition, mine)
        used = [piece for cat in cats for piece in cat]
        assert all(used.count(piece) <= [tile.piece for tile in mine.tiles].count(piece) for piece in used)
        for cat in cats:
            for piece, role in zip(cat, edition.guide, strict=True):
                assert tables(edition).pieces[piece].split("-")[0] in role.shapes
        found.add(len(cats))
    assert len(found) > 2


def test_a_sheet_can_be_asked_for_at_any_time() -> None:
    assert totals(ACUARELLA.score(position()), 2) == (-49, -49)
