"""Opportunity cards (AC-11, AC-14 to AC-21) and cat photos (AC-13), in the order of the rules."""

from domain.acuarella.commands import Exchange, Guard, Guess, Insist, LayPhoto, Parade, Purr, Reserve, Rob
from domain.acuarella.course import Course
from domain.acuarella.edition import Card
from domain.acuarella.events import (
    Exchanged,
    Guarded,
    Guessed,
    Insisted,
    Paraded,
    PhotosLaid,
    Purred,
    Reserved,
    Robbed,
)
from domain.acuarella.placing import refill
from domain.acuarella.state import (
    IMMEDIATE,
    any_fits,
    covered,
    leaves_enough,
    photos_in_stock,
    richest,
    row,
    wildcards_left,
)
from domain.acuarella.turns import go_on, note_full, stop_if_stuck
from domain.kernel.messages import Seat
from domain.kernel.refusal import Refusal


def lay_photo(course: Course, seat: Seat, command: LayPhoto) -> None:
    """AC-13: one from the stock on an empty cell, after the piece."""
    known, board = course.known, course.board(seat)
    if not course.turn.placed:
        raise Refusal("place-first", "AC-13")
    if not photos_in_stock(course.edition, board):
        raise Refusal("no-photo", "AC-12", every=course.edition.play.photo_every)
    if command.cell not in known.grid.cells:
        raise Refusal("no-such-cell", "AC-13", cell=command.cell)
    if covered(known, board) >> known.grid.cells[command.cell] & 1:
        raise Refusal("covered", "AC-13", cell=command.cell)
    course.add(PhotosLaid(seat, (command.cell,)))
    note_full(course, seat)
    go_on(course)


def _check_timing(course: Course, seat: Seat, card: Card) -> None:
    """AC-11."""
    turn, hand = course.turn, course.board(seat).hand
    if card not in hand:
        raise Refusal("card-not-held", "AC-11")
    if turn.card_played:
        raise Refusal("one-card-a-turn", "AC-11")
    if card == "purring":
        if not turn.placed:
            raise Refusal("place-first", "AC-11")
        if hand.count(card) == turn.fresh.count(card):
            raise Refusal("drawn-this-turn", "AC-11")
    elif turn.placed and card not in IMMEDIATE:
        raise Refusal("before-placing", "AC-11")
    elif turn.placed and card not in turn.fresh:
        raise Refusal("only-when-drawn", "AC-11")


def _check_nothing_reserved(course: Course, seat: Seat) -> None:
    """AC-20: who holds a reserved piece plays no card that chooses another."""
    if course.board(seat).reserved is not None:
        raise Refusal("holds-reserved", "AC-20")


def psychic(course: Course, seat: Seat, command: Guess) -> None:
    """AC-14: a piece is drawn and goes back; the guess was right if it has the colour named."""
    known, bag = course.known, course.state.bag
    _check_timing(course, seat, "psychic")
    _check_nothing_reserved(course, seat)
    if command.colour not in known.colours:
        raise Refusal("no-such-colour", "AC-14", colour=command.colour)
    if not bag:
        raise Refusal("bag-empty", "AC-14")
    piece = course.chance.choose(bag, "guess")
    right = known.colour[piece] == known.colours[command.colour]
    chooses = right and any_fits(known, course.board(seat), tuple(dict.fromkeys(bag)))
    course.add(Guessed(seat, command.colour, known.pieces[piece], chooses))


def purring(course: Course, seat: Seat, _: Purr) -> None:
    """AC-15: a wildcard for a union that gave nothing yet, twice if possible."""
    _check_timing(course, seat, "purring")
    unpaid = course.board(seat).unpaid
    if not unpaid:
        raise Refusal("no-unpaid-union", "AC-15")
    course.add(Purred(seat, min(course.edition.wildcards.at_once, unpaid, wildcards_left(course.state))))
    go_on(course)


def jealous(course: Course, seat: Seat, command: Rob) -> None:
    """AC-16: a pigment one does not have, from whoever of the others has the most."""
    known = course.known
    _check_timing(course, seat, "jealous")
    if command.pigment not in known.pigment:
        raise Refusal("no-such-pigment", "AC-16", pigment=command.pigment)
    pigment = known.pigment[command.pigment]
    most = richest(course.state, seat)
    if command.victim not in most:
        raise Refusal("not-the-richest", "AC-16", seats=most)
    if course.board(seat).pigments[pigment]:
        raise Refusal("already-yours", "AC-16", pigment=command.pigment)
    if not course.board(command.victim).pigments[pigment]:
        raise Refusal("not-theirs", "AC-16", pigment=command.pigment)
    course.add(Robbed(seat, command.victim, command.pigment))


def stubborn(course: Course, seat: Seat, _: Insist) -> None:
    """AC-17: this turn's piece is a replacement piece."""
    _check_timing(course, seat, "stubborn")
    _check_nothing_reserved(course, seat)
    if not any_fits(course.known, course.board(seat), course.state.replacement):
        raise Refusal("no-replacement-fits", "AC-17")
    course.add(Insisted(seat))


def parade(course: Course, seat: Seat, _: Parade) -> None:
    """AC-18."""
    _check_timing(course, seat, "parade")
    course.add(Paraded(seat))
    stop_if_stuck(course, seat)


def guardian(course: Course, seat: Seat, _: Guard) -> None:
    """AC-19: the new pieces are drawn before the old ones go back."""
    _check_timing(course, seat, "guardian")
    bag, new = list(course.state.bag), []
    for _slot in course.state.available[: len(bag)]:
        new.append(course.chance.choose(bag, "guard"))
        bag.remove(new[-1])
    course.add(Guarded(seat, tuple(course.known.pieces[piece] for piece in new)))
    stop_if_stuck(course, seat)


def stray(course: Course, seat: Seat, command: Reserve) -> None:
    """AC-20: any piece of the row, if the seat can still place one in this turn."""
    _check_timing(course, seat, "stray")
    _check_nothing_reserved(course, seat)
    if command.source not in course.known.slots + course.known.replacements:
        raise Refusal("no-such-source", "AC-20", source=command.source)
    piece = row(course.state).get(command.source)
    if piece is None:
        raise Refusal("empty-slot", "AC-20", source=command.source)
    if not leaves_enough(course.state, command.source):
        raise Refusal("leaves-nothing", "AC-20")
    course.add(Reserved(seat, command.source, course.known.pieces[piece]))
    refill(course, command.source)
    if course.turn.placed:
        go_on(course)


def hairball(course: Course, seat: Seat, command: Exchange) -> None:
    """AC-21: a card of the discard pile for this one."""
    _check_timing(course, seat, "hairball")
    if command.card == "hairball":
        raise Refusal("no-second-hairball", "AC-21")
    if command.card not in course.state.discard:
        raise Refusal("not-discarded", "AC-21")
    course.add(Exchanged(seat, command.card))
    if course.turn.placed:
        go_on(course)
