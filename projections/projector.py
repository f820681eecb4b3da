"""The projector: keeps Redis up with the log.

Each bucket has a feed of steps with dense positions, each projection a position in it. What a stretch of the feed
writes is worked out here, from the matches as they are at its end, and applied together with the new position by one
script call for each slot; a projection that no longer stands where the stretch began refuses it. So it does not matter
how often, or by how many projectors at once, a stretch is applied.
"""

import asyncio
import logging
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from uuid import UUID

from msgspec import Struct
from redis.asyncio import Redis
from redis.asyncio.client import PubSub
from redis.exceptions import RedisError

from domain.kernel.catalogue import Catalogue
from domain.match.state import Match
from domain.match.step import Step
from infra.pool import StoreUnavailable
from infra.step_store import StepStore
from projections import scripts
from projections.folding import Failure, Folder, why
from projections.index import index_writes, quarantine_writes
from projections.keys import Keys, Slot, Write
from projections.lobby import lobby_writes
from projections.players import player_writes
from projections.scoreboards import board_of, board_writes
from projections.standing import Standing, active_generation, new_generation
from projections.status import Progress
from projections.views import view_writes

POLL_SECONDS = 0.5
STEPS_A_FEED = 500
BUCKETS_A_ROUND = 16
ROUNDS_AT_ONCE = 2  # while one waits for a server, the other computes
PAUSES = (0.05, 0.1, 0.2, 0.5, 1.0, 2.0)  # seconds between attempts after a failure, the last one repeated

log = logging.getLogger(__name__)


class Frozen(Exception):
    """The generation is being replaced: nothing is applied to it any more."""


class Stretch(Struct, frozen=True):
    """Steps of a bucket after position `start` up to `end`, for the projections that stand at `start`."""

    bucket: int
    slots: list[Slot]
    start: int
    end: int
    steps: list[Step]
    more: bool


class Projector:
    """Feeds the active generation, or the one it is given. Not meant to be used by two tasks at once."""

    def __init__(
        self, store: StepStore, redis: Redis, catalogue: Catalogue, keys: Keys | None = None, generation: str = ""
    ) -> None:
        self._store, self._redis, self._keys = store, redis, keys or Keys()
        self._folder = Folder(store, catalogue)
        self._given = generation
        self.standing = Standing(redis, self._keys, generation or new_generation())
        self.progress = Progress()

    async def run(self) -> None:
        """Never returns. Whatever fails is tried again, from the positions that Redis then has."""
        failures = 0
        while True:
            applied = self.progress.steps
            try:
                await self._follow()
            except* Frozen:
                failures = 0
            except* (RedisError, StoreUnavailable, OSError) as lost:
                log.warning("projections stand still: %s", "; ".join(map(str, lost.exceptions)))
            except* Exception:
                log.exception("projections stand still")
            failures = 0 if self.progress.steps > applied else failures + 1
            await asyncio.sleep(PAUSES[min(failures, len(PAUSES) - 1)])

    async def _follow(self) -> None:
        async with self._redis.pubsub(ignore_subscribe_messages=True) as news:
            await news.subscribe(self._keys.commits)
            while True:
                await self.catch_up()
                await self._listen(news, time.monotonic() + POLL_SECONDS)

    async def catch_up(self) -> None:
        """Applies all that the log holds now. Raises RedisError, StoreUnavailable, Frozen, alone or in a group."""
        await self._load()
        heads = await self._store.bucket_heads()
        if self.standing.beyond(heads):
            await self._forget_other_log()
        self.progress.heads = sum(heads.values())
        await self._advance([bucket for bucket, head in heads.items() if self.standing.position(bucket) < head])
        await self.standing.mark_complete(heads)
        await self._report()

    async def _load(self) -> None:
        """A generation is still the active one after its positions were read, or they may be those of a removed one."""
        while True:
            await self.standing.load()
            if self._given:
                return
            await self._redis.set(self._keys.active, self.standing.generation, nx=True)
            active = await active_generation(self._redis, self._keys)
            if active in (None, self.standing.generation):
                return
            self.standing = Standing(self._redis, self._keys, active)

    async def _forget_other_log(self) -> None:
        log.error("Redis was filled from a log that is not this one: starting anew")
        self.standing = Standing(self._redis, self._keys, new_generation())
        await self._redis.set(self._keys.active, self.standing.generation)

    async def _listen(self, news: PubSub, until: float) -> None:
        while (left := until - time.monotonic()) > 0:
            buckets: set[int] = set()
            message = await news.get_message(timeout=left)
            while message is not None:
                buckets |= _buckets(message["data"])
                message = await news.get_message(timeout=0)
            await self._advance(buckets)

    async def _advance(self, buckets: Iterable[int]) -> None:
        """Applies all that the log holds of these buckets."""
        waiting = sorted(buckets)
        rounds = (waiting[at : at + BUCKETS_A_ROUND] for at in range(0, len(waiting), BUCKETS_A_ROUND))
        async with asyncio.TaskGroup() as tasks:
            for _ in range(ROUNDS_AT_ONCE):
                tasks.create_task(self._work(rounds))

    async def _work(self, rounds: Iterator[Sequence[int]]) -> None:
        for buckets in rounds:
            while buckets:
                stretches = await asyncio.gather(*map(self._read, buckets))
                await self._apply([stretch for stretch in stretches if stretch.steps])
                buckets = [s.bucket for s in stretches if s.more or self.standing.position(s.bucket) < s.end]
                await self._report(seldom=True)

    async def _read(self, bucket: int) -> Stretch:
        slots, start, ahead = self.standing.furthest_behind(bucket)
        limit = STEPS_A_FEED if ahead is None else min(STEPS_A_FEED, ahead - start)
        feed = await self._store.feed(bucket, start, limit)
        end = feed[-1][0] if feed else start
        return Stretch(bucket, slots, start, end, [step for _, step in feed], len(feed) == limit)

    async def _apply(self, stretches: Sequence[Stretch]) -> None:
        folded = [await self._folder.fold(stretch.steps) for stretch in stretches]
        matches = {match_id: match for own in folded for match_id, match in own.items()}
        there = await self._there(stretches, folded)
        moves: dict[Slot, list[scripts.Move]] = defaultdict(list)
        for stretch, own in zip(stretches, folded, strict=True):
            writes: dict[Slot, list[Write]] = {slot: [] for slot in stretch.slots}
            for match_id, match in own.items():
                for slot, wanted in self._writes(match_id, match, stretch.slots, there).items():
                    writes[slot] += wanted
            for slot in stretch.slots:
                moves[slot].append((stretch.bucket, stretch.start, stretch.end, writes[slot]))
        await self._move(moves)
        self.progress.applied(sum(len(s.steps) for s in stretches if self.standing.views[s.bucket] in s.slots))
        boards = {board_of(match) for match in matches.values() if isinstance(match, Match)}
        if boards - self.standing.boards.keys() - {None}:
            await self.standing.load_boards()

    async def _there(
        self, stretches: Sequence[Stretch], folded: Sequence[Mapping[UUID, Match | Failure]]
    ) -> dict[tuple[Slot, UUID], bytes | None]:
        """What each list holds of the matches at hand. Only a bucket's own stretches change that, so it is still so
        when they are applied, or else they are refused."""
        wanted: dict[Slot, list[UUID]] = defaultdict(list)
        boards = {slot: board for board, slot in self.standing.boards.items()}
        for stretch, matches in zip(stretches, folded, strict=True):
            for slot in stretch.slots[1:] if stretch.slots[0] == self.standing.views[stretch.bucket] else stretch.slots:
                wanted[slot] += (
                    match_id
                    for match_id, match in matches.items()
                    if slot not in boards or (isinstance(match, Match) and board_of(match) == boards[slot])
                )
        wanted = {slot: ids for slot, ids in wanted.items() if ids}
        pipe = self._redis.pipeline(transaction=False)
        for slot, ids in wanted.items():
            pipe.hmget(slot.matches, [match_id.hex for match_id in ids])
        answers = await pipe.execute() if wanted else []
        return {
            (slot, match_id): value
            for (slot, ids), values in zip(wanted.items(), answers, strict=True)
            for match_id, value in zip(ids, values, strict=True)
        }

    def _writes(
        self,
        match_id: UUID,
        match: Match | Failure,
        slots: Sequence[Slot],
        there: Mapping[tuple[Slot, UUID], bytes | None],
    ) -> dict[Slot, list[Write]]:
        """What one match writes to each slot; if that cannot be worked out, only that it is in quarantine."""
        index = self.standing.index
        try:
            if isinstance(match, Match):
                return {slot: self._project(slot, there.get((slot, match_id)), match) for slot in slots}
        except Exception as error:  # anything that a game's code can raise: it concerns this match alone
            match = why(error)
        assert isinstance(match, Failure)
        log.error("match %s is in quarantine: %s", match_id, match)
        return {index: quarantine_writes(index, match_id, match)} if index in slots else {}

    def _project(self, slot: Slot, there: bytes | None, match: Match) -> list[Write]:
        standing = self.standing
        if slot == standing.lobby:
            return lobby_writes(slot, there, match)
        if slot == standing.players:
            return player_writes(slot, there, match)
        if slot == standing.index:
            return index_writes(slot, there, match)
        if slot in standing.boards.values():
            return board_writes(slot, there, match) if slot == standing.boards.get(board_of(match) or "") else []
        return view_writes(slot, match)

    async def _move(self, moves: Mapping[Slot, Sequence[scripts.Move]]) -> None:
        pipe = self._redis.pipeline(transaction=False)
        for slot, of_slot in moves.items():
            scripts.apply(pipe, slot, of_slot)
        answers = await pipe.execute() if moves else []
        for (slot, of_slot), positions in zip(moves.items(), answers, strict=True):
            if positions is None:
                raise Frozen
            for (bucket, *_), position in zip(of_slot, positions, strict=True):
                self.standing.at[slot][bucket] = position

    async def _report(self, seldom: bool = False) -> None:
        await self.progress.report(self._redis, self._keys, self.standing, seldom)


def _buckets(data: bytes) -> set[int]:
    """The buckets that a message of news names; what cannot be read is left to the next poll."""
    words = (line.split(b" ", 1)[0] for line in data.splitlines())
    return {int(word) for word in words if word.isdigit() and int(word) < 256}
