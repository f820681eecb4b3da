"""Looking back: one frame of a finished match, over HTTP, at any step."""

import random
import time
from collections.abc import Sequence

from tests.bench.client import Connection, request
from tests.bench.house import House
from tests.bench.numbers import Spread, spread
from tests.bench.tables import Table


async def measure_seeks(house: House, tables: Sequence[Table], count: int) -> dict[str, Spread]:
    """Frames of finished matches at random, one after the other: few of them are asked for twice."""
    chosen, seconds = random.Random(2), []
    connection = await Connection.open(house.url)
    for _ in range(count):
        table = chosen.choice(tables)
        step = chosen.randrange(table.first, table.first + len(table.commands))
        asked = request("GET", f"/api/v1/matches/{table.id}/replay/{step}", table.tokens[0])
        began = time.perf_counter()
        await connection.ask(asked)
        seconds.append(time.perf_counter() - began)
    connection.close()
    return {"seek_ms": spread(seconds)}
