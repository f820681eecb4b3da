"""Four processes append batches to the same matches, in any order: no deadlock, and every step is delivered once."""

import asyncio
import os
import random
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from uuid import UUID

import psycopg
import pytest
import uvloop
from msgspec import Struct, field
from rich import print as show

from domain.match.step import BUCKETS
from infra.pool import open_database
from infra.step_store import Appended, Conflict, StepStore
from tests.infra.drafts import draft
from tests.services import PATIENCE, TestDatabase

pytestmark = [pytest.mark.chaos, pytest.mark.anyio]

PROCESSES, BATCH, MATCHES = 4, 32, 128
SECONDS = 5 if os.environ.get("SHORT") else 60

Acknowledged = tuple[UUID, int, UUID]
"""(match, version, command id)"""


class Account(Struct):
    """What one process sent, and what it was answered."""

    batches: int = 0
    outcomes: Counter[str] = field(default_factory=Counter)
    acknowledged: list[Acknowledged] = field(default_factory=list)


async def test_batches_that_overlap_never_lock_each_other_out(database: TestDatabase) -> None:
    firsts = [draft() for _ in range(MATCHES)]
    async with open_database(database.url) as pools:
        store = StepStore(pools.commands)
        await store.append_many(firsts)
        follower = Follower(store)
        with ProcessPoolExecutor(PROCESSES, mp_context=get_context("spawn")) as processes:
            seeds = [(first.match_id, first.actor) for first in firsts]
            work = [
                asyncio.wrap_future(processes.submit(append, database.url, number, seeds))
                for number in range(PROCESSES)
            ]
            while not all(each.done() for each in work):
                await follower.follow()
            accounts = await asyncio.gather(*work)
        await follower.follow()
    with psycopg.connect(database.admin_url) as admin:
        row = admin.execute("SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()").fetchone()

    acknowledged = [(first.match_id, 1, first.command_id) for first in firsts]
    outcomes: Counter[str] = Counter()
    for account in accounts:
        acknowledged += account.acknowledged
        outcomes += account.outcomes
        assert account.batches > 0
    show({"batches": [account.batches for account in accounts], **outcomes, "deadlocks": row and row[0]})
    assert row == (0,)
    assert outcomes.keys() == {"Appended", "Conflict"}, "nobody met anybody, or something else happened"
    assert len(acknowledged) == len(follower.delivered)
    assert set(acknowledged) == set(follower.delivered)


class Follower:
    """Reads the feed of all buckets while it grows."""

    def __init__(self, store: StepStore) -> None:
        self._store, self._at, self._versions = store, dict.fromkeys(range(BUCKETS), 0), Counter[UUID]()
        self.delivered: list[Acknowledged] = []

    async def follow(self) -> None:
        """Until there is nothing new."""
        while feeds := await self._store.feed([(bucket, after, 500) for bucket, after in self._at.items()]):
            for bucket, feed in feeds.items():
                for pos, step in feed:
                    assert pos == self._at[bucket] + 1
                    assert step.version == self._versions[step.match_id] + 1
                    self._at[bucket], self._versions[step.match_id] = pos, step.version
                    self.delivered.append((step.match_id, step.version, step.command_id))


def append(url: str, number: int, matches: list[tuple[UUID, UUID]]) -> Account:
    """One process's part."""
    return uvloop.run(_append(url, random.Random(number), matches))


async def _append(url: str, chance: random.Random, matches: list[tuple[UUID, UUID]]) -> Account:
    account, heads = Account(), dict.fromkeys(matches, 1)
    until = time.monotonic() + SECONDS
    # Whoever waits for ever fails, here and so in the test, which waits for all.
    async with asyncio.timeout(SECONDS + PATIENCE), open_database(url) as pools:
        store = StepStore(pools.commands)
        while time.monotonic() < until:
            drafts = [
                draft(heads[match] + 1, match_id=match[0], actor=match[1]) for match in chance.sample(matches, BATCH)
            ]
            for sent, outcome in zip(drafts, await store.append_many(drafts), strict=True):
                account.outcomes[type(outcome).__name__] += 1
                if isinstance(outcome, Appended):
                    account.acknowledged.append((sent.match_id, sent.version, sent.command_id))
                    heads[sent.match_id, sent.actor] = sent.version
                elif isinstance(outcome, Conflict):
                    heads[sent.match_id, sent.actor] = outcome.actual
            account.batches += 1
    return account
