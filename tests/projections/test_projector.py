"""The projector: what is in Redis follows from the log, whatever happens on the way."""

import asyncio
import math
from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from functools import partial

import psycopg
import pytest
from msgspec.structs import replace
from redis.asyncio import Redis

from domain.match.step import bucket_of
from infra.step_store import Appended, Done, StepStore
from projections.connection import open_redis
from projections.keys import Keys
from projections.projector import Projector
from projections.reader import ProjectionsUnavailable, Reader, Scoreboard
from projections.standing import PARTS, Standing, active_generation
from projections.status import Status, metrics
from tests.conformance.material import catalogue
from tests.infra.drafts import draft, until_back
from tests.projections.conftest import Valkey
from tests.projections.contents import assert_views, contents, generations, projected
from tests.projections.material import append, draft_of, folded, played, running, steps, until
from tests.services import TestDatabase

pytestmark = pytest.mark.anyio

MATCHES = [played(f"{number}", game, seats) for number in range(3) for game, seats in (("toy", 3), ("aqualin", 2))]
STEPS = list(map(steps, MATCHES))
IDS = [match[0].match.id for match in MATCHES]
SEASON = datetime.now(UTC).year


async def test_every_view_is_that_of_the_fold(store: StepStore, projector: Projector, reader: Reader) -> None:
    for upto in (3, 9, None):  # matches half played, and over
        at = 0 if upto == 3 else 3 if upto == 9 else 9
        await append(store, *(match[at:upto] for match in STEPS))
        await projector.catch_up()
        await assert_views(reader, [await folded(store, match_id) for match_id in IDS])


async def test_a_batch_that_comes_again_changes_nothing(
    store: StepStore, projector: Projector, redis: Redis, keys: Keys
) -> None:
    await append(store, *STEPS)
    await projector.catch_up()
    before = await contents(redis, keys)
    for at in projector.standing.at.values():
        at.clear()  # as one that was asleep for long
    await projector._applier.advance(projector.standing, map(bucket_of, IDS))
    assert await contents(redis, keys) == before


async def test_two_projectors_at_once_are_as_good_as_one(
    store: StepStore, redis: Redis, keys: Keys, services_redis: Redis
) -> None:
    alone = Keys(f"{keys.prefix}alone")
    pair = [Projector(store, client, catalogue(), keys) for client in (redis, services_redis)]
    for at in range(0, max(map(len, STEPS)), 5):
        await append(store, *(match[at : at + 5] for match in STEPS))
        await asyncio.gather(*(projector.catch_up() for projector in pair))
    await Projector(store, redis, catalogue(), alone).catch_up()
    assert await contents(redis, keys) == await contents(redis, alone)


async def test_news_and_without_news_the_poll_bring_steps_to_readers(
    store: StepStore, projector: Projector, reader: Reader, redis: Redis, keys: Keys
) -> None:
    async with running(projector):
        await append(store, STEPS[0][:4])
        assert (await until(lambda: quietly(reader.match(IDS[0])), bool)) is not None
        await append(store, STEPS[0][4:6])
        await redis.publish(keys.commits, f"{bucket_of(IDS[0])} {IDS[0]} 6\nnonsense\n999 x y")
        found = await reader.wait_for(IDS[0], 6, 60)
        assert found == projected(await folded(store, IDS[0]))


async def test_a_scoreboard_that_has_just_begun_is_complete_without_waiting_for_a_poll(
    store: StepStore, projector: Projector, reader: Reader, redis: Redis, keys: Keys, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("projections.projector.POLL_SECONDS", 600.0)
    async with running(projector):
        await until(lambda: quietly(reader.scoreboard("toy", SEASON)), bool)
        await until(lambda: redis.pubsub_numsub(keys.commits), lambda listening: listening[0][1] == 1)
        await append(store, STEPS[0])
        await redis.publish(keys.commits, f"{bucket_of(IDS[0])} {IDS[0]} {len(STEPS[0])}")
        await until(lambda: quietly(reader.match(IDS[0])), bool)
        board = await until(lambda: quietly(reader.scoreboard("toy", SEASON)), bool)
        assert isinstance(board, Scoreboard)
        assert len(board.rows) == 3


async def quietly(answer: Awaitable[object]) -> object:
    """None where the answer is that there is none yet."""
    try:
        return await answer
    except ProjectionsUnavailable:
        return None


async def test_a_step_that_cannot_be_applied_quarantines_its_match_alone(
    store: StepStore, projector: Projector, reader: Reader
) -> None:
    poison = draft(open=b"no step at all")
    neighbour = next(match for match in STEPS)
    await append(store, neighbour[:5])
    await store.append(poison)
    await store.append(draft(2, of=poison))
    await append(store, *STEPS[1:])
    await append(store, neighbour[5:])
    await projector.catch_up()
    reasons = await reader.quarantine()
    assert list(reasons) == [poison.match_id]
    assert "Unreadable" in reasons[poison.match_id]
    assert await reader.match(poison.match_id) is None
    for match_id in IDS:
        assert await reader.match(match_id) == projected(await folded(store, match_id))
    status = await reader.status()
    assert status is not None
    assert (status.quarantined, status.lag) == (1, 0)


async def test_a_match_whose_game_is_broken_is_listed_all_the_same(
    store: StepStore, projector: Projector, reader: Reader
) -> None:
    foreign = [replace(step, open=step.open.replace(b'"aqualin"', b'"chess"')) for step in STEPS[1][:3]]
    await append(store, foreign)
    await projector.catch_up()
    (listed,) = (await reader.matches("open")).matches
    assert b'"broken":true' in bytes(listed)
    assert await reader.quarantine() == {}


async def test_a_match_leaves_quarantine_when_it_can_be_applied(
    store: StepStore, projector: Projector, reader: Reader, redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object) -> None:
        raise RuntimeError("a fault of ours")

    with monkeypatch.context() as patched:
        patched.setattr("projections.applying.view_writes", fails)
        await append(store, STEPS[0][:5])
        await projector.catch_up()
    assert "a fault of ours" in (await reader.quarantine())[IDS[0]]
    await append(store, STEPS[0][5:])
    await projector.catch_up()
    await assert_views(reader, [await folded(store, IDS[0])])


async def test_what_one_projection_loses_it_gets_again_and_the_others_stay(
    store: StepStore, projector: Projector, redis: Redis, keys: Keys
) -> None:
    await append(store, *STEPS)
    await projector.catch_up()
    before, standing = await contents(redis, keys), projector.standing
    lost = [standing.lobby, standing.players, standing.index, *standing.boards.values(), *standing.views]
    assert len(standing.boards) == 2
    for slot in lost:
        keys_of_slot = [key async for key in redis.scan_iter(f"{slot.base}:*")]
        if keys_of_slot:
            await redis.delete(*keys_of_slot)
            for _ in range(PARTS):  # by then all have been looked at
                await projector.catch_up()
            assert await contents(redis, keys) == before


async def test_a_projection_far_behind_catches_up_with_the_others(
    store: StepStore, projector: Projector, redis: Redis, keys: Keys, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("projections.applying.STEPS_A_FEED", 7)  # many stretches, and matches that lie across them
    await append(store, *STEPS)
    await projector.catch_up()
    before = await contents(redis, keys)
    async for key in redis.scan_iter(f"{projector.standing.players.base}:*"):
        await redis.delete(key)
    fresh = Projector(store, redis, catalogue(), keys)
    await fresh.catch_up()
    assert await contents(redis, keys) == before
    assert fresh.standing.generation == projector.standing.generation


async def test_redis_filled_from_another_log_is_not_believed(
    store: StepStore, projector: Projector, reader: Reader, redis: Redis, keys: Keys
) -> None:
    await projector.catch_up()
    old = projector.standing.generation
    await redis.hset(Standing(redis, keys, old).lobby.at, str(bucket_of(IDS[0])), "1000000")
    await append(store, *STEPS)
    await projector.catch_up()
    assert await active_generation(redis, keys) != old
    await assert_views(reader, [await folded(store, match_id) for match_id in IDS])
    async with running(projector):
        await until(lambda: generations(redis, keys), lambda found: found == {projector.standing.generation})


async def test_at_its_start_it_removes_what_rebuilds_that_died_have_left_and_nothing_else(
    store: StepStore, projector: Projector, reader: Reader, redis: Redis, keys: Keys
) -> None:
    await append(store, *STEPS)
    await projector.catch_up()
    active = projector.standing.generation
    for generation in ("00000000", "11111111", "22222222"):
        await Projector(store, redis, catalogue(), keys, generation).catch_up()
    await redis.set(keys.building, "11111111")
    before = await contents(redis, keys)
    assert await generations(redis, keys) == {active, "00000000", "11111111", "22222222"}
    async with running(Projector(store, redis, catalogue(), keys)):
        await until(lambda: generations(redis, keys), lambda found: found == {active, "11111111"})
    assert await contents(redis, keys) == before
    building = Standing(redis, keys, "11111111")
    await building.load()
    assert building.steps() == sum(map(len, STEPS))


async def test_what_the_projector_does_moves_its_metrics(
    store: StepStore, projector: Projector, reader: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def told(status: Status | None) -> dict[str, float]:
        samples = [sample for family in metrics(status, await reader.quarantine()) for sample in family.samples]
        return {":".join([sample.name, *sample.labels.values()]): sample.value for sample in samples}

    await append(store, *STEPS)
    poison = draft(open=b"{}")
    await store.append(poison)
    await projector.catch_up()
    said = await told(await reader.status())
    assert 0 <= said.pop("meeplog_projector_status_age_seconds") < math.inf
    assert said == {
        "meeplog_projector_steps": sum(map(len, STEPS)) + 1,
        "meeplog_projector_lag_steps": 0,
        "meeplog_projector_stalled_seconds": 0,
        "meeplog_projector_quarantined": 1,
        f"meeplog_projector_quarantined_match:{poison.match_id}": 1,
    }
    await store.append(draft(2, of=poison))
    with monkeypatch.context() as patched:  # behind, and nothing moves
        patched.setattr(projector._applier, "advance", lambda *_: projector._report())
        patched.setattr(projector.standing, "position", lambda _: 0)
        behind = asyncio.create_task(projector.catch_up())
        await until(reader.status, lambda status: status is not None and status.stalled_seconds > 0)
        behind.cancel()
    said = await told(await reader.status())
    assert said["meeplog_projector_lag_steps"] > 0
    assert said["meeplog_projector_stalled_seconds"] > 0
    assert (await told(None))["meeplog_projector_status_age_seconds"] == math.inf


async def test_when_the_projector_with_the_lead_dies_another_takes_over(
    store: StepStore, redis: Redis, keys: Keys, reader: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("projections.projector.LEAD_MILLISECONDS", 600_000)  # nobody lapses because a machine is busy
    first, second = (Projector(store, redis, catalogue(), keys) for _ in range(2))
    async with running(first):
        await until(lambda: redis.get(keys.active), bool)
        async with running(second):
            await append(store, STEPS[0][:5])
            await reader.wait_for(IDS[0], 5, 60)
    assert second.progress.steps == 0
    await redis.pexpire(keys.leader, 100)
    await append(store, STEPS[0][5:])
    async with running(second):
        found = await reader.wait_for(IDS[0], len(STEPS[0]), 60)
    assert found == projected(await folded(store, IDS[0]))


class TestOutages:
    """Each with a server of its own, which may lose everything."""

    async def test_flushed(self, store: StepStore, valkey: Valkey) -> None:
        async with living(store, valkey) as (reader, redis):
            await append(store, *STEPS)
            await until(lambda: lists(reader), lambda found: found == len(STEPS))
            await redis.flushall()
            await until(lambda: lists(reader), lambda found: found == len(STEPS))
            await assert_views(reader, [await folded(store, match_id) for match_id in IDS])

    async def test_killed_and_started_again(self, store: StepStore, valkey: Valkey) -> None:
        async with living(store, valkey) as (reader, _):
            await append(store, *(match[:6] for match in STEPS))
            await until(lambda: lists(reader), lambda found: found == len(STEPS))
            valkey.kill()
            await append(store, *(match[6:] for match in STEPS))
            with pytest.raises(ProjectionsUnavailable):
                await reader.match(IDS[0])
            await asyncio.to_thread(valkey.server.restart)
            await until(lambda: lists(reader, "finished"), lambda found: found == len(STEPS))
            await assert_views(reader, [await folded(store, match_id) for match_id in IDS])

    async def test_the_database_drops_its_connections(
        self, store: StepStore, valkey: Valkey, database: TestDatabase
    ) -> None:
        async with living(store, valkey) as (reader, _):
            await append(store, *(match[:6] for match in STEPS))
            await until(lambda: lists(reader), lambda found: found == len(STEPS))
            with psycopg.connect(database.admin_url, autocommit=True) as admin:
                admin.execute(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                    "WHERE datname = current_database() AND pid <> pg_backend_pid()"
                )

            for step in (step for match in STEPS for step in match[6:]):
                outcome = await until_back(partial(store.append, draft_of(step)))
                assert isinstance(outcome, Appended | Done)
            await until(lambda: lists(reader, "finished"), lambda found: found == len(STEPS))


@asynccontextmanager
async def living(store: StepStore, valkey: Valkey) -> AsyncIterator[tuple[Reader, Redis]]:
    async with open_redis(valkey.url) as redis, running(Projector(store, redis, catalogue())):
        yield Reader(redis), redis


async def lists(reader: Reader, status: str | None = None) -> int | None:
    """How many matches the lobby shows; None while it says that it cannot."""
    try:
        return len((await reader.matches(status)).matches)
    except ProjectionsUnavailable:
        return None
