"""A rebuild: a new generation is filled beside the old one, takes its place, and the old one is removed."""

import asyncio
import logging
import time
from collections.abc import Callable

from redis.asyncio import Redis

from domain.kernel.catalogue import Catalogue
from infra.step_store import StepStore
from projections import scripts
from projections.connection import answer
from projections.keys import Keys
from projections.projector import Projector
from projections.standing import Standing, active_generation, new_generation, remove_dead

CLAIM_MILLISECONDS = 30_000  # a rebuild that says nothing for so long counts as dead
FREEZE_MILLISECONDS = 10_000
BURIED_MILLISECONDS = 60_000  # for projectors that do not know yet that they feed what is being removed
SWITCH_SECONDS = 5.0  # well within the freeze

log = logging.getLogger(__name__)

Tell = Callable[[int, int], None]
"""Is told (steps done, steps in all), again and again."""


class RebuildRunning(Exception):
    """Another rebuild is at work, or this one was taken for dead."""


async def rebuild(
    store: StepStore, redis: Redis, catalogue: Catalogue, keys: Keys | None = None, tell: Tell | None = None
) -> None:
    """Fills a new generation from the log and switches readers to it.

    Readers miss nothing and see nothing older than before: the old generation is frozen while the last steps are
    applied to the new one. Raises RebuildRunning, StoreUnavailable, RedisError, the last two also in a group; then the
    old generation stays and the new one is removed.
    """
    keys, generation = keys or Keys(), new_generation()
    await answer(redis.set(keys.building, generation, nx=True, px=CLAIM_MILLISECONDS))
    await _hold(redis, keys, generation)
    projector = Projector(store, redis, catalogue, keys, generation)
    companion = asyncio.create_task(_accompany(redis, keys, projector, tell))
    try:
        await projector.catch_up()
        while not await _take_over(redis, keys, projector):
            log.warning("the last steps took too long: once more")
    finally:
        companion.cancel()
        await asyncio.gather(companion, return_exceptions=True)
        if await answer(redis.get(keys.building)) == generation.encode():
            await answer(redis.delete(keys.building))
        await remove_dead(redis, keys)
    if tell:
        tell(projector.standing.steps(), projector.standing.steps())


async def _hold(redis: Redis, keys: Keys, generation: str) -> None:
    """Keeps the right to switch. Once it has lapsed it is not taken again: by then the generation may be half removed.

    Raises RebuildRunning.
    """
    if await answer(redis.get(keys.building)) != generation.encode():
        raise RebuildRunning
    await answer(redis.pexpire(keys.building, CLAIM_MILLISECONDS))


async def _accompany(redis: Redis, keys: Keys, projector: Projector, tell: Tell | None) -> None:
    while True:
        await _hold(redis, keys, projector.standing.generation)
        if tell:
            done = projector.standing.steps()
            tell(done, max(done, projector.progress.heads))
        await asyncio.sleep(0.2)


async def _take_over(redis: Redis, keys: Keys, projector: Projector) -> bool:
    """Whether readers were switched while nothing could be applied to the old generation."""
    old, began = await active_generation(redis, keys), time.monotonic()
    if old is not None:
        await _freeze(redis, keys, old, FREEZE_MILLISECONDS)
    await projector.catch_up()
    if time.monotonic() - began > SWITCH_SECONDS:
        return False
    pipe = redis.pipeline(transaction=False)
    scripts.switch(pipe, keys, projector.standing.generation)
    if await answer(pipe.execute()) != [1]:
        raise RebuildRunning
    if old is not None:
        await _freeze(redis, keys, old, BURIED_MILLISECONDS)
    return True


async def _freeze(redis: Redis, keys: Keys, generation: str, milliseconds: int) -> None:
    standing = Standing(redis, keys, generation)
    await standing.load_boards()
    pipe = redis.pipeline(transaction=False)
    for slot in (*standing.views, *standing.lists):
        pipe.set(slot.frozen, 1, px=milliseconds)
    await answer(pipe.execute())
