"""What a match knows of itself."""

from collections.abc import Mapping

from msgspec import Struct

from domain.aqualin.edition import AqualinEdition
from domain.aqualin.messages import Slide
from domain.aqualin.reef import Cell, Tile
from domain.kernel.messages import Seat


class State(Struct, frozen=True):
    edition: AqualinEdition
    options: Mapping[str, str]
    reserve: tuple[Tile, ...]  # in edition order: the order in which it will be drawn does not exist (AQ-3)
    display: tuple[Tile, ...] = ()
    reef: dict[Cell, Tile] = {}  # never changed in place
    colours: Seat = Seat(0)  # who collects colours, once the goals are set
    first: Seat = Seat(0)  # who goes first, once that is set
    slide: Slide | None = None  # the slide of the latest turn, and
    placed: Cell | None = None  # where it placed its tile; None in the middle of a turn
    left: Seat | None = None  # the seat that left


def other(seat: Seat) -> Seat:
    return Seat(1 - seat)


def turn(state: State) -> Seat:
    """Whose turn it is: each turn leaves one more tile on the reef."""
    return Seat((state.first + len(state.reef)) % 2)


def over(state: State) -> bool:
    """When every tile is on the reef (AQ-11), or a seat has left (AQ-16)."""
    return len(state.reef) == state.edition.grid.size or state.left is not None
