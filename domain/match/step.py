"""The step: one committed command with all its consequences, as it is stored, hashed, streamed and replayed."""

import hashlib
import struct
from uuid import UUID

from msgspec import Struct

BUCKETS = 256
GENESIS = bytes(32)  # what stands as `previous` before step 1
_HEADER = struct.Struct(">16sqq16s16s")


class Draft(Struct, frozen=True):
    """A decided step that is not committed yet: no time, no hash. Both are the store's to give.

    `open` and `sealed` are exact bytes of JSON (see `domain/match/filing.py`); `sealed` is empty when nothing is
    hidden. `digests` holds 32 bytes for each sealed part. `not_after` is a deadline in microseconds since 1970 (UTC).
    """

    match_id: UUID
    version: int
    actor: UUID
    command_id: UUID
    open: bytes
    sealed: bytes = b""
    digests: bytes = b""
    not_after: int | None = None


class Step(Struct, frozen=True):
    """A committed step. `at` is in microseconds since 1970 (UTC) and never goes back inside a match."""

    match_id: UUID
    version: int
    at: int
    actor: UUID
    command_id: UUID
    open: bytes
    sealed: bytes
    digests: bytes
    hash: bytes


def bucket_of(match_id: UUID) -> int:
    """The bucket (0 to 255) in which all that belongs to a match lies: the first byte of SHA-256 of its id."""
    return hashlib.sha256(match_id.bytes).digest()[0]


def chain_hash(
    previous: bytes, match_id: UUID, version: int, at: int, actor: UUID, command_id: UUID, open_: bytes, digests: bytes
) -> bytes:
    """Chain scheme 1: SHA-256 of previous ‖ header ‖ SHA-256(open) ‖ digests.

    The header is 64 bytes: match id, version and time as big-endian 64-bit integers, actor, command id.
    """
    header = _HEADER.pack(match_id.bytes, version, at, actor.bytes, command_id.bytes)
    return hashlib.sha256(previous + header + hashlib.sha256(open_).digest() + digests).digest()


def commit(draft: Draft, previous: bytes, at: int) -> Step:
    """The step that the store makes of a draft: what `simulate` uses in its place, and tests compare it with."""
    digest = chain_hash(
        previous, draft.match_id, draft.version, at, draft.actor, draft.command_id, draft.open, draft.digests
    )
    return Step(
        draft.match_id,
        draft.version,
        at,
        draft.actor,
        draft.command_id,
        draft.open,
        draft.sealed,
        draft.digests,
        digest,
    )
