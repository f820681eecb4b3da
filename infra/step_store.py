"""The step store: appending drafts, reading steps by match and by bucket, and the editions that first steps pin."""

import hashlib
from collections import Counter
from collections.abc import Iterable, Sequence
from uuid import UUID

from msgspec import Struct

from domain.match.step import Draft, Step, bucket_of
from infra import arrays, telemetry
from infra.pool import Pool, Row

_APPEND = "SELECT outcome, version, at, hash FROM log.append_steps(%b, %b, %b, %b, %b, %b, %b, %b)"
_STEP = "match_id, version, log.micros(at), actor, command_id, open, sealed, digests, hash"
_READ = f"""
    SELECT {_STEP} FROM log.step
    WHERE bucket = %s AND match_id = %s AND version > %s AND version <= %s ORDER BY version
"""
_FIND = "SELECT version FROM log.step WHERE bucket = %s AND match_id = %s AND actor = %s AND command_id = %s"
_HEADS = """
    SELECT head.match_id, head.version, log.micros(head.at), head.hash
    FROM unnest(%s::int2[], %s::uuid[]) wanted (bucket, match_id)
    JOIN log.match_head head ON head.bucket = wanted.bucket AND head.match_id = wanted.match_id
"""
_FEED = f"""
    SELECT step.* FROM unnest(%b, %b, %b) WITH ORDINALITY wanted (bucket, after, most, place)
    CROSS JOIN LATERAL (
        SELECT bucket, pos, {_STEP} FROM log.step
        WHERE bucket = wanted.bucket::int2 AND pos > wanted.after ORDER BY pos LIMIT wanted.most
    ) step
    ORDER BY place, pos
"""
_NO_END = 2**63 - 1


class Appended(Struct, frozen=True):
    """The step is durable. `at` is in microseconds since 1970 (UTC)."""

    version: int
    at: int
    hash: bytes


class Done(Struct, frozen=True):
    """This actor's command id is stored already, as `version`."""

    version: int


class Conflict(Struct, frozen=True):
    """The match is at version `actual`; the draft does not follow it."""

    actual: int


class Late(Struct, frozen=True):
    """The draft's deadline has passed."""


class UnknownMatch(Struct, frozen=True):
    """The draft is no first step, and there is no such match."""


Outcome = Appended | Done | Conflict | Late | UnknownMatch


class Head(Struct, frozen=True):
    """The last step of a match. `at` is in microseconds since 1970 (UTC)."""

    version: int
    at: int
    hash: bytes


FeedRange = tuple[int, int, int]
"""(bucket, position after which, at most how many)"""


class StepStore:
    """Appends and reads. Every method raises StoreUnavailable when the database is away."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    async def append(self, draft: Draft) -> Outcome:
        """Commits one draft alone; many at once go through GroupCommit."""
        return (await self.append_many([draft]))[0]

    async def append_many(self, drafts: Sequence[Draft]) -> list[Outcome]:
        """Commits drafts in one transaction, each judged alone, answers in the same order.

        Raises psycopg.errors.CardinalityViolation when two of them belong to one match, and OverflowError for a version
        or deadline beyond 64 bits.
        """
        if not drafts:
            return []
        with telemetry.FLUSH_SECONDS.time():
            rows = await self._pool.rows(
                _APPEND,
                arrays.uuids([draft.match_id for draft in drafts]),
                arrays.int8s([draft.version for draft in drafts]),
                arrays.uuids([draft.actor for draft in drafts]),
                arrays.uuids([draft.command_id for draft in drafts]),
                arrays.byteas([draft.open for draft in drafts]),
                arrays.byteas([draft.sealed for draft in drafts]),
                arrays.byteas([draft.digests for draft in drafts]),
                arrays.int8s([draft.not_after for draft in drafts]),
            )
        outcomes = [_outcome(row) for row in rows]
        telemetry.FLUSHES.inc()
        for kind, count in Counter(row[0] for row in rows).items():
            telemetry.STEPS.labels(kind).inc(count)
        return outcomes

    async def read(self, match_id: UUID, after: int = 0, upto: int | None = None) -> list[Step]:
        """The steps of a match with `after` < version <= `upto`, in order; empty when there are none."""
        last = _NO_END if upto is None else upto
        return [Step(*row) for row in await self._pool.rows(_READ, bucket_of(match_id), match_id, after, last)]

    async def find(self, match_id: UUID, actor: UUID, command_id: UUID) -> int | None:
        """The version that an actor's command was stored as."""
        rows = await self._pool.rows(_FIND, bucket_of(match_id), match_id, actor, command_id)
        return rows[0][0] if rows else None

    async def heads(self, match_ids: Iterable[UUID]) -> dict[UUID, Head]:
        """The heads of those matches that exist."""
        ids = list(match_ids)
        rows = await self._pool.rows(_HEADS, [bucket_of(match_id) for match_id in ids], ids)
        return {match_id: Head(*head) for match_id, *head in rows}

    async def bucket_heads(self) -> dict[int, int]:
        """The last position of each of the 256 buckets; 0 in an empty one."""
        return dict(await self._pool.rows("SELECT bucket, pos FROM log.bucket_head"))

    async def feed(self, wanted: Sequence[FeedRange]) -> dict[int, list[tuple[int, Step]]]:
        """The next steps of each of these buckets with their positions, dense and in commit order: what was read is
        complete. Buckets without any are left out."""
        feeds: dict[int, list[tuple[int, Step]]] = {}
        columns = map(arrays.int8s, zip(*wanted, strict=True))
        for bucket, pos, *step in await self._pool.rows(_FEED, *columns):
            feeds.setdefault(bucket, []).append((pos, Step(*step)))
        return feeds

    async def keep_edition(self, game: str, file: bytes) -> None:
        """Stores an edition unless it is there."""
        await self._pool.run(
            "INSERT INTO house.edition (digest, game, bytes) VALUES (%s, %s, %s) ON CONFLICT DO NOTHING",
            hashlib.sha256(file).digest(),
            game,
            file,
        )

    async def edition(self, digest: str) -> bytes | None:
        """The file with this SHA-256, in hex as step 1 of a match names it, where any text may stand."""
        rows = await self._pool.rows("SELECT bytes FROM house.edition WHERE encode(digest, 'hex') = %s", digest)
        return rows[0][0] if rows else None


def _outcome(row: Row) -> Outcome:
    match row:
        case ("appended", version, at, digest):
            return Appended(version, at, digest)
        case ("done", version, _, _):
            return Done(version)
        case ("conflict", version, _, _):
            return Conflict(version)
        case ("late", *_):
            return Late()
        case ("unknown", *_):
            return UnknownMatch()
    raise AssertionError(row)
