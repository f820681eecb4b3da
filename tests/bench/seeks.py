"""Looking back: one frame of a match, over HTTP, at any step."""

import random
import time
from collections.abc import Sequence

from tests.bench.client import Connection, request
from tests.bench.house import House
from tests.bench.numbers import Spread, spread
from tests.bench.tables import Table


async def measure_seeks(house: House, recent: Sequence[Table], old: Sequence[Table], count: int) -> dict[str, Spread]:
    """Frames at random, one after the other: of matches played last, and of the first ones, each asked for once, which
    the service must read and fold."""
    chosen = random.Random(2)
    return {
        "seek_ms": await _seek(house, chosen, chosen.choices(recent, k=count)),
        "seek_old_ms": await _seek(house, chosen, chosen.sample(old, min(count, len(old)))),
    }


async def _seek(house: House, chosen: random.Random, tables: Sequence[Table]) -> Spread:
    versions, seconds = house.versions(), []
    connection = await Connection.open(house.url)
    for table in tables:
        step = chosen.randrange(table.first, versions[table.id] + 1)
        asked = request("GET", f"/api/v1/matches/{table.id}/replay/{step}", table.tokens[0])
        began = time.perf_counter()
        await connection.ask(asked)
        seconds.append(time.perf_counter() - began)
    connection.close()
    return spread(seconds)
