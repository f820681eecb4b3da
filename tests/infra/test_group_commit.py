"""Group commit: few flushes, and each draft stands or falls alone."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable
from contextlib import asynccontextmanager
from typing import Any
from uuid import uuid4

import psycopg
import pytest

from domain.match.step import Draft, bucket_of
from infra.group_commit import GroupCommit
from infra.pool import Database, StoreUnavailable, open_database
from infra.step_store import Appended, Conflict, Outcome, StepStore
from tests.infra.drafts import draft
from tests.services import TestDatabase

pytestmark = pytest.mark.anyio


@pytest.fixture
async def pools(database: TestDatabase) -> AsyncIterator[Database]:
    async with open_database(database.url) as pools:
        yield pools


@pytest.fixture
def store(pools: Database) -> StepStore:
    return StepStore(pools.commands)


@pytest.fixture
def group(store: StepStore) -> GroupCommit:
    return GroupCommit(store)


@asynccontextmanager
async def held_bucket(database: TestDatabase, held: Draft) -> AsyncIterator[Callable[[], Coroutine[Any, Any, int]]]:
    """Holds the bucket of a draft's match; yields a function that waits for a flush to hang on it and gives its pid."""
    async with await psycopg.AsyncConnection.connect(database.admin_url) as connection:
        await connection.execute(
            "SELECT FROM log.bucket_head WHERE bucket = %s FOR UPDATE", (bucket_of(held.match_id),)
        )

        async def waiting_backend() -> int:
            while True:
                blocked = await connection.execute(
                    "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
                )
                if row := await blocked.fetchone():
                    return int(row[0])
                await connection.execute("SELECT pg_sleep(0.01), pg_stat_clear_snapshot()")

        yield waiting_backend


def start(group: GroupCommit, drafts: Iterable[Draft]) -> list["asyncio.Task[Outcome]"]:
    return [asyncio.create_task(group.append(each)) for each in drafts]


async def test_concurrent_appends_share_a_flush(group: GroupCommit, store: StepStore) -> None:
    drafts = [draft() for _ in range(20)]
    outcomes = await asyncio.gather(*map(group.append, drafts))
    assert (group.flushes, group.steps) == (1, 20)
    for each, outcome in zip(drafts, outcomes, strict=True):  # nobody got another's answer
        assert isinstance(outcome, Appended)
        assert [step.hash for step in await store.read(each.match_id)] == [outcome.hash]


async def test_a_flush_holds_at_most_one_step_of_a_match(group: GroupCommit) -> None:
    first = draft()
    outcomes = await asyncio.gather(*(group.append(draft(version, of=first)) for version in range(1, 6)))
    assert [type(outcome) for outcome in outcomes] == [Appended] * 5
    assert (group.flushes, group.steps) == (5, 5)


async def test_a_flush_holds_no_more_than_the_largest(store: StepStore) -> None:
    group = GroupCommit(store, largest=3)
    await asyncio.gather(*(group.append(draft()) for _ in range(7)))
    assert (group.flushes, group.steps) == (3, 7)


async def test_one_draft_that_conflicts_leaves_the_others_alone(group: GroupCommit) -> None:
    first = draft()
    await group.append(first)
    outcomes = await asyncio.gather(group.append(draft(7, of=first)), group.append(draft()))
    assert outcomes[0] == Conflict(1)
    assert isinstance(outcomes[1], Appended)


async def test_one_draft_that_cannot_be_stored_leaves_the_others_alone(group: GroupCommit) -> None:
    tasks = start(group, [draft(), draft(2**70), draft()])
    await asyncio.wait(tasks)
    assert isinstance(tasks[0].result(), Appended)
    assert isinstance(tasks[1].exception(), OverflowError)
    assert isinstance(tasks[2].result(), Appended)


async def test_a_caller_cancelled_before_its_flush_leaves_nothing(
    database: TestDatabase, group: GroupCommit, store: StepStore
) -> None:
    under_way, given_up, patient = draft(), draft(), draft()
    async with held_bucket(database, under_way) as waiting_backend:
        (flushing,) = start(group, [under_way])
        await waiting_backend()
        cancelled, waiting = start(group, [given_up, patient])
        await asyncio.sleep(0)
        cancelled.cancel()
    assert isinstance(await flushing, Appended)
    assert isinstance(await waiting, Appended)
    assert cancelled.cancelled()
    assert await store.read(given_up.match_id) == []
    assert (group.flushes, group.steps) == (2, 2)


async def test_a_caller_cancelled_during_its_flush_breaks_nobody_elses(
    database: TestDatabase, group: GroupCommit, store: StepStore
) -> None:
    given_up, patient = draft(), draft()
    async with held_bucket(database, given_up) as waiting_backend:
        cancelled, waiting = start(group, [given_up, patient])
        await waiting_backend()
        cancelled.cancel()
    outcome = await waiting
    assert isinstance(outcome, Appended)
    assert [step.hash for step in await store.read(patient.match_id)] == [outcome.hash]
    assert len(await store.read(given_up.match_id)) == 1  # it was on its way: a repeat will be told that it is done


async def test_when_a_flush_fails_each_of_its_callers_is_told(
    database: TestDatabase, group: GroupCommit, store: StepStore
) -> None:
    drafts = [draft(), draft()]
    async with held_bucket(database, drafts[0]) as waiting_backend:
        failing = start(group, drafts)
        backend = await waiting_backend()
        (later,) = start(group, [draft()])
        with psycopg.connect(database.admin_url) as admin:
            admin.execute("SELECT pg_terminate_backend(%s)", (backend,))
        await asyncio.wait(failing)
    errors = [task.exception() for task in failing]
    assert [type(error) for error in errors] == [StoreUnavailable] * 2
    assert errors[0] is not errors[1]
    assert isinstance(await later, Appended)  # the next flush is on another connection
    for each in drafts:
        assert await store.read(each.match_id) == []
        assert isinstance(await group.append(each), Appended)


async def test_a_closed_pool_is_told_to_all_who_wait(database: TestDatabase) -> None:
    async with open_database(database.url) as pools:
        group = GroupCommit(StepStore(pools.commands))
        await group.append(draft())
    with pytest.raises(StoreUnavailable):
        await group.append(draft())


async def test_many_players_at_once_lose_nothing(group: GroupCommit, store: StepStore) -> None:
    async def play() -> None:
        first = draft()
        hashes = []
        for version in range(1, 9):
            outcome = await group.append(draft(version, of=first, actor=uuid4()))
            assert isinstance(outcome, Appended)
            hashes.append(outcome.hash)
        assert [step.hash for step in await store.read(first.match_id)] == hashes

    await asyncio.gather(*(play() for _ in range(25)))
    assert group.steps == 200
    assert group.flushes < 100
