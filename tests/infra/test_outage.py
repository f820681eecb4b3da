"""The store when PostgreSQL goes away and comes back."""

import asyncio
import os
import signal
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import psycopg
import pytest
from psycopg import sql
from psycopg.conninfo import make_conninfo

from domain.match.step import bucket_of
from infra.embedded import EmbeddedServers, embedded_servers
from infra.group_commit import GroupCommit
from infra.migrate import migrate
from infra.pool import StoreUnavailable, open_database
from infra.step_store import Appended, Done, StepStore
from tests.infra.drafts import draft, until_back
from tests.services import PATIENCE, TestDatabase

pytestmark = pytest.mark.anyio


@pytest.fixture
def servers(tmp_path: Path) -> Iterator[EmbeddedServers]:
    """Servers of the test's own, to stop and start."""
    with embedded_servers(tmp_path) as servers:
        migrate(servers.admin_database_url, servers.database_url)
        yield servers


def kill_postgres(servers: EmbeddedServers, data: Path) -> None:
    os.kill(int((data / "postgres.pid").read_text().split()[0]), signal.SIGKILL)
    while servers.postgres.alive():
        pass


async def test_while_it_is_away_every_call_says_so_and_afterwards_all_goes_on(servers: EmbeddedServers) -> None:
    first = draft()
    async with open_database(servers.database_url) as pools:
        store = StepStore(pools.commands)
        group = GroupCommit(store)
        assert isinstance(await group.append(first), Appended)
        await asyncio.gather(*(StepStore(pools.reads).read(first.match_id) for _ in range(8)))

        await asyncio.to_thread(servers.postgres.stop)
        second = draft(2, of=first)
        refusals = await asyncio.gather(
            *(group.append(second), store.append(second), store.read(first.match_id), store.heads([first.match_id])),
            *(store.feed([(0, 0, 1)]), store.bucket_heads(), store.find(first.match_id, first.actor, first.command_id)),
            return_exceptions=True,
        )
        assert {type(refusal) for refusal in refusals} == {StoreUnavailable}

        await asyncio.to_thread(servers.postgres.start)
        assert isinstance(await until_back(lambda: group.append(second)), Appended)
        assert [step.version for step in await store.read(first.match_id)] == [1, 2]


async def test_pools_open_before_the_database_is_there(servers: EmbeddedServers) -> None:
    await asyncio.to_thread(servers.postgres.stop)
    async with open_database(servers.database_url) as pools:
        store = StepStore(pools.commands)
        with pytest.raises(StoreUnavailable):
            await store.append(draft())
        await asyncio.to_thread(servers.postgres.start)
        assert isinstance(await until_back(lambda: store.append(draft())), Appended)


async def test_a_server_that_only_reads_now_is_away_and_is_left_for_the_one_that_writes(database: TestDatabase) -> None:
    """After a failover the connections there were may still stand, to what has become a standby."""

    def make_connections(read_only: str) -> None:
        with psycopg.connect(
            database.admin_url, autocommit=True, options="-c default_transaction_read_only=off"
        ) as connection:
            change = sql.SQL("ALTER DATABASE {} SET default_transaction_read_only = {}")
            connection.execute(change.format(sql.Identifier(connection.info.dbname), read_only))

    make_connections(read_only="on")
    async with open_database(database.url) as pools:
        stores = [StepStore(pools.commands), StepStore(pools.reads)]
        await asyncio.gather(*(store.bucket_heads() for store in stores for _ in range(8)))
        refusals = await asyncio.gather(*(store.append(draft()) for store in stores), return_exceptions=True)
        assert [type(refusal) for refusal in refusals] == [StoreUnavailable] * 2

        make_connections(read_only="off")
        for store in stores:
            assert isinstance(await until_back(partial(store.append, draft())), Appended)


async def test_what_the_url_says_of_time_limits_goes(servers: EmbeddedServers) -> None:
    patient = make_conninfo(servers.database_url, connect_timeout=PATIENCE)
    async with open_database(patient) as pools:
        store = StepStore(pools.commands)
        await store.append(first := draft())
        with psycopg.connect(servers.admin_database_url) as holder:
            holder.execute("SELECT FROM log.bucket_head WHERE bucket = %s FOR UPDATE", (bucket_of(first.match_id),))
            seconds = [draft(2, of=first) for _ in range(4)]  # as many as there are connections
            using = [asyncio.create_task(store.append(second)) for second in seconds]
            waiting = asyncio.create_task(store.append(draft()))
            await asyncio.sleep(2.5)  # without limits in the URL the one that waits would give up after 2
            assert not waiting.done()
        assert isinstance(await waiting, Appended)
        await asyncio.gather(*using, return_exceptions=True)  # PostgreSQL's own limit may be over for some


async def test_killed_under_load_it_loses_nothing_that_was_acknowledged(
    servers: EmbeddedServers, tmp_path: Path
) -> None:
    async with open_database(servers.database_url) as pools:
        store = StepStore(pools.commands)
        group = GroupCommit(store)
        running, killed = asyncio.Event(), asyncio.Event()

        async def play() -> None:
            first = draft()
            for version in range(1, 40):
                step = draft(version, of=first)
                outcome = await until_back(partial(group.append, step))
                assert isinstance(outcome, Appended | Done)
                assert outcome.version == version
                if version == 10:
                    running.set()
                if version == 30:
                    await killed.wait()
            steps = await until_back(lambda: store.read(first.match_id))
            assert [step.version for step in steps] == list(range(1, 40))

        players = asyncio.gather(*(play() for _ in range(10)))
        await running.wait()
        await asyncio.to_thread(kill_postgres, servers, tmp_path)
        killed.set()
        await asyncio.to_thread(servers.restart)
        await players
