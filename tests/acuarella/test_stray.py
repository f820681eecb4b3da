"""Stray Cat and the piece it reserves: AC-20."""

import pytest
from msgspec.structs import replace

from domain.acuarella.events import (
    EndTriggered,
    Refilled,
    Reserved,
    Returned,
    TurnBegan,
)
from domain.acuarella.state import Board, End, Turn
from tests.acuarella.table import (
    CARD_PLAYED,
    ONE,
    PLACED,
    THREE,
    TWO,
    after,
    board,
    drawing,
    events_of,
    full_board,
    holding,
    kinds,
    lawful,
    play,
    plays,
    position,
    refused,
)


@pytest.mark.clause("AC-20")
def test_any_of_the_eight_can_be_reserved_and_the_turn_goes_on() -> None:
    state = holding("stray")
    assert plays(state) == [f"!stray({slot})" for slot in ("1", "2", "3", "4", "R1", "R2", "R3", "R4")]
    events = events_of(state, "!stray(2)", refill="O4-blue")
    assert events == [Reserved(ONE, "2", "I3-orange"), Refilled("2", "I4-purple"), Refilled("R2", "O4-blue")]
    later = after(state, events)
    assert later.turn == CARD_PLAYED
    assert {text.split(":")[0] for text in lawful(later)} == {"1", "2", "3", "4"}  # not yet the reserved one


@pytest.mark.clause("AC-20")
def test_a_replacement_place_is_filled_from_the_bag() -> None:
    events = events_of(holding("stray"), "!stray(R2)", refill="O4-blue")
    assert events == [Reserved(ONE, "R2", "I4-purple"), Refilled("R2", "O4-blue")]


@pytest.mark.clause("AC-20")
def test_it_must_be_placed_next_turn_and_the_row_stays() -> None:
    state = play(holding("stray"), "!stray(2)", "1:I2-red r0@a2")
    state = play(state, lawful(state)[0])
    assert state.turn == Turn(ONE, "reserved")
    assert {text.split()[0] for text in lawful(state)} == {"S:I3-orange"}
    assert refused(state, "1:I2-red r0@a4")[:2] == ("wrong-source", "AC-20")
    row = state.available, state.replacement, state.bag
    state = play(state, "S:I3-orange r0@a4")
    assert (state.available, state.replacement, state.bag) == row
    assert state.boards[0].reserved is None
    state = play(state, lawful(state)[0])
    assert state.turn == Turn(ONE, "available")


@pytest.mark.clause("AC-20")
def test_played_when_drawn_it_is_placed_next_turn() -> None:
    state = play(drawing("stray"), "!stray(1)")
    assert state.turn == Turn(TWO, "available")
    state = play(state, lawful(state)[0])
    assert state.turn == Turn(ONE, "reserved")


def almost_full(hand: str = "", reserved: str | None = None) -> Board:
    """Two cells are left, side by side."""
    return full_board(but="g7 f7", hand=hand, reserved=reserved)


@pytest.mark.clause("AC-20")
def test_before_placing_it_may_not_take_the_last_piece_that_fits() -> None:
    state = position(almost_full("stray"), board(), available="I2-red T4-red - -", replacement="L4-red T4-red - -")
    assert plays(state) == ["!stray(2)", "!stray(R1)", "!stray(R2)"]
    assert refused(state, "!stray(1)") == ("leaves-nothing", "AC-20", {})


@pytest.mark.clause("AC-20")
def test_unless_the_piece_that_moves_up_fits() -> None:
    state = position(almost_full("stray"), board(), available="I2-red T4-red - -", replacement="I2-blue T4-red - -")
    assert "!stray(1)" in plays(state)
    assert play(state, "!stray(1)").turn == CARD_PLAYED


@pytest.mark.clause("AC-20")
def test_after_placing_it_may_take_anything() -> None:
    turn = Turn(ONE, "available", placed=True, fresh=("stray",))
    state = position(almost_full("stray"), board(), turn=turn, available="I2-red T4-red - -", replacement="- - - -")
    assert plays(state) == ["!stray(1)", "!stray(2)"]


@pytest.mark.clause("AC-20")
def test_an_empty_slot_has_nothing_to_reserve() -> None:
    state = holding("stray", available="- I2-red I2-red I2-red")
    assert refused(state, "!stray(1)") == ("empty-slot", "AC-20", {"source": "1"})
    assert refused(state, "!stray(9)") == ("no-such-source", "AC-20", {"source": "9"})


@pytest.mark.clause("AC-20")
def test_if_it_fits_nowhere_it_goes_back_and_the_turn_is_like_any_other() -> None:
    state = position(board(), almost_full(reserved="T4-blue"), available="I2-red I2-red I2-red I2-red")
    events = events_of(state, "1:I2-red r0@a1")
    assert events[-2:] == [Returned(TWO, "T4-blue"), TurnBegan(TWO, "available")]
    later = after(state, events)
    assert (later.boards[1].reserved, len(later.bag)) == (None, len(state.bag))  # one in, one out to the row
    assert lawful(later) == [f"{slot}:I2-red r0@f7" for slot in (2, 3, 4)]


@pytest.mark.clause("AC-20", "AC-22")
def test_a_reserved_piece_that_fits_prevents_the_end() -> None:
    state = position(
        board(), almost_full(reserved="I2-blue"), available="T4-red T4-red T4-red T4-red", replacement="T4-red - - -"
    )
    later = play(state, "1:T4-red r0@a1")
    assert (later.turn, later.end) == (Turn(TWO, "reserved"), None)


@pytest.mark.clause("AC-20", "AC-22")
def test_if_neither_fits_the_end_is_triggered() -> None:
    state = position(
        board(), almost_full(reserved="T4-blue"), available="T4-red T4-red T4-red T4-red", replacement="T4-red - - -"
    )
    events = events_of(state, "1:T4-red r0@a1")
    assert events[-3:] == [
        Returned(TWO, "T4-blue"),
        EndTriggered(TWO, "stuck", (ONE, ONE)),
        TurnBegan(ONE, "available"),
    ]


@pytest.mark.clause("AC-20", "AC-22")
def test_in_a_final_turn_it_goes_back_and_the_turn_is_skipped() -> None:
    state = position(
        board(), almost_full(reserved="T4-blue"), board(),
        available="T4-red T4-red T4-red T4-red", replacement="T4-red - - -", end=End(THREE, "stuck", (TWO, ONE, TWO)),
    )  # fmt: skip
    assert kinds(events_of(state, "1:T4-red r0@a1"))[-3:] == ["Returned", "TurnSkipped", "TurnBegan"]


@pytest.mark.clause("AC-20")
@pytest.mark.parametrize("text", ["!stray(1)", "!psychic(red)", "!stubborn"])
def test_with_a_reserved_piece_no_other_is_chosen(text: str) -> None:
    card = text[1:].split("(")[0]
    state = holding(card, mine={"reserved": "I2-blue"}, turn=Turn(ONE, "reserved"))
    assert plays(state) == []
    assert refused(state, text) == ("holds-reserved", "AC-20", {})


@pytest.mark.clause("AC-20")
def test_after_it_is_placed_another_can_be_reserved() -> None:
    state = holding("", mine={"reserved": "I2-orange"}, turn=Turn(ONE, "reserved"))
    state = play(state, "S:I2-orange r90@c2", card="stray")
    assert len(plays(state)) == 8


@pytest.mark.clause("AC-20")
def test_unplaced_at_the_end_it_counts_for_nothing() -> None:
    state = position(
        board("I2-red r0@a1", reserved="I2-blue"), board("I2-red r0@a1"), turn=PLACED, end=End(TWO, "stuck", ())
    )
    ended = play(replace(state, boards=(replace(state.boards[0], collected=4), state.boards[1])), ".")
    assert ended.over == "stuck"
    assert ended.boards[0].reserved is not None
