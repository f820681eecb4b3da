"""What placements bring: balloon tiles, chimeras, extra tiles (VC-7, VC-8, VC-9)."""

import pytest
from msgspec.structs import replace

from domain.catrina.cells import Cell
from domain.catrina.events import (
    BalloonFlipped,
    BalloonTaken,
    CatrinaEvent,
    ChimeraCame,
    ExtraDrawn,
    ExtrasMissed,
    MatchFinished,
    StallDoubled,
    TurnPassed,
)
from domain.catrina.legal import legal
from domain.catrina.rules import actors, decide
from domain.catrina.state import State
from domain.catrina.tiles import TileId
from domain.catrina.village import pedestal
from domain.kernel.refusal import Refusal
from tests.catrina.table import FIRST, SECOND, STANDARD, TINY, Scripted, after, chance, grown, position, turn, village

MORE = "weave weave"  # tiles that stay on the board, so that the round goes on


def tiny(*placements: str, tile: str, bag: str = "", **more: object) -> State:
    """The first seat has this village, with all that it brought, and takes `tile` as A1."""
    state = position(
        village("s1", edition=TINY), village("s2", edition=TINY), rows=(f"{tile} {MORE}",), bag=bag, edition=TINY
    )
    return replace(grown(state, FIRST, *placements), **more)


def brought(state: State, where: str, draws: Scripted | None = None) -> list[CatrinaEvent]:
    """The events of that turn between the placement and the next turn."""
    events = turn(state, f"A1 {where}", draws)
    return events[1:-1] if events[-1] == TurnPassed(SECOND) else events[1:]


@pytest.mark.clause("VC-7")
def test_the_third_red_balloon_takes_the_tile_of_5() -> None:
    """The rulebook's example, with tiles of the standard edition."""
    state = position(village("s1", "t010 @0,-1 r0"), village("s2"), rows=("t008 t001",))
    assert state.villages[0].counts["red"] == 2
    events = turn(state, "A1 @-1,0 r0")
    assert BalloonTaken(FIRST, "red", 5) in events
    assert after(state, events).stacks["red"] == (3,)


@pytest.mark.clause("VC-7")
def test_the_sixth_turns_the_tile_to_its_golden_side() -> None:
    state = tiny("reds @0,1 r0", "red @0,2 r0", tile="reds")
    state = grown(state, FIRST, "reds @0,3 r0")
    assert brought(replace(state, rows=(replace(state.rows[0], tiles=(TileId("red"),) * 2),)), "@0,4 r0") == [
        BalloonFlipped(FIRST, "red", 8)
    ]


@pytest.mark.clause("VC-7")
def test_jumping_past_both_takes_the_tile_and_turns_it() -> None:
    assert brought(tiny(tile="reds6"), "@0,1 r0") == [BalloonTaken(FIRST, "red", 5), BalloonFlipped(FIRST, "red", 8)]


@pytest.mark.clause("VC-7")
def test_a_seat_has_one_tile_of_a_colour() -> None:
    assert brought(tiny("reds @0,1 r0", "red @0,2 r0", tile="reds"), "@0,3 r0") == []


@pytest.mark.clause("VC-7")
def test_an_empty_stack_gives_nothing_then_or_later() -> None:
    empty = {"red": (), "blue": (), "green": (), "yellow": ()}
    assert brought(tiny("reds @0,1 r0", tile="red", stacks=empty), "@0,2 r0") == []
    state = replace(tiny(tile="red"), stacks=empty)
    state = grown(state, FIRST, "reds @0,1 r0", "reds @0,2 r0", "red @0,3 r0")
    assert brought(replace(state, stacks={**empty, "red": (5,)}), "@0,4 r0") == []


@pytest.mark.clause("VC-8")
def test_a_closed_pedestal_of_two_tiles_brings_a_small_chimera() -> None:
    assert brought(tiny("cap1 @0,1 r0", tile="cap2"), "@0,2 r180") == [
        ChimeraCame(FIRST, "small", (Cell("0,2"), Cell("0,1")))
    ]


@pytest.mark.clause("VC-8")
def test_one_of_four_tiles_in_a_line_or_a_ring_brings_a_large_one() -> None:
    line = tiny("cap1 @0,1 r0", "bar1 @0,2 r0", "bar2 @0,3 r0", tile="cap2")
    assert brought(line, "@0,4 r180") == [
        ChimeraCame(FIRST, "large", (Cell("0,4"), Cell("0,3"), Cell("0,2"), Cell("0,1")))
    ]
    ring = tiny("elbow1 @0,1 r0", "elbow2 @1,1 r270", "elbow3 @1,2 r180", tile="elbow4")
    assert brought(ring, "@0,2 r90") == [
        ChimeraCame(FIRST, "large", (Cell("0,2"), Cell("1,2"), Cell("0,1"), Cell("1,1")))
    ]


@pytest.mark.clause("VC-8")
def test_three_tiles_bring_nothing() -> None:
    assert brought(tiny("cap1 @0,1 r0", "bar1 @0,2 r0", tile="cap2"), "@0,3 r180") == []


@pytest.mark.clause("VC-8")
def test_a_pedestal_of_eight_tiles_brings_nothing() -> None:
    """The rulebook's example, with tiles of the standard edition: room for both sizes, and exactly neither."""
    state = position(village("s2"), village("s1"), rows=("t048 t001",))
    state = grown(
        state, FIRST, "t061 @0,1 r0", "t045 @1,0 r270", "t042 @0,2 r180", "t096 @1,1 r180",
        "t029 @-1,1 r0", "t095 @2,0 r0", "t094 @-1,2 r90",
    )  # fmt: skip
    events = turn(state, "A1 @2,-1 r180")
    built = after(state, events).villages[0]
    whole = pedestal(STANDARD.shapes, built.tiles, Cell("0,1"), 0)
    assert (len(whole.cells), whole.closed, whole.connected) == (8, True, True)
    assert not any(isinstance(event, ChimeraCame) for event in events)


@pytest.mark.clause("VC-8")
def test_a_tile_with_two_parts_of_a_pedestal_is_one_of_its_tiles() -> None:
    state = position(village("s1"), village("s2"), rows=("t079 t001",))
    state = grown(state, FIRST, "t087 @0,1 r0", "t017 @0,2 r90", "t026 @1,2 r180")
    events = turn(state, "A1 @1,1 r270")
    cells = (Cell("0,2"), Cell("1,2"), Cell("0,1"), Cell("1,1"))
    assert ChimeraCame(FIRST, "large", cells) in events
    built = after(state, events).villages[0]
    assert len(pedestal(STANDARD.shapes, built.tiles, Cell("0,1"), 0).parts) == 5


@pytest.mark.clause("VC-8")
def test_facing_a_tile_without_a_part_a_pedestal_can_never_close() -> None:
    state = tiny("cap1 @0,1 r0", tile="cross")
    assert brought(state, "@0,2 r0") == []
    dead = after(state, turn(state, "A1 @0,2 r0")).villages[0]
    assert pedestal(TINY.shapes, dead.tiles, Cell("0,1"), 0).dead


@pytest.mark.clause("VC-8")
def test_parts_join_whatever_their_paths_are_and_do_not_join_them() -> None:
    state = tiny("cap1 @0,1 r0", tile="trailcap1")
    assert brought(state, "@0,2 r180") == [ChimeraCame(FIRST, "small", (Cell("0,2"), Cell("0,1")))]
    built = after(state, turn(state, "A1 @0,2 r180")).villages[0]
    assert built.tiles[Cell("0,2")].joined == ()


@pytest.mark.clause("VC-8")
def test_two_pedestals_may_close_with_one_tile() -> None:
    state = tiny("cross @0,1 r0", "cross2 @1,1 r0", "cap1 @1,2 r270", "cross @2,1 r0", "cross @3,1 r0", tile="twocaps")
    state = grown(state, FIRST, "cross @-1,1 r0", "cap2 @-1,2 r90")
    assert brought(state, "@0,2 r90") == [
        ChimeraCame(FIRST, "small", (Cell("-1,2"), Cell("0,2"))),
        ChimeraCame(FIRST, "small", (Cell("0,2"), Cell("1,2"))),
    ]


@pytest.mark.clause("VC-8")
def test_a_pedestal_that_is_connected_later_pays_then_and_once() -> None:
    aside = tiny("cap1 @1,0 r0", "cap2 @1,1 r180", tile="cross")
    assert aside.villages[0].chimeras == ()
    assert brought(aside, "@0,1 r0") == [ChimeraCame(FIRST, "small", (Cell("1,1"), Cell("1,0")))]
    paid = after(aside, turn(aside, "A1 @0,1 r0"))
    assert brought(replace(paid, turn=FIRST), "@2,0 r0") == []


@pytest.mark.clause("VC-8")
def test_a_pedestal_connected_by_a_second_part_does_not_pay_again() -> None:
    """The trail part is connected first; when the paved part follows, the chimera is there already."""
    state = tiny("trailcap1 @1,0 r0", tile="cap1")
    closed = after(state, turn(state, "A1 @1,1 r180"))
    assert [housed.chimera for housed in closed.villages[0].chimeras] == ["small"]
    state = replace(closed, turn=FIRST, rows=(replace(closed.rows[0], tiles=(TileId("cross"),) * 2),))
    assert brought(state, "@0,1 r0") == []
    joined = after(state, turn(state, "A1 @0,1 r0")).villages[0]
    assert joined.tiles[Cell("1,1")].joined == (0,)


@pytest.mark.clause("VC-8")
def test_when_no_chimera_is_left_none_comes_then_or_later() -> None:
    state = tiny("cap1 @0,1 r0", tile="cap2", chimeras={"small": 0, "large": 1})
    assert brought(state, "@0,2 r180") == []
    closed = replace(after(state, turn(state, "A1 @0,2 r180")), chimeras={"small": 1, "large": 1}, turn=FIRST)
    assert brought(closed, "@1,0 r0") == []


@pytest.mark.clause("VC-8")
def test_the_last_chimera_goes_to_the_first_pedestal_in_reading_order() -> None:
    state = tiny("cross @0,1 r0", "cross2 @1,1 r0", "cap1 @1,2 r270", tile="twocaps", chimeras={"small": 1, "large": 1})
    state = grown(state, FIRST, "cross @-1,1 r0", "cap2 @-1,2 r90")
    assert brought(state, "@0,2 r90") == [ChimeraCame(FIRST, "small", (Cell("-1,2"), Cell("0,2")))]


@pytest.mark.clause("VC-9")
def test_a_chain_of_two_extra_tiles_ends_in_a_third_blue_balloon() -> None:
    """The rulebook's example, with tiles of the standard edition."""
    state = position(
        village("s2", "t088 @0,1 r90", "t004 @1,0 r90", "t077 @1,1 r90"), village("s1"),
        rows=("t042 t001",), bag="t008 t028 t099",
    )  # fmt: skip
    counts = state.villages[0].counts
    assert (counts["fruit"], counts["candle"], counts["blue"]) == (1, 1, 2)

    taken = turn(state, "A1 @2,1 r0", Scripted(1))
    assert taken[1:] == [StallDoubled(FIRST, "fruit"), ExtraDrawn(FIRST, "fruit", TileId("t028"))]
    state = after(state, taken)
    again = turn(state, "+ @0,-1 r270", Scripted(0))
    assert again[1:] == [StallDoubled(FIRST, "candle"), ExtraDrawn(FIRST, "candle", TileId("t008"))]
    state = after(state, again)
    assert turn(state, "+ @-1,-1 r90")[1:] == [BalloonTaken(FIRST, "blue", 5), TurnPassed(SECOND)]


@pytest.mark.clause("VC-9")
def test_jumping_past_two_stalls_is_one_extra_tile_and_a_third_brings_none() -> None:
    state = tiny("bread1 @1,0 r0", "bread2 @1,1 r0", "bread3 @2,0 r0", tile="cross", bag="red")
    assert brought(state, "@0,1 r0", Scripted(0)) == [
        StallDoubled(FIRST, "bread"),
        ExtraDrawn(FIRST, "bread", TileId("red")),
    ]
    assert brought(tiny("bread1 @0,1 r0", "bread2 @0,2 r0", tile="bread3", bag="red"), "@0,3 r0") == []


@pytest.mark.clause("VC-9")
def test_two_extra_tiles_are_drawn_one_after_the_other() -> None:
    aside = ("bread1 @1,0 r0", "bread2 @1,1 r0", "fruit1 @2,0 r0", "fruit2 @2,1 r0")
    state = tiny(*aside, tile="cross", bag="red reds")
    taken = turn(state, "A1 @0,1 r0", Scripted(1))
    assert taken[1:] == [
        StallDoubled(FIRST, "bread"), StallDoubled(FIRST, "fruit"), ExtraDrawn(FIRST, "bread", TileId("reds")),
    ]  # fmt: skip
    state = after(state, taken)
    assert (state.extra, state.owed, state.bag) == ("reds", ("fruit",), ("red",))
    state = after(state, turn(state, "+ @0,2 r0", Scripted(0)))
    assert (state.extra, state.owed, state.bag, state.turn) == ("red", (), (), FIRST)
    assert turn(state, "+ @0,3 r0")[1:] == [BalloonTaken(FIRST, "red", 5), TurnPassed(SECOND)]


@pytest.mark.clause("VC-9")
def test_effects_come_as_balloons_then_pedestals_then_stalls() -> None:
    aside = ("reds @1,0 r0", "red @1,1 r0", "cap1 @2,0 r0", "cap2 @2,1 r180", "bread1 @2,-1 r0", "bread2 @1,-1 r0")
    events = brought(tiny(*aside, tile="cross", bag="cross2"), "@0,1 r0", Scripted(0))
    assert [type(event) for event in events] == [BalloonTaken, ChimeraCame, StallDoubled, ExtraDrawn]


@pytest.mark.clause("VC-9")
def test_an_empty_bag_gives_no_extra_tile() -> None:
    assert brought(tiny("bread1 @0,1 r0", tile="bread2"), "@0,2 r0") == [
        StallDoubled(FIRST, "bread"), ExtrasMissed(FIRST, ("bread",)),
    ]  # fmt: skip


@pytest.mark.clause("VC-9")
def test_the_bag_may_run_out_in_mid_chain() -> None:
    aside = ("bread1 @1,0 r0", "bread2 @1,1 r0", "fruit1 @2,0 r0", "fruit2 @2,1 r0")
    state = tiny(*aside, tile="cross", bag="red")
    state = after(state, turn(state, "A1 @0,1 r0", Scripted(0)))
    assert turn(state, "+ @0,2 r0")[1:] == [ExtrasMissed(FIRST, ("fruit",)), TurnPassed(SECOND)]


@pytest.mark.clause("VC-9")
def test_until_the_extra_tile_is_placed_nobody_else_can_act_and_nothing_else_can_be_done() -> None:
    state = tiny("bread1 @0,1 r0", tile="bread2", bag="red")
    state = after(state, turn(state, "A1 @0,2 r0", Scripted(0)))
    assert actors(state) == (FIRST,)
    assert legal(state, SECOND) == ()
    assert all("Place" in type(command).__name__ for command in legal(state, FIRST))
    with pytest.raises(Refusal) as refused:
        turn(state, "A1 @0,3 r0")
    assert (refused.value.code, refused.value.clause) == ("place-the-extra-tile", "VC-9")


@pytest.mark.clause("VC-9")
def test_there_must_be_an_extra_tile_to_place() -> None:
    with pytest.raises(Refusal) as refused:
        turn(tiny(tile="red"), "+ @0,1 r0")
    assert (refused.value.code, refused.value.clause) == ("no-extra-tile", "VC-9")


@pytest.mark.clause("VC-9", "VC-10")
def test_the_match_ends_after_the_extra_tiles_of_its_last_turn() -> None:
    state = replace(tiny("bread1 @0,1 r0", tile="bread2", bag="reds6 cross"), round=2)
    state = replace(state, rows=(replace(state.rows[0], tiles=(TileId("bread2"),)),))
    state = after(state, turn(state, "A1 @0,2 r0", Scripted(0)))
    assert state.ended == ""
    last = turn(state, "+ @0,3 r0")
    assert last[1:] == [BalloonTaken(FIRST, "red", 5), BalloonFlipped(FIRST, "red", 8), MatchFinished("rounds")]


def test_decide_changes_nothing() -> None:
    state = tiny("bread1 @0,1 r0", tile="bread2", bag="red")
    before = replace(state)
    decide(state, FIRST, legal(state, FIRST)[0], chance())
    assert state == before
