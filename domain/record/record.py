"""The record: a whole match as JSON Lines, exactly the stored bytes. `FORMAT.md` describes it for other programs."""

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar
from uuid import UUID

import msgspec
from msgspec import UNSET, Raw, Struct, UnsetType

from domain.kernel.codec import encode
from domain.kernel.messages import Audience, Seat
from domain.match import events as happened
from domain.match.filing import SealedPart, part_digest, read_sealed
from domain.match.state import Match, Status
from domain.match.step import GENESIS, Step

T = TypeVar("T")
FORMAT = "meeplog-record/1"


class Header(Struct, frozen=True, forbid_unknown_fields=True):
    """The first line; everything in it follows from the steps. `edition_file` is there for an edition not shipped."""

    format: str
    match_id: UUID
    game: str
    rules_version: int
    edition: str
    edition_digest: str
    seats: int
    commitment: str
    schemes: happened.Schemes
    status: Status
    steps: int
    edition_file: str | UnsetType = UNSET


class RecordPart(Struct, frozen=True, forbid_unknown_fields=True):
    """A sealed part with its nonce, or, for those whom it does not concern yet, its digest."""

    nonce: str | UnsetType = UNSET
    part: Raw | UnsetType = UNSET
    digest: str | UnsetType = UNSET


class RecordStep(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One step a line. `at` is in microseconds since 1970 (UTC); hashes are in hex."""

    version: int
    at: int
    actor: UUID
    command_id: UUID
    open: Raw
    previous: str
    hash: str
    sealed: tuple[RecordPart, ...] = ()


class Record(Struct, frozen=True):
    """A record taken apart: its header and its steps, whose sealed columns hold the parts that were given."""

    header: Header
    steps: tuple[Step, ...]


class Malformed(ValueError):
    """Bytes that are not a record. `step` is the line's number, counted so that the first step is 1 (0: the header)."""

    def __init__(self, step: int, why: str) -> None:
        super().__init__(why)
        self.step = step


_line = msgspec.json.Decoder(RecordStep).decode
_header = msgspec.json.Decoder(Header).decode


def header_of(match: Match) -> Header:
    created, rules = match.created, match.rules
    return Header(
        format=FORMAT,
        match_id=match.id,
        game=created.game,
        rules_version=created.rules_version,
        edition=created.edition,
        edition_digest=created.edition_digest,
        seats=created.seats,
        commitment=created.commitment,
        schemes=created.schemes,
        status=match.status,
        steps=match.version,
        edition_file=UNSET if rules is None or rules.shipped else rules.file.decode(),
    )


def write_record(match: Match, steps: Iterable[Step], audience: Audience = "spectator") -> Iterator[bytes]:
    """The lines, each with its newline. While the match runs, what this audience may not know is a digest."""
    yield encode(header_of(match)) + b"\n"
    previous = GENESIS
    for step in steps:
        line = RecordStep(
            version=step.version,
            at=step.at,
            actor=step.actor,
            command_id=step.command_id,
            open=Raw(step.open),
            previous=previous.hex(),
            hash=step.hash.hex(),
            sealed=tuple(_parts(step, None if match.revealed else audience)),
        )
        yield encode(line) + b"\n"
        previous = step.hash


class _Addressed(Struct):
    to: Seat | None


def _parts(step: Step, audience: Audience | None) -> Iterator[RecordPart]:
    for index, part in enumerate(read_sealed(step.sealed)):
        if audience is None or msgspec.json.decode(part.part, type=_Addressed).to == audience:
            yield RecordPart(nonce=part.nonce, part=part.part)
        else:
            yield RecordPart(digest=step.digests[32 * index : 32 * index + 32].hex())


def read_record(data: bytes) -> Record:
    """Take a record apart, strictly: every line must be exactly as `write_record` writes it. Raises `Malformed`.

    Nothing is checked beyond the form of the bytes; that is `verify`'s.
    """
    first, *rest = data.split(b"\n")
    header: Header = _read_line(_header, first, 0)
    if header.format != FORMAT:
        raise Malformed(0, f"the format is {header.format!r}, not {FORMAT!r}")
    if not rest or rest.pop():
        raise Malformed(len(rest), "the last line does not end with a newline")
    return Record(header, tuple(_read_step(header, number, line) for number, line in enumerate(rest, 1)))


def _read_step(header: Header, number: int, line: bytes) -> Step:
    read: RecordStep = _read_line(_line, line, number)
    try:
        digests = b"".join(_digest(part) for part in read.sealed)
        shown = [SealedPart(part.nonce, part.part) for part in read.sealed if part.nonce and part.part]
        hash_ = bytes.fromhex(read.hash)
    except ValueError as error:
        raise Malformed(number, str(error)) from error
    sealed = encode(shown) if shown else b""
    return Step(
        header.match_id, read.version, read.at, read.actor, read.command_id, bytes(read.open), sealed, digests, hash_
    )


def _digest(part: RecordPart) -> bytes:
    match part:
        case RecordPart(nonce=str(nonce), part=Raw() as written, digest=msgspec.UNSET):
            return part_digest(bytes.fromhex(nonce), bytes(written))
        case RecordPart(nonce=msgspec.UNSET, part=msgspec.UNSET, digest=str(digest)):
            return bytes.fromhex(digest)
    raise ValueError("a sealed part has a nonce and the part, or a digest")


def _read_line(decode: Callable[[bytes], T], line: bytes, number: int) -> T:
    try:
        read = decode(line)
    except msgspec.DecodeError as error:
        raise Malformed(number, str(error)) from error
    if encode(read) != line:
        raise Malformed(number, "the line is not in its canonical writing")
    return read
