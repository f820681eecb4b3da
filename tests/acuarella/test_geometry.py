"""Positions and unions, on bits, against the plainest way and against cases drawn by hand."""

import random

import pytest

from domain.acuarella.geometry import bits
from domain.acuarella.tables import tables
from tests.acuarella.slow_geometry import forms, lay, square, united
from tests.acuarella.table import STANDARD, TINY

KNOWN = tables(STANDARD)
GRID = KNOWN.grid
BOARDS = 10_000


def cells(*rows: str, mark: str = "#") -> int:
    """Cells of a drawing, its first row at the top; it lies at the bottom left of the standard board."""
    return sum(
        1 << (len(rows) - 1 - y) * GRID.stride + x
        for y, row in enumerate(rows)
        for x, at in enumerate(row)
        if at == mark
    )


@pytest.mark.clause("AC-6", "AC-28")
@pytest.mark.parametrize(
    ("shape", "count"), [("I2", 2), ("I3", 2), ("L3", 4), ("I4", 2), ("O4", 1), ("T4", 4), ("S4", 4), ("L4", 8)]
)
def test_a_shape_has_each_of_its_positions_once(shape: str, count: int) -> None:
    number = [each.id for each in STANDARD.shapes].index(shape)
    mine = [(form.turn, {divmod(cell, GRID.stride)[::-1] for cell in form.steps}) for form in GRID.forms[number]]
    assert mine == forms(STANDARD, shape)
    assert len(mine) == count


@pytest.mark.clause("AC-28")
def test_every_turn_leads_to_its_position() -> None:
    for number, shape in enumerate(STANDARD.shapes):
        for turn, form in GRID.form_of[number].items():
            steps = {divmod(cell, GRID.stride)[::-1] for cell in GRID.forms[number][form].steps}
            assert steps == lay(STANDARD, shape.id, turn, "a1")


def test_a_flip_comes_before_the_turn_and_turns_go_clockwise() -> None:
    l4 = [shape.id for shape in STANDARD.shapes].index("L4")
    form = GRID.forms[l4][GRID.form_of[l4]["fr90"]]
    # r0 is  #..  flipped  ..#  and turned clockwise  #.
    #        ###           ###                        #.
    #                                                 ##
    assert form.cells == cells("#.", "#.", "##")


@pytest.mark.clause("AC-6")
@pytest.mark.parametrize("edition", [STANDARD, TINY], ids=["standard", "tiny"])
def test_anchors_are_all_the_places_where_a_piece_fits(edition: object) -> None:
    """On 300 boards filled at random, with and without the rule for the first piece."""
    edition = STANDARD if edition is STANDARD else TINY
    grid, some = tables(edition).grid, random.Random(1)
    columns, rows = edition.board.columns, edition.board.rows
    for _ in range(300):
        taken = {name for name in grid.cells if some.random() < some.choice((0.1, 0.5, 0.8))}
        covered = sum(1 << grid.cells[name] for name in taken)
        free = {square(name) for name in grid.cells if name not in taken}
        number, first = some.randrange(len(edition.shapes)), some.random() < 0.5
        for form in grid.forms[number]:
            possible = []
            for name in grid.cells:
                squares = lay(edition, edition.shapes[number].id, form.turn, name)
                edge = any(x in (0, columns - 1) or y in (0, rows - 1) for x, y in squares)
                if squares <= free and (edge or not first):
                    possible.append(name)
            assert [grid.names[cell] for cell in bits(grid.anchors(form, covered, first))] == possible


@pytest.mark.clause("AC-7")
def test_unions_on_ten_thousand_random_boards() -> None:
    """Pieces of the edition, and random heaps of cells, whose borders are stranger."""
    some = random.Random(2)
    found = 0
    for number in range(BOARDS):
        one, other = _two_heaps(some) if number % 2 else _two_pieces(some)
        bits_of_one, bits_of_other = (sum(1 << y * GRID.stride + x for x, y in heap) for heap in (one, other))
        expected = united(one, other)
        assert bool(GRID.meeting(bits_of_one, bits_of_other)) == expected
        assert bool(GRID.meeting(bits_of_other, bits_of_one)) == expected
        found += expected
    assert BOARDS / 10 < found < BOARDS * 9 / 10


def _two_heaps(some: random.Random) -> tuple[set[tuple[int, int]], set[tuple[int, int]]]:
    heaps: tuple[set[tuple[int, int]], ...] = (set(), set(), set())
    for x in range(7):
        for y in range(7):
            some.choices(heaps, (2, 2, some.choice((4, 30))))[0].add((x, y))
    return heaps[0], heaps[1]


def _two_pieces(some: random.Random) -> tuple[set[tuple[int, int]], set[tuple[int, int]]]:
    """Two different pieces that do not overlap, close to each other."""
    while True:
        laid = [
            lay(STANDARD, some.choice(STANDARD.shapes).id, some.choice(("r0", "r90", "r180", "fr270")), cell)
            for cell in (some.choice("bcd") + some.choice("234") for _ in range(2))
        ]
        if not laid[0] & laid[1]:
            return laid[0], laid[1]


UNIONS = {
    "around a corner (A)": ("#o", "oo"),
    "a straight run (B)": ("##", "oo"),
    "a straight run, upright": ("#o", "#o"),
    "a run of three": ("###", "ooo"),
    "around an end": ("ooo", "o#o", ".#."),
    "in a notch": ("#o#", "###"),
    "an edge alone and, elsewhere, a run": ("#o..", "#.oo", "####"),
    "all around, with a hole": ("ooo", "o#o", "ooo"),
    "crosswise at one corner": ("#o.", "o#."),
}
NO_UNIONS = {
    "one edge": ("#o",),
    "corner to corner": ("#.", ".o"),
    "two edges apart, on one side": ("#.#", "#.#", "o.o", "ooo"),
    "two edges apart, around a hole": ("##oo", "#..o", "##oo"),
    "two edges apart, above and beside": ("###", "#.o", "o.o", "ooo"),
    "nothing": ("#..o",),
}


@pytest.mark.clause("AC-7")
@pytest.mark.parametrize("drawing", UNIONS.values(), ids=UNIONS.keys())
def test_a_union(drawing: tuple[str, ...]) -> None:
    assert GRID.meeting(cells(*drawing), cells(*drawing, mark="o"))


@pytest.mark.clause("AC-7")
@pytest.mark.parametrize("drawing", NO_UNIONS.values(), ids=NO_UNIONS.keys())
def test_no_union(drawing: tuple[str, ...]) -> None:
    assert not GRID.meeting(cells(*drawing), cells(*drawing, mark="o"))


@pytest.mark.clause("AC-7")
def test_the_far_sides_of_the_board_do_not_touch() -> None:
    left, right = cells("#......", "#......"), cells(".......", "......#", "......#")
    assert not GRID.meeting(left, right)
    assert not GRID.meeting(left, right << GRID.stride)


def test_the_halo_is_what_lies_beside() -> None:
    assert GRID.halo(cells(".#.", "...")) == cells(".#.", "#.#", ".#.") & GRID.all
    for cell in GRID.names:
        beside = {name for name in GRID.cells if _apart(square(name), square(GRID.names[cell])) == 1}
        assert {GRID.names[other] for other in bits(GRID.halo(1 << cell))} == beside


def _apart(one: tuple[int, int], other: tuple[int, int]) -> int:
    return abs(one[0] - other[0]) + abs(one[1] - other[1])
