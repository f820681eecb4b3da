"""What a seat can want."""

from domain.catrina.cells import Cell
from domain.catrina.tiles import Turn
from domain.kernel.messages import Command


class Take(Command, frozen=True, tag="take"):
    """Take the tile at one end of a row and place it in one's village (VC-3, VC-4).

    `space` is a row's letter and `1` for its first tile or `$` for its last: "A1", "B$"; a single tile is "A1".
    """

    space: str
    cell: Cell
    turn: Turn


class Place(Command, frozen=True, tag="place"):
    """Place the extra tile that was drawn (VC-9)."""

    cell: Cell
    turn: Turn


CatrinaCommand = Take | Place
