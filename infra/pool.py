"""Connections to PostgreSQL that fail quickly when it is away and come back with it."""

import asyncio
from collections.abc import AsyncIterator, Coroutine
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any, Self, TypeVar

import psycopg
from msgspec import Struct
from psycopg import AsyncConnection
from psycopg.conninfo import conninfo_to_dict
from psycopg_pool import AsyncConnectionPool, PoolTimeout

from infra import telemetry

Row = tuple[Any, ...]
T = TypeVar("T")

_WAIT_WHILE_AWAY = 0.05  # seconds, once somebody has waited in vain, until somebody gets one
_OPTIONS: dict[str, Any] = {
    "autocommit": True,
    "prepare_threshold": 0,
}
_UNLESS_THE_URL_SAYS: dict[str, Any] = {
    "connect_timeout": 2,  # seconds: also how long a caller waits for a connection
    # Over TCP a lost peer is noticed within seconds too.
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
}


class StoreUnavailable(Exception):
    """The database is away, or did not answer in time. Whether a write was committed is not known: ask again with the
    same command id."""


class Pool:
    """A named pool for one kind of work; opens with `async with`, whether the database is there yet or not.

    What the URL says of time limits (`connect_timeout`, keepalives) goes.

    A statement whose caller is cancelled, as when a client hangs up, goes on to its end. Cancelled with its caller it
    costs the connection; cancelled again on the way out, as task groups do, it also costs the place in the pool.
    """

    def __init__(self, url: str, name: str, size: int) -> None:
        limits = _UNLESS_THE_URL_SAYS | conninfo_to_dict(url)
        self._wait = float(limits["connect_timeout"])
        self._pool = AsyncConnectionPool(
            url,
            connection_class=AsyncConnection[Row],
            kwargs=_OPTIONS | {name: limits[name] for name in _UNLESS_THE_URL_SAYS},
            min_size=1,
            max_size=size,
            open=False,
            name=name,
            # After this many seconds an attempt gives up and the next caller makes a new one. Attempts that go on wait
            # twice as long each time, and would notice a database that is back only minutes later.
            reconnect_timeout=3.0,
        )
        self._name = name
        self._going: set[asyncio.Task[Any]] = set()
        self._check: asyncio.Task[None] | None = None
        self._away = False

    async def __aenter__(self) -> Self:
        await self._pool.open()
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._check:
            self._check.cancel()
        for going in self._going:
            going.cancel()
        await asyncio.gather(*self._going, return_exceptions=True)
        await self._pool.close()

    @asynccontextmanager
    async def _connection(self) -> AsyncIterator[AsyncConnection[Row]]:
        """A connection in autocommit mode. Raises StoreUnavailable, also for what happens inside the block."""
        try:
            async with self._pool.connection(_WAIT_WHILE_AWAY if self._away else self._wait) as connection:
                self._away = False
                yield connection
        except (psycopg.OperationalError, psycopg.InterfaceError, psycopg.errors.ReadOnlySqlTransaction) as error:
            telemetry.STORE_FAILURES.labels(self._name).inc()
            self._away = self._away or isinstance(error, PoolTimeout)
            # One connection broke: the others probably too. Replaced now, they do not fail one caller each.
            if isinstance(error, psycopg.errors.ReadOnlySqlTransaction):
                await self._pool.drain()  # to a standby since a failover: whole, but useless
            elif self._check is None or self._check.done():
                self._check = asyncio.create_task(self._pool.check())
            raise StoreUnavailable(str(error)) from error

    async def rows(self, query: str, *parameters: object) -> list[Row]:
        """All rows of one prepared statement, in binary format. Raises StoreUnavailable."""

        async def ask() -> list[Row]:
            async with self._connection() as connection:
                cursor = await connection.execute(query.encode(), parameters, binary=True)
                return await cursor.fetchall()

        return await self._to_the_end(ask())

    async def run(self, query: str, *parameters: object) -> int:
        """Runs one prepared statement that answers no rows; returns how many it touched. Raises StoreUnavailable."""

        async def ask() -> int:
            async with self._connection() as connection:
                return (await connection.execute(query.encode(), parameters, binary=True)).rowcount

        return await self._to_the_end(ask())

    async def _to_the_end(self, statement: Coroutine[Any, Any, T]) -> T:
        going = asyncio.create_task(statement)
        self._going.add(going)
        going.add_done_callback(self._ended)
        return await asyncio.shield(going)

    def _ended(self, statement: asyncio.Task[Any]) -> None:
        self._going.discard(statement)
        if not statement.cancelled():
            statement.exception()  # seen, even if whoever asked has left


class Database(Struct, frozen=True):
    """Pools apart, so that projections and readers never take the connections of commands."""

    commands: Pool
    reads: Pool


@asynccontextmanager
async def open_database(url: str, commands: int = 4, reads: int = 4) -> AsyncIterator[Database]:
    """Both pools, at most that many connections each. Opens at once; who asks while the database is away is told so."""
    async with AsyncExitStack() as stack:
        yield Database(
            await stack.enter_async_context(Pool(url, "commands", commands)),
            await stack.enter_async_context(Pool(url, "reads", reads)),
        )
