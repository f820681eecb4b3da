"""Sealing what is over."""

import asyncio
from typing import Any
from uuid import UUID, uuid4

import pytest
from redis.asyncio import Redis

from domain.match.commands import Resign
from infra.group_commit import GroupCommit
from infra.house import House
from infra.keys import ServiceKey, SigningKey
from infra.pool import StoreUnavailable, open_database
from infra.step_store import StepStore
from projections.connection import open_redis
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


class Unsealed(Reader):
    """Says again and again that the same matches are unsealed, and counts how often it was asked."""

    asked = 0

    async def unsealed(self) -> tuple[UUID, ...]:
        self.asked += 1
        return IDS


IDS = tuple(uuid4() for _ in range(3))


async def test_sweeps_do_not_heap_up_what_cannot_be_sealed_yet(monkeypatch: pytest.MonkeyPatch) -> None:
    """As while the database hangs, or while there is more to seal than one sweep after the other can do."""
    monkeypatch.setattr("service.seals.SWEEP_SECONDS", 0.001)
    reader, looked_up = Unsealed(Redis()), list[UUID]()

    class Hanging(Tables):
        async def table(self, match_id: UUID) -> Table:
            looked_up.append(match_id)
            await asyncio.sleep(0.01)
            raise StoreUnavailable("it hangs")

    hanging: Any = Hanging.__new__(Hanging)
    async with Sealer(hanging, reader, SigningKey(bytes(32))).running():
        while len(looked_up) < 12:  # noqa: ASYNC110 (nothing else tells)
            await asyncio.sleep(0.01)
    assert looked_up[:12] == [*IDS] * 4
    assert reader.asked <= 1 + len(looked_up) // len(IDS)
