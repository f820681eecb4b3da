"""Opportunity cards: AC-14 to AC-19 and AC-21. Their timing is in test_card_timing.py, AC-20 in test_stray.py."""

from collections import Counter

import pytest

from domain.acuarella.events import (
    Exchanged,
    Guarded,
    Guessed,
    Purred,
    Refilled,
    Robbed,
)
from domain.acuarella.state import End, Turn
from tests.acuarella.table import (
    CARD_PLAYED,
    ONE,
    PLACED,
    THREE,
    TINY,
    TWO,
    after,
    board,
    events_of,
    full_board,
    holding,
    lawful,
    leave,
    names,
    play,
    plays,
    position,
    refused,
)

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
    assert refused(state, "!jealous(3,red)") == ("not-the-richest", "AC-16", {"seats": (TWO, THREE)})


@pytest.mark.clause("AC-16")
def test_the_pigments_that_a_seat_has_count_not_those_it_once_had() -> None:
    state = holding("jealous", others=(board(violet=2, collected=9), board(green=3)))
    assert plays(state) == ["!jealous(2,green)"]


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
