"""Choosing and placing a piece, and what it brings at once: AC-4 to AC-10."""

import pytest

from domain.acuarella.events import BoneCovered, Joined, Placed, Refilled, TurnBegan
from domain.acuarella.state import State, Turn
from tests.acuarella.table import (
    ONE,
    TINY,
    TWO,
    after,
    board,
    events_of,
    kinds,
    lawful,
    names,
    play,
    position,
    refused,
)


def joined(state: State, text: str) -> dict[int, str | None]:
    return {event.other: event.pigment for event in events_of(state, text) if isinstance(event, Joined)}


# AC-4, AC-5: what may be chosen


@pytest.mark.clause("AC-4")
def test_a_piece_goes_from_the_row_to_the_board_and_the_turn_passes() -> None:
    events = events_of(position(), "2:I3-orange r90@a1", refill="T4-blue")
    assert events == [
        Placed(ONE, "2", "I3-orange", "r90", "a1"),
        Refilled("2", "I4-purple"),
        Refilled("R2", "T4-blue"),
        TurnBegan(TWO, "available"),
    ]


@pytest.mark.clause("AC-4")
@pytest.mark.parametrize("source", ["R1", "B", "S", "5", "R5"])
def test_only_available_pieces_are_offered(source: str) -> None:
    code, clause, detail = refused(position(), f"{source}:L3-blue r0@a1")
    assert (code, clause) == (("no-such-source", "AC-1") if "5" in source else ("wrong-source", "AC-4"))
    assert detail["source"] == source


@pytest.mark.clause("AC-4")
def test_the_piece_named_must_be_the_one_that_lies_there() -> None:
    assert refused(position(), "1:I2-blue r0@a1") == ("other-piece", "AC-4", {"source": "1", "piece": "I2-blue"})
    assert refused(position(), "1:I9-blue r0@a1") == ("no-such-piece", "AC-1", {"piece": "I9-blue"})


@pytest.mark.clause("AC-4")
def test_one_piece_a_turn() -> None:
    state = position(board("I2-red r0@a1", collected=4), board(), turn=Turn(ONE, "available", placed=True))
    assert refused(state, "2:I3-orange r0@a2") == ("already-placed", "AC-4", {})


@pytest.mark.clause("AC-5")
def test_nobody_passes() -> None:
    assert "." not in lawful(position())
    assert refused(position(), ".") == ("no-passing", "AC-5", {})


# AC-6: where


@pytest.mark.clause("AC-6")
@pytest.mark.parametrize(
    ("cell", "lawful_there"), [("a1", True), ("b1", True), ("f4", True), ("c7", True), ("b2", False), ("d4", False)]
)
def test_the_first_piece_covers_a_cell_at_the_edge(cell: str, lawful_there: bool) -> None:
    text = f"1:I2-red r0@{cell}"
    assert (text in lawful(position())) == lawful_there
    if not lawful_there:
        assert refused(position(), text) == ("not-at-edge", "AC-6", {})


@pytest.mark.clause("AC-6")
def test_later_pieces_go_anywhere_and_need_not_touch() -> None:
    state = position(board("I2-blue r0@a1"), board())
    assert kinds(events_of(state, "1:I2-red r0@d4"))[0] == "Placed"


@pytest.mark.clause("AC-6")
def test_each_seat_has_a_first_piece_of_its_own() -> None:
    state = position(board("I2-blue r0@a1"), board(), turn=Turn(TWO, "available"))
    assert refused(state, "1:I2-red r0@d4") == ("not-at-edge", "AC-6", {})


@pytest.mark.clause("AC-6")
@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("1:I2-red r0@g1", "off-board"),
        ("1:I2-red r90@a7", "off-board"),
        ("1:I2-red r0@b1", "overlap"),
        ("1:I2-red r0@g7", "off-board"),
        ("1:I2-red r0@c3", "overlap"),
        ("1:I2-red r0@h1", "no-such-cell"),
        ("1:I2-red r0@a8", "no-such-cell"),
        ("1:I2-red r45@a2", "no-such-turn"),
    ],
)
def test_inside_the_grid_and_on_free_cells(text: str, code: str) -> None:
    """I2 in blue lies on a1 and b1, a photo on c3."""
    state = position(board("I2-blue r0@a1", photos="c3", collected=4), board())
    assert refused(state, text)[:2] == (code, "AC-6")


@pytest.mark.clause("AC-6")
def test_what_is_in_the_way_is_named() -> None:
    state = position(board("I2-blue r0@a1", photos="c1", collected=4), board(), available="I4-red - - -")
    assert refused(state, "1:I4-red r0@a1")[2] == {"cells": "a1, b1, c1"}


@pytest.mark.clause("AC-6")
def test_pieces_may_be_turned_and_flipped() -> None:
    state = position(available="L4-red I2-red I2-red I2-red")
    turns = {text.split()[1].split("@")[0] for text in lawful(state) if text.startswith("1:")}
    assert turns == {"r0", "r90", "r180", "r270", "fr0", "fr90", "fr180", "fr270"}


@pytest.mark.clause("AC-6")
def test_pieces_never_move() -> None:
    state = position(board("I2-blue r0@a1"), board("I2-green r0@a1"))
    later = play(state, "1:I2-red r0@d4", "3:T4-yellow r0@c3", "2:I3-orange r0@a7")
    assert later.boards[0].tiles[:1] == state.boards[0].tiles
    assert later.boards[1].tiles[:1] == state.boards[1].tiles


@pytest.mark.clause("AC-28")
@pytest.mark.parametrize(
    ("text", "canonical"), [("1:I2-red r180@a1", "r0"), ("1:I2-red fr90@a1", "r90"), ("4:O4-green fr270@a1", "r0")]
)
def test_a_position_has_one_name(text: str, canonical: str) -> None:
    code, clause, detail = refused(position(), text)
    assert (code, clause, detail["canonical"]) == ("same-form", "AC-28", canonical)
    assert text not in lawful(position())


# AC-7, AC-8: unions and pigments


@pytest.mark.clause("AC-8")
def test_a_union_gives_the_pigment_of_the_palette() -> None:
    state = position(board("I2-blue r0@a1"), board())
    assert joined(state, "1:I2-red r0@a2") == {0: "violet"}
    after_it = play(state, "1:I2-red r0@a2")
    assert sum(after_it.boards[0].pigments) == after_it.boards[0].collected == 1


@pytest.mark.clause("AC-7", "AC-8")
def test_a_single_edge_gives_nothing() -> None:
    state = position(board("I2-blue r0@a1"), board())
    assert joined(state, "1:I2-red r0@c1") == {}
    assert joined(state, "1:I2-red r0@b2") == {}


@pytest.mark.clause("AC-7", "AC-8")
def test_a_corner_is_a_union() -> None:
    state = position(board("L3-blue r0@a1"), board())  # covers a1, b1, a2: the corner at b2 is open
    assert joined(state, "1:I2-red r0@b2") == {0: "violet"}


@pytest.mark.clause("AC-8")
def test_one_pigment_for_each_piece_it_joins() -> None:
    state = position(board("I2-blue r0@a1", "I2-yellow r0@c1", "I2-purple r0@a3"), board(), available="I4-red - - -")
    assert joined(state, "1:I4-red r0@a2") == {0: "violet", 1: "orange", 2: "red-violet"}


@pytest.mark.clause("AC-8")
def test_a_long_border_gives_one_pigment() -> None:
    state = position(board("I4-blue r0@a1"), board(), available="I4-red - - -")
    assert joined(state, "1:I4-red r0@a2") == {0: "violet"}


@pytest.mark.clause("AC-8")
@pytest.mark.parametrize("colour", ["red", "green"])
def test_opposite_and_equal_colours_give_none(colour: str) -> None:
    state = position(board(f"I2-{colour} r0@a1"), board())
    assert joined(state, "1:I2-red r0@a2") == {0: None}
    after_it = play(state, "1:I2-red r0@a2")
    assert (sum(after_it.boards[0].pigments), after_it.boards[0].unpaid) == (0, 1)


@pytest.mark.clause("AC-8")
def test_only_the_new_piece_makes_unions_and_only_on_its_own_board() -> None:
    state = position(board("I2-blue r0@a1", "I2-yellow r0@a2"), board("I2-blue r0@a1"))
    assert joined(state, "1:I2-red r0@a4") == {}


# AC-9: the row


@pytest.mark.clause("AC-9")
def test_the_replacement_piece_of_the_number_moves_up() -> None:
    state = play(position(), "3:T4-yellow r0@a1", refill="O4-blue")
    assert names(state, state.available) == ["I2-red", "I3-orange", "S4-red", "O4-green"]
    assert names(state, state.replacement) == ["L3-blue", "I4-purple", "O4-blue", "L4-orange"]


@pytest.mark.clause("AC-9")
def test_the_row_is_filled_before_cards_are_drawn() -> None:
    state = position(board("I2-yellow r0@a1"), board(), available="I2-orange I2-red - -")
    assert kinds(events_of(state, "1:I2-orange r0@a2"))[:4] == ["Placed", "Refilled", "Refilled", "Joined"]
    assert kinds(events_of(state, "1:I2-orange r0@c2"))[:4] == ["Placed", "Refilled", "Refilled", "BoneCovered"]


@pytest.mark.clause("AC-9")
def test_an_empty_bag_fills_nothing() -> None:
    state = position(edition=TINY, bag="")
    events = events_of(state, "1:I1-red r0@a1")
    assert kinds(events) == ["Placed", "Refilled", "TurnBegan"]
    assert names(after(state, events), after(state, events).replacement) == [None, "O4-red"]


@pytest.mark.clause("AC-9")
def test_with_nothing_behind_it_a_slot_stays_empty() -> None:
    state = position(edition=TINY, bag="", replacement="- O4-red")
    later = play(state, "1:I1-red r0@a1")
    assert names(later, later.available) == [None, "I2-blue"]
    assert {text.split(":")[0] for text in lawful(later)} == {"2"}


@pytest.mark.clause("AC-9")
def test_the_place_behind_is_filled_even_if_nothing_moved_up() -> None:
    state = position(edition=TINY, bag="O4-blue", replacement="- O4-red")
    later = play(state, "1:I1-red r0@a1")
    assert names(later, later.available + later.replacement) == [None, "I2-blue", "O4-blue", "O4-red"]


# AC-10: bones


@pytest.mark.clause("AC-10")
def test_a_bone_under_its_colour_brings_a_card() -> None:
    state = position(board("I2-blue r0@a7"), board(), available="I2-orange I2-red - -")
    assert BoneCovered(ONE, "c2", "jealous", False) in events_of(state, "1:I2-orange r0@c2", card="jealous")
    assert play(state, "1:I2-orange r0@c2", card="jealous").boards[0].hand == ("jealous",)


@pytest.mark.clause("AC-10")
def test_a_bone_under_another_colour_brings_none() -> None:
    state = position(board("I2-blue r0@a7"), board())
    assert "BoneCovered" not in kinds(events_of(state, "1:I2-red r0@c2"))


@pytest.mark.clause("AC-10")
def test_two_bones_bring_two_cards() -> None:
    state = position(board("I1-blue r0@a1", edition=TINY), board(edition=TINY), edition=TINY, available="I2-red -")
    events = events_of(state, "1:I2-red r0@b2", card="purring stray")
    assert [event for event in events if isinstance(event, BoneCovered)] == [
        BoneCovered(ONE, "b2", "purring", False), BoneCovered(ONE, "c2", "stray", False),
    ]  # fmt: skip


@pytest.mark.clause("AC-10")
def test_a_photo_covers_no_bone() -> None:
    state = position(board("I2-blue r0@a7", collected=4), board(), turn=Turn(ONE, "available", placed=True))
    assert kinds(events_of(state, "+photo@c2")) == ["PhotosLaid", "TurnBegan"]


@pytest.mark.clause("AC-10")
def test_the_discard_pile_becomes_the_deck() -> None:
    state = position(
        board("I2-blue r0@a7"), board(), available="I2-orange I2-red - -", deck="", discard="stray psychic parade"
    )
    events = events_of(state, "1:I2-orange r0@c2", card="psychic")
    assert BoneCovered(ONE, "c2", "psychic", True) in events
    later = after(state, events)
    assert (later.deck, later.discard) == (("parade", "stray"), ())


@pytest.mark.clause("AC-10")
def test_without_any_card_left_there_is_none() -> None:
    state = position(board("I2-blue r0@a7"), board(), available="I2-orange I2-red - -", deck="")
    events = events_of(state, "1:I2-orange r0@c2")
    assert BoneCovered(ONE, "c2", None, False) in events
    assert after(state, events).boards[0].hand == ()


@pytest.mark.clause("AC-10")
def test_the_deck_may_run_out_between_two_cards_of_one_placing() -> None:
    state = position(
        board("I1-blue r0@a1", edition=TINY), board(edition=TINY),
        edition=TINY, available="I2-red -", deck="parade", discard="stray",
    )  # fmt: skip
    events = events_of(state, "1:I2-red r0@b2")
    assert BoneCovered(ONE, "b2", "parade", False) in events
    assert BoneCovered(ONE, "c2", "stray", True) in events
