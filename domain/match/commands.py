"""What players, and the house itself, want of a match beside playing: the commands of the envelope."""

from typing import Literal
from uuid import UUID

from msgspec import Struct

from domain.kernel.messages import Command, Seat

Visibility = Literal["public", "unlisted", "private"]

THE_HOUSE = UUID(int=0)  # the actor of what nobody asked for: seals


class Origin(Struct, frozen=True, forbid_unknown_fields=True):
    """The match that this one follows, and the players for whom it reserves the seats."""

    kind: Literal["rematch"]
    match: UUID
    reserved: tuple[UUID, ...]


class EnvelopeCommand(Command, frozen=True):
    """The base of the commands below; what does not derive from it is a game's own."""


class Create(EnvelopeCommand, frozen=True, tag="create"):
    """A new match, with everything it pins already chosen: rules version, edition by digest, every option.

    `seed` is set (64 hex digits) when the creator chose it.
    """

    game: str
    rules_version: int
    edition: str
    edition_digest: str
    seats: int
    options: dict[str, str]
    visibility: Visibility = "public"
    rated: bool = True
    autostart: bool = False
    seed: str | None = None
    origin: Origin | None = None


class Sit(EnvelopeCommand, frozen=True, tag="sit"):
    """Take a seat, or the first free one. The salt is the sitter's share in the match key.

    `name` is what the player is called in this match, written by the service so that a record can be read alone.
    """

    seat: Seat | None = None
    salt: str = ""
    name: str = ""


class Stand(EnvelopeCommand, frozen=True, tag="stand"):
    seat: Seat


class Cancel(EnvelopeCommand, frozen=True, tag="cancel"):
    pass


class Start(EnvelopeCommand, frozen=True, tag="start"):
    pass


class Resign(EnvelopeCommand, frozen=True, tag="resign"):
    pass


class Close(EnvelopeCommand, frozen=True, tag="close"):
    """An administrator ends a match that nobody will finish. `seed_lost` when its seed cannot be revealed any more."""

    reason: str
    seed_lost: bool = False


class Seal(EnvelopeCommand, frozen=True, tag="seal"):
    """The house signs the hash of the step before: Ed25519, public key and signature in hex."""

    public_key: str
    signature: str


EnvelopeCommands = Create | Sit | Stand | Cancel | Start | Resign | Close | Seal
