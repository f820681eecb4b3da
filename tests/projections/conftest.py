"""A store of the test's own, a corner of the shared Redis or a Valkey of its own, and what works with them."""

import os
import signal
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from redis.asyncio import Redis

from infra.embedded.account import clear_folder, server_account, socket_folder
from infra.embedded.server import Server
from infra.embedded.valkey import redis_url, valkey_program
from infra.pool import open_database
from infra.step_store import StepStore
from projections.connection import open_redis
from projections.keys import Keys
from projections.projector import Projector
from projections.reader import Reader
from tests.conformance.material import catalogue
from tests.services import Services, TestDatabase


@pytest.fixture
async def store(database: TestDatabase) -> AsyncIterator[StepStore]:
    async with open_database(database.url) as pools:
        yield StepStore(pools.reads)


@pytest.fixture
async def redis(services: Services) -> AsyncIterator[Redis]:
    async with open_redis(services.redis_url) as client:
        yield client


@pytest.fixture
async def services_redis(services: Services) -> AsyncIterator[Redis]:
    """A second client of the same server."""
    async with open_redis(services.redis_url) as client:
        yield client


@pytest.fixture
def keys(redis_prefix: str) -> Keys:
    return Keys(redis_prefix)


@pytest.fixture
def projector(store: StepStore, redis: Redis, keys: Keys) -> Projector:
    return Projector(store, redis, catalogue(), keys)


@pytest.fixture
def reader(redis: Redis, keys: Keys) -> Reader:
    return Reader(redis, keys)


class Valkey:
    """A server that a test may flush and kill."""

    def __init__(self, server: Server, url: str) -> None:
        self.server, self.url = server, url

    def kill(self) -> None:
        """As if its machine had lost power."""
        pid = int(self.server.log.with_suffix(".pid").read_text().split()[0])
        os.kill(pid, signal.SIGKILL)


@pytest.fixture
def valkey(tmp_path: Path) -> Iterator[Valkey]:
    account = server_account(tmp_path / "postgres")
    run = socket_folder(account, tmp_path / "run")
    server = Server(valkey_program(tmp_path, run, account), account, tmp_path)
    server.start()
    yield Valkey(server, redis_url(run))
    server.stop()
    clear_folder(account, tmp_path / "run")
