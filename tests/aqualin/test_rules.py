"""The rules as examples, in the order of RULES.md."""

import pytest

from domain.aqualin.game import AQUALIN
from domain.aqualin.messages import Displayed, FirstSet, GoalsSet, Left, Place, Placed, Refilled, Slid, Slide
from domain.aqualin.reef import Cell, Tile, cells
from domain.aqualin.state import State, other
from domain.kernel.codec import decode, encode
from domain.kernel.edition import choose_options
from domain.kernel.messages import Seat
from domain.kernel.refusal import Refusal
from domain.kernel.score import Result
from tests.aqualin.table import FIRST, SECOND, STANDARD, TINY, after, chance, match, position, started, turn

EMPTY = "\n".join(["..  " * 6] * 6)

CORNER = """
    .. .. .. .. .. ..
    .. .. .. .. .. ..
    .. .. .. .. .. ..
    BJ .. .. .. .. ..
    .. .. .. .. .. ..
    RC .. .. GT .. ..
"""


def refusal(state: State, notation: str) -> tuple[str, str | None, dict[str, object]]:
    with pytest.raises(Refusal) as refused:
        turn(state, notation)
    return refused.value.code, refused.value.clause, refused.value.detail


@pytest.mark.clause("AQ-1")
def test_the_reef_has_36_cells() -> None:
    assert len(cells(STANDARD.grid)) == 36
    assert (cells(STANDARD.grid)[0], cells(STANDARD.grid)[7], cells(STANDARD.grid)[-1]) == ("a1", "b2", "f6")


@pytest.mark.clause("AQ-1")
@pytest.mark.parametrize("cell", ["g1", "a7", "a10", "z9"])
def test_there_is_nothing_beyond_the_edge(cell: str) -> None:
    state = position(CORNER, "YS")
    nowhere = ("no-such-cell", "AQ-1", {"cell": cell, "columns": 6, "rows": 6})
    assert refusal(state, f"YS@{cell}") == nowhere
    assert refusal(state, f"a1-{cell} YS@b2") == nowhere
    assert refusal(state, f"{cell}-a1 YS@b2") == nowhere


@pytest.mark.clause("AQ-2")
def test_there_is_one_tile_of_each_type_in_each_colour() -> None:
    assert len(STANDARD.tiles()) == len(set(STANDARD.tiles())) == 36
    assert STANDARD.tiles()[:7] == ("BC", "BF", "BJ", "BH", "BS", "BT", "GC")
    assert AQUALIN.census(started()) == dict.fromkeys(STANDARD.tiles(), 1)


@pytest.mark.clause("AQ-3")
def test_six_tiles_are_turned_up() -> None:
    state = AQUALIN.initial(STANDARD, 2, choose_options(STANDARD, {}))
    draws = chance()
    displayed = AQUALIN.setup(state, draws)[0]
    assert isinstance(displayed, Displayed)
    assert len(set(displayed.tiles)) == 6
    assert draws.draws[:6] == [("reserve", number) for number in range(6)]
    state = after(state, [displayed])
    assert state.display == displayed.tiles
    assert state.reserve == tuple(tile for tile in STANDARD.tiles() if tile not in displayed.tiles)


@pytest.mark.clause("AQ-4")
@pytest.mark.parametrize("seat", [FIRST, SECOND])
def test_the_table_agrees_on_the_goals(seat: Seat) -> None:
    state, draws = AQUALIN.initial(STANDARD, 2, choose_options(STANDARD, {"colours": str(seat)})), chance()
    assert AQUALIN.setup(state, draws)[1] == GoalsSet(seat)
    assert ("goals", 0) not in draws.draws


@pytest.mark.clause("AQ-4")
def test_goals_not_agreed_are_drawn() -> None:
    assert {started(seed=seed).colours for seed in range(8)} == {FIRST, SECOND}


@pytest.mark.clause("AQ-5")
@pytest.mark.parametrize("seat", [FIRST, SECOND])
def test_the_table_agrees_who_goes_first(seat: Seat) -> None:
    state, draws = AQUALIN.initial(STANDARD, 2, choose_options(STANDARD, {"first": str(seat)})), chance()
    assert AQUALIN.setup(state, draws)[2] == FirstSet(seat)
    assert ("first", 0) not in draws.draws
    assert AQUALIN.actors(started(first=str(seat))) == (seat,)


@pytest.mark.clause("AQ-5")
def test_a_first_seat_not_agreed_is_drawn() -> None:
    assert {started(seed=seed).first for seed in range(8)} == {FIRST, SECOND}


@pytest.mark.clause("AQ-6")
def test_a_turn_slides_places_and_refills() -> None:
    state = position(CORNER, "YS PF")
    slid, placed, refilled = turn(state, "a1-a2 YS@c5")
    assert (slid, placed) == (Slid(Cell("a1"), Cell("a2")), Placed(Tile("YS"), Cell("c5")))
    assert isinstance(refilled, Refilled)
    assert refilled.tile in state.reserve
    ended = after(state, [slid, placed, refilled])
    assert ended.reef == {"a2": "RC", "a3": "BJ", "d1": "GT", "c5": "YS"}
    assert ended.display == ("PF", refilled.tile)
    assert set(ended.reserve) == set(state.reserve) - {refilled.tile}


@pytest.mark.clause("AQ-6")
def test_the_slide_is_a_choice() -> None:
    placed, refilled = turn(position(CORNER, "YS PF"), "PF@b1")
    assert placed == Placed(Tile("PF"), Cell("b1"))
    assert isinstance(refilled, Refilled)


@pytest.mark.clause("AQ-6")
def test_turns_alternate() -> None:
    assert [AQUALIN.actors(played.before) for played in match(TINY, first="1")] == [(SECOND,), (FIRST,)] * 3


@pytest.mark.clause("AQ-6")
def test_a_tile_need_not_touch_another_but_needs_an_empty_cell() -> None:
    state = position(CORNER, "YS")
    assert turn(state, "YS@f6")[0] == Placed(Tile("YS"), Cell("f6"))
    assert refusal(state, "YS@a1") == ("cell-taken", "AQ-6", {"cell": "a1", "tile": "RC"})


@pytest.mark.clause("AQ-6")
def test_the_slide_comes_first_so_it_frees_a_cell_and_takes_one() -> None:
    state = position(CORNER, "YS")
    assert Placed(Tile("YS"), Cell("a1")) in turn(state, "a1-a2 YS@a1")
    assert refusal(state, "a1-a2 YS@a2") == ("cell-taken", "AQ-6", {"cell": "a2", "tile": "RC"})


@pytest.mark.clause("AQ-6")
@pytest.mark.parametrize("tile", ["PF", "BJ", "ZZ"])  # in the reserve, on the reef, nowhere
def test_only_tiles_of_the_display_are_placed(tile: str) -> None:
    state = position(CORNER, "YS PC")
    assert refusal(state, f"{tile}@b1") == ("not-on-display", "AQ-6", {"tile": tile, "display": ("YS", "PC")})


@pytest.mark.clause("AQ-6")
def test_a_refill_may_bring_any_tile_of_the_reserve() -> None:
    state = position(CORNER, "YS", edition=STANDARD)
    drawn = {event.tile for seed in range(400) for event in turn(state, "YS@f6", seed) if isinstance(event, Refilled)}
    assert drawn == set(state.reserve)


@pytest.mark.clause("AQ-7")
def test_the_first_turn_of_the_match_has_no_slide() -> None:
    assert refusal(position(EMPTY, "YS"), "a1-a2 YS@b1") == ("nothing-to-slide", "AQ-7", {})


@pytest.mark.clause("AQ-8")
@pytest.mark.parametrize("end", ["a2", "b1", "c1"])
def test_a_slide_may_stop_anywhere_on_its_way(end: str) -> None:
    assert turn(position(CORNER, "YS"), f"a1-{end} YS@f6")[0] == Slid(Cell("a1"), Cell(end))


@pytest.mark.clause("AQ-8")
@pytest.mark.parametrize(("end", "blocking"), [("a3", "a3"), ("a4", "a3"), ("d1", "d1"), ("f1", "d1")])
def test_a_slide_neither_jumps_nor_ends_on_a_tile(end: str, blocking: str) -> None:
    blocked = ("way-blocked", "AQ-8", {"start": "a1", "end": end, "cell": blocking})
    assert refusal(position(CORNER, "YS"), f"a1-{end} YS@f6") == blocked


@pytest.mark.clause("AQ-8")
@pytest.mark.parametrize("end", ["b2", "c3", "b6"])  # diagonal, and anywhere
def test_a_slide_follows_a_row_or_a_column(end: str) -> None:
    assert refusal(position(CORNER, "YS"), f"a1-{end} YS@f6") == ("not-in-line", "AQ-8", {"start": "a1", "end": end})


@pytest.mark.clause("AQ-8")
def test_a_slide_goes_one_cell_at_least() -> None:
    """From a cell to itself is no way out of line: it is no slide, and a turn without one has its own writing."""
    state = position(CORNER, "YS")
    assert refusal(state, "a1-a1 YS@f6") == ("slides-nowhere", "AQ-8", {"cell": "a1"})
    assert refusal(state, "b1-b1 YS@f6") == ("no-tile-to-slide", "AQ-8", {"cell": "b1"})
    assert refusal(position(EMPTY, "YS"), "a1-a1 YS@b1") == ("nothing-to-slide", "AQ-7", {})


@pytest.mark.clause("AQ-8")
def test_only_a_tile_of_the_reef_slides() -> None:
    assert refusal(position(CORNER, "YS"), "b1-b2 YS@f6") == ("no-tile-to-slide", "AQ-8", {"cell": "b1"})


@pytest.mark.clause("AQ-9")
def test_a_slide_may_undo_the_rivals_slide_or_move_the_tile_just_placed() -> None:
    state = position(CORNER, "YS PF")
    state = after(state, turn(state, "a1-a2 YS@f6"))
    assert turn(state, "a2-a1 PF@b1")[0] == Slid(Cell("a2"), Cell("a1"))
    assert turn(state, "f6-f2 PF@b1")[0] == Slid(Cell("f6"), Cell("f2"))


@pytest.mark.clause("AQ-10")
@pytest.mark.parametrize("body", [{"slide": {"from": "a1", "to": "a2"}}, {}, {"tile": "YS"}, {"cell": "a1"}])
def test_no_turn_can_be_written_without_placing(body: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="missing required field"):
        decode(encode({"type": "place", **body}), AQUALIN.commands)


@pytest.mark.clause("AQ-11")
def test_an_empty_reserve_refills_nothing() -> None:
    state = position("RC RQ .. \n .. .. ..", "RW OC OQ OW", edition=TINY)
    assert state.reserve == ()
    assert turn(state, "RW@c2") == [Placed(Tile("RW"), Cell("c2"))]


@pytest.mark.clause("AQ-11")
def test_a_match_has_36_turns_18_for_each_seat() -> None:
    turns = list(match())
    assert [AQUALIN.actors(played.before)[0] for played in turns].count(FIRST) == 18
    assert len(turns) == AQUALIN.most_steps(STANDARD, 2, {}) == 36
    assert AQUALIN.actors(turns[-1].after) == ()
    assert AQUALIN.result(turns[-1].after).reason == "reef-full"
    assert all(AQUALIN.result(played.before) == Result() for played in turns)


@pytest.mark.clause("AQ-11")
def test_the_last_turn_may_slide_into_the_last_empty_cell() -> None:
    state = position("RC RQ RW \n OC OQ ..", "OW", edition=TINY)
    assert turn(state, "c2-c1 OW@c2") == [Slid(Cell("c2"), Cell("c1")), Placed(Tile("OW"), Cell("c2"))]


@pytest.mark.clause("AQ-15")
def test_a_rematch_swaps_the_goals_and_draws_who_goes_first() -> None:
    for colours, swapped in (("0", "1"), ("1", "0")):
        state = started(colours=colours, first="1")
        assert AQUALIN.rematch(state, state.options) == {"colours": swapped, "first": "drawn"}
    drawn = started()
    assert AQUALIN.rematch(drawn, drawn.options)["colours"] == str(1 - drawn.colours)


@pytest.mark.clause("AQ-16")
@pytest.mark.parametrize("seat", [FIRST, SECOND])
def test_a_seat_that_leaves_loses_and_ends_the_match(seat: Seat) -> None:
    state = position(CORNER, "YS")
    events = AQUALIN.leave(state, seat, chance())
    assert events == [Left(seat)]
    ended = after(state, events)
    assert AQUALIN.actors(ended) == ()
    assert AQUALIN.legal(ended, FIRST) == AQUALIN.legal(ended, SECOND) == ()
    places = (2, 1) if seat == FIRST else (1, 2)
    assert AQUALIN.result(ended) == Result(True, "seat-left", places, (other(seat),))


def test_a_seat_whose_time_is_over_places_without_a_slide() -> None:
    assert AQUALIN.default(position(CORNER, "YS PF"), SECOND) == Place(Tile("YS"), Cell("b1"))


def test_the_state_remembers_what_the_latest_turn_did() -> None:
    state = position(CORNER, "YS PF PC")
    state = after(state, turn(state, "a1-a2 YS@f6"))
    assert (state.slide, state.placed) == (Slide(Cell("a1"), Cell("a2")), "f6")
    state = after(state, turn(state, "PF@b1"))
    assert (state.slide, state.placed) == (None, "b1")
