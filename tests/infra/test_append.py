"""Appending: what the store promises about one draft and about many."""

import asyncio
from collections.abc import AsyncIterator
from uuid import uuid4

import psycopg
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from domain.match.step import GENESIS, Draft, Step, bucket_of, chain_hash
from infra.pool import Database, open_database
from infra.step_store import Appended, Conflict, Done, Head, Late, StepStore, UnknownMatch
from tests.infra.drafts import draft
from tests.services import TestDatabase

pytestmark = pytest.mark.anyio


@pytest.fixture
async def pools(module_database: TestDatabase) -> AsyncIterator[Database]:
    async with open_database(module_database.url) as database:
        yield database


@pytest.fixture
def store(pools: Database) -> StepStore:
    return StepStore(pools.commands)


async def test_version_one_creates_the_match_and_its_step_is_there_to_read(store: StepStore) -> None:
    first = draft(sealed=b"[]", digests=bytes(32))
    outcome = await store.append(first)
    assert isinstance(outcome, Appended)
    assert await store.read(first.match_id) == [
        Step(
            *(first.match_id, 1, outcome.at, first.actor, first.command_id),
            *(first.open, first.sealed, first.digests, outcome.hash),
        )
    ]
    assert await store.heads([first.match_id, uuid4()]) == {first.match_id: Head(1, outcome.at, outcome.hash)}


async def test_read_takes_a_range_of_versions(store: StepStore) -> None:
    first = draft()
    for version in range(1, 6):
        await store.append(draft(version, of=first))
    assert [step.version for step in await store.read(first.match_id, after=1, upto=3)] == [2, 3]
    assert await store.read(uuid4()) == []


async def test_a_draft_that_does_not_follow_is_told_the_version(store: StepStore) -> None:
    first = draft()
    await store.append(first)
    assert await store.append(draft(1, of=first)) == Conflict(1)
    assert await store.append(draft(3, of=first)) == Conflict(1)
    assert await store.append(draft(0, of=first)) == Conflict(1)


async def test_a_later_step_of_no_match_creates_nothing(store: StepStore) -> None:
    lost = draft(2)
    assert await store.append(lost) == UnknownMatch()
    assert await store.heads([lost.match_id]) == {}


@pytest.mark.parametrize("version", [1, 2])
async def test_a_draft_after_its_deadline_is_late_and_leaves_nothing(store: StepStore, version: int) -> None:
    first = draft()
    if version == 2:
        await store.append(first)
    before = await store.heads([first.match_id])
    assert await store.append(draft(version, of=first, not_after=1)) == Late()
    assert await store.heads([first.match_id]) == before


async def test_a_draft_before_its_deadline_is_in_time(store: StepStore) -> None:
    assert isinstance(await store.append(draft(not_after=2**62)), Appended)


async def test_the_same_command_fifty_times_at_once_is_one_step(store: StepStore) -> None:
    for version in (1, 2):
        first = draft()
        if version == 2:
            await store.append(draft(of=first))
        again = replace(first, version=version)
        outcomes = await asyncio.gather(*(store.append(again) for _ in range(50)))
        assert sorted(type(outcome).__name__ for outcome in outcomes) == ["Appended"] + ["Done"] * 49
        assert {outcome.version for outcome in outcomes if isinstance(outcome, Appended | Done)} == {version}
        assert await store.find(again.match_id, again.actor, again.command_id) == version


async def test_a_command_that_is_done_is_recognised_at_any_version(store: StepStore) -> None:
    first = draft()
    await store.append(first)
    await store.append(draft(2, of=first))
    for version in (1, 2, 3, 9):
        assert await store.append(replace(first, version=version)) == Done(1)


async def test_another_actor_may_use_the_same_command_id(store: StepStore) -> None:
    first = draft()
    await store.append(first)
    assert isinstance(await store.append(replace(first, version=2, actor=uuid4())), Appended)
    assert await store.find(first.match_id, uuid4(), first.command_id) is None


async def test_of_two_first_steps_one_creates_the_match(store: StepStore) -> None:
    first = draft()
    outcomes = await asyncio.gather(store.append(draft(1, of=first)), store.append(draft(1, of=first)))
    assert sorted(type(outcome).__name__ for outcome in outcomes) == ["Appended", "Conflict"]


async def test_each_draft_of_a_batch_is_judged_alone(store: StepStore) -> None:
    running, done = draft(), draft()
    await store.append_many([running, done])
    outcomes = await store.append_many(
        [draft(), draft(5, of=running), done, draft(2), draft(not_after=1), draft(2, of=draft()), draft()]
    )
    assert [type(outcome) for outcome in outcomes] == [
        *(Appended, Conflict, Done, UnknownMatch, Late, UnknownMatch, Appended)
    ]


async def test_a_batch_with_two_steps_of_a_match_is_refused(store: StepStore) -> None:
    first = draft()
    with pytest.raises(psycopg.errors.CardinalityViolation):
        await store.append_many([first, draft(2, of=first)])
    assert await store.read(first.match_id) == []


async def test_an_empty_batch_is_nothing(store: StepStore) -> None:
    assert await store.append_many([]) == []


async def test_positions_are_dense_in_every_bucket(database: TestDatabase) -> None:
    async with open_database(database.url) as pools:
        store = StepStore(pools.commands)
        firsts = [draft() for _ in range(300)]

        async def play(mine: list[Draft]) -> None:
            for version in range(1, 4):
                await store.append_many([draft(version, of=first) for first in mine])
                await store.append_many([draft(9, of=first) for first in mine])  # conflicts use no position

        await asyncio.gather(*(play(firsts[k::3]) for k in range(3)))
        heads = await store.bucket_heads()
        assert len(heads) == 256
        assert sum(heads.values()) == 900
        for bucket, last in heads.items():
            if not last:
                continue
            steps = (await store.feed([(bucket, 0, 10_000)]))[bucket]
            assert [pos for pos, _ in steps] == list(range(1, last + 1))
            assert {bucket_of(step.match_id) for _, step in steps} <= {bucket}
            assert (await store.feed([(bucket, 1, 2)])).get(bucket, []) == steps[1:3]
        everything = await store.feed([(bucket, 0, 10_000) for bucket in range(255, -1, -1)])
        assert {bucket: steps[-1][0] for bucket, steps in everything.items()} == {b: n for b, n in heads.items() if n}


async def test_time_never_goes_back_in_a_match(store: StepStore) -> None:
    first = draft()
    for version in range(1, 20):
        await store.append(draft(version, of=first))
    times = [step.at for step in await store.read(first.match_id)]
    assert times == sorted(times)


payload = st.binary(max_size=200)
bodies = st.tuples(payload, payload, st.lists(st.binary(min_size=32, max_size=32), max_size=3).map(b"".join))


@settings(max_examples=25, deadline=None)
@given(matches=st.lists(st.lists(bodies, min_size=1, max_size=4), min_size=1, max_size=4))
def test_the_database_hashes_as_the_domain_does(
    module_database: TestDatabase, matches: list[list[tuple[bytes, bytes, bytes]]]
) -> None:
    async def check() -> None:
        async with open_database(module_database.url, commands=1, reads=1) as pools:
            store = StepStore(pools.commands)
            for bodies in matches:
                first = draft()
                for version, (open_, sealed, digests) in enumerate(bodies, 1):
                    await store.append(draft(version, of=first, open=open_, sealed=sealed, digests=digests))
                previous = GENESIS
                for s in await store.read(first.match_id):
                    expected = chain_hash(
                        previous, s.match_id, s.version, s.at, s.actor, s.command_id, s.open, s.digests
                    )
                    assert s.hash == expected
                    previous = s.hash

    asyncio.run(check())
