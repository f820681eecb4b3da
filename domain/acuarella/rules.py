"""Acuarella: setting up, deciding a command, leaving. The clauses stand in RULES.md."""

from collections.abc import Callable
from typing import Any

from domain.acuarella.cards import (
    guardian,
    hairball,
    jealous,
    lay_photo,
    parade,
    psychic,
    purring,
    stray,
    stubborn,
)
from domain.acuarella.commands import (
    AcuarellaCommand,
    Done,
    Exchange,
    Guard,
    Guess,
    Insist,
    LayPhoto,
    Meow,
    Parade,
    Place,
    Purr,
    Reserve,
    Rob,
)
from domain.acuarella.course import Course
from domain.acuarella.edition import BY_LOT, AcuarellaEdition
from domain.acuarella.events import AcuarellaEvent, Decided, FirstChosen, FirstDrawn, Left, Meowed, RowLaid
from domain.acuarella.legal import legal
from domain.acuarella.placing import place
from domain.acuarella.state import State, at_table, initial
from domain.acuarella.turns import end_turn, leave_one, next_turn
from domain.kernel.chance import Chance
from domain.kernel.game import Options
from domain.kernel.messages import Seat
from domain.kernel.refusal import Refusal


def start(edition: AcuarellaEdition, seats: int, options: Options) -> State:
    first = options.get("first", BY_LOT)
    if first != BY_LOT and int(first) >= seats:
        raise Refusal("no-such-first", "AC-3", seats=seats)
    return initial(edition, seats, options)


def setup(state: State, chance: Chance) -> list[AcuarellaEvent]:
    """The row (AC-1), who begins (AC-3) and the piece of the first turn (AC-4)."""
    course = Course(state, chance)
    first, seats = state.options.get("first", BY_LOT), len(state.boards)
    course.add(FirstChosen(Seat(chance.below(seats, "first") if first == BY_LOT else int(first))))
    bag, row, slots = list(state.bag), [], state.edition.play.slots
    for _ in range(2 * slots):
        row.append(chance.choose(bag, "row"))
        bag.remove(row[-1])
    names = tuple(course.known.pieces[piece] for piece in row)
    course.add(RowLaid(names[:slots], names[slots:]))
    course.add(FirstDrawn(course.known.pieces[chance.choose(course.state.bag, "first-piece")]))
    return course.events


def decide(state: State, seat: Seat, command: AcuarellaCommand, chance: Chance) -> list[AcuarellaEvent]:
    if state.tied and not isinstance(command, Meow):
        raise Refusal("only-meows", "AC-26")
    course = Course(state, chance)
    _DECIDE[type(command)](course, seat, command)
    return course.events


def _done(course: Course, _: Seat, __: Done) -> None:
    """No passing: a turn ends only after its piece (AC-5, AC-11)."""
    if not course.turn.placed:
        raise Refusal("no-passing", "AC-5")
    end_turn(course)


def _meow(course: Course, seat: Seat, command: Meow) -> None:
    """AC-26: the match ends when every tied seat has spoken."""
    tied = course.state.tied
    if not tied:
        raise Refusal("no-tie", "AC-26")
    if command.best is not None and command.best not in tied:
        raise Refusal("not-tied", "AC-26", seats=tied)
    course.add(Meowed(seat, command.best))
    _end_meows(course)


def _end_meows(course: Course) -> None:
    state = course.state
    assert state.end is not None
    if len(state.verdicts) == len(state.tied) or len(at_table(state)) == 1:
        course.add(Decided(state.end.reason))


_DECIDE: dict[type, Callable[[Course, Seat, Any], None]] = {
    Place: place,
    LayPhoto: lay_photo,
    Done: _done,
    Guess: psychic,
    Purr: purring,
    Rob: jealous,
    Insist: stubborn,
    Parade: parade,
    Guard: guardian,
    Reserve: stray,
    Exchange: hairball,
    Meow: _meow,
}


def leave(state: State, seat: Seat, chance: Chance) -> list[AcuarellaEvent]:
    """A seat plays no more. The match goes on while two are left; in the meow phase the leaver shares (AC-26)."""
    course = Course(state, chance)
    course.add(Left(seat))
    if state.tied:
        _end_meows(course)
    elif len(at_table(course.state)) == 1:
        leave_one(course)
    elif state.turn is not None and state.turn.seat == seat:
        next_turn(course)
    return course.events


def default(state: State, seat: Seat) -> AcuarellaCommand:
    """When time is over: the first placing, or else the end of the turn; in the meow phase, sharing (AC-26)."""
    commands = legal(state, seat)
    return commands[0] if state.turn is not None and not state.turn.placed else commands[-1]


def most_steps(edition: AcuarellaEdition, seats: int, _: Options) -> int:
    """Each piece costs a seat at most three commands (a card, the piece, the end of the turn) and covers at least the
    cells of the smallest shape; each photo costs one and covers one. Then there may be turns that a card ends before
    the piece, the meow, and leaving."""
    cells = edition.board.columns * edition.board.rows
    smallest = min(sum(row.count("#") for row in shape.rows) for shape in edition.shapes)
    return seats * (3 * (cells // smallest) + cells + 1 + edition.play.final_turns + 2)
