"""Looking back: one frame of a match, over HTTP, at any step."""

import random
import time
from collections.abc import Sequence
from uuid import UUID

from tests.bench.client import Connection, request
from tests.bench.house import House
from tests.bench.numbers import Spread, spread
from tests.bench.tables import Table


async def measure_seeks(house: House, recent: Sequence[Table], old: Sequence[Table], count: int) -> dict[str, Spread]:
    """Frames at random, one after the other: of matches played last, and of the first ones, each asked for once, which
    the service must read and fold. A slow machine has not come to all of these."""
    chosen, versions = random.Random(2), house.versions()
    begun = [table for table in old if versions[table.id] >= table.first]
    return {
        "seek_ms": await _seek(house, chosen, versions, chosen.choices(recent, k=count)),
        "seek_old_ms": await _seek(house, chosen, versions, chosen.sample(begun, min(count, len(begun)))),
    }


async def _seek(house: House, chosen: random.Random, versions: dict[UUID, int], tables: Sequence[Table]) -> Spread:
    seconds = []
    connection = await Connection.open(house.url)
    for table in tables:
        step = chosen.randrange(table.first, versions[table.id] + 1)
        asked = request("GET", f"/api/v1/matches/{table.id}/replay/{step}", table.tokens[0])
        began = time.perf_counter()
        await connection.ask(asked)
        seconds.append(time.perf_counter() - began)
    connection.close()
    return spread(seconds)
