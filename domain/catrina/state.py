"""A match as it stands."""

from msgspec import Struct

from domain.catrina.board import Row
from domain.catrina.cells import CENTRE, Cell
from domain.catrina.edition import CatrinaEdition
from domain.catrina.tiles import TileId, Turn
from domain.kernel.messages import Seat


class Placed(Struct, frozen=True):
    """A tile in a village; `joined` are the indices of its paths that are connected to the starting tile (VC-6)."""

    tile: TileId
    turn: Turn
    joined: tuple[int, ...] = ()


class BalloonTile(Struct, frozen=True):
    value: int
    golden: bool = False


class Housed(Struct, frozen=True):
    """A chimera and the cells of its pedestal."""

    chimera: str
    cells: tuple[Cell, ...]


class Village(Struct, frozen=True):
    """What lies before one seat, open to all.

    `counts` are the connected elements by id; those there are none of are absent. `free` are the cells where a tile
    may be placed, in reading order.
    """

    tiles: dict[Cell, Placed]
    free: tuple[Cell, ...]
    counts: dict[str, int]
    balloons: dict[str, BalloonTile] = {}
    chimeras: tuple[Housed, ...] = ()
    latest: Cell = CENTRE


class State(Struct, frozen=True):
    """`bag` is in edition order. `owed` are the stalls whose extra tiles are still to be drawn, `extra` is the tile
    that the seat whose turn it is must place. `left` are the seats that left, in the order in which they did."""

    edition: CatrinaEdition
    options: dict[str, str]
    seats: int
    bag: tuple[TileId, ...]
    starts: tuple[TileId, ...]
    stacks: dict[str, tuple[int, ...]]  # balloon tiles left by colour, the top one first
    chimeras: dict[str, int]  # chimeras left by size
    villages: tuple[Village, ...] = ()
    rows: tuple[Row, ...] = ()
    round: int = 0
    token: Seat | None = None
    turn: Seat | None = None  # nobody's before the first round and after the end
    extra: TileId | None = None
    owed: tuple[str, ...] = ()
    left: tuple[Seat, ...] = ()
    ended: str = ""
