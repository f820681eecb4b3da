"""What a seat may do now, written out."""

from domain.kernel.messages import Seat
from domain.puzzilli.commands import Feed, LetGo, Place, Pull, PuzzilliCommand, Reach
from domain.puzzilli.rules import actors
from domain.puzzilli.state import Holdings, State, fitting, takeable


def legal(state: State, seat: Seat) -> tuple[PuzzilliCommand, ...]:
    """Every lawful command of the seat, pieces and cells in the edition's order."""
    if seat not in actors(state):
        return ()
    own = state.seats[seat]
    match state.phase:
        case "draw" if own.hand is None:
            return (Reach(),)
        case "draw":
            return (Pull(),) if own.final else (Pull(), LetGo())
        case "place":
            return _placings(state, own)
        case _:
            return tuple([Feed(piece) for piece in state.edition.pieces_of[1 + seat] if piece in own.supply])


def default(state: State, seat: Seat) -> PuzzilliCommand:
    """For a seat whose time is over: it pulls what its hand finds, and then takes the first choice there is."""
    return legal(state, seat)[0]


def _placings(state: State, own: Holdings) -> tuple[PuzzilliCommand, ...]:
    assert own.pulled is not None  # who has still to place has pulled
    pieces = takeable(state, own.board) if own.pulled == state.edition.special else [own.pulled]
    return tuple([Place(piece, cell) for piece in pieces for cell in fitting(state.edition, own.board, piece)])
