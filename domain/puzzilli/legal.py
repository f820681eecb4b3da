"""What a seat may do now, written out."""

from domain.kernel.messages import Seat
from domain.puzzilli.commands import Feed, LetGo, Place, Pull, PuzzilliCommand, Reach
from domain.puzzilli.rules import actors
from domain.puzzilli.state import Holdings, State, fitting, supply, takeable


def legal(state: State, seat: Seat) -> tuple[PuzzilliCommand, ...]:
    """Every lawful command of the seat, pieces and cells in the edition's order."""
    if seat not in actors(state):
        return ()
    own, names = state.seats[seat], state.edition.names
    match state.phase:
        case "draw" if own.hand is None:
            return (Reach(),)
        case "draw":
            return (Pull(),) if own.final else (Pull(), LetGo())
        case "place":
            return _placings(state, own)
        case _:
            return tuple(Feed(names[kind]) for kind in supply(state, seat))


def default(state: State, seat: Seat) -> PuzzilliCommand:
    """For a seat whose time is over: it pulls what its hand finds, and then takes the first choice there is."""
    return legal(state, seat)[0]


def _placings(state: State, own: Holdings) -> tuple[PuzzilliCommand, ...]:
    edition = state.edition
    special = own.pulled == edition.special
    kinds = takeable(state, own.board) if special or own.pulled is None else [own.pulled]
    return tuple(
        Place(edition.names[kind], edition.board.cells[cell])
        for kind in kinds
        for cell in fitting(edition, own.board, kind)
    )
