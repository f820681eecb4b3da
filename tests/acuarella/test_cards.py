"""Opportunity cards: AC-11 and AC-14 to AC-21. Pairs of cards are in test_card_pairs.py."""

from collections import Counter
from typing import Any

import pytest
from msgspec.structs import replace

from domain.acuarella.events import (
    EndTriggered,
    Exchanged,
    Guarded,
    Guessed,
    Purred,
    Refilled,
    Reserved,
    Returned,
    Robbed,
    TurnBegan,
)
from domain.acuarella.state import Board, End, State, Turn
from domain.kernel.refusal import Refusal
from tests.acuarella.table import (
    ONE,
    THREE,
    TINY,
    TWO,
    after,
    board,
    events_of,
    full_board,
    kinds,
    lawful,
    leave,
    names,
    play,
    plays,
    position,
)

PLACED = Turn(ONE, "available", placed=True)
CARD_PLAYED = Turn(ONE, "available", card_played=True)


def refused(state: State, text: str) -> tuple[str, str | None, dict[str, Any]]:
    with pytest.raises(Refusal) as refusal:
        events_of(state, text)
    return refusal.value.code, refusal.value.clause, refusal.value.detail


def holding(hand: str, *tiles: str, turn: Turn | None = None, **more: Any) -> State:
    """The first seat has some cards, and a red piece at a1 unless others are given."""
    mine = board(*(tiles or ("I2-red r0@a1",)), hand=hand, **more.pop("mine", {}))
    return position(mine, *more.pop("others", (board(),)), turn=turn or Turn(ONE, "available"), **more)


# AC-11: when


@pytest.mark.clause("AC-11")
@pytest.mark.parametrize("text", ["!psychic(red)", "!parade", "!guardian", "!stubborn", "!stray(1)"])
def test_cards_are_played_before_placing(text: str) -> None:
    card = text[1:].split("(")[0]
    assert text in plays(holding(card))
    code = "only-when-drawn" if card == "stray" else "before-placing"
    assert refused(holding(card, turn=PLACED), text) == (code, "AC-11", {})


@pytest.mark.clause("AC-11")
def test_purring_is_played_after_placing() -> None:
    assert refused(holding("purring", mine={"unpaid": 1}), "!purring") == ("place-first", "AC-11", {})
    assert plays(holding("purring", mine={"unpaid": 1}, turn=PLACED)) == ["!purring"]


@pytest.mark.clause("AC-11")
def test_a_card_one_does_not_hold_cannot_be_played() -> None:
    assert refused(holding("stray"), "!parade") == ("card-not-held", "AC-11", {})


@pytest.mark.clause("AC-11")
@pytest.mark.parametrize("text", ["!parade", "!guardian", "!stray(1)", "!hairball(psychic)", "!jealous(1,violet)"])
def test_one_card_a_turn(text: str) -> None:
    state = holding(
        "parade guardian stray hairball jealous", turn=CARD_PLAYED, discard="psychic", others=(board(violet=1),)
    )
    assert plays(state) == []
    assert refused(state, text) == ("one-card-a-turn", "AC-11", {})


@pytest.mark.clause("AC-11")
def test_the_next_turn_has_its_own_card() -> None:
    state = holding("parade guardian")
    state = play(state, "!parade", "1:L3-blue r0@a3")
    state = play(state, "1:I2-red r0@a1" if "1:I2-red r0@a1" in lawful(state) else lawful(state)[0])
    assert plays(state) == ["!guardian"]


def drawing(card: str, hand: str = "", *before: str, **more: Any) -> State:
    """The position after covering the orange bone at c2, which brings the card."""
    state = holding(hand, available="I2-orange I2-red I2-red I2-red", **more)
    return play(state, *before, "1:I2-orange r90@c2", card=card)


@pytest.mark.clause("AC-11")
@pytest.mark.parametrize("card", ["psychic", "jealous", "stubborn", "parade", "guardian"])
def test_a_card_waits_for_the_turn_after_it_was_drawn(card: str) -> None:
    state = drawing(card, others=(board("I2-blue r0@a1", violet=1),))
    assert state.turn == Turn(TWO, "available")
    state = play(state, "2:I2-red r0@a4")
    assert state.turn == Turn(ONE, "available")
    assert plays(state) != []


@pytest.mark.clause("AC-11")
def test_purring_drawn_this_turn_waits_too() -> None:
    state = drawing("purring", mine={"unpaid": 1, "collected": 4})
    assert (plays(state), "." in lawful(state)) == ([], True)  # there is a photo to lay
    assert refused(state, "!purring") == ("drawn-this-turn", "AC-11", {})


@pytest.mark.clause("AC-11")
def test_of_two_purring_cats_the_older_one_can_be_played() -> None:
    assert plays(drawing("purring", "purring", mine={"unpaid": 1})) == ["!purring"]


@pytest.mark.clause("AC-11")
def test_an_immediate_card_may_be_played_when_drawn() -> None:
    assert len(plays(drawing("stray"))) == 8
    assert plays(drawing("hairball", discard="psychic parade")) == ["!hairball(psychic)", "!hairball(parade)"]


@pytest.mark.clause("AC-11")
def test_but_not_after_another_card() -> None:
    state = drawing("stray", "guardian parade", "!parade", replacement="I2-orange I2-red I2-red I2-red")
    assert state.turn == Turn(TWO, "available")  # nothing else was lawful
    state = play(state, "1:I2-red r0@a1" if "1:I2-red r0@a1" in lawful(state) else lawful(state)[0])
    assert "!stray(1)" in plays(state)  # it waited, and is played before placing


@pytest.mark.clause("AC-11")
def test_an_immediate_card_from_before_is_not_played_after_placing() -> None:
    state = holding("stray", turn=Turn(ONE, "available", placed=True), mine={"collected": 4})
    assert refused(state, "!stray(1)") == ("only-when-drawn", "AC-11", {})
    assert plays(state) == []


@pytest.mark.clause("AC-11")
def test_with_an_old_and_a_new_one_the_new_one_can() -> None:
    assert "!stray(1)" in plays(drawing("stray", "stray"))


@pytest.mark.clause("AC-11")
def test_the_player_may_end_the_turn_with_cards_unplayed() -> None:
    state = drawing("stray")
    assert "." in lawful(state)
    assert play(state, ".").boards[0].hand == ("stray",)
    assert play(state, ".").turn == Turn(TWO, "available")


@pytest.mark.clause("AC-11")
def test_a_turn_ends_by_itself_when_nothing_else_is_lawful() -> None:
    assert drawing("hairball").turn == Turn(TWO, "available")  # the discard pile is empty
    state = drawing("hairball", discard="psychic")
    assert play(state, "!hairball(psychic)").turn == Turn(TWO, "available")


@pytest.mark.clause("AC-11")
def test_a_played_card_goes_to_the_discard_pile() -> None:
    state = play(holding("parade"), "!parade")
    assert (state.boards[0].hand, state.discard) == ((), ("parade",))


# AC-14: Psychic Cat


@pytest.mark.clause("AC-14")
def test_a_right_guess_lets_one_choose_from_the_bag() -> None:
    state = holding("psychic")
    events = events_of(state, "!psychic(blue)", guess="T4-blue")
    assert events == [Guessed(ONE, "blue", "T4-blue", True)]
    state = after(state, events)
    offered = {text.split()[0] for text in lawful(state)}
    assert offered == {f"B:{name}" for name in names(state, state.bag)}
    code, clause, detail = refused(state, "1:I2-red r0@a2")
    assert (code, clause) == ("wrong-source", "AC-14")
    assert detail == {"source": "1", "sources": "B"}


@pytest.mark.clause("AC-14")
def test_the_piece_drawn_goes_back_and_any_other_may_be_taken() -> None:
    state = holding("psychic")
    later = play(state, "!psychic(blue)", guess="T4-blue")
    assert later.bag == state.bag
    row = later.available, later.replacement
    later = play(later, "B:O4-purple r0@a2")
    assert len(later.bag) == len(state.bag) - 1
    assert (later.available, later.replacement) == row
    assert later.turn == Turn(TWO, "available")


@pytest.mark.clause("AC-14")
def test_a_wrong_guess_leaves_the_turn_as_it_was() -> None:
    state = holding("psychic")
    events = events_of(state, "!psychic(blue)", guess="T4-red")
    assert events == [Guessed(ONE, "blue", "T4-red", False)]
    later = after(state, events)
    assert later.turn == CARD_PLAYED
    assert lawful(later) == [text for text in lawful(state) if not text.startswith("!")]


@pytest.mark.clause("AC-14")
def test_if_nothing_in_the_bag_fits_the_turn_goes_on() -> None:
    state = position(full_board(but="g7 f7", hand="psychic"), board(), available="I2-red - - -", bag="T4-blue T4-red")
    events = events_of(state, "!psychic(blue)", guess="T4-blue")
    assert events == [Guessed(ONE, "blue", "T4-blue", False)]
    assert lawful(after(state, events)) == ["1:I2-red r0@f7"]


@pytest.mark.clause("AC-14")
def test_only_pieces_that_fit_are_offered_and_only_what_is_there() -> None:
    state = position(
        full_board(but="g7 f7", hand="psychic"), board(), available="I2-red - - -", bag="T4-blue I2-blue I2-blue"
    )
    state = play(state, "!psychic(blue)", guess="T4-blue")
    assert lawful(state) == ["B:I2-blue r0@f7"]
    assert refused(state, "B:I2-green r0@f7")[:2] == ("other-piece", "AC-14")


@pytest.mark.clause("AC-14")
def test_not_with_an_empty_bag_and_not_for_an_unknown_colour() -> None:
    assert refused(holding("psychic", bag=""), "!psychic(blue)") == ("bag-empty", "AC-14", {})
    assert plays(holding("psychic", bag="")) == []
    assert refused(holding("psychic"), "!psychic(pink)") == ("no-such-colour", "AC-14", {"colour": "pink"})


# AC-15: Purring Cat


@pytest.mark.clause("AC-15")
@pytest.mark.parametrize(("unpaid", "taken"), [(1, 1), (2, 2), (3, 2)])
def test_a_wildcard_for_each_unpaid_union_up_to_two(unpaid: int, taken: int) -> None:
    state = holding("purring", mine={"unpaid": unpaid}, turn=PLACED)
    assert events_of(state, "!purring")[0] == Purred(ONE, taken)
    later = play(state, "!purring").boards[0]
    assert (later.pigments[-1], later.collected, later.unpaid) == (taken, taken, unpaid - taken)


@pytest.mark.clause("AC-15")
def test_only_with_an_unpaid_union() -> None:
    assert refused(holding("purring", turn=PLACED), "!purring") == ("no-unpaid-union", "AC-15", {})


@pytest.mark.clause("AC-15")
def test_one_made_in_this_turn_counts() -> None:
    state = holding("purring", available="I2-green - - -")
    state = play(state, "1:I2-green r0@a2")
    assert plays(state) == ["!purring"]
    assert play(state, "!purring").turn == Turn(TWO, "available")


@pytest.mark.clause("AC-15")
def test_one_takes_what_is_left() -> None:
    mine, turn = board("I1-blue r0@a1", hand="purring", unpaid=2, edition=TINY), PLACED
    state = position(mine, board(edition=TINY), edition=TINY, turn=turn)
    assert events_of(state, "!purring")[0] == Purred(ONE, 1)
    assert play(state, "!purring").boards[0].unpaid == 1
    gone = position(mine, board(wildcard=1, edition=TINY), edition=TINY, turn=turn)
    assert events_of(gone, "!purring")[0] == Purred(ONE, 0)
    assert play(gone, "!purring").boards[0].unpaid == 2


# AC-16: Jealous Cat


@pytest.mark.clause("AC-16")
def test_a_pigment_one_has_not_from_the_seat_with_the_most() -> None:
    state = holding("jealous", mine={"violet": 1}, others=(board(violet=2, green=1, wildcard=1), board(red=3)))
    assert plays(state) == ["!jealous(1,green)", "!jealous(1,wildcard)"]
    events = events_of(state, "!jealous(1,green)")
    assert events == [Robbed(ONE, TWO, "green")]
    later = after(state, events)
    assert (sum(later.boards[0].pigments), later.boards[0].collected) == (2, 2)
    assert (sum(later.boards[1].pigments), later.boards[1].collected) == (3, 4)


@pytest.mark.clause("AC-16")
def test_among_equals_one_chooses() -> None:
    state = holding("jealous", others=(board(violet=2), board(green=1, wildcard=1), board(red=1)))
    assert plays(state) == ["!jealous(1,violet)", "!jealous(2,green)", "!jealous(2,wildcard)"]
    assert refused(state, "!jealous(3,red)") == ("not-the-richest", "AC-16", {})


@pytest.mark.clause("AC-16")
def test_never_from_oneself() -> None:
    state = holding("jealous", mine={"violet": 9}, others=(board(red=1),))
    assert plays(state) == ["!jealous(1,red)"]
    assert refused(state, "!jealous(0,violet)")[0] == "not-the-richest"


@pytest.mark.clause("AC-16")
def test_without_a_lawful_target_it_cannot_be_played() -> None:
    nothing = holding("jealous", others=(board(), board()))
    assert plays(nothing) == []
    same = holding("jealous", mine={"violet": 1}, others=(board(violet=2), board(red=1)))
    assert plays(same) == []
    assert refused(same, "!jealous(1,violet)") == ("already-yours", "AC-16", {"pigment": "violet"})
    assert refused(same, "!jealous(1,red)") == ("not-theirs", "AC-16", {"pigment": "red"})
    assert refused(same, "!jealous(1,pink)") == ("no-such-pigment", "AC-16", {"pigment": "pink"})


@pytest.mark.clause("AC-16")
def test_who_has_finished_can_be_robbed_and_who_left_cannot() -> None:
    state = holding("jealous", others=(board(violet=3), board(red=2)), end=End(TWO, "stuck", (THREE, ONE)))
    assert plays(state) == ["!jealous(1,violet)"]
    state = holding("jealous", others=(board(violet=3), board(red=2)))
    assert plays(leave(state, TWO)) == ["!jealous(2,red)"]


# AC-17: Stubborn Cat


@pytest.mark.clause("AC-17")
def test_a_replacement_piece_is_placed_and_its_place_filled_from_the_bag() -> None:
    state = play(holding("stubborn"), "!stubborn")
    assert {text.split(":")[0] for text in lawful(state)} == {"R1", "R2", "R3", "R4"}
    assert refused(state, "1:I2-red r0@a2")[:2] == ("wrong-source", "AC-17")
    events = events_of(state, "R2:I4-purple r0@a2", refill="O4-blue")
    assert [event for event in events if isinstance(event, Refilled)] == [Refilled("R2", "O4-blue")]
    assert after(state, events).available == state.available


@pytest.mark.clause("AC-17")
def test_only_if_a_replacement_piece_can_be_placed() -> None:
    state = position(
        full_board(but="g7 f7", hand="stubborn"), board(), available="I2-red - - -", replacement="T4-red T4-red - -"
    )
    assert refused(state, "!stubborn") == ("no-replacement-fits", "AC-17", {})
    assert plays(state) == []


# AC-18: Cat Parade


@pytest.mark.clause("AC-18")
def test_available_and_replacement_pieces_change_roles() -> None:
    state = holding("parade")
    later = play(state, "!parade")
    assert (later.available, later.replacement) == (state.replacement, state.available)
    later = play(later, "1:L3-blue r0@a2", refill="O4-blue")
    assert names(later, later.available)[0] == "I2-red"
    assert names(later, later.replacement)[0] == "O4-blue"


# AC-19: Guardian Cat


@pytest.mark.clause("AC-19")
def test_four_new_pieces_and_the_old_ones_back_into_the_bag() -> None:
    state = holding("guardian")
    events = events_of(state, "!guardian", guard="I2-blue T4-blue S4-blue I2-blue")
    assert events == [Guarded(ONE, ("I2-blue", "T4-blue", "S4-blue", "I2-blue"))]
    later = after(state, events)
    assert names(later, later.available) == ["I2-blue", "T4-blue", "S4-blue", "I2-blue"]
    assert later.replacement == state.replacement
    assert Counter(later.bag + later.available) == Counter(state.bag + state.available)


@pytest.mark.clause("AC-19")
def test_the_old_pieces_are_not_among_those_drawn() -> None:
    state = holding("guardian", bag="I2-blue I2-blue T4-blue T4-blue")
    (event,) = events_of(state, "!guardian")
    assert isinstance(event, Guarded)
    assert sorted(event.pieces) == ["I2-blue", "I2-blue", "T4-blue", "T4-blue"]


@pytest.mark.clause("AC-19")
def test_with_fewer_in_the_bag_the_first_slots_change() -> None:
    mine, other = board("I1-blue r0@a1", hand="guardian", edition=TINY), board(edition=TINY)
    state = position(mine, other, edition=TINY, bag="I2-yellow")
    events = events_of(state, "!guardian")
    assert events == [Guarded(ONE, ("I2-yellow",))]
    later = after(state, events)
    assert names(later, later.available) == ["I2-yellow", "I2-blue"]
    assert names(later, later.bag) == ["I1-red"]


@pytest.mark.clause("AC-19")
def test_with_an_empty_bag_nothing_changes() -> None:
    mine, other = board("I1-blue r0@a1", hand="guardian", edition=TINY), board(edition=TINY)
    state = position(mine, other, edition=TINY, bag="")
    assert events_of(state, "!guardian") == [Guarded(ONE, ())]
    assert play(state, "!guardian").available == state.available


@pytest.mark.clause("AC-19")
def test_an_empty_slot_is_filled() -> None:
    mine, other = board("I1-blue r0@a1", hand="guardian", edition=TINY), board(edition=TINY)
    later = play(position(mine, other, edition=TINY, available="- I2-blue", bag="I2-yellow"), "!guardian")
    assert names(later, later.available + later.bag) == ["I2-yellow", "I2-blue"]


# AC-20: Stray Cat


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


# AC-21: Hairball


@pytest.mark.clause("AC-21")
def test_a_card_of_the_discard_pile_for_the_hairball() -> None:
    state = holding("hairball", discard="psychic hairball jealous psychic")
    assert plays(state) == ["!hairball(psychic)", "!hairball(jealous)"]
    events = events_of(state, "!hairball(psychic)")
    assert events == [Exchanged(ONE, "psychic")]
    later = after(state, events)
    assert later.boards[0].hand == ("psychic",)
    assert later.discard == ("hairball", "jealous", "psychic", "hairball")


@pytest.mark.clause("AC-21")
def test_the_card_taken_counts_as_drawn_now() -> None:
    state = play(holding("hairball", discard="stray"), "!hairball(stray)")
    assert state.turn is not None
    assert state.turn.fresh == ("stray",)
    assert plays(state) == []  # the Hairball was this turn's card
    state = play(state, "1:I2-red r0@a2")
    assert "!stray(1)" in plays(play(state, lawful(state)[0]))


@pytest.mark.clause("AC-21")
def test_no_hairball_for_a_hairball_and_nothing_for_nothing() -> None:
    state = holding("hairball hairball", discard="hairball")
    assert plays(state) == []
    assert refused(state, "!hairball(hairball)") == ("no-second-hairball", "AC-21", {})
    assert refused(state, "!hairball(stray)") == ("not-discarded", "AC-21", {})


@pytest.mark.clause("AC-11")
def test_other_cards_may_be_kept_for_ever() -> None:
    state = holding("parade")
    for _ in range(6):
        state = play(state, next(text for text in lawful(state) if not text.startswith("!")))
    assert state.boards[0].hand == ("parade",)
