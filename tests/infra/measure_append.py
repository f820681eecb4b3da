"""Measures what the store appends; prints one JSON object. Run `.venv/bin/python -m tests.infra.measure_append`."""

import asyncio
import json
import os
import tempfile
import time
from pathlib import Path
from uuid import uuid4

import psycopg
import uvloop

from infra.embedded import embedded_servers
from infra.migrate import migrate
from infra.pool import open_database
from infra.step_store import StepStore
from tests.infra.drafts import draft

BATCH, FLUSHES = 32, 400
OPEN = os.urandom(200)  # bytes that do not compress, as many as a step of two events has


async def append(store: StepStore, flushes: int) -> None:
    firsts = [draft(open=OPEN, actor=uuid4()) for _ in range(BATCH)]
    for version in range(1, flushes + 1):
        await store.append_many([draft(version, of=first) for first in firsts])


async def measure(url: str, admin_url: str) -> dict[str, float]:
    figures: dict[str, float] = {}
    async with open_database(url) as pools, await psycopg.AsyncConnection.connect(admin_url, autocommit=True) as admin:
        store = StepStore(pools.commands)
        await append(store, 20)
        for sessions in (1, 2):
            (before,) = await (await admin.execute("SELECT pg_current_wal_lsn()")).fetchall()
            begun = time.perf_counter()
            await asyncio.gather(*(append(store, FLUSHES) for _ in range(sessions)))
            seconds = time.perf_counter() - begun
            wal = await (await admin.execute("SELECT pg_current_wal_lsn() - %s::pg_lsn", before)).fetchall()
            steps = BATCH * FLUSHES * sessions
            figures[f"appends_per_s_{sessions}_sessions"] = round(steps / seconds)
            figures[f"wal_bytes_per_step_{sessions}_sessions"] = round(float(wal[0][0]) / steps)
    return figures


if __name__ == "__main__":
    with tempfile.TemporaryDirectory(prefix="meeplog-") as data, embedded_servers(Path(data) / "data") as servers:
        migrate(servers.admin_database_url, servers.database_url)
        print(json.dumps(uvloop.run(measure(servers.database_url, servers.admin_database_url))))
