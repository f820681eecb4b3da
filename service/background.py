"""Work that goes on as long as the service does."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

PAUSE_SECONDS = 0.5

log = logging.getLogger(__name__)

Work = Callable[[], Awaitable[None]]


@asynccontextmanager
async def kept_going(*works: Work) -> AsyncIterator[None]:
    """Does these while the block runs. What one of them raises is logged, and after a pause it begins again: nothing
    stops without a word."""
    tasks = [asyncio.create_task(_keep_going(work)) for work in works]
    try:
        yield
    finally:
        while going := [task for task in tasks if not task.done()]:  # a client of Redis may swallow a cancellation
            for task in going:
                task.cancel()
            await asyncio.wait(going, timeout=PAUSE_SECONDS)


async def _keep_going(work: Work) -> None:
    while True:
        try:
            await work()
        except Exception:  # whatever it is
            log.exception("%s has failed and begins again", getattr(work, "__qualname__", work))
        await asyncio.sleep(PAUSE_SECONDS)
