"""Where everything lies, and what each event moves."""

from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from domain.kernel.messages import Seat
from domain.puzzilli.edition import Cell, Options, Piece, PuzzilliEdition
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
Heap = dict[Piece, int]
"""How many of each piece lie somewhere; what is not there is not named. Never changed, only replaced, like a board.
Its order says nothing: whoever goes through it does so in the edition's order."""

Board = dict[Cell, Piece]


class Holdings(Struct, frozen=True):
    """What a seat has, and what it has done this round.

    `hand` is the piece that its hand holds in the bag, `pulled` the one in front of it: a doubloon until another piece
    is taken for it, or what is set aside. `done`: nothing is left for it to do in this phase.
    """

    seat: Seat
    board: Board
    supply: Heap
    tokens: int = 0
    reaches: int = 0
    hand: Piece | None = None
    final: bool = False
    pulled: Piece | None = None
    done: bool = True


class State(Struct, frozen=True):
    """`bag` is without what hands hold in it. `pulls`: who has pulled this round, in order; `left`: who has left the
    match, in order. `gone`: doubloons out of the match. `ending`: why the match is over, or will be after this round.
    """

    edition: PuzzilliEdition
    options: Options
    bag: Heap
    reserve: Heap
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
    return state.edition.latecomer.tokens - sum([own.tokens for own in state.seats])


def stock(state: State, piece: Piece) -> int:
    """How many of a piece lie open, in the supply of its colour's seat or in the reserve."""
    owner = _owner(state, piece)
    return (state.reserve if owner is None else state.seats[owner].supply).get(piece, 0)


def fitting(edition: PuzzilliEdition, board: Board, piece: Piece) -> list[Cell]:
    """The empty cells with no neighbour of the piece's colour (PZ-6), in the edition's order."""
    colour_of, neighbours = edition.colour_of, edition.neighbours
    colour, barred = colour_of[piece], set[Cell]()
    for cell, there in board.items():
        if colour_of[there] == colour:
            barred.update(neighbours[cell])
    return [cell for cell in edition.board.cells if cell not in board and cell not in barred]


def takeable(state: State, board: Board) -> list[Piece]:
    """What a doubloon may bring to this board: pieces in supplies and reserve that fit somewhere (PZ-7)."""
    found = list[Piece]()
    for pieces in state.edition.pieces_of:
        in_stock = [piece for piece in pieces if stock(state, piece)]
        if in_stock and fitting(state.edition, board, in_stock[0]):  # only the colour matters
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
            return replace(_own(state, seat, hand=piece), bag=_counted(state.bag, piece, -1))
        case Released(seat):
            return _let_slip(state, seat)
        case Pulled(seat, piece):
            state = _own(state, seat, hand=None, final=False, pulled=piece, done=True)
            return replace(state, pulls=(*state.pulls, seat), gone=state.gone + (piece == state.edition.special))
        case AllPulled(late, stuck, ending):
            over = ending != "" and state.options.end == "at-once"
            state = replace(state, phase="place", ending=ending)
            state = _own(state, late, tokens=state.seats[late].tokens + 1)
            return _all_to_do(state, {own.seat for own in state.seats if over or own.seat in stuck})
        case Taken(seat, piece):
            return _own(_from_stock(state, piece), seat, pulled=piece)
        case Placed(seat, piece, cell):
            return _own(state, seat, board={**state.seats[seat].board, cell: piece}, pulled=None, done=True)
        case WentWithout(seat):
            return _own(state, seat, pulled=None, done=True)
        case AllPlaced():
            state = replace(state, phase="feed")
            return _all_to_do(state, {own.seat for own in state.seats if not own.supply})
        case Fed(seat, piece):
            return _own(_into_bag(_from_stock(state, piece), piece), seat, done=True)
        case ToppedUp(piece):
            return _into_bag(_from_stock(state, piece), piece)
        case RoundBegan(number):
            seats = tuple([Holdings(own.seat, own.board, own.supply, own.tokens) for own in state.seats])
            return _all_to_do(replace(state, seats=seats, phase="draw", round=number, pulls=()), set())
        case Left(seat):
            return _leave(state, seat)
        case Finished(reason):
            return _all_to_do(replace(state, phase="over", ending=reason), set(staying(state)))


def _own(state: State, seat: Seat, **changes: Any) -> State:
    seats = state.seats
    return replace(state, seats=(*seats[:seat], replace(seats[seat], **changes), *seats[seat + 1 :]))


def _all_to_do(state: State, but: set[Seat]) -> State:
    """A phase begins: all have something to do, but for those named and those that left."""
    seats = tuple([replace(own, done=own.seat in but or own.seat in state.left) for own in state.seats])
    return replace(state, seats=seats)


def _counted(heap: Heap, piece: Piece, change: int) -> Heap:
    count = heap.get(piece, 0) + change
    if count:
        return {**heap, piece: count}
    return {other: many for other, many in heap.items() if other != piece}


def _owner(state: State, piece: Piece) -> Seat | None:
    """The seat whose colour the piece has: the first colour is nobody's, the next ones are the seats'."""
    colour = state.edition.colour_of.get(piece, 0)
    return Seat(colour - 1) if 0 < colour <= len(state.seats) else None


def _from_stock(state: State, piece: Piece) -> State:
    owner = _owner(state, piece)
    if owner is None:
        return replace(state, reserve=_counted(state.reserve, piece, -1))
    return _own(state, owner, supply=_counted(state.seats[owner].supply, piece, -1))


def _into_bag(state: State, piece: Piece) -> State:
    return replace(state, bag=_counted(state.bag, piece, +1))


def _let_slip(state: State, seat: Seat) -> State:
    hand = state.seats[seat].hand
    assert hand is not None  # nobody lets go of nothing
    return _into_bag(_own(state, seat, hand=None, final=False), hand)


def _leave(state: State, seat: Seat) -> State:
    pulled = state.seats[seat].pulled
    if state.seats[seat].hand is not None:
        state = _let_slip(state, seat)
    elif pulled is not None and pulled != state.edition.special:
        state = _into_bag(state, pulled)
    pulls = tuple(other for other in state.pulls if other != seat)
    return replace(_own(state, seat, pulled=None, done=True), pulls=pulls, left=(*state.left, seat))
