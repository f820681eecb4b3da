"""News of commits: who waits for a match is woken, in this process and in all others.

A bell only says that there is something newer; what it is, is read from the table. So a lost message costs a moment,
and the poll of match heads makes up for it.
"""

import asyncio
import logging
import signal
from collections.abc import Iterator
from contextlib import AbstractAsyncContextManager, contextmanager, suppress
from itertools import chain
from uuid import UUID

from redis.asyncio import Redis
from redis.exceptions import RedisError

from domain.match.state import Match
from domain.match.step import bucket_of
from infra.pool import StoreUnavailable
from infra.step_store import StepStore
from projections.connection import answer
from service.background import kept_going

POLL_SECONDS = 1.0
RETRY_SECONDS = 0.5
CLOSING = signal.SIGURG  # tells a process that it will be stopped; whoever does not know it ignores it
GATHER_SECONDS = 0.005  # after a message, for the next: the first news of many goes out at once, the rest together

log = logging.getLogger(__name__)


class Bell:
    """Rings when a match is known to have a newer version."""

    def __init__(self) -> None:
        self.version = 0
        self._rung = asyncio.Event()

    def ring(self, version: int) -> None:
        if version > self.version:
            self.version = version
            self.wake()

    def wake(self) -> None:
        self._rung.set()

    async def heard(self) -> None:
        await self._rung.wait()
        self._rung.clear()


class News:
    """`channel` is the Redis channel of all processes on one log; a message is lines of `bucket match-id version`."""

    def __init__(self, redis: Redis, store: StepStore, channel: str) -> None:
        self._redis, self._channel, self._store = redis, channel, store
        self._bells: dict[UUID, set[Bell]] = {}
        self._unsent: list[str] = []
        self._something = asyncio.Event()
        self.closed = False

    @property
    def listeners(self) -> int:
        return sum(map(len, self._bells.values()))

    @contextmanager
    def bell(self, match_id: UUID) -> Iterator[Bell]:
        """A bell for a match, for as long as the block runs."""
        bell = Bell()
        bells = self._bells.setdefault(match_id, set())
        bells.add(bell)
        try:
            yield bell
        finally:
            bells.discard(bell)
            if not bells:
                self._bells.pop(match_id, None)

    def announce(self, match: Match) -> None:
        """Called after a commit, never before."""
        self._ring(match.id, match.version)
        self._unsent.append(f"{bucket_of(match.id)} {match.id} {match.version}")
        self._something.set()

    def _ring(self, match_id: UUID, version: int) -> None:
        for bell in self._bells.get(match_id, ()):
            bell.ring(version)

    def close(self) -> None:
        """Wakes all who wait: they should go, and come back to another process."""
        self.closed = True
        for bell in chain.from_iterable(self._bells.values()):
            bell.wake()

    def running(self) -> AbstractAsyncContextManager[None]:
        """Publishes, hears and polls while the block runs."""
        return kept_going(self._publish, self._hear, self._poll)

    async def _publish(self) -> None:
        while True:
            await self._something.wait()
            self._something.clear()
            lines, self._unsent = self._unsent, []
            with suppress(RedisError, OSError):  # others poll
                await answer(self._redis.publish(self._channel, "\n".join(lines)))
            await asyncio.sleep(GATHER_SECONDS)

    async def _hear(self) -> None:
        while True:
            try:
                async with self._redis.pubsub(ignore_subscribe_messages=True) as subscription:
                    await subscription.subscribe(self._channel)
                    async for message in subscription.listen():
                        for line in message["data"].decode().splitlines():
                            _, match_id, version = line.split(" ")
                            self._ring(UUID(match_id), int(version))
            except (RedisError, OSError) as error:
                log.warning("no news from Redis (%s): polling", error)
            except ValueError as error:
                log.warning("unreadable news: %s", error)
            await asyncio.sleep(RETRY_SECONDS)

    async def _poll(self) -> None:
        while True:
            await asyncio.sleep(POLL_SECONDS)
            if self._bells:
                with suppress(StoreUnavailable):
                    for match_id, head in (await self._store.heads(list(self._bells))).items():
                        self._ring(match_id, head.version)
