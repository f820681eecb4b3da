"""The end: the trigger, the final turns and the trophies (AC-22, AC-24)."""

from typing import Any

import pytest

from domain.acuarella.events import (
    BoardFilled,
    Decided,
    EndTriggered,
    Paraded,
    PhotosLaid,
    TurnBegan,
    TurnSkipped,
)
from domain.acuarella.game import ACUARELLA
from domain.acuarella.state import Board, End, State, Turn
from tests.acuarella.table import (
    FOUR,
    ONE,
    PLACED,
    STANDARD,
    THREE,
    TINY,
    TWO,
    after,
    board,
    events_of,
    full_board,
    kinds,
    lawful,
    play,
    plays,
    position,
)

TS = "T4-red T4-red T4-red T4-red"  # they do not fit on a board with two free cells


def hole(**more: Any) -> Board:
    """A board on which only an I2 fits."""
    return full_board(but="f7 g7", **more)


def ends(state: State, text: str = ".") -> list[str]:
    return kinds(events_of(state, text))


def about_to_pass(*boards: Board, row: str = TS, **more: Any) -> State:
    """The first seat has placed its piece and holds a card that keeps the turn open; `.` passes the turn."""
    first = board("I2-red r0@a1", hand="stray")
    turn = Turn(ONE, "available", placed=True, fresh=("stray",))
    return position(first, *boards, turn=turn, available=row, replacement=row, **more)


# The trigger


@pytest.mark.clause("AC-22")
def test_a_seat_that_can_place_nothing_triggers_the_end() -> None:
    events = events_of(about_to_pass(hole(), board()), ".")
    assert events == [EndTriggered(TWO, "stuck", (THREE, ONE, THREE, ONE)), TurnBegan(THREE, "available")]


@pytest.mark.clause("AC-22")
def test_so_does_a_full_board() -> None:
    state = about_to_pass(full_board(), board(), full=(TWO,))
    assert events_of(state, ".")[0] == EndTriggered(TWO, "full", (THREE, ONE, THREE, ONE))


@pytest.mark.clause("AC-22")
def test_an_empty_row_fits_nowhere() -> None:
    mine = board("I1-red r0@a1", edition=TINY)
    state = position(mine, board(edition=TINY), edition=TINY, available="I1-red -", replacement="- -", bag="")
    assert ends(state, "1:I1-red r0@a3") == ["Placed", "EndTriggered", "TurnSkipped", "TurnSkipped", "Decided"]


@pytest.mark.clause("AC-22")
def test_the_end_comes_when_the_turn_begins_not_when_the_board_is_full() -> None:
    """Others have their turns in between."""
    state = position(hole(), board(), board(), available="I2-blue T4-red T4-red T4-red", replacement=TS)
    events = events_of(state, "1:I2-blue r0@f7")
    assert events[-2:] == [BoardFilled(ONE, 1), TurnBegan(TWO, "available")]
    state = after(state, events)
    state = play(state, lawful(state)[0])
    assert state.end is None
    state = play(state, lawful(state)[0])
    assert state.end == End(ONE, "full", (THREE, TWO, THREE))  # the second seat's first final turn runs
    assert state.turn == Turn(TWO, "available")


@pytest.mark.clause("AC-22")
def test_cards_in_hand_do_not_prevent_it() -> None:
    """The seat holds a Parade, and behind the Catotem a piece would fit; still it is the end."""
    state = position(
        board("I2-red r0@a1", hand="stray"), hole(hand="parade guardian psychic stubborn"),
        turn=Turn(ONE, "available", placed=True, fresh=("stray",)), available=TS, replacement="I2-red I2-red I2-red -",
    )  # fmt: skip
    assert ends(state) == ["EndTriggered", "TurnBegan"]


@pytest.mark.clause("AC-22")
def test_it_is_tested_with_the_row_as_it_is_when_the_turn_begins() -> None:
    """An I2 moves up into the row just in time."""
    state = position(board(), hole(), available=TS, replacement="I2-red T4-red T4-red T4-red")
    assert kinds(events_of(state, "2:T4-red r0@a1"))[-2:] == ["EndTriggered", "TurnBegan"]
    assert events_of(state, "1:T4-red r0@a1")[-1] == TurnBegan(TWO, "available")


@pytest.mark.clause("AC-22")
@pytest.mark.parametrize("card", ["parade", "guardian"])
def test_a_card_can_trigger_it_in_the_middle_of_a_turn(card: str) -> None:
    row = "I2-blue T4-red T4-red T4-red"
    state = position(hole(hand=card), board(), available=row, replacement=TS, bag=TS)
    events = events_of(state, f"!{card}")
    assert events[1:] == [EndTriggered(ONE, "stuck-by-card", (TWO, TWO)), TurnBegan(TWO, "available")]


@pytest.mark.clause("AC-22")
@pytest.mark.parametrize("card", ["parade", "guardian"])
def test_in_a_final_turn_the_card_ends_only_that_turn(card: str) -> None:
    row = "I2-blue T4-red T4-red T4-red"
    end = End(TWO, "full", (THREE, ONE, THREE))
    state = position(
        hole(hand=card), full_board(), board(), available=row, replacement=TS, bag=TS, end=end, full=(TWO,)
    )
    events = events_of(state, f"!{card}")
    assert events[1:] == [TurnBegan(THREE, "available")]
    later = after(state, events)
    assert later.end == End(TWO, "full", (ONE, THREE))  # its own second final turn is still to come


@pytest.mark.clause("AC-22")
def test_in_the_last_of_them_the_stock_is_laid_and_the_match_ends() -> None:
    state = position(
        hole(stock=2, hand="parade"), full_board(),
        available="I2-blue T4-red T4-red T4-red", replacement=TS, end=End(TWO, "full", ()), full=(TWO,),
    )  # fmt: skip
    assert events_of(state, "!parade") == [
        Paraded(ONE), PhotosLaid(ONE, ("f7", "g7")), BoardFilled(ONE, 2), Decided("full"),
    ]  # fmt: skip


@pytest.mark.clause("AC-22")
def test_a_card_that_leaves_something_goes_on() -> None:
    state = position(hole(hand="parade"), board(), available="I2-blue T4-red T4-red T4-red", replacement="I2-red - - -")
    assert ends(state, "!parade") == ["Paraded"]
    assert lawful(play(state, "!parade")) == ["1:I2-red r0@f7"]


# The final turns


@pytest.mark.clause("AC-22")
def test_each_other_seat_has_two_turns_in_two_rounds_clockwise() -> None:
    state = play(about_to_pass(hole(), board(), board()), ".")
    seats: list[int] = []
    while state.over is None and not state.tied:
        seats += ACUARELLA.actors(state)
        state = play(state, next(text for text in lawful(state) if not text.startswith("!")))
        state = play(state, ".") if state.turn and state.turn.placed else state
    assert seats == [THREE, FOUR, ONE, THREE, FOUR, ONE]
    assert state.end == End(TWO, "stuck", ())


@pytest.mark.clause("AC-22")
def test_cards_are_played_in_final_turns() -> None:
    state = position(board("I2-red r0@a1", hand="parade"), hole(), end=End(TWO, "stuck", (ONE,)))
    assert plays(state) == ["!parade"]


@pytest.mark.clause("AC-22")
def test_who_can_place_nothing_loses_that_turn_only() -> None:
    """The third seat is stuck in the first round, and plays in the second, when an I2 has moved up."""
    state = position(
        board("I2-red r0@a1"), full_board(), hole(hand="parade"), board(),
        turn=Turn(FOUR, "available"), available=TS, replacement="I2-blue T4-red T4-red T4-red",
        end=End(TWO, "full", (ONE, THREE, FOUR, ONE)), full=(TWO,),
    )  # fmt: skip
    state = play(state, "2:T4-red r0@a1", refill="T4-blue")
    events = events_of(state, "1:T4-red r0@a3", refill="T4-blue")
    assert kinds(events)[-1] == "TurnBegan"  # an I2 lies there now: the third seat plays
    stuck = events_of(state, "2:T4-red r0@a3", refill="T4-blue")
    assert stuck[-2:] == [TurnSkipped(THREE), TurnBegan(FOUR, "available")]
    assert after(state, stuck).boards[2].hand == ("parade",)  # no card is played in a lost turn


@pytest.mark.clause("AC-22")
def test_one_skips_and_then_plays() -> None:
    state = position(
        hole(), full_board(), hole(), board(), turn=Turn(FOUR, "available"),
        available=TS, replacement="I2-blue T4-red T4-red T4-red",
        end=End(TWO, "full", (ONE, THREE, FOUR, ONE)), full=(TWO,),
    )  # fmt: skip
    state = play(state, "2:T4-red r0@a1", refill="T4-blue")  # both holes are skipped, and the fourth seat is on again
    assert (state.turn, state.end) == (Turn(FOUR, "available"), End(TWO, "full", (ONE,)))
    state = play(state, "1:T4-red r0@a3", refill="T4-blue")
    assert state.turn == Turn(ONE, "available")
    assert lawful(state) == ["1:I2-blue r0@f7"]


@pytest.mark.clause("AC-22")
def test_all_turns_are_lost_when_nobody_can_play_any_more() -> None:
    state = position(
        hole(), full_board(), hole(), available="I2-blue - - -", replacement="- - - -", bag="", full=(TWO,)
    )
    events = events_of(state, "1:I2-blue r0@f7")
    assert [event.seat for event in events if isinstance(event, TurnSkipped)] == [THREE, ONE, THREE, ONE]
    assert kinds(events)[-1] == "Decided"


@pytest.mark.clause("AC-22")
def test_who_triggered_the_end_plays_no_more() -> None:
    """Although something would fit on its board now."""
    mine = board("I2-red r0@a1", collected=4)
    state = position(mine, hole(), turn=PLACED, available="I2-red - - -", end=End(TWO, "stuck", ()))
    assert ends(state)[-1] == "Decided"


@pytest.mark.clause("AC-22")
def test_after_the_last_turn_scores_are_counted() -> None:
    state = position(board("I2-red r0@a1", collected=4), hole(), turn=PLACED, end=End(TWO, "stuck", ()))
    over = play(state, ".")
    assert over.over == "stuck"
    assert ACUARELLA.actors(over) == ()
    assert ACUARELLA.result(over).finished
    assert ACUARELLA.legal(over, ONE) == ()


# Trophies


@pytest.mark.clause("AC-24")
@pytest.mark.parametrize(("before", "trophy"), [((), 1), ((TWO,), 2), ((TWO, THREE), 3), ((TWO, THREE, FOUR), 0)])
def test_trophies_go_in_the_order_in_which_boards_become_full(before: tuple[int, ...], trophy: int) -> None:
    others = [full_board() if seat in before else board() for seat in (1, 2, 3)]
    state = position(hole(), *others, available="I2-blue - - -", full=before)
    events = events_of(state, "1:I2-blue r0@f7")
    assert BoardFilled(ONE, trophy) in events
    later = after(state, events)
    points = [line.points for line in ACUARELLA.score(later) if line.source == "trophy" and line.seat == ONE]
    assert points == ([STANDARD.trophies[trophy - 1]] if trophy else [])


@pytest.mark.clause("AC-24")
def test_in_a_final_turn_too() -> None:
    state = position(hole(), full_board(), available="I2-blue - - -", end=End(TWO, "full", (ONE,)), full=(TWO,))
    assert BoardFilled(ONE, 2) in events_of(state, "1:I2-blue r0@f7")


@pytest.mark.clause("AC-24")
def test_stuck_and_then_filled_by_its_own_photos() -> None:
    stuck = full_board(but="c3 e5", stock=2)
    events = events_of(about_to_pass(stuck, board()), ".")
    assert events[:3] == [
        EndTriggered(TWO, "stuck", (THREE, ONE, THREE, ONE)), PhotosLaid(TWO, ("c3", "e5")), BoardFilled(TWO, 1),
    ]  # fmt: skip


@pytest.mark.clause("AC-24")
def test_an_almost_full_board_earns_none() -> None:
    assert "BoardFilled" not in ends(about_to_pass(hole(), board()))
