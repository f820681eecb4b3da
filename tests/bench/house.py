"""The house under load: its own PostgreSQL and Valkey, and beside them what `meeplog serve` runs."""

import asyncio
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from uuid import UUID

import httpx
import psycopg
from msgspec import Struct
from prometheus_client.parser import text_string_to_metric_families

from infra.embedded import embedded_servers
from infra.migrate import migrate
from projections.connection import open_redis
from projections.keys import Keys
from projections.standing import Standing, active_generation
from tests.bench.plan import PATIENCE
from tests.service.server import Server, free_port, running, wait_until_live

PREFIX = "bench:"
DURABLE = ("fsync", "synchronous_commit", "full_page_writes")


class House(Struct, frozen=True):
    url: str
    database_url: str
    admin_url: str
    redis_url: str
    data: Path

    def ask(self, query: str, *parameters: object) -> Any:
        """The one value that the query answers, asked as superuser."""
        with psycopg.connect(self.admin_url, autocommit=True) as connection:
            row = connection.execute(query.encode(), parameters).fetchone()
        assert row is not None
        return row[0]

    def counted(self) -> dict[str, float]:
        """The counters of the HTTP process, by name and labels."""
        text = httpx.get(f"{self.url}/metrics", timeout=PATIENCE).raise_for_status().text
        return {
            ":".join((sample.name, *sample.labels.values())): sample.value
            for family in text_string_to_metric_families(text)
            for sample in family.samples
        }

    def record(self, match: UUID) -> bytes:
        """The record of a public match."""
        return httpx.get(f"{self.url}/api/v1/matches/{match}/record", timeout=PATIENCE).raise_for_status().content

    def versions(self) -> dict[UUID, int]:
        """Of all matches."""
        heads = self.ask("SELECT json_object_agg(match_id, version) FROM log.match_head")
        return {UUID(match): version for match, version in heads.items()}

    def steps(self) -> int:
        """How many steps the log holds."""
        return int(self.ask("SELECT sum(pos) FROM log.bucket_head"))

    async def projected_steps(self) -> int:
        async with open_redis(self.redis_url) as redis:
            keys = Keys(PREFIX)
            standing = Standing(redis, keys, await active_generation(redis, keys) or "")
            await standing.load()
            return standing.steps()


@contextmanager
def open_house(folder: Path) -> Iterator[House]:
    """Raises AssertionError when a commit of the database is not durable."""
    with embedded_servers(folder / "data") as servers:
        migrate(servers.admin_database_url, servers.database_url)
        port = free_port()
        environment = {
            **os.environ,
            "MEEPLOG_DATA": str(folder / "data"),
            "MEEPLOG_DATABASE_URL": servers.database_url,
            "MEEPLOG_REDIS_URL": servers.redis_url,
            "MEEPLOG_REDIS_PREFIX": PREFIX,
            "MEEPLOG_PORT": str(port),
        }
        log = folder / "serve.log"
        with running("-m", "service.cli", "serve", environment=environment, log=log) as process:
            url = f"http://127.0.0.1:{port}"
            wait_until_live(Server(url, environment, log), process)
            house = House(url, servers.database_url, servers.admin_database_url, servers.redis_url, folder / "data")
            for setting in DURABLE:
                assert house.ask(f"SHOW {setting}") == "on", f"{setting} is off: what is measured is not durable"
            yield house


async def until_projected(house: House, steps: int) -> None:
    """Raises AssertionError when the projector does not get there."""
    deadline = time.monotonic() + PATIENCE
    while await house.projected_steps() < steps:
        assert time.monotonic() < deadline, "the projector stands still"
        await asyncio.sleep(0.02)
