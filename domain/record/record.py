"""The record: a whole match as JSON Lines, exactly the stored bytes. `FORMAT.md` describes it for other programs."""

from collections.abc import Callable, Iterable, Iterator
from typing import Annotated, TypeVar
from uuid import UUID

import msgspec
from msgspec import UNSET, Meta, Raw, Struct, UnsetType

from domain.kernel.codec import encode
from domain.kernel.messages import Audience, Seat
from domain.match import events as happened
from domain.match.filing import SealedPart, part_digest, read_sealed
from domain.match.state import Match, Status
from domain.match.step import GENESIS, Step

T = TypeVar("T")
FORMAT = "meeplog-record/1"

# Bounds that leave one writing for each value, and no number that the chain's header has no room for.
Digest = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")]
Nonce = Annotated[str, Meta(pattern=r"^[0-9a-f]{32}\Z")]
Number = Annotated[int, Meta(ge=0, le=2**63 - 1)]


class Header(Struct, frozen=True, forbid_unknown_fields=True):
    """The first line; everything in it follows from the steps. `edition_file` is there for an edition not shipped."""

    format: str
    match_id: UUID
    game: str
    rules_version: int
    edition: str
    edition_digest: str
    seats: int
    commitment: Digest
    schemes: happened.Schemes
    status: Status
    steps: Number
    edition_file: str | UnsetType = UNSET


class RecordPart(Struct, frozen=True, forbid_unknown_fields=True):
    """A sealed part with its nonce, or, for those whom it does not concern yet, its digest."""

    nonce: Nonce | UnsetType = UNSET
    part: Raw | UnsetType = UNSET
    digest: Digest | UnsetType = UNSET


class RecordStep(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One step a line. `at` is in microseconds since 1970 (UTC); hashes are in hex."""

    version: Number
    at: Number
    actor: UUID
    command_id: UUID
    open: Raw
    previous: Digest
    hash: Digest
    sealed: tuple[RecordPart, ...] = ()


class Record(Struct, frozen=True):
    """A record taken apart: its header and its steps, whose sealed columns hold the parts that were given.

    `previous` is what each line calls the hash of the step before.
    """

    header: Header
    steps: tuple[Step, ...]
    previous: tuple[bytes, ...]


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
        if audience in (None, "arbiter", msgspec.json.decode(part.part, type=_Addressed).to):
            yield RecordPart(nonce=part.nonce, part=part.part)
        else:
            yield RecordPart(digest=step.digests[32 * index : 32 * index + 32].hex())


def read_record(data: bytes) -> Record:
    """Take a record apart, strictly: every line must be exactly as `write_record` writes it. Raises `Malformed`.

    Nothing is checked beyond the form of the bytes and that steps are numbered from 1; the rest is `verify`'s.
    """
    if not data.startswith(b"{"):
        raise Malformed(0, "this is no record")
    *lines, end = data.split(b"\n")
    if end or not lines:
        raise Malformed(len(lines), "the last line does not end with a newline")
    header: Header = _read_line(_header, lines[0], 0)
    if header.format != FORMAT:
        raise Malformed(0, f"the format is {header.format!r}, not {FORMAT!r}")
    if len(lines) == 1:
        raise Malformed(1, "there is no step")
    read = [_read_step_line(number, line) for number, line in enumerate(lines[1:], 1)]
    return Record(
        header,
        tuple(_step(header.match_id, line) for line in read),
        tuple(bytes.fromhex(line.previous) for line in read),
    )


def _read_step_line(number: int, line: bytes) -> RecordStep:
    read: RecordStep = _read_line(_line, line, number)
    if read.version != number:
        raise Malformed(number, f"version {read.version} stands where {number} should")
    return read


def _step(match_id: UUID, line: RecordStep) -> Step:
    shown: list[SealedPart] = []
    digests = b""
    for part in line.sealed:
        match part:
            case RecordPart(nonce=str(nonce), part=Raw() as written, digest=msgspec.UNSET):
                shown.append(SealedPart(nonce, written))
                digests += part_digest(bytes.fromhex(nonce), bytes(written))
            case RecordPart(nonce=msgspec.UNSET, part=msgspec.UNSET, digest=str(digest)):
                digests += bytes.fromhex(digest)
            case _:
                raise Malformed(line.version, "a sealed part has a nonce and the part, or a digest")
    return Step(
        match_id=match_id,
        version=line.version,
        at=line.at,
        actor=line.actor,
        command_id=line.command_id,
        open=bytes(line.open),
        sealed=encode(shown) if shown else b"",
        digests=digests,
        hash=bytes.fromhex(line.hash),
    )


def _read_line(decode: Callable[[bytes], T], line: bytes, number: int) -> T:
    try:
        read = decode(line)
    except (msgspec.DecodeError, RecursionError) as error:  # RecursionError: brackets in brackets, thousands deep
        raise Malformed(number, str(error)) from error
    if encode(read) != line:
        raise Malformed(number, "the line is not in its canonical writing")
    return read
