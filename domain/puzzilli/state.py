"""Where everything lies, and what each event moves."""

from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from domain.kernel.messages import Seat
from domain.puzzilli.edition import Cell, Kind, PuzzilliEdition
from domain.puzzilli.events import (
    AllPlaced,
    AllPulled,
    Ending,
    Fed,
    Felt,
    Finished,
    Grasped,
    Left,
    Placed,
    Pulled,
    PuzzilliEvent,
    Reached,
    Released,
    RoundBegan,
    Taken,
    ToppedUp,
    WentWithout,
)

Phase = Literal["set-up", "draw", "place", "feed", "over"]
Counts = tuple[int, ...]
"""How many there are of each kind."""

Board = tuple[Kind | None, ...]
"""What lies on each cell."""


class Options(Struct, frozen=True):
    end: Literal["finish-round", "at-once"]
    shell: Literal["distinct-colours", "every-neighbour"]
    coin: Literal["distinct-shapes", "every-non-coin"]
    latecomer: Literal["last-pull", "most-reaches"]


class Holdings(Struct, frozen=True):
    """What a seat has, and what it has done this round. Its supply lies in the state's `stock`.

    `hand` is the piece that its hand holds in the bag, `pulled` the one in front of it: a doubloon until another piece
    is taken for it, or what is set aside. `done`: nothing is left for it to do in this phase.
    """

    seat: Seat
    board: Board
    tokens: int = 0
    reaches: int = 0
    hand: Kind | None = None
    final: bool = False
    pulled: Kind | None = None
    done: bool = False


class State(Struct, frozen=True):
    """`bag` is without what hands hold in it. `stock` is what lies open: each colour in the supply of its seat, or in
    the reserve when nobody plays it. `pulls`: who has pulled this round, in order. `gone`: doubloons out of the match.
    """

    edition: PuzzilliEdition
    options: Options
    bag: Counts
    stock: Counts
    seats: tuple[Holdings, ...]
    phase: Phase = "set-up"
    round: int = 0
    pulls: tuple[Seat, ...] = ()
    left: tuple[Seat, ...] = ()
    gone: int = 0
    ending: Ending = ""


def staying(state: State) -> tuple[Seat, ...]:
    """The seats still in the match."""
    return tuple(own.seat for own in state.seats if own.seat not in state.left)


def tokens_left(state: State) -> int:
    return state.edition.latecomer.tokens - sum(own.tokens for own in state.seats)


def reserve_colours(state: State) -> range:
    """The colours that nobody plays: those after the seats' own."""
    return range(1 + len(state.seats), len(state.edition.colours))


def fitting(edition: PuzzilliEdition, board: Board, kind: Kind) -> list[Cell]:
    """The empty cells with no neighbour of the piece's colour (PZ-6), in the edition's order."""
    colour_of, neighbours = edition.colour_of, edition.neighbours
    colour, barred = colour_of[kind], set[int]()
    for cell, there in enumerate(board):
        if there is not None and colour_of[there] == colour:
            barred.update(neighbours[cell])
    return [Cell(cell) for cell, there in enumerate(board) if there is None and cell not in barred]


def takeable(state: State, board: Board) -> list[Kind]:
    """What a doubloon may bring to this board: kinds in supplies and reserve that fit somewhere (PZ-7)."""
    edition, found = state.edition, list[Kind]()
    for kinds in edition.kinds_of:
        in_stock = [kind for kind in kinds if state.stock[kind]]
        if in_stock and fitting(edition, board, in_stock[0]):  # only the colour matters
            found += in_stock
    return found


def can_place(state: State, own: Holdings) -> bool:
    """Whether what the seat pulled, or what its doubloon may bring, fits on its board (PZ-7, PZ-10)."""
    if own.pulled == state.edition.special:
        return bool(takeable(state, own.board))
    return own.pulled is not None and bool(fitting(state.edition, own.board, own.pulled))


def evolve(state: State, event: PuzzilliEvent) -> State:
    """The state after an event; total on what the rules produce."""
    match event:
        case Reached(seat, final):
            return _own(state, seat, reaches=state.seats[seat].reaches + 1, final=final)
        case Felt():
            return state  # the piece that was grasped says it already
        case Grasped(seat, piece):
            kind = state.edition.kind(piece)
            return replace(_own(state, seat, hand=kind), bag=_count(state.bag, kind, -1))
        case Released(seat):
            return _let_slip(state, seat)
        case Pulled(seat, piece):
            kind = state.edition.kind(piece)
            state = _own(state, seat, hand=None, final=False, pulled=kind, done=True)
            return replace(state, pulls=(*state.pulls, seat), gone=state.gone + (kind == state.edition.special))
        case AllPulled(late, stuck, ending):
            over = ending != "" and state.options.end == "at-once"
            state = replace(state, phase="place", ending=ending)
            state = _own(state, late, tokens=state.seats[late].tokens + 1)
            return _all_to_do(state, {own.seat for own in state.seats if over or own.seat in stuck})
        case Taken(seat, piece):
            kind = state.edition.kind(piece)
            return replace(_own(state, seat, pulled=kind), stock=_count(state.stock, kind, -1))
        case Placed(seat, piece, cell):
            at, board = state.edition.cell(cell), state.seats[seat].board
            board = (*board[:at], state.edition.kind(piece), *board[at + 1 :])
            return _own(state, seat, board=board, pulled=None, done=True)
        case WentWithout(seat):
            return _own(state, seat, pulled=None, done=True)
        case AllPlaced():
            state = replace(state, phase="feed")
            return _all_to_do(state, {own.seat for own in state.seats if not supply(state, own.seat)})
        case Fed(seat, piece):
            return _into_bag(_own(state, seat, done=True), state.edition.kind(piece))
        case ToppedUp(piece):
            return _into_bag(state, state.edition.kind(piece))
        case RoundBegan(number):
            seats = tuple(Holdings(own.seat, own.board, own.tokens) for own in state.seats)
            return _all_to_do(replace(state, seats=seats, phase="draw", round=number, pulls=()), set())
        case Left(seat):
            return _leave(state, seat)
        case Finished(reason):
            return _all_to_do(replace(state, phase="over", ending=reason), set(staying(state)))


def supply(state: State, seat: Seat) -> list[Kind]:
    """The kinds of the seat's own colour that lie in its supply."""
    return [kind for kind in state.edition.kinds_of[1 + seat] if state.stock[kind]]


def _own(state: State, seat: Seat, **changes: Any) -> State:
    seats = state.seats
    return replace(state, seats=(*seats[:seat], replace(seats[seat], **changes), *seats[seat + 1 :]))


def _all_to_do(state: State, but: set[Seat]) -> State:
    """A phase begins: all have something to do, but for those named and those that left."""
    seats = tuple(replace(own, done=own.seat in but or own.seat in state.left) for own in state.seats)
    return replace(state, seats=seats)


def _count(counts: Counts, kind: Kind, change: int) -> Counts:
    return (*counts[:kind], counts[kind] + change, *counts[kind + 1 :])


def _into_bag(state: State, kind: Kind) -> State:
    return replace(state, stock=_count(state.stock, kind, -1), bag=_count(state.bag, kind, +1))


def _let_slip(state: State, seat: Seat) -> State:
    hand = state.seats[seat].hand
    assert hand is not None  # nobody lets go of nothing
    return replace(_own(state, seat, hand=None, final=False), bag=_count(state.bag, hand, +1))


def _leave(state: State, seat: Seat) -> State:
    pulled = state.seats[seat].pulled
    if state.seats[seat].hand is not None:
        state = _let_slip(state, seat)
    elif pulled is not None and pulled != state.edition.special:
        state = replace(state, bag=_count(state.bag, pulled, +1))
    pulls = tuple(other for other in state.pulls if other != seat)
    return replace(_own(state, seat, pulled=None, done=True), pulls=pulls, left=(*state.left, seat))
