"""The connection to Redis, alike for all who read and write projections."""

import asyncio
from collections.abc import Awaitable
from typing import TypeVar

from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff

T = TypeVar("T")
ANSWER_SECONDS = 10.0


def open_redis(url: str) -> Redis:
    """Connects when first used, and again whenever it has to. A connection that went stale is replaced at once; when
    Redis is away callers are told so at once, for they know what to do without it.

    It has no time-out of its own for answers (see `answer`): with one, redis-py sends through `asyncio.wait_for`, which
    in Python 3.11 loses cancellations, and tasks that are to end never do.
    """
    return Redis.from_url(url, retry=Retry(NoBackoff(), 1), socket_connect_timeout=1, socket_timeout=None)


async def answer(asked: Awaitable[T]) -> T:
    """What Redis answers. Raises TimeoutError, which is an OSError, when it takes too long."""
    async with asyncio.timeout(ANSWER_SECONDS):
        return await asked
