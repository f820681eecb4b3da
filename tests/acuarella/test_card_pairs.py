"""Every pair of cards that can meet in one turn, in two turns of a seat running, or in turns of two seats running."""

from collections import Counter
from itertools import product

import pytest
from msgspec.structs import replace

from domain.acuarella.edition import CARDS, Card
from domain.acuarella.events import Guarded, Placed, Refilled
from domain.acuarella.state import State, Turn, playing
from domain.acuarella.tables import tables
from domain.kernel.messages import Seat
from domain.kernel.refusal import Refusal
from tests.acuarella.table import ONE, STANDARD, TWO, board, events_of, lawful, names, play, plays, position

WRITTEN: dict[Card, str] = {
    "psychic": "!psychic(red)",
    "purring": "!purring",
    "jealous": "!jealous(1,violet)",
    "stubborn": "!stubborn",
    "parade": "!parade",
    "guardian": "!guardian",
    "stray": "!stray(R2)",
    "hairball": "!hairball(parade)",
}
NEEDS_NOTHING_RESERVED = {"psychic", "stubborn", "stray"}
PAIRS = list(product(CARDS, CARDS))


def both(first: Card, second: Card) -> State:
    """The first seat holds both cards, and the table is such that every card can be played; a photo is in stock, so
    that no turn ends by itself."""
    mine = board("I2-red r0@a1", hand=f"{first} {second}", unpaid=4, collected=4)
    other = board("I2-red r0@a1", "I2-blue r0@a2", violet=1, green=2)
    return position(mine, other, discard="parade parade")


def place(state: State) -> State:
    """Any placing; orange is avoided, and cells of the lower rows first, so that no bone brings a card."""
    return play(state, next(text for text in lawful(state) if text[0] != "!" and "orange" not in text))


def in_its_time(state: State, card: Card) -> State:
    return place(state) if card == "purring" and state.turn is not None and not state.turn.placed else state


def pass_on(state: State) -> State:
    """The first seat's next turn, however its turn before goes on."""
    while state.turn is not None and state.turn.seat == ONE:
        state = play(state, ".") if "." in lawful(state) else place(state)
    while state.turn is not None and state.turn.seat != ONE:
        state = play(state, ".") if "." in lawful(state) else place(state)
    return state


@pytest.mark.clause("AC-11")
@pytest.mark.parametrize(("first", "second"), PAIRS)
def test_two_cards_in_one_turn_never(first: Card, second: Card) -> None:
    """Neither before placing nor after it."""
    state = play(in_its_time(both(first, second), first), WRITTEN[first])
    while state.turn is not None and state.turn.seat == ONE:
        assert plays(state) == []
        with pytest.raises(Refusal) as refused:
            events_of(state, WRITTEN[second])
        expected = "card-not-held" if first == second == "hairball" else "one-card-a-turn"
        assert (refused.value.code, refused.value.clause) in {(expected, "AC-11"), ("one-card-a-turn", "AC-11")}
        state = play(state, ".") if state.turn.placed else place(state)


@pytest.mark.clause("AC-11", "AC-20")
@pytest.mark.parametrize(("first", "second"), PAIRS)
def test_two_cards_in_two_turns_running(first: Card, second: Card) -> None:
    """All can follow each other, but a reserved piece shuts out the cards that would choose another."""
    state = play(in_its_time(both(first, second), first), WRITTEN[first])
    state = in_its_time(pass_on(state), second)
    if first == "stray" and second in NEEDS_NOTHING_RESERVED:
        with pytest.raises(Refusal) as refused:
            events_of(state, WRITTEN[second])
        assert (refused.value.code, refused.value.clause) == ("holds-reserved", "AC-20")
        return
    text = "!jealous(1,green)" if first == second == "jealous" else WRITTEN[second]
    assert text in plays(state)
    assert play(state, text).discard[-1] == second


NEW_FOR = {ONE: "S4-green S4-blue S4-red S4-yellow", TWO: "I4-green I4-blue I4-red I4-yellow"}


def with_effect(state: State, seat: Seat, card: Card, text: str) -> State:
    """The state with what a card changes, by the words of RULES.md, and nothing else."""
    known, board = tables(STANDARD), state.boards[seat]
    boards, pigments, hand = list(state.boards), list(board.pigments), list(board.hand)
    hand.remove(card)
    board = replace(board, hand=tuple(hand))
    state = replace(
        state, discard=(*state.discard, card), turn=replace(playing(state), card_played=True), boards=tuple(boards)
    )
    match card:
        case "psychic":
            state = replace(state, turn=replace(playing(state), choice="bag"))
        case "purring":
            pigments[-1] += 2
            board = replace(board, pigments=tuple(pigments), collected=board.collected + 2, unpaid=board.unpaid - 2)
        case "jealous":
            victim, pigment = 1 - seat, known.pigment[text.strip(")").split(",")[1]]
            theirs = list(boards[victim].pigments)
            pigments[pigment] += 1
            theirs[pigment] -= 1
            boards[victim] = replace(boards[victim], pigments=tuple(theirs))
            board = replace(board, pigments=tuple(pigments), collected=board.collected + 1)
        case "stubborn":
            state = replace(state, turn=replace(playing(state), choice="replacement"))
        case "parade":
            state = replace(state, available=state.replacement, replacement=state.available)
        case "guardian":
            new = tuple(known.piece[name] for name in NEW_FOR[seat].split())
            bag = Counter(state.bag) - Counter(new) + Counter(piece for piece in state.available if piece is not None)
            state = replace(state, available=new, bag=tuple(sorted(bag.elements())))
        case "stray":
            board = replace(board, reserved=state.replacement[1])
            refill = known.piece["T4-green"]
            bag = Counter(state.bag) - Counter([refill])
            row = (state.replacement[0], refill, *state.replacement[2:])
            state = replace(state, replacement=row, bag=tuple(sorted(bag.elements())))
        case "hairball":
            discard = list(state.discard)
            discard.remove("parade")
            board = replace(board, hand=(*board.hand, "parade"))
            state = replace(state, discard=tuple(discard), turn=replace(playing(state), fresh=("parade",)))
    boards[seat] = board
    return replace(state, boards=tuple(boards))


@pytest.mark.clause("AC-11", "AC-14", "AC-15", "AC-16", "AC-17", "AC-18", "AC-19", "AC-20", "AC-21")
@pytest.mark.parametrize(("first", "second"), PAIRS)
def test_two_cards_in_turns_of_two_seats_running(first: Card, second: Card) -> None:
    """Each does what it does alone, whatever the seat before played; a Jealous Cat gets back what another took."""
    mine = board("I2-red r0@a1", hand=first, unpaid=4, collected=4, blue=1)
    other = board("I2-red r0@a1", hand=second, unpaid=4, violet=1, green=2, collected=4)
    state = position(mine, other, discard="parade parade")
    for seat, card in ((ONE, first), (TWO, second)):
        assert state.turn == Turn(seat, "available")
        taken = "blue" if first != "jealous" else "violet"
        text = f"!jealous(0,{taken})" if card == "jealous" and seat == TWO else WRITTEN[card]
        state = in_its_time(state, card)
        expected = with_effect(state, seat, card, text)
        state = play(state, text, guess="T4-red", guard=NEW_FOR[seat], refill="T4-green")
        assert state == expected
        state = state if playing(state).placed else place(state)
        state = play(state, ".") if playing(state).seat == seat else state


@pytest.mark.clause("AC-21")
@pytest.mark.parametrize("card", [card for card in CARDS if card != "hairball"])
def test_a_card_taken_by_the_hairball_can_be_played_next_turn(card: Card) -> None:
    mine = board("I2-red r0@a1", hand="hairball", unpaid=4, collected=4)
    state = position(mine, board("I2-red r0@a1", violet=1, green=1), discard=card)
    state = play(state, f"!hairball({card})")
    assert plays(state) == plays(place(state)) == []
    state = in_its_time(pass_on(state), card)
    assert WRITTEN[card] in plays(state)


@pytest.mark.clause("AC-11")
@pytest.mark.parametrize("drawn", CARDS)
@pytest.mark.parametrize("played", [None, *(card for card in CARDS if card != "purring")])
def test_a_card_drawn_after_one_was_played_waits(played: Card | None, drawn: Card) -> None:
    """And without one before, only the immediate ones do not wait."""
    mine = board("I2-red r0@a1", hand=played or "", unpaid=4, collected=4)
    others = board("I2-red r0@a1", violet=1, green=1)
    orange = "I2-orange I2-orange I2-orange I2-orange"
    state = position(mine, others, board(), available=orange, replacement=orange, bag=orange, discard="parade")
    if played is not None:
        guess = "!psychic(blue)"  # wrong: there is only orange in the bag
        state = play(state, guess if played == "psychic" else WRITTEN[played])
    source = next(text.split(":")[0] for text in lawful(state) if ":" in text)
    state = play(state, f"{source}:I2-orange r90@c2", card=drawn)
    assert bool(plays(state)) == (played is None and drawn in ("stray", "hairball"))
    assert drawn in state.boards[0].hand


# Parade, Guardian and Stubborn, with the row refilling


def three(hand: str, other_hand: str = "") -> State:
    return position(
        board("I2-red r0@a1", hand=hand), board("I2-red r0@a1", hand=other_hand), board("I2-red r0@a1"),
        available="I2-red I3-red L3-red T4-red", replacement="I2-blue I3-blue L3-blue T4-blue",
    )  # fmt: skip


@pytest.mark.clause("AC-18", "AC-9")
def test_after_a_parade_the_old_available_pieces_move_up() -> None:
    state = play(three("parade"), "!parade", "2:I3-blue r0@a3", refill="S4-green")
    assert names(state, state.available) == ["I2-blue", "I3-red", "L3-blue", "T4-blue"]
    assert names(state, state.replacement) == ["I2-red", "S4-green", "L3-red", "T4-red"]


@pytest.mark.clause("AC-18", "AC-17")
def test_a_parade_and_then_a_stubborn_cat() -> None:
    state = play(three("parade", "stubborn"), "!parade", "2:I3-blue r0@a3", "!stubborn", refill="S4-green O4-green")
    assert {text.split()[0] for text in lawful(state)} == {"R1:I2-red", "R2:S4-green", "R3:L3-red", "R4:T4-red"}
    state = play(state, "R2:S4-green r0@a3", refill="O4-green")
    assert names(state, state.available) == ["I2-blue", "I3-red", "L3-blue", "T4-blue"]
    assert names(state, state.replacement) == ["I2-red", "O4-green", "L3-red", "T4-red"]


@pytest.mark.clause("AC-17", "AC-18")
def test_a_stubborn_cat_and_then_a_parade() -> None:
    state = play(three("stubborn", "parade"), "!stubborn", "R1:I2-blue r0@a3", "!parade", refill="S4-green")
    assert names(state, state.available) == ["S4-green", "I3-blue", "L3-blue", "T4-blue"]
    assert names(state, state.replacement) == ["I2-red", "I3-red", "L3-red", "T4-red"]


@pytest.mark.clause("AC-18")
def test_two_parades_undo_each_other() -> None:
    state = play(three("parade", "parade"), "!parade", "2:I3-blue r0@a3", "!parade", refill="S4-green")
    assert names(state, state.available) == ["I2-red", "S4-green", "L3-red", "T4-red"]


NEW = "O4-green O4-blue O4-red O4-yellow"


@pytest.mark.clause("AC-19", "AC-9")
def test_after_a_guardian_the_replacement_pieces_move_up_as_ever() -> None:
    state = play(three("guardian"), "!guardian", "1:O4-green r0@a3", guard=NEW, refill="S4-green")
    assert names(state, state.available) == ["I2-blue", "O4-blue", "O4-red", "O4-yellow"]
    assert names(state, state.replacement) == ["S4-green", "I3-blue", "L3-blue", "T4-blue"]


@pytest.mark.clause("AC-18", "AC-19")
def test_a_parade_and_then_a_guardian() -> None:
    """The Guardian changes the side that the Catotem faces now."""
    state = play(three("parade", "guardian"), "!parade", "1:I2-blue r0@a3", "!guardian", guard=NEW, refill="S4-green")
    assert names(state, state.available) == NEW.split()
    assert names(state, state.replacement) == ["S4-green", "I3-red", "L3-red", "T4-red"]


@pytest.mark.clause("AC-19", "AC-18")
def test_a_guardian_and_then_a_parade() -> None:
    state = play(three("guardian", "parade"), "!guardian", "1:O4-green r0@a3", "!parade", guard=NEW, refill="S4-green")
    assert names(state, state.available) == ["S4-green", "I3-blue", "L3-blue", "T4-blue"]
    assert names(state, state.replacement) == ["I2-blue", "O4-blue", "O4-red", "O4-yellow"]


@pytest.mark.clause("AC-19", "AC-17")
def test_a_guardian_and_then_a_stubborn_cat() -> None:
    state = play(
        three("guardian", "stubborn"), "!guardian", "1:O4-green r0@a3", "!stubborn", guard=NEW, refill="S4-green"
    )
    events = events_of(state, "R1:S4-green r0@a3", refill="S4-blue")
    assert events[:2] == [Placed(TWO, "R1", "S4-green", "r0", "a3"), Refilled("R1", "S4-blue")]


@pytest.mark.clause("AC-17", "AC-19")
def test_a_stubborn_cat_and_then_a_guardian() -> None:
    state = play(three("stubborn", "guardian"), "!stubborn", "R1:I2-blue r0@a3", refill="S4-green")
    events = events_of(state, "!guardian", guard=NEW)
    assert events == [Guarded(TWO, tuple(NEW.split()))]
    assert names(state, play(state, "!guardian", guard=NEW).replacement)[0] == "S4-green"


# A reserved piece and the cards of the next turn


@pytest.mark.clause("AC-20", "AC-18")
@pytest.mark.parametrize("card", ["!parade", "!guardian"])
def test_a_new_row_does_not_change_what_was_reserved(card: str) -> None:
    state = play(three(f"stray {card[1:]}"), "!stray(4)", "1:I2-red r0@a3")
    state = place(place(state))
    assert state.turn == Turn(ONE, "reserved")
    state = play(state, card)
    assert {text.split()[0] for text in lawful(state)} == {"S:T4-red"}
    assert state.end is None


@pytest.mark.clause("AC-20", "AC-18")
def test_a_new_row_that_does_not_fit_is_no_end_while_the_reserved_piece_fits() -> None:
    state = position(
        board("I2-red r0@a1", hand="parade", reserved="I2-blue"), board(), board(),
        turn=Turn(ONE, "reserved"), replacement="- - - -",
    )  # fmt: skip
    state = play(state, "!parade")
    assert (state.turn, state.end) == (Turn(ONE, "reserved", card_played=True), None)


@pytest.mark.clause("AC-14", "AC-10")
def test_a_piece_chosen_by_the_psychic_covers_bones_too() -> None:
    state = play(three("psychic"), "!psychic(orange)", guess="I2-orange")
    state = play(state, "B:I2-orange r90@c2", card="stray")
    assert (state.boards[0].hand, state.turn) == (("stray",), Turn(TWO, "available"))


@pytest.mark.clause("AC-20", "AC-10")
def test_stray_before_placing_and_another_drawn_by_it() -> None:
    """The second one waits, and is shut out while the first piece is held."""
    state = position(board("I2-red r0@a1", hand="stray"), board(), available="I2-orange I3-red L3-red T4-red")
    state = play(state, "!stray(4)", "1:I2-orange r90@c2", card="stray")
    assert state.boards[0].hand == ("stray",)
    state = place(state)
    assert (state.turn, plays(state)) == (Turn(ONE, "reserved"), [])
    state = place(play(state, lawful(state)[0]))
    assert "!stray(1)" in plays(state)


@pytest.mark.clause("AC-16", "AC-12")
def test_jealous_earns_a_photo_for_after_the_piece() -> None:
    state = position(board("I2-red r0@a1", hand="jealous", collected=3), board(violet=1), board())
    state = play(state, "!jealous(1,violet)")
    assert not [text for text in lawful(state) if text.startswith("+")]
    assert [text for text in lawful(place(state)) if text.startswith("+")]
