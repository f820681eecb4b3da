"""The feed under every order of commits and rollbacks: each committed step once, in match order, without holes."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from itertools import permutations, product
from uuid import UUID, uuid4

import psycopg
import pytest

from domain.match.step import Draft, bucket_of
from infra.pool import open_database
from infra.step_store import Appended, StepStore
from tests.infra.drafts import draft
from tests.services import PATIENT, TestDatabase

pytestmark = pytest.mark.anyio

BUCKET = 7
Writer = psycopg.AsyncConnection[tuple[object, ...]]


@pytest.fixture
async def store(database: TestDatabase) -> AsyncIterator[StepStore]:
    async with open_database(database.url) as pools:
        yield StepStore(pools.reads)


@pytest.fixture
async def writers(database: TestDatabase) -> AsyncIterator[list[Writer]]:
    """Three sessions of the service that end their transactions themselves, and need not wait for the disk."""
    options = f"{PATIENT['options']} -c synchronous_commit=off"
    connections = [await psycopg.AsyncConnection.connect(database.url, options=options) for _ in range(3)]
    yield connections
    for connection in connections:
        await connection.close()


async def append(writer: Writer, step: Draft) -> object:
    """Appends inside the writer's transaction, which stays open."""
    cursor = await writer.execute(
        "SELECT outcome FROM log.append_steps("
        "ARRAY[%s::uuid], ARRAY[%s::int8], ARRAY[%s::uuid], ARRAY[%s::uuid],"
        "ARRAY[%s::bytea], ARRAY[''::bytea], ARRAY[''::bytea], ARRAY[NULL::int8])",
        (step.match_id, step.version, step.actor, step.command_id, step.open),
    )
    (row,) = await cursor.fetchall()
    return row[0]


def match_in(bucket: int) -> UUID:
    while bucket_of(match_id := uuid4()) != bucket:
        pass
    return match_id


class Reader:
    """Reads one bucket of the feed as a projector does: from where it stopped."""

    def __init__(self, store: StepStore, bucket: int) -> None:
        self._store, self._bucket, self._pos = store, bucket, 0
        self.delivered: list[tuple[UUID, int]] = []

    async def read(self) -> None:
        for pos, step in (await self._store.feed([(self._bucket, self._pos, 100)])).get(self._bucket, []):
            assert pos == self._pos + 1
            self._pos = pos
            self.delivered.append((step.match_id, step.version))


async def play(
    order: Sequence[int], commits: Sequence[bool], writers: list[Writer], latest: list[Draft], reader: Reader
) -> None:
    """Writers append in this order, each while the one before has not ended yet, and commit or roll back. `latest` are
    the steps that they committed last."""
    reader.delivered, committed = [], list[tuple[UUID, int]]()

    def start(writer: int) -> "tuple[Draft, asyncio.Task[object]]":
        step = draft(latest[writer].version + 1, of=latest[writer])
        return step, asyncio.create_task(append(writers[writer], step))

    appending = start(order[0])
    for writer, following, commit in zip(order, (*order[1:], None), commits, strict=True):
        step, outcome = appending
        assert await outcome == "appended"
        if following not in (None, writer):
            appending = start(following)
        await reader.read()  # the writer has not committed, and the next one waits behind it
        assert reader.delivered == committed
        if commit:
            await writers[writer].commit()
            latest[writer] = step
            committed.append((step.match_id, step.version))
        else:
            await writers[writer].rollback()
        if following == writer:
            appending = start(following)
        await reader.read()
        assert reader.delivered == committed


ORDERS = [order for order in sorted(set(permutations("aabbcc"))) if "".join(dict.fromkeys(order)) == "abc"]
PATTERNS = list(product([True, False], repeat=6))
NAMES = list(permutations(range(3)))


@pytest.mark.parametrize("block", range(3))
async def test_every_order_of_three_writers_with_two_steps_each(
    block: int, store: StepStore, writers: list[Writer]
) -> None:
    """The 15 orders that differ in more than who is who, each with all 64 patterns of commits and rollbacks. Who is who
    changes from one to the next, so that each of the 90 orders of the three sessions comes up with 10 patterns or 11.
    """
    reader = Reader(store, BUCKET)
    latest = [draft(0, match_id=match_in(BUCKET)) for _ in writers]
    for order in ORDERS[block::3]:
        for number, commits in enumerate(PATTERNS):
            names = dict(zip("abc", NAMES[number % len(NAMES)], strict=True))
            await play([names[letter] for letter in order], commits, writers, latest, reader)


async def test_a_writer_asleep_in_its_transaction_holds_up_its_bucket_and_loses_nothing(
    store: StepStore, writers: list[Writer]
) -> None:
    sleeper, neighbour, elsewhere = (
        draft(match_id=match_in(3)),
        draft(match_id=match_in(3)),
        draft(match_id=match_in(4)),
    )
    await append(writers[0], sleeper)
    waiting = asyncio.create_task(append(writers[1], neighbour))
    assert isinstance(await store.append(elsewhere), Appended)
    assert not waiting.done()
    assert await store.feed([(3, 0, 10)]) == {}
    await writers[0].commit()
    assert await waiting == "appended"
    await writers[1].commit()
    assert [(pos, step.match_id) for pos, step in (await store.feed([(3, 0, 10)]))[3]] == [
        (1, sleeper.match_id),
        (2, neighbour.match_id),
    ]


async def test_a_writer_that_dies_in_its_transaction_leaves_no_hole(
    store: StepStore, writers: list[Writer], database: TestDatabase
) -> None:
    dying, neighbour = draft(match_id=match_in(3)), draft(match_id=match_in(3))
    await append(writers[0], dying)
    waiting = asyncio.create_task(append(writers[1], neighbour))
    with psycopg.connect(database.admin_url) as admin:
        admin.execute("SELECT pg_terminate_backend(%s)", (writers[0].info.backend_pid,))
    assert await waiting == "appended"
    await writers[1].commit()
    assert [(pos, step.match_id) for pos, step in (await store.feed([(3, 0, 10)]))[3]] == [(1, neighbour.match_id)]


async def test_two_batches_in_opposite_order_do_not_wait_for_each_other(database: TestDatabase) -> None:
    async with open_database(database.url) as pools:
        store = StepStore(pools.commands)
        firsts = [draft() for _ in range(60)]
        for turn in range(10):
            there, back = ([draft(turn + 1, of=first) for first in order] for order in (firsts, list(reversed(firsts))))
            first, second = await asyncio.gather(store.append_many(there), store.append_many(back))
            winners = [
                isinstance(one, Appended) + isinstance(other, Appended)
                for one, other in zip(first, reversed(second), strict=True)
            ]
            assert winners == [1] * 60
