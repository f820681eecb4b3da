"""Who stops listening leaves nothing behind."""

import asyncio
import re
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from uuid import UUID, uuid4

import httpx
import pytest
from httpx_sse import connect_sse

from domain.match.commands import Sit, Start
from infra.group_commit import GroupCommit
from infra.house import House
from infra.keys import ServiceKey
from infra.pool import open_database
from infra.step_store import StepStore
from projections.connection import open_redis
from service.news import News
from service.seeds import Seeds
from service.stream import stream
from service.tables import Tables
from tests.service.client import eventually, table_for
from tests.service.test_tables import CATALOGUE, creation
from tests.services import PATIENCE, Services, TestDatabase

CYCLES = 1000
AT_ONCE = 8
OTHER_FILES = 16  # that the process may open meanwhile: connections to its database


def open_files(url: str) -> int:
    found = re.search(r"^process_open_fds (\S+)$", httpx.get(f"{url}/metrics", timeout=PATIENCE).text, re.M)
    assert found
    return int(float(found[1]))


def test_a_thousand_followers_come_and_go(url: str) -> None:
    match, _ = table_for(url, "aqualin", 2)

    def look_in(times: int) -> None:
        with httpx.Client(base_url=f"{url}/api/v1/matches/{match}", timeout=PATIENCE) as http:
            for _ in range(times):
                with connect_sse(http, "GET", "/stream") as source:
                    next(source.iter_sse())

    with ThreadPoolExecutor(AT_ONCE) as pool:
        list(pool.map(look_in, [2] * AT_ONCE))
        before = open_files(url)
        list(pool.map(look_in, [CYCLES // AT_ONCE] * AT_ONCE))
    eventually(lambda: open_files(url), lambda now: now <= before + OTHER_FILES)


@pytest.mark.anyio
async def test_a_thousand_cancelled_streams_leave_no_bell_and_no_task(
    module_database: TestDatabase, services: Services, redis_prefix: str
) -> None:
    async with open_database(module_database.url, reads=AT_ONCE) as pools, open_redis(services.redis_url) as redis:
        store, commits = StepStore(pools.reads), GroupCommit(StepStore(pools.commands))
        news = News(redis, store, f"{redis_prefix}commits")
        seeds = Seeds(House(pools.reads), ServiceKey(bytes(32)))
        tables = Tables(store, commits, seeds, CATALOGUE, news.announce)
        match = await started(tables)

        async def look_in() -> None:
            following = stream(tables, news, match, None, None)
            await anext(following)
            waiting = asyncio.create_task(wait_for(following))
            await asyncio.sleep(0)
            assert news.listeners > 0
            waiting.cancel()
            with suppress(asyncio.CancelledError):
                await waiting

        await look_in()  # what is opened once is open now
        before = asyncio.all_tasks()
        for _ in range(CYCLES // AT_ONCE):
            await asyncio.gather(*(look_in() for _ in range(AT_ONCE)))
        assert news.listeners == 0
        assert asyncio.all_tasks() == before


@pytest.mark.anyio
@pytest.mark.parametrize("turns", range(6))
async def test_a_stream_that_is_cancelled_as_news_comes_is_cancelled(
    module_database: TestDatabase, services: Services, redis_prefix: str, turns: int
) -> None:
    async with open_database(module_database.url) as pools, open_redis(services.redis_url) as redis:
        news = News(redis, StepStore(pools.reads), f"{redis_prefix}commits")
        seeds = Seeds(House(pools.reads), ServiceKey(bytes(32)))
        commits = GroupCommit(StepStore(pools.commands))
        tables = Tables(StepStore(pools.reads), commits, seeds, CATALOGUE, news.announce)
        match = await started(tables)
        following = stream(tables, news, match, None, None)
        await anext(following)
        waiting = asyncio.create_task(wait_for(following))
        for _ in range(3):
            await asyncio.sleep(0)
        news.announce((await tables.table(match)).match)
        for _ in range(turns):
            await asyncio.sleep(0)
        waiting.cancel()
        await asyncio.wait([waiting], timeout=PATIENCE)
        assert waiting.cancelled()


async def wait_for(following: AsyncIterator[bytes]) -> None:
    await anext(following)


async def started(tables: Tables) -> UUID:
    match, ana = uuid4(), uuid4()
    await tables.create(match, ana, uuid4(), creation())
    for player in (ana, uuid4()):
        await tables.act(match, player, uuid4(), Sit(name="Ana"))
    await tables.act(match, ana, uuid4(), Start())
    return match
