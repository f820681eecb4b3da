"""What happened to a match beside its play: the events of the envelope."""

from typing import Annotated, ClassVar, Literal
from uuid import UUID

from msgspec import Meta, Struct

from domain.kernel.messages import Event, Seat
from domain.kernel.score import Result
from domain.match.commands import Origin, Visibility

# Bytes from outside are folded before they are decided again: no number in them may ask for a table without end.
MOST_SEATS = 64
NumberOfSeats = Annotated[int, Meta(ge=1, le=MOST_SEATS)]
SeatNumber = Annotated[Seat, Meta(ge=0, lt=MOST_SEATS)]


class Schemes(Struct, frozen=True, forbid_unknown_fields=True):
    """The numbers of the schemes that a match's bytes follow."""

    chain: int = 1
    draw: int = 1
    fingerprint: int = 1


class EnvelopeEvent(Event, frozen=True):
    """The base of the events below; what does not derive from it is a game's own."""


class Created(EnvelopeEvent, frozen=True, tag="created"):
    """Pins what the match is played by. `commitment` is SHA-256 of the seed, in hex; `seed` is set if it was chosen."""

    creator: UUID
    game: str
    rules_version: int
    edition: str
    edition_digest: str
    seats: NumberOfSeats
    options: dict[str, str]
    visibility: Visibility
    rated: bool
    autostart: bool
    commitment: str
    schemes: Schemes
    seed: str | None = None
    origin: Origin | None = None


class Sat(EnvelopeEvent, frozen=True, tag="sat"):
    seat: SeatNumber
    player: UUID
    salt: str
    name: str


class Stood(EnvelopeEvent, frozen=True, tag="stood"):
    seat: SeatNumber


class Cancelled(EnvelopeEvent, frozen=True, tag="cancelled"):
    pass


class Started(EnvelopeEvent, frozen=True, tag="started"):
    """From here on the match key is fixed; the set-up's events follow in the same step."""


class Resigned(EnvelopeEvent, frozen=True, tag="resigned"):
    seat: SeatNumber


class Ended(EnvelopeEvent, frozen=True, tag="ended"):
    """The match is over: how it stands, and each seat's total."""

    result: Result
    totals: tuple[int, ...]


class Closed(EnvelopeEvent, frozen=True, tag="closed"):
    """Ended by an administrator, without a result."""

    reason: str


class Revealed(EnvelopeEvent, frozen=True, tag="revealed"):
    """The seed, in hex; None when it is lost."""

    reveals: ClassVar[bool] = True
    seed: str | None


class Fingerprint(EnvelopeEvent, frozen=True, tag="fingerprint"):
    """Fingerprint scheme 1: SHA-256 over all parts of the view and the draw counters, in hex."""

    audience: ClassVar[Literal["all", "seat", "nobody"]] = "nobody"
    digest: str


class Sealed(EnvelopeEvent, frozen=True, tag="sealed"):
    public_key: str
    signature: str


EnvelopeEvents = (
    Created | Sat | Stood | Cancelled | Started | Resigned | Ended | Closed | Revealed | Fingerprint | Sealed
)
