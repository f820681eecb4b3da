"""Placing and connecting (VC-4, VC-5, VC-6)."""

import random
from collections import Counter
from itertools import pairwise

import pytest

from domain.catrina.cells import Cell, beside
from domain.catrina.commands import Take
from domain.catrina.rules import decide
from domain.catrina.state import Village
from domain.catrina.tiles import NONE, Path, Tile, TileId, Turn, shape_of
from domain.catrina.village import completed, new_village, pedestal, place
from domain.kernel.refusal import Refusal
from tests.catrina.slow_scorer import connected, connected_elements, layout, slow_pedestals
from tests.catrina.table import FIRST, STANDARD, TINY, chance, position, turn, village


@pytest.mark.clause("VC-4")
def test_a_tile_may_be_turned_and_paths_need_not_go_on() -> None:
    state = position(
        village("s1", edition=TINY), village("s2", edition=TINY), rows=("guests",), bag="red", edition=TINY
    )
    for degrees in (0, 90, 180, 270):
        assert turn(state, f"A1 @1,0 r{degrees}")


@pytest.mark.clause("VC-4")
@pytest.mark.parametrize(
    ("where", "code"),
    [
        ("0,0", "cell-is-taken"),
        ("1,1", "not-beside-the-village"),
        ("7,7", "not-beside-the-village"),
        ("-0,1", "no-such-cell"),
        ("here", "no-such-cell"),
    ],
)
def test_other_cells_are_refused(where: str, code: str) -> None:
    state = position(village("s1"), village("s2"), rows=("t001",))
    with pytest.raises(Refusal) as refused:
        decide(state, FIRST, Take("A1", Cell(where), 0), chance())
    assert (refused.value.code, refused.value.clause, refused.value.detail) == (code, "VC-4", {"cell": where})


@pytest.mark.clause("VC-4")
@pytest.mark.parametrize(
    ("tile", "degrees", "canonical"), [("cross", 270, 0), ("twocaps", 180, 0), ("twocaps", 270, 90)]
)
def test_a_tile_that_looks_the_same_is_written_with_its_first_turn(tile: str, degrees: Turn, canonical: Turn) -> None:
    state = position(village("s1", edition=TINY), village("s2", edition=TINY), rows=(tile,), bag="red", edition=TINY)
    with pytest.raises(Refusal) as refused:
        decide(state, FIRST, Take("A1", Cell("0,1"), degrees), chance())
    assert (refused.value.code, refused.value.clause) == ("written-otherwise", "VC-4")
    assert refused.value.detail == {"given": f"r{degrees}", "canonical": f"r{canonical}"}
    assert decide(state, FIRST, Take("A1", Cell("0,1"), canonical), chance())


@pytest.mark.clause("VC-4")
def test_a_tile_is_turned_by_right_angles() -> None:
    state = position(village("s1"), village("s2"), rows=("t001",))
    with pytest.raises(Refusal) as refused:
        decide(state, FIRST, Take("A1", Cell("0,1"), 45), chance())  # type: ignore[arg-type]
    assert (refused.value.code, refused.value.clause) == ("no-such-turn", "VC-4")


@pytest.mark.clause("VC-4")
def test_a_pedestal_part_makes_a_turn_look_different() -> None:
    assert TINY.shapes[TINY.tiles.path[0].id].turns == (0,)
    by_name = {tile.id: TINY.shapes[tile.id].turns for tile in TINY.tiles.path}
    assert (by_name["cap1"], by_name["bar1"]) == ((0, 90, 180, 270), (0, 90))  # type: ignore[index]


@pytest.mark.clause("VC-4")
@pytest.mark.parametrize(
    ("paths", "turns"),
    [
        # a straight path between two trails that are alike
        ((Path("paved", "NS", ("visitor",)), Path("trail", "E"), Path("trail", "W")), (0, 90)),
        # the same, but one of the trails bears a balloon
        ((Path("paved", "NS", ("visitor",)), Path("trail", "E", ("yellow",)), Path("trail", "W")), (0, 90, 180, 270)),
        # a crossing with two pedestal bends back to back
        ((Path("paved", "NESW", ("visitor",), ("NE", "SW")),), (0, 90)),
    ],
)
def test_what_a_tile_bears_makes_a_turn_look_different(paths: tuple[Path, ...], turns: tuple[Turn, ...]) -> None:
    assert shape_of(Tile(TileId("any"), paths)).turns == turns


@pytest.mark.clause("VC-4")
def test_the_free_cells_are_those_beside_a_tile() -> None:
    assert village("s1").free == ("0,1", "-1,0", "1,0", "0,-1")
    assert village("s1", "t001 @1,0 r0").free == ("0,1", "1,1", "-1,0", "2,0", "0,-1", "1,-1")


@pytest.mark.clause("VC-5")
def test_paths_of_one_kind_are_connected_where_both_open() -> None:
    built = village("s1", "red @0,1 r0", edition=TINY)
    assert built.counts == {"red": 1}


@pytest.mark.clause("VC-5")
def test_a_trail_does_not_run_into_a_paved_path() -> None:
    assert village("s1", "red @1,0 r0", edition=TINY).counts == {}


@pytest.mark.clause("VC-5")
def test_paths_of_one_tile_are_not_connected_by_lying_on_it() -> None:
    assert village("s1", "guests @0,1 r180", edition=TINY).counts == {"visitor": 2}
    assert village("s1", "guests @0,1 r0", edition=TINY).counts == {}


@pytest.mark.clause("VC-6")
def test_what_the_starting_tile_bears_counts_from_the_start() -> None:
    assert new_village(STANDARD, STANDARD.tiles.starting[0].id).counts == {"visitor": 1, "red": 1}


@pytest.mark.clause("VC-6")
def test_what_a_later_tile_connects_counts_then() -> None:
    """Two reds wait beside the trail until a crossing joins them to the paved path."""
    waiting = village("s1", "reds @1,0 r0", "red @1,1 r0", edition=TINY)
    assert waiting.counts == {}
    assert village("s1", "reds @1,0 r0", "red @1,1 r0", "cross @0,1 r0", edition=TINY).counts == {"red": 3}


@pytest.mark.clause("VC-6")
def test_one_tile_connects_two_visitors_that_it_does_not_bear() -> None:
    """The rulebook's example: 4 butterflies and 4 visitors become 5 and 7; one of each stays unconnected."""
    tiles = (
        "t038 @0,1 r180", "t033 @0,-1 r0", "t114 @-1,0 r0", "t032 @1,1 r180", "t036 @1,-1 r90", "t087 @-2,0 r180",
    )  # fmt: skip
    before, after = village("s6", *tiles), village("s6", *tiles, "t014 @1,0 r270")
    assert (before.counts["butterfly"], before.counts["visitor"]) == (4, 4)
    assert (after.counts["butterfly"], after.counts["visitor"]) == (5, 7)
    borne = [element for path in STANDARD.shapes[after.tiles[after.latest].tile].holds for element in path]
    assert (borne.count("visitor"), borne.count("butterfly")) == (1, 1)
    everywhere = [
        element for placed in after.tiles.values() for path in STANDARD.shapes[placed.tile].holds for element in path
    ]
    assert (everywhere.count("visitor"), everywhere.count("butterfly")) == (8, 6)


def random_village(seed: int, tiles: int = 18) -> list[Village]:
    """A village of the standard edition after each of its placements."""
    dice = random.Random(seed)
    grown = [new_village(STANDARD, dice.choice(STANDARD.tiles.starting).id)]
    for tile in dice.sample(STANDARD.tiles.path, tiles):
        built = grown[-1]
        grown.append(
            place(STANDARD, built, tile.id, dice.choice(built.free), dice.choice(STANDARD.shapes[tile.id].turns))
        )
    return grown


def village_of_pedestals(seed: int) -> list[Village]:
    """The same of tiles with pedestal parts, each among the placements where paths and parts go on best."""
    dice = random.Random(seed)
    grown = [new_village(STANDARD, dice.choice(STANDARD.tiles.starting).id)]
    for tile in dice.sample([tile for tile in STANDARD.tiles.path if STANDARD.shapes[tile.id].parts], 40):
        built = grown[-1]
        where = [(cell, turn) for cell in built.free for turn in STANDARD.shapes[tile.id].turns]
        dice.shuffle(where)
        grown.append(place(STANDARD, built, tile.id, *max(where, key=lambda there: going_on(built, tile.id, *there))))
    return grown


def going_on(built: Village, tile: TileId, cell: Cell, turn: Turn) -> int:
    """For each side shared with a tile: parts that meet and paths that meet, less parts that face none."""
    shape, fit = STANDARD.shapes[tile], 0
    for side, neighbour in enumerate(beside(cell)):
        if neighbour in built.tiles:
            other = built.tiles[neighbour]
            facing = STANDARD.shapes[other.tile]
            parts = (shape.part_at[turn][side] != NONE) + (facing.part_at[other.turn][side - 2] != NONE)
            fit += (0, -1, 2)[parts]
            fit += shape.kind_at[turn][side] == facing.kind_at[other.turn][side - 2] is not None
    return fit


@pytest.mark.clause("VC-6")
@pytest.mark.parametrize("seed", range(60))
def test_connecting_step_by_step_is_what_a_flood_of_the_whole_village_finds(seed: int) -> None:
    for built in random_village(seed):
        state = position(built, built)
        laid = layout(state, built)
        kept = {
            (tuple(map(int, cell.split(","))), path) for cell, placed in built.tiles.items() for path in placed.joined
        }
        assert kept == connected(laid)
        found = connected_elements(state, built)
        assert built.counts == {element: found.count(element) for element in found}


@pytest.mark.clause("VC-8")
def test_pedestals_complete_when_a_search_of_the_whole_village_says_so() -> None:
    shown: Counter[str] = Counter()
    for seed in range(40):
        before: set[frozenset[tuple[int, int]]] = set()
        for earlier, built in pairwise(village_of_pedestals(seed)):
            whole = {frozenset(p[0]) for p in slow_pedestals(position(built, built), built) if p[1] and p[2]}
            new = sorted(whole - before, key=lambda cells: sorted((-y, x) for x, y in cells))
            done = completed(STANDARD, earlier, built)
            assert [{tuple(map(int, cell.split(","))) for cell in p.cells} for p in done] == new
            before |= whole
            shown.update(f"of {len(p.cells)}" for p in done)
            shown.update("connected later" for p in done if built.latest not in p.cells)
    assert min(shown[name] for name in ("of 2", "of 3", "of 4", "connected later")) > 0, shown


@pytest.mark.clause("VC-8")
def test_a_pedestal_that_cannot_close_is_not_closed() -> None:
    built = village("s1", "cap1 @0,1 r0", "cross @0,2 r0", edition=TINY)
    found = pedestal(TINY.shapes, built.tiles, Cell("0,1"), 0)
    assert (found.opens, found.dead, found.closed) == (frozenset(), True, False)
