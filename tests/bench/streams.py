"""Live streams: from sending a command to its event at somebody who watches, while the house is moderately busy."""

import asyncio
import random
import time
from collections.abc import Sequence

from tests.bench.client import Connection
from tests.bench.load import Load
from tests.bench.numbers import Spread, spread
from tests.bench.plan import PATIENCE, Plan
from tests.bench.tables import Table

BUSY = 0.25  # of the saturation throughput goes on beside


async def measure_streams(load: Load, watched: Sequence[Table], plan: Plan, saturation: float) -> dict[str, Spread]:
    """`stream_ms` and, of the same commands, `stream_answer_ms`: from sending to the answer at the player.

    Plays the watched matches to their end.
    """
    turns = max(len(table.commands) for table in watched)
    seconds = turns * plan.watchers / plan.watched_per_s
    per_s = saturation * BUSY
    beside = await load.tables(per_s * seconds * 1.5)
    pause = max(1.0, plan.connections / per_s * 1000 - 3)

    busy = asyncio.create_task(asyncio.to_thread(load.play, beside, plan.connections, seconds, pause))
    await asyncio.sleep(0.2)
    timed = await asyncio.gather(*(_watch(load.url, table, seconds / turns) for table in watched))
    await busy
    return {
        "stream_ms": spread([event for events, _ in timed for event in events]),
        "stream_answer_ms": spread([answer for _, answers in timed for answer in answers]),
    }


async def _watch(url: str, table: Table, pause: float) -> tuple[list[float], list[float]]:
    """Plays a match and watches it; seconds until the events and until the answers."""
    watcher, player = await Connection.open(url), await Connection.open(url)
    seen: dict[int, float] = {}
    watched, last = asyncio.Event(), table.first + len(table.commands) - 1

    async def watch() -> None:
        async for version in watcher.events(f"/api/v1/matches/{table.id}/stream", table.tokens[0]):
            seen[version] = time.perf_counter()
            watched.set()
            if version == last:
                return

    watching = asyncio.create_task(watch())
    await asyncio.wait_for(watched.wait(), PATIENCE)
    sent, answered = [], []
    for command in table.commands:
        await asyncio.sleep(random.expovariate(1 / pause))
        sent.append(time.perf_counter())
        await player.ask(command)
        answered.append(time.perf_counter())
    await asyncio.wait_for(watching, PATIENCE)
    watcher.close()
    player.close()
    return [seen[table.first + turn] - began for turn, began in enumerate(sent)], [
        end - began for began, end in zip(sent, answered, strict=True)
    ]
