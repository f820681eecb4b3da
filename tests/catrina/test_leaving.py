"""Leaving (VC-13)."""

import pytest
from msgspec.structs import replace

from domain.catrina import rules
from domain.catrina.events import MatchFinished, RoundBegan, SeatLeft, TileTaken, TurnPassed
from domain.catrina.legal import default
from domain.catrina.scoring import result
from domain.catrina.tiles import TileId
from tests.catrina.table import FIRST, SECOND, STANDARD, THIRD, Scripted, after, chance, position, started, village


@pytest.mark.clause("VC-13")
def test_the_turn_of_a_leaver_passes_on() -> None:
    state = started(3, first="0")
    assert rules.leave(state, FIRST, chance()) == [SeatLeft(FIRST, None), TurnPassed(SECOND)]


@pytest.mark.clause("VC-13")
def test_leaving_out_of_turn_changes_nobodys_turn() -> None:
    state = started(3, first="0")
    left = after(state, rules.leave(state, SECOND, chance()))
    assert (left.turn, left.left, left.villages) == (FIRST, (SECOND,), state.villages)


@pytest.mark.clause("VC-9", "VC-13")
def test_anothers_pending_extra_tile_stays_with_whoever_must_place_it() -> None:
    state = replace(position(village("s1"), village("s2"), village("s3"), rows=("t003",)), extra=TileId("t005"))
    state = replace(state, owed=("fruit",))
    assert rules.leave(state, SECOND, chance()) == [SeatLeft(SECOND, None)]
    left = after(state, [SeatLeft(SECOND, None)])
    assert (left.turn, left.extra, left.owed) == (FIRST, "t005", ("fruit",))


@pytest.mark.clause("VC-9", "VC-13")
def test_a_pending_extra_tile_goes_back_to_the_bag_before_the_board_is_filled() -> None:
    state = position(village("s1"), village("s2"), village("s3"), bag="t003 t009")
    state = replace(state, extra=TileId("t005"), owed=("fruit", "bread"))
    left, began = rules.leave(state, FIRST, Scripted(1, 0, 0))
    assert left == SeatLeft(FIRST, TileId("t005"))
    assert isinstance(began, RoundBegan)
    assert began.rows == (("t005", "t003", "t009"), ())
    assert (began.round, began.token) == (2, SECOND)
    done = after(state, [left, began])
    assert (done.extra, done.owed, done.bag) == (None, (), ())


@pytest.mark.clause("VC-13")
def test_the_bag_is_in_edition_order_again() -> None:
    state = replace(position(village("s1"), village("s2"), village("s3"), bag="t003 t009"), extra=TileId("t005"))
    assert after(state, [SeatLeft(FIRST, TileId("t005"))]).bag == ("t003", "t005", "t009")


@pytest.mark.clause("VC-13")
def test_the_last_one_left_has_won() -> None:
    state = started(3, first="0")
    state = after(state, rules.leave(state, THIRD, chance()))
    events = rules.leave(state, FIRST, chance())
    assert events == [SeatLeft(FIRST, None), MatchFinished("alone")]
    found = result(after(state, events))
    assert (found.reason, found.places, found.winners) == ("alone", (2, 1, 3), (SECOND,))


@pytest.mark.clause("VC-13")
def test_leavers_rank_last_whatever_their_points() -> None:
    state = position(village("s5", "t001 @0,1 r0"), village("s1"), village("s1"))
    state = after(replace(state, left=(FIRST,), turn=None, ended="rounds"), [])
    found = result(state)
    assert (found.places, found.winners) == ((3, 1, 1), (SECOND, THIRD))
    assert [tiebreak.seats for tiebreak in found.tiebreaks] == [(SECOND, THIRD)]


@pytest.mark.clause("VC-2", "VC-13")
def test_there_are_as_many_rounds_as_seats_at_the_start() -> None:
    state = started(3, first="0")
    state = after(state, rules.leave(state, SECOND, chance()))
    taken = 0
    while actors := rules.actors(state):
        events = rules.decide(state, actors[0], default(state, actors[0]), chance())
        taken += isinstance(events[0], TileTaken)
        state = after(state, events)
    assert (state.ended, state.round, taken) == ("rounds", 3, 3 * sum(STANDARD.rows(3)))
