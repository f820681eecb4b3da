"""What can happen. A reach is three events always, so that their number says nothing about what the hand found."""

from typing import ClassVar, Literal

from domain.kernel.messages import Event, Seat
from domain.puzzilli.edition import Cell, Piece

Ending = Literal["", "stuck", "last-token", "stuck-and-last-token", "bag-too-small", "one-seat-left"]
"""Why a match ends, "" while nothing has ended it. Several stuck seats are one ending like a single one (PZ-10)."""


class RoundBegan(Event, frozen=True, tag="round_began"):
    """All may reach (PZ-2)."""

    round: int


class Reached(Event, frozen=True, tag="reached"):
    """A hand in the bag has closed on a piece. `final` when it must be pulled now (PZ-4)."""

    seat: Seat
    final: bool


class Felt(Event, frozen=True, tag="felt"):
    """What touch tells the hand's owner: the shape, not the colour (PZ-3)."""

    audience: ClassVar[Literal["all", "seat", "nobody"]] = "seat"
    seat: Seat
    shape: str


class Grasped(Event, frozen=True, tag="grasped"):
    """The piece that the hand closed on: nobody knows it yet (PZ-3)."""

    audience: ClassVar[Literal["all", "seat", "nobody"]] = "nobody"
    seat: Seat
    piece: Piece


class Released(Event, frozen=True, tag="released"):
    """The piece in the hand is in the bag again (PZ-3)."""

    seat: Seat


class Pulled(Event, frozen=True, tag="pulled"):
    """The piece in the hand lies in front of everyone (PZ-3)."""

    reveals: ClassVar[bool] = True
    seat: Seat
    piece: Piece


class AllPulled(Event, frozen=True, tag="all_pulled"):
    """The look at once all have pulled: who takes the latecomer token (PZ-5), who is stuck, and whether this round is
    the last one (PZ-10). Now all may place (PZ-2)."""

    late: Seat
    stuck: tuple[Seat, ...]
    ending: Ending


class Taken(Event, frozen=True, tag="taken"):
    """For a doubloon, a piece out of a supply or the reserve: it lies in front of the seat now (PZ-7)."""

    seat: Seat
    piece: Piece


class Placed(Event, frozen=True, tag="placed"):
    """The piece in front of the seat is on its board (PZ-6)."""

    seat: Seat
    piece: Piece
    cell: Cell


class WentWithout(Event, frozen=True, tag="went_without"):
    """Another seat took the last piece that a doubloon could have brought (PZ-7)."""

    seat: Seat


class AllPlaced(Event, frozen=True, tag="all_placed"):
    """Now all feed the bag (PZ-2)."""


class Fed(Event, frozen=True, tag="fed"):
    """A piece went from its supply into the bag (PZ-8)."""

    seat: Seat
    piece: Piece


class ToppedUp(Event, frozen=True, tag="topped_up"):
    """A piece of a colour that nobody plays went from the reserve into the bag (PZ-9)."""

    piece: Piece


class Left(Event, frozen=True, tag="left"):
    """The seat plays no more; what its hand held or lay in front of it is in the bag, but for a doubloon pulled
    (PZ-18)."""

    seat: Seat


class Finished(Event, frozen=True, tag="finished"):
    """The boards are scored as they are."""

    reason: Ending


PuzzilliEvent = (
    RoundBegan
    | Reached
    | Felt
    | Grasped
    | Released
    | Pulled
    | AllPulled
    | Taken
    | Placed
    | WentWithout
    | AllPlaced
    | Fed
    | ToppedUp
    | Left
    | Finished
)
