"""How a decided step is written: an open part, and sealed parts for one seat or for nobody yet.

`{"command": …, "events": [...], "at": [0, 2], "draws": [["reserve", 5]]}` is the open part; `at` gives each event's
place among all events of the step and is left out when none is sealed. A sealed part is
`{"to": seat or null, "at": …, "events": …}`; the sealed column is `[{"nonce": hex, "part": …}]`, or empty.
"""

import hashlib
import hmac
import struct
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Generic, TypeVar, cast

import msgspec
from msgspec import Raw, Struct

from domain.kernel.catalogue import AnyGame, union_members
from domain.kernel.chance import length_prefixed
from domain.kernel.codec import encode
from domain.kernel.messages import Audience, Command, Event, Seat
from domain.match.commands import EnvelopeCommands
from domain.match.events import EnvelopeEvents

C = TypeVar("C")
E = TypeVar("E")
_OWN_TAGS = {type_.__struct_config__.tag for type_ in union_members(EnvelopeEvents)}
_NONCE_TAIL = struct.Struct(">QI")

Draws = tuple[tuple[str, int], ...]


class Open(Struct, Generic[C, E], frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    command: C
    events: tuple[E, ...]
    at: tuple[int, ...] = ()
    draws: Draws = ()


class Part(Struct, Generic[E], frozen=True, forbid_unknown_fields=True):
    to: Seat | None
    at: tuple[int, ...]
    events: tuple[E, ...]


class SealedPart(Struct, frozen=True, forbid_unknown_fields=True):
    nonce: str
    part: Raw


class _Tagged(Struct):
    type: str


class Filed(Struct, frozen=True, gc=False):
    """A step read back, as far as somebody may or can: the command, the events in decide's order, the draws.

    `unreadable` says why only the envelope's events are here; then there is no command.
    """

    command: Command | None
    events: tuple[Event, ...]
    draws: Draws
    unreadable: str = ""


class Unreadable(ValueError):
    """Stored bytes that are not a step of this game."""


_sealed_decoder = msgspec.json.Decoder(tuple[SealedPart, ...])


class Codec:
    """Reads the steps of one game; without a game, what the envelope alone can have written."""

    def __init__(self, game: AnyGame | None = None) -> None:
        commands: Any = EnvelopeCommands if game is None else EnvelopeCommands | game.commands
        events: Any = EnvelopeEvents if game is None else EnvelopeEvents | game.events
        self._open: Callable[[bytes], Open[Command, Event]] = msgspec.json.Decoder(Open[commands, events]).decode
        self._part: Callable[[Any], Part[Event]] = msgspec.json.Decoder(Part[events]).decode
        self.legacy = any(hasattr(type_, "upcast") for type_ in union_members(events))

    def read(
        self, open_: bytes, sealed: bytes = b"", audience: Audience | None = None, *, as_stored: bool = False
    ) -> Filed:
        """Without an audience everything is read, sealed or not. Events of older releases become today's, unless
        wanted as stored. Raises `Unreadable`."""
        try:
            opened = self._open(open_)
            events = opened.events
            if sealed:
                placed = dict(zip(opened.at or range(len(events)), events, strict=True))
                for sealed_part in _sealed_decoder.decode(sealed):
                    part = self._part(sealed_part.part)
                    if audience is None or audience == "arbiter" or part.to == audience:
                        placed.update(zip(part.at, part.events, strict=True))
                events = tuple(placed[place] for place in sorted(placed))
        except (msgspec.DecodeError, ValueError, RecursionError) as error:
            raise Unreadable(str(error)) from error
        if self.legacy and not as_stored:
            events = tuple(map(upcast, events))
        return Filed(opened.command, events, opened.draws)


def upcast(event: Event) -> Event:
    """Today's event for one that an older release wrote; any other is its own."""
    return cast(Event, event.upcast()) if hasattr(event, "upcast") else event


@lru_cache(maxsize=64)
def codec_of(game: AnyGame | None) -> Codec:
    return Codec(game)


def read_envelope(open_: bytes) -> tuple[Event, ...]:
    """The envelope's own events in a step of a game that cannot be read here; anything else is left out."""
    try:
        raw = msgspec.json.decode(open_, type=Open[Raw, Raw]).events
        own = [event for event in raw if msgspec.json.decode(event, type=_Tagged).type in _OWN_TAGS]
        return tuple(cast(Event, msgspec.json.decode(event, type=EnvelopeEvents)) for event in own)
    except (msgspec.DecodeError, ValueError, RecursionError):
        return ()


def nonce(key: bytes, version: int, part: int) -> bytes:
    """What blinds a sealed part: 16 bytes that follow from the match key, so that `verify` can check them."""
    message = length_prefixed(b"blind") + _NONCE_TAIL.pack(version, part)
    return hmac.digest(key, message, "sha256")[:16]


def part_digest(nonce_: bytes, part: bytes) -> bytes:
    return hashlib.sha256(nonce_ + part).digest()


def file_step(
    key: bytes, version: int, command: Command, events: Sequence[Event], draws: Iterable[tuple[str, int]]
) -> tuple[bytes, bytes, bytes]:
    """The open part, the sealed column and the digests of a step."""
    if all(event.audience == "all" for event in events):
        return encode(Open(command, tuple(events), (), tuple(draws))), b"", b""

    heaps: dict[Seat | None, dict[int, Event]] = {}
    opened: dict[int, Event] = {}
    for place, event in enumerate(events):
        if event.audience == "all":
            opened[place] = event
        else:
            to: Seat | None = event.seat if event.audience == "seat" else None  # type: ignore[attr-defined]
            heaps.setdefault(to, {})[place] = event

    parts, digests = [], []
    for index, (to, heap) in enumerate(sorted(heaps.items(), key=_seats_then_nobody)):
        blind, written = nonce(key, version, index), encode(_as_part(to, heap))
        parts.append(SealedPart(blind.hex(), Raw(written)))
        digests.append(part_digest(blind, written))
    written = encode(Open(command, tuple(opened.values()), tuple(opened), tuple(draws)))
    return written, encode(parts), b"".join(digests)


def _seats_then_nobody(heap: tuple[Seat | None, object]) -> tuple[bool, int]:
    return heap[0] is None, heap[0] or 0


def _as_part(to: Seat | None, placed: Mapping[int, Event]) -> Part[Event]:
    return Part(to, tuple(placed), tuple(placed.values()))


def read_sealed(sealed: bytes) -> tuple[SealedPart, ...]:
    """Raises `Unreadable`."""
    try:
        return _sealed_decoder.decode(sealed) if sealed else ()
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        raise Unreadable(str(error)) from error
