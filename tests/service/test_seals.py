"""Sealing what is over."""

import asyncio
from uuid import UUID, uuid4

import pytest

from domain.match.commands import Resign
from infra.group_commit import GroupCommit
from infra.house import House
from infra.keys import ServiceKey, SigningKey
from infra.pool import open_database
from infra.step_store import StepStore
from projections.connection import open_redis
from projections.index import unsealed_key
from projections.keys import Keys
from projections.reader import Reader
from service.seals import Sealer
from service.seeds import Seeds
from service.tables import Table, Tables
from tests.service.test_tables import CATALOGUE, started
from tests.services import Services, TestDatabase

pytestmark = pytest.mark.anyio


async def test_a_match_that_is_found_twice_is_sealed_once_and_nobody_complains(
    module_database: TestDatabase, services: Services, redis_prefix: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with open_database(module_database.url) as pools, open_redis(services.redis_url) as redis:
        commits, seeds = GroupCommit(StepStore(pools.commands)), Seeds(House(pools.reads), ServiceKey(bytes(32)))
        tables = Tables(StepStore(pools.reads), commits, seeds, CATALOGUE, lambda _: None)
        sealer = Sealer(tables, Reader(redis, Keys(redis_prefix)), SigningKey(bytes(32)))
        match, players = await started(tables)
        table = await tables.table(match)
        async with sealer.running():
            sealer.consider(table.match)  # not over yet
            over = (await tables.act(match, players[1], uuid4(), Resign())).match
            for _ in range(3):
                sealer.consider(over)
            while table.match.seal is None:  # noqa: ASYNC110 (nothing else tells)
                await asyncio.sleep(0.01)
            await sealer.seal(match)
        assert table.match.seal == table.match.version == over.version + 1
        assert not caplog.records


class CountingReader(Reader):
    asked = 0

    async def unsealed(self) -> tuple[UUID, ...]:
        self.asked += 1
        return await super().unsealed()


class CountingTables(Tables):
    looked_up = 0

    async def table(self, match_id: UUID) -> Table:
        self.looked_up += 1
        return await super().table(match_id)


async def test_sweeps_do_not_heap_up_what_cannot_be_sealed(
    module_database: TestDatabase, services: Services, redis_prefix: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As while the database is slow, or while there is more to seal than one sweep after the other can do."""
    monkeypatch.setattr("service.seals.SWEEP_SECONDS", 0)
    keys, generation, ids = Keys(redis_prefix), "sweeping", [uuid4().hex for _ in range(3)]
    async with open_database(module_database.url) as pools, open_redis(services.redis_url) as redis:
        await redis.set(keys.active, generation)
        await redis.sadd(unsealed_key(keys.index(generation)), *ids)
        commits, seeds = GroupCommit(StepStore(pools.commands)), Seeds(House(pools.reads), ServiceKey(bytes(32)))
        tables = CountingTables(StepStore(pools.reads), commits, seeds, CATALOGUE, lambda _: None)
        reader = CountingReader(redis, keys)
        async with Sealer(tables, reader, SigningKey(bytes(32))).running():
            while tables.looked_up < 20 * len(ids):
                await asyncio.sleep(0.001)
                assert reader.asked <= 1 + tables.looked_up // len(ids)
