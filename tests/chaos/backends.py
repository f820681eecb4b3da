"""The connections of a service to its database, seen from there, and a way to hold them up."""

import asyncio
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import LiteralString, Self

import psycopg

from tests.services import PATIENCE, TestDatabase

LOOK = 0.02  # seconds between two looks


class Backends:
    """Those of one application, as its connections call themselves."""

    def __init__(self, database: TestDatabase, application: str) -> None:
        self._admin_url, self._application = database.admin_url, application
        self._watch = psycopg.connect(self._admin_url, autocommit=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._watch.close()

    def processes(self, which: LiteralString = "true") -> set[int]:
        query = "SELECT pid FROM pg_stat_activity WHERE application_name = %s AND " + which
        return {pid for (pid,) in self._watch.execute(query, (self._application,))}

    @contextmanager
    def held_up(self) -> Iterator[None]:
        """Until the block ends nobody reads the log, and nothing is committed to it."""
        with psycopg.connect(self._admin_url) as keeper:
            keeper.execute("LOCK TABLE log.step IN ACCESS EXCLUSIVE MODE")
            yield

    async def until_waiting(self, appends: int, reads: int = 0) -> None:
        """Until so many of them, at least, wait for the log. What was asked for before may be among the reads."""
        deadline = time.monotonic() + PATIENCE
        while True:
            waiting = self.processes("wait_event_type = 'Lock'")
            appending = self.processes("wait_event_type = 'Lock' AND query ~ 'append_steps'")
            reading = waiting - appending
            if len(appending) >= appends and len(reading) >= reads:
                return
            assert time.monotonic() < deadline, f"{len(appending)} appends and {len(reading)} reads have a connection"
            await asyncio.sleep(LOOK)

    async def until_idle(self) -> None:
        """Until two looks in a row find nobody at work: one may fall between two statements of one request."""
        deadline, quiet = time.monotonic() + PATIENCE, 0
        while quiet < 2:
            assert time.monotonic() < deadline, "there is always somebody at work"
            quiet = 0 if self.processes("state <> 'idle'") else quiet + 1
            await asyncio.sleep(LOOK)
