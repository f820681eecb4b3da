"""A seat leaves a running match (AC-27)."""

import random
from typing import Any

import pytest

from domain.acuarella.events import AcuarellaEvent, Decided, Left, PhotosLaid, TurnBegan
from domain.acuarella.game import ACUARELLA
from domain.acuarella.state import End, State, Turn
from domain.kernel.chance import Chance
from domain.kernel.messages import Seat
from tests.acuarella.table import (
    FOUR,
    ONE,
    STANDARD,
    THREE,
    TWO,
    board,
    events_of,
    full_board,
    kinds,
    lawful,
    leave,
    match,
    names,
    play,
    position,
    started,
)


def leaving(state: State, seat: Seat) -> list[AcuarellaEvent]:
    return ACUARELLA.leave(state, seat, Chance(bytes(32), {}))


def three(**more: Any) -> State:
    boards = [
        board("I2-red r0@a1", hand="stray parade", reserved="O4-blue"),
        board("I2-red r0@a1"),
        board("I2-red r0@a1"),
    ]
    return position(*boards, **more)


@pytest.mark.clause("AC-27")
def test_in_its_own_turn_the_turn_passes() -> None:
    assert leaving(three(), ONE) == [Left(ONE), TurnBegan(TWO, "available")]


@pytest.mark.clause("AC-27")
def test_in_another_seats_turn_that_turn_goes_on() -> None:
    state = three(turn=Turn(TWO, "available"))
    assert leaving(state, ONE) == [Left(ONE)]
    assert lawful(leave(state, ONE)) == lawful(state)


@pytest.mark.clause("AC-27")
def test_pieces_in_hand_go_into_the_bag_and_cards_to_the_discard_pile() -> None:
    state = three()
    later = leave(state, ONE)
    assert "O4-blue" in names(later, later.bag)
    assert len(later.bag) == len(state.bag) + 1
    assert later.discard == ("stray", "parade")
    assert (later.boards[0].hand, later.boards[0].reserved) == ((), None)
    assert later.boards[0].tiles == state.boards[0].tiles


@pytest.mark.clause("AC-27")
def test_the_piece_of_the_first_turn_goes_back_and_the_next_turn_is_like_any_other() -> None:
    state = started(first="0")
    later = leave(state, ONE)
    assert len(later.bag) == len(state.bag) + 1
    assert later.turn == Turn(TWO, "available")


@pytest.mark.clause("AC-27")
def test_it_is_not_lost_if_the_match_ends_with_it() -> None:
    state = started(seats=2, first="0")
    for seat in (ONE, TWO):
        assert ACUARELLA.census(leave(state, seat)) == ACUARELLA.census(state)


@pytest.mark.clause("AC-27")
def test_its_turns_are_skipped() -> None:
    state = leave(three(turn=Turn(THREE, "available")), ONE)
    state = play(state, lawful(state)[0])
    assert state.turn == Turn(TWO, "available")


@pytest.mark.clause("AC-27", "AC-22")
def test_its_final_turns_too() -> None:
    state = three(turn=Turn(THREE, "available"), end=End(TWO, "stuck", (ONE, THREE, ONE)))
    assert leave(state, ONE).end == End(TWO, "stuck", (THREE,))


@pytest.mark.clause("AC-27", "AC-22")
def test_in_the_last_final_turn_the_match_ends() -> None:
    state = position(
        board("I2-red r0@a1", collected=8), full_board(), board("I2-red r0@a1", wildcard=1), end=End(TWO, "full", ())
    )
    assert kinds(leaving(state, ONE)) == ["Left", "Decided"]


@pytest.mark.clause("AC-27")
def test_who_triggered_the_end_may_leave_and_the_others_go_on() -> None:
    state = three(turn=Turn(ONE, "available"), end=End(TWO, "stuck", (THREE, ONE, THREE)))
    assert leaving(state, TWO) == [Left(TWO)]
    assert leave(state, TWO).end == End(TWO, "stuck", (THREE, ONE, THREE))


@pytest.mark.clause("AC-27")
def test_it_ranks_last_whatever_its_points_and_the_first_to_leave_lowest() -> None:
    boards = [
        board("I2-red r0@a1", red=9),
        board("I2-red r0@a1", red=8),
        board("I2-red r0@a1"),
        board("I2-red r0@a1", red=1),
    ]
    state = leave(leave(position(*boards, turn=Turn(THREE, "available")), ONE), TWO)
    state = leave(state, FOUR)
    found = ACUARELLA.result(state)
    assert (found.reason, found.places, found.winners) == ("left", (4, 3, 1, 2), (THREE,))


@pytest.mark.clause("AC-27")
def test_with_one_seat_left_the_match_is_over_and_its_photos_are_laid() -> None:
    state = position(board("I2-red r0@a1"), board("I2-red r0@a1", collected=4))
    assert leaving(state, ONE) == [Left(ONE), PhotosLaid(TWO, ("c1",)), Decided("left")]
    assert ACUARELLA.actors(leave(state, ONE)) == ()


@pytest.mark.clause("AC-27", "AC-24")
def test_it_takes_no_trophy_any_more() -> None:
    """Its stock would fill its board, but is not laid."""
    state = position(full_board(but="d4", stock=1), board(), board())
    assert leaving(state, ONE) == [Left(ONE), TurnBegan(TWO, "available")]


@pytest.mark.clause("AC-27", "AC-26")
def test_it_is_not_among_the_tied() -> None:
    state = position(
        board("I2-red r0@a1", wildcard=2, hand="stray"), board("I2-red r0@a1", wildcard=2), board("I2-red r0@a1"),
        turn=Turn(ONE, "available", placed=True, fresh=("stray",)), end=End(THREE, "stuck", ()), left=(TWO,),
    )  # fmt: skip
    state = play(state, ".")
    assert (state.tied, state.over) == ((), "stuck")
    assert ACUARELLA.result(state).places == (1, 3, 2)


@pytest.mark.clause("AC-27", "AC-26")
def test_its_points_break_no_tie_and_its_cats_are_not_told() -> None:
    """It has more than the three that are tied."""
    gone = board("I2-red r0@a1", "L3-red r0@a2", "I4-red r0@a5", red=9)
    turn = Turn(ONE, "available", placed=True, fresh=("stray",))
    state = position(
        board("I2-red r0@a1", hand="stray"), board("I2-red r0@a1"), board("I2-red r0@a1"), gone,
        turn=turn, end=End(THREE, "stuck", ()), left=(FOUR,),
    )  # fmt: skip
    assert kinds(events_of(state, ".")) == ["Tied"]
    state = play(state, ".", "meow(share)", "meow(share)", "meow(share)")
    assert ACUARELLA.result(state).places == (1, 1, 1, 4)
    assert [tie.seats for tie in ACUARELLA.result(state).tiebreaks] == [(ONE, TWO, THREE)]


@pytest.mark.clause("AC-27", "AC-26")
def test_it_is_named_in_no_tie_break() -> None:
    level = board("I2-red r0@a1", wildcard=5), board("I2-red r0@a1", wildcard=5, collected=8)
    state = position(board("I2-red r0@a1", wildcard=9), *level, turn=None, left=(THREE,), over="stuck")
    assert ACUARELLA.result(state).tiebreaks == ()


@pytest.mark.clause("AC-27")
def test_at_any_moment_of_any_match() -> None:
    """One seat after the other leaves; what is left is a match with the same pieces."""
    for seed in range(40):
        some = random.Random(seed)
        seats = some.choice((2, 3, 4))
        state = started(STANDARD, seats, seed)
        for step in match(STANDARD, seats, seed):
            if some.random() < 0.05:
                break
            state = step.after
        order = list(range(seats))
        some.shuffle(order)
        for seat in order:
            if state.over is None:
                before = ACUARELLA.census(state)
                state = leave(state, Seat(seat))
                assert ACUARELLA.census(state) == before
                assert state.over is not None or seat not in ACUARELLA.actors(state)
        assert state.over is not None
