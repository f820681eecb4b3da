"""Rebuilding all projections from the log of the load, as `meeplog rebuild` does it, while the house serves on."""

import asyncio
import time

from domain.kernel.catalogue import Catalogue
from infra.pool import open_database
from infra.step_store import StepStore
from projections.connection import open_redis
from projections.keys import Keys
from projections.rebuild import rebuild
from tests.bench.house import PREFIX, House
from tests.bench.numbers import rounded
from tests.bench.plan import PATIENCE


async def measure_rebuild(house: House, catalogue: Catalogue) -> dict[str, object]:
    steps = house.steps()
    async with open_database(house.database_url) as database, open_redis(house.redis_url) as redis:
        began = time.perf_counter()
        async with asyncio.timeout(PATIENCE):
            await rebuild(StepStore(database.reads), redis, catalogue, Keys(PREFIX))
        seconds = time.perf_counter() - began
    return {"rebuild_steps_per_s": rounded(steps / seconds), "rebuild_steps": steps}
