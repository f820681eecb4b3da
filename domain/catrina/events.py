"""What can happen. Everything lies open, so every event is for all."""

from domain.catrina.cells import Cell
from domain.catrina.tiles import TileId, Turn
from domain.kernel.messages import Event, Seat


class StartsDealt(Event, frozen=True, tag="starts_dealt"):
    """A starting tile for each seat (VC-1)."""

    tiles: tuple[TileId, ...]


class RoundBegan(Event, frozen=True, tag="round_began"):
    """The board is filled from the bag and the token is with the seat that begins (VC-1, VC-10)."""

    round: int
    token: Seat
    rows: tuple[tuple[TileId, ...], ...]


class TileTaken(Event, frozen=True, tag="tile_taken"):
    """A tile went from the board to a village (VC-3, VC-4)."""

    seat: Seat
    space: str
    tile: TileId
    cell: Cell
    turn: Turn


class ExtraPlaced(Event, frozen=True, tag="extra_placed"):
    """The extra tile went to its village (VC-9)."""

    seat: Seat
    tile: TileId
    cell: Cell
    turn: Turn


class BalloonTaken(Event, frozen=True, tag="balloon_taken"):
    """Enough balloons of a colour: the top tile of its stack (VC-7)."""

    seat: Seat
    colour: str
    value: int


class BalloonFlipped(Event, frozen=True, tag="balloon_flipped"):
    """More of them still: the tile turns golden and is now worth `value` (VC-7)."""

    seat: Seat
    colour: str
    value: int


class ChimeraCame(Event, frozen=True, tag="chimera_came"):
    """A closed pedestal of its size drew a chimera; `cells` are the pedestal's tiles (VC-8)."""

    seat: Seat
    chimera: str
    cells: tuple[Cell, ...]


class StallDoubled(Event, frozen=True, tag="stall_doubled"):
    """The second stall of a type: an extra tile is owed (VC-9)."""

    seat: Seat
    stall: str


class ExtraDrawn(Event, frozen=True, tag="extra_drawn"):
    """The extra tile owed for a stall, out of the bag and now to be placed (VC-9)."""

    seat: Seat
    stall: str
    tile: TileId


class ExtrasMissed(Event, frozen=True, tag="extras_missed"):
    """The bag is empty: what was owed for these stalls never comes (VC-9)."""

    seat: Seat
    stalls: tuple[str, ...]


class TurnPassed(Event, frozen=True, tag="turn_passed"):
    """The turn is complete; the next seat's begins (VC-2)."""

    to: Seat


class SeatLeft(Event, frozen=True, tag="seat_left"):
    """A seat left; its extra tile, if one was pending, is back in the bag (VC-13)."""

    seat: Seat
    returned: TileId | None


class MatchFinished(Event, frozen=True, tag="match_finished"):
    """The match is over: `reason` is "rounds", "tiles" or "alone" (VC-10, VC-13)."""

    reason: str


CatrinaEvent = (
    StartsDealt
    | RoundBegan
    | TileTaken
    | ExtraPlaced
    | BalloonTaken
    | BalloonFlipped
    | ChimeraCame
    | StallDoubled
    | ExtraDrawn
    | ExtrasMissed
    | TurnPassed
    | SeatLeft
    | MatchFinished
)
