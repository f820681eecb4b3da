"""How turns begin and end, and the end of the match (AC-3, AC-5, AC-13, AC-22, AC-24 to AC-26)."""

from domain.acuarella.cats import assemble
from domain.acuarella.course import Course
from domain.acuarella.events import (
    BoardFilled,
    CatAssembled,
    Decided,
    Ending,
    EndTriggered,
    PhotosLaid,
    Returned,
    Tied,
    TurnBegan,
    TurnSkipped,
)
from domain.acuarella.geometry import bits
from domain.acuarella.legal import after_placing
from domain.acuarella.scoring import leaders
from domain.acuarella.state import (
    State,
    any_fits,
    at_table,
    choices,
    covered,
    fits,
    is_full,
    photos_in_stock,
)
from domain.kernel.messages import Seat


def go_on(course: Course) -> None:
    """Once its piece is placed, a turn ends by itself when nothing else is lawful in it (AC-11)."""
    if not after_placing(course.state):
        end_turn(course)


def end_turn(course: Course) -> None:
    _close_last_turn(course, course.turn.seat)
    next_turn(course)


def next_turn(course: Course) -> None:
    """Clockwise to the first seat that can place something (AC-3); without one, to the count."""
    while (seat := _next_seat(course.state)) is not None:
        if _begin(course, seat):
            return
    assert course.state.end is not None
    count(course, course.state.end.reason)


def stop_if_stuck(course: Course, seat: Seat) -> None:
    """After Parade or Guardian: if nothing can be placed any more the turn is over, and the end triggered unless it
    was before (AC-22)."""
    board = course.board(seat)
    if any(fits(course.known, board, piece) for _, piece in choices(course.state)):
        return
    if course.state.end is None:
        _trigger(course, seat, "stuck-by-card")
        next_turn(course)
    else:
        end_turn(course)


def note_full(course: Course, seat: Seat) -> None:
    """A board that has just become full takes the next trophy, while there are any (AC-24)."""
    if is_full(course.known, course.board(seat)):
        before = len(course.state.full)
        course.add(BoardFilled(seat, before + 1 if before < len(course.edition.trophies) else 0))


def count(course: Course, reason: Ending) -> None:
    """The match is played: cats are assembled (AC-25), and seats tied for the victory meow (AC-26)."""
    for seat in at_table(course.state):
        for cat in assemble(course.known, course.board(seat).tiles):
            course.add(CatAssembled(seat, tuple(course.known.pieces[piece] for piece in cat)))
    first = leaders(course.state)
    if len(first) > 1:
        course.add(Tied(first))
    else:
        course.add(Decided(reason))


def leave_one(course: Course) -> None:
    """One seat is left at the table: its last turn is over, and so is the match."""
    for seat in at_table(course.state):
        lay_stock(course, seat)
    count(course, "left")


def lay_stock(course: Course, seat: Seat) -> None:
    """Photos still in stock are laid by themselves, on the lowest empty cells (AC-13)."""
    known, board = course.known, course.board(seat)
    empty = bits(known.grid.all & ~covered(known, board))
    laid = empty[: photos_in_stock(course.edition, board)]
    if laid:
        course.add(PhotosLaid(seat, tuple(known.grid.names[cell] for cell in laid)))
        note_full(course, seat)


def _next_seat(state: State) -> Seat | None:
    if state.end is not None:
        return state.end.turns[0] if state.end.turns else None
    assert state.turn is not None
    return _others(state, state.turn.seat)[0]


def _others(state: State, seat: Seat) -> tuple[Seat, ...]:
    """The other seats at the table, clockwise from this one."""
    seats = len(state.boards)
    here = at_table(state)
    return tuple(other for step in range(1, seats) if (other := Seat((seat + step) % seats)) in here)


def _begin(course: Course, seat: Seat) -> bool:
    """Begin a turn if the seat can place anything: the one test for the end (AC-22)."""
    known, board = course.known, course.board(seat)
    if board.reserved is not None:
        if fits(known, board, board.reserved):
            course.add(TurnBegan(seat, "reserved"))
            return True
        course.add(Returned(seat, known.pieces[board.reserved]))
    if any_fits(known, board, course.state.available):
        course.add(TurnBegan(seat, "available"))
        return True
    if course.state.end is None:
        _trigger(course, seat, "full" if is_full(known, board) else "stuck")
    else:
        course.add(TurnSkipped(seat))
        _close_last_turn(course, seat)
    return False


def _trigger(course: Course, seat: Seat, reason: Ending) -> None:
    course.add(EndTriggered(seat, reason, _others(course.state, seat) * course.edition.play.final_turns))
    lay_stock(course, seat)


def _close_last_turn(course: Course, seat: Seat) -> None:
    end = course.state.end
    if end is not None and seat not in end.turns:
        lay_stock(course, seat)
