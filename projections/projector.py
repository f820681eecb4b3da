"""The projector: keeps Redis up with the log, and comes back from whatever happens to either."""

import asyncio
import logging
import time

from redis.asyncio import Redis
from redis.asyncio.client import PubSub
from redis.exceptions import RedisError

from domain.kernel.catalogue import Catalogue
from domain.match.step import BUCKETS
from infra.pool import StoreUnavailable
from infra.step_store import StepStore
from projections.applying import Applier, Displaced
from projections.connection import answer
from projections.keys import Keys
from projections.standing import Standing, active_generation, new_generation, remove_dead
from projections.status import Progress

POLL_SECONDS = 0.5
LEAD_MILLISECONDS = 3000
PAUSES = (0.05, 0.1, 0.2, 0.5, 1.0, 2.0)  # seconds between attempts after a failure, the last one repeated

log = logging.getLogger(__name__)


class Projector:
    """Feeds the active generation, or the one it is given. Not meant to be used by two tasks at once."""

    def __init__(
        self, store: StepStore, redis: Redis, catalogue: Catalogue, keys: Keys | None = None, generation: str = ""
    ) -> None:
        self._store, self._redis, self._keys = store, redis, keys or Keys()
        self._applier = Applier(store, redis, catalogue, self._applied)
        self._name, self._given = new_generation(), generation
        self._tidy = False  # True: what others have left behind is removed
        self.progress = Progress()
        self._use(generation or new_generation())

    def _use(self, generation: str) -> None:
        self.standing = Standing(self._redis, self._keys, generation)
        self._undisturbed = False  # True: positions were read, and nothing has been heard that makes them doubtful

    async def run(self) -> None:
        """Never returns. Whatever fails is tried again, from the positions that Redis then has."""
        failures = 0
        while True:
            applied = self.progress.steps
            fine = await self._try_to_follow()
            failures = 0 if fine or self.progress.steps > applied else failures + 1
            await asyncio.sleep(PAUSES[min(failures, len(PAUSES) - 1)])

    async def _try_to_follow(self) -> bool:
        fine = False
        try:
            await self._follow()
            fine = True
        except* (RedisError, StoreUnavailable, OSError) as lost:
            log.warning("projections stand still: %s", "; ".join(map(str, lost.exceptions)))
        except* Exception:
            log.exception("projections stand still")
        self._undisturbed = fine
        return fine

    async def _follow(self) -> None:
        """Returns, after a while, when another projector has the lead."""
        async with self._redis.pubsub(ignore_subscribe_messages=True) as news:
            while await self._leads():
                await news.subscribe(self._keys.commits)
                await self.catch_up()
                if not self._tidy:
                    await remove_dead(self._redis, self._keys)
                    self._tidy = True
                await self._listen(news, time.monotonic() + POLL_SECONDS)
        await asyncio.sleep(POLL_SECONDS)

    async def _leads(self) -> bool:
        """Takes the lead or keeps it. Several may think they have it and do no harm, they only do the work twice."""
        if not await answer(self._redis.set(self._keys.leader, self._name, nx=True, px=LEAD_MILLISECONDS)):
            if await answer(self._redis.get(self._keys.leader)) != self._name.encode():
                return False
            await answer(self._redis.pexpire(self._keys.leader, LEAD_MILLISECONDS))
        return True

    async def catch_up(self) -> None:
        """Applies all that the log holds now, with or without the lead, and however often others come in between.

        Raises RedisError and StoreUnavailable, alone or in a group.
        """
        while True:
            if await self._caught_up():
                return
            await asyncio.sleep(PAUSES[0])

    async def _caught_up(self) -> bool:
        try:
            await self._load()
            heads = await self._store.bucket_heads()
            if self.standing.beyond(heads):
                log.error("Redis was filled from a log that is not this one: starting anew")
                self._use(new_generation())
                await answer(self._redis.set(self._keys.active, self.standing.generation))
                self._tidy = False
            self.progress.heads = sum(heads.values())
            while behind := [bucket for bucket, head in heads.items() if self.standing.position(bucket) < head]:
                await self._applier.advance(self.standing, behind)  # twice when a scoreboard has just begun
            await self.standing.mark_complete(heads)
            await self._report()
        except* Displaced:
            self._undisturbed = False
        return self._undisturbed

    async def _load(self) -> None:
        """Only if a generation is active after its positions were read, they are not those of one that is removed."""
        while True:
            await self.standing.load(everything=not self._undisturbed)
            self._undisturbed = True
            if self._given:
                return
            if await answer(self._redis.set(self._keys.active, self.standing.generation, nx=True)):
                self._undisturbed = False  # Redis was empty
                continue
            active = await active_generation(self._redis, self._keys)
            if active in (None, self.standing.generation):
                return
            self._use(active)

    async def _listen(self, news: PubSub, until: float) -> None:
        """Applies what there is news of. A new scoreboard ends it: only the poll marks lists as complete."""
        known = len(self.standing.boards)
        while self._undisturbed and len(self.standing.boards) == known and (left := until - time.monotonic()) > 0:
            buckets: set[int] = set()
            message = await news.get_message(timeout=left)
            while message is not None:
                buckets |= _buckets(message["data"])
                message = await news.get_message(timeout=0)
            try:
                await self._applier.advance(self.standing, buckets)
            except* Displaced:
                self._undisturbed = False

    async def _applied(self, steps: int) -> None:
        self.progress.applied(steps)
        if self.progress.report_is_due:
            await self._report()

    async def _report(self) -> None:
        if not self._given:  # a rebuild tells what it does in its own way
            await self.progress.report(self._redis, self._keys, self.standing)
            await self._leads()  # a long way to catch up must not cost the lead


def _buckets(data: bytes) -> set[int]:
    """The buckets that a message of news names; what cannot be read is left to the next poll."""
    words = (line.split(b" ", 1)[0] for line in data.splitlines())
    return {int(word) for word in words if word.isdigit() and int(word) < BUCKETS}
