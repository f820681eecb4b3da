"""What a seat may want, and what may happen."""

from msgspec import Struct, field

from domain.aqualin.reef import Cell, Tile
from domain.kernel.messages import Command, Event, Seat


class Slide(Struct, frozen=True, forbid_unknown_fields=True):
    """A tile's way along its row or column (AQ-8)."""

    start: Cell = field(name="from")
    end: Cell = field(name="to")


class Place(Command, frozen=True, tag="place", omit_defaults=True):
    """A whole turn: slide a tile if you wish, then place one of the display (AQ-6)."""

    tile: Tile
    cell: Cell
    slide: Slide | None = None


class Displayed(Event, frozen=True, tag="displayed"):
    """The first tiles were turned up (AQ-3)."""

    tiles: tuple[Tile, ...]


class GoalsSet(Event, frozen=True, tag="goals_set"):
    """One seat collects colours, the other types (AQ-4)."""

    colours: Seat


class FirstSet(Event, frozen=True, tag="first_set"):
    """Who goes first (AQ-5)."""

    seat: Seat


class Slid(Event, frozen=True, tag="slid"):
    start: Cell = field(name="from")
    end: Cell = field(name="to")


class Placed(Event, frozen=True, tag="placed"):
    tile: Tile
    cell: Cell


class Refilled(Event, frozen=True, tag="refilled"):
    """A tile was drawn from the reserve and joined the display."""

    tile: Tile


class Left(Event, frozen=True, tag="left"):
    """A seat has left, and the match is over (AQ-16)."""

    seat: Seat


Events = Displayed | GoalsSet | FirstSet | Slid | Placed | Refilled | Left
