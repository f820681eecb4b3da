"""A rebuild: readers are served all the while, and afterwards nothing of the old generation is left."""

import asyncio

import pytest
from redis.asyncio import Redis

from infra.step_store import StepStore
from projections.keys import Keys
from projections.projector import Projector
from projections.reader import Reader
from projections.rebuild import RebuildRunning, rebuild
from projections.standing import active_generation
from tests.conformance.material import catalogue
from tests.projections.contents import assert_views, contents
from tests.projections.material import append, folded, played, running, steps, until

pytestmark = pytest.mark.anyio

MATCHES = [played(f"rebuild {number}", seats=3) for number in range(50)]
STEPS = list(map(steps, MATCHES))
IDS = [match[0].match.id for match in MATCHES]


async def test_readers_never_fail_nor_go_back_while_matches_are_played(
    store: StepStore, projector: Projector, reader: Reader, redis: Redis, keys: Keys
) -> None:
    async with running(projector):
        await append(store, *(match[:4] for match in STEPS))
        await until(lambda: _listed(reader, redis, keys), lambda listed: listed == 50)
        old = await active_generation(redis, keys)
        done = asyncio.Event()
        watchers = [asyncio.create_task(_watch(reader, done)) for _ in range(2)]
        playing = asyncio.create_task(append(store, *(match[4:] for match in STEPS)))
        told: list[tuple[int, int]] = []
        while not playing.done():
            await rebuild(store, redis, catalogue(), keys, lambda *progress: told.append(progress))
        await playing
        for match in MATCHES:
            await reader.wait_for(match[0].match.id, match[-1].match.version, 60)
        done.set()
        assert all(looks > 0 for looks in await asyncio.gather(*watchers))
    assert await active_generation(redis, keys) != old
    left = [key async for key in redis.scan_iter(f"{keys.prefix}:{old}:*")]
    assert all(key.endswith(b":frozen") for key in left)
    assert all(steps_done <= in_all for steps_done, in_all in told)
    await assert_views(reader, [await folded(store, match_id) for match_id in IDS])


async def _listed(reader: Reader, redis: Redis, keys: Keys) -> int:
    if await active_generation(redis, keys) is None:
        return 0
    found = [await reader.match(match_id) for match_id in IDS]
    return sum(one is not None and one.rendered.version >= 4 for one in found)


async def _watch(reader: Reader, done: asyncio.Event) -> int:
    """Reads matches and lists over and over; each must be there, and at no lower version than before."""
    seen = dict.fromkeys(IDS, 4)
    looks = 0
    while not done.is_set():
        for match_id in IDS:
            found = await reader.match(match_id)
            assert found is not None
            assert found.rendered.version >= seen[match_id]
            seen[match_id] = found.rendered.version
        assert len((await reader.matches(limit=100)).matches) == 50
        looks += 1
    return looks


async def test_a_rebuild_ends_where_the_projector_was(
    store: StepStore, projector: Projector, redis: Redis, keys: Keys
) -> None:
    await append(store, *STEPS[:5])
    await projector.catch_up()
    before, told = await contents(redis, keys), []
    await rebuild(store, redis, catalogue(), keys, lambda *progress: told.append(progress))
    assert await contents(redis, keys) == before
    steps_in_all = sum(map(len, STEPS[:5]))
    assert told[-1] == (steps_in_all, steps_in_all)


async def test_a_rebuild_fills_an_empty_redis(store: StepStore, reader: Reader, redis: Redis, keys: Keys) -> None:
    await append(store, *STEPS[:2])
    await rebuild(store, redis, catalogue(), keys)
    await assert_views(reader, [await folded(store, match_id) for match_id in IDS[:2]])
    assert len((await reader.matches("finished")).matches) == 2


async def test_one_rebuild_at_a_time(store: StepStore, redis: Redis, keys: Keys) -> None:
    await redis.set(keys.building, "another")
    with pytest.raises(RebuildRunning):
        await rebuild(store, redis, catalogue(), keys)
    assert await redis.get(keys.building) == b"another"


async def test_a_rebuild_that_fails_leaves_the_old_generation_alone(
    store: StepStore, projector: Projector, reader: Reader, redis: Redis, keys: Keys, monkeypatch: pytest.MonkeyPatch
) -> None:
    await append(store, *STEPS[:2])
    await projector.catch_up()
    active = await active_generation(redis, keys)

    async def fails(*_: object) -> None:
        raise ConnectionError

    with monkeypatch.context() as patched:
        patched.setattr("projections.applying.Applier._move", fails)
        with pytest.raises(ExceptionGroup):
            await rebuild(store, redis, catalogue(), keys)
    assert await active_generation(redis, keys) == active
    assert len((await reader.matches()).matches) == 2
