"""A rebuild: readers are served all the while, and afterwards nothing of the old generation is left."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from datetime import UTC, datetime
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace
from redis.asyncio import Redis

from domain.kernel.codec import encode
from domain.match.commands import Origin
from domain.match.step import bucket_of
from infra.pool import StoreUnavailable
from infra.step_store import StepStore
from projections.applying import Displaced
from projections.connection import answer
from projections.index import births_key
from projections.keys import Keys
from projections.projector import Projector
from projections.reader import Reader
from projections.rebuild import RebuildRunning, rebuild
from projections.standing import active_generation
from projections.summary import read_summary
from tests.conformance.material import catalogue
from tests.projections.contents import assert_views, contents, generations
from tests.projections.material import append, folded, played, running, steps, until

pytestmark = pytest.mark.anyio

MATCHES = [played(f"rebuild {number}", seats=3) for number in range(50)]
STEPS = list(map(steps, MATCHES))
IDS = [match[0].match.id for match in MATCHES]
PLAYERS = [match[-1].step.actor for match in MATCHES]  # in each match who ended it
SEASON = datetime.now(UTC).year


async def test_readers_never_fail_nor_go_back_while_matches_are_played(
    store: StepStore, projector: Projector, reader: Reader, redis: Redis, keys: Keys
) -> None:
    await append(store, STEPS[0], *(match[:4] for match in STEPS[1:]))
    await projector.catch_up()
    old = await active_generation(redis, keys)
    async with running(projector):
        done = asyncio.Event()
        watchers = [asyncio.create_task(_watch(reader, done)) for _ in range(2)]
        playing = asyncio.create_task(append(store, *(match[4:] for match in STEPS[1:])))
        told: list[tuple[int, int]] = []
        while not playing.done():
            await rebuild(store, redis, catalogue(), keys, lambda *progress: told.append(progress))
        await playing
        for match in MATCHES:
            await reader.wait_for(match[0].match.id, match[-1].match.version, 60)
        await until(lambda: reader.scoreboard("toy", SEASON, limit=200), lambda board: len(board.rows) == 150)
        done.set()
        assert all(looks > 1 for looks in await asyncio.gather(*watchers))
    assert await active_generation(redis, keys) != old
    assert await _left(redis, keys, old) == []
    assert all(steps_done <= in_all for steps_done, in_all in told)
    await assert_views(reader, [await folded(store, match_id) for match_id in IDS])


async def _left(redis: Redis, keys: Keys, generation: str | None) -> list[bytes]:
    """What there is of a generation, besides the mark that nothing is to be applied to it."""
    found = [key async for key in redis.scan_iter(f"{keys.prefix}:{generation}:*")]
    return [key for key in found if not key.endswith(b":frozen")]


async def _watch(reader: Reader, done: asyncio.Event) -> int:
    """Reads matches and lists over and over: nothing may be missing, older or less than it was before."""
    seen: Counter[str] = Counter()
    looks, last = 0, False
    while not last:
        last = done.is_set()
        async for name, count in _counts(reader):
            assert count >= seen[name], name
            seen[name] = count
        looks += 1
    assert (seen["lobby"], seen["ended"], seen["board"]) == (50, 50, 150)
    return looks


async def _counts(reader: Reader) -> AsyncIterator[tuple[str, int]]:
    """What only grows while matches are played, of each kind of list."""
    for match_id in IDS:
        found = await reader.match(match_id)
        assert found is not None
        yield f"view of {match_id}", found.rendered.version
    some = PLAYERS[:10]
    pages = {"lobby": await reader.matches(limit=100), "ended": await reader.matches("finished", limit=100)}
    pages |= {f"list of {player}": await reader.matches(player=player) for player in some}
    for name, page in pages.items():
        yield name, len(page.matches)
        for summary in map(read_summary, page.matches):
            yield f"{summary.match_id} in the {name}", summary.version
    for player in some:
        for summary in map(read_summary, await reader.turns(player)):
            yield f"{summary.match_id} in the turns of {player}", summary.version
        yield f"figures of {player}", (await reader.player(player)).total.matches
    board = await reader.scoreboard("toy", SEASON, limit=200)
    yield "board", sum(row.matches for row in board.rows)


async def test_a_projector_that_feeds_what_is_being_removed_begins_no_scoreboard_in_it(
    store: StepStore, projector: Projector, redis: Redis, keys: Keys
) -> None:
    await append(store, STEPS[0])
    await projector.catch_up()
    old = projector.standing
    await rebuild(store, redis, catalogue(), keys)
    [board] = old.boards.values()
    births = births_key(old.index)
    await redis.hset(births, f"toy:{SEASON}", msgspec.msgpack.encode([]))  # not removed yet
    old.at[board] = {}  # as it is read when the scoreboard has been
    await old.load_boards()
    await redis.delete(births)
    assert await _left(redis, keys, old.generation) == []


REMATCH = encode(Origin("rematch", IDS[1], (PLAYERS[1],)))
NEWS = STEPS[1][-1], replace(STEPS[2][0], open=STEPS[2][0].open.replace(b'"origin":null', b'"origin":' + REMATCH))
"""A match ends and another one follows it: news for every kind of list."""


async def _told(reader: Reader) -> dict[str, object]:
    """What readers are told, by the kind of question."""
    return {
        "views": [await reader.match(match_id) for match_id in IDS[:3]],
        "lobby": await reader.matches(),
        "ended": await reader.matches("finished", "toy"),
        "a player's list": await reader.matches(player=PLAYERS[1]),
        "all of a player": await reader.matches(player=PLAYERS[1], mine=True),
        "turns": await reader.turns(PLAYERS[1]),
        "figures": await reader.player(PLAYERS[1]),
        "scoreboard": await reader.scoreboard("toy", SEASON),
        "followers": await reader.followers(IDS[1]),
        "unsealed": set(await reader.unsealed()),
    }


async def _hear_of_news(projector: Projector) -> None:
    """What a projector does then. It may be refused."""
    try:
        await projector._applier.advance(projector.standing, {bucket_of(step.match_id) for step in NEWS})
    except* Displaced:
        pass


Happens = Callable[[int], Awaitable[None]]


@pytest.fixture
def each_time(monkeypatch: pytest.MonkeyPatch) -> Callable[[Happens], None]:
    """Lets something happen whenever a rebuild has applied all steps: before the last ones (1), before it switches (2),
    and again if it was too late for that (3). It has all the time it needs."""

    def hold(happens: Happens) -> None:
        class Held(Projector):
            times = 0

            async def catch_up(self) -> None:
                await super().catch_up()
                self.times += 1
                await happens(self.times)

        monkeypatch.setattr("projections.rebuild.Projector", Held)

    monkeypatch.setattr("projections.rebuild.SWITCH_SECONDS", 600)
    monkeypatch.setattr("projections.rebuild.FREEZE_MILLISECONDS", 600_000)
    return hold


async def test_steps_that_come_right_before_the_switch_are_seen_after_it_and_not_lost_again(
    store: StepStore,
    projector: Projector,
    reader: Reader,
    redis: Redis,
    keys: Keys,
    each_time: Callable[[Happens], None],
) -> None:
    await append(store, STEPS[0], STEPS[1][:-1])
    await projector.catch_up()
    seen = [await _told(reader)]

    async def happens(times: int) -> None:
        seen.append(await _told(reader))
        if times == 2:
            await append(store, NEWS[:1], NEWS[1:])
            await _hear_of_news(projector)
            seen.append(await _told(reader))

    each_time(happens)
    await rebuild(store, redis, catalogue(), keys)
    assert len(seen) == 4
    after = await _told(reader)
    for before in seen:
        assert _differing(after, before) == []
    await _hear_of_news(projector)  # it does not know yet that it feeds what is no more
    assert await _left(redis, keys, projector.standing.generation) == []
    await projector.catch_up()
    assert _differing(await _told(reader), after) == list(after)


async def test_a_rebuild_that_comes_too_late_for_the_switch_goes_on(
    store: StepStore,
    projector: Projector,
    reader: Reader,
    redis: Redis,
    keys: Keys,
    each_time: Callable[[Happens], None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    await append(store, STEPS[0], STEPS[1][:-1])
    await projector.catch_up()
    seen = [await _told(reader)]

    async def happens(times: int) -> None:
        monkeypatch.setattr("projections.rebuild.SWITCH_SECONDS", 0 if times == 2 else 600)
        if times == 2:  # nothing is frozen any more
            await redis.delete(*await redis.keys(f"{keys.prefix}:{projector.standing.generation}:*:frozen"))
            await append(store, NEWS[:1], NEWS[1:])
            await _hear_of_news(projector)
            seen.append(await _told(reader))

    each_time(happens)
    await rebuild(store, redis, catalogue(), keys)
    assert _differing(seen[1], seen[0]) == list(seen[0])
    assert _differing(await _told(reader), seen[1]) == []


def _differing(told: dict[str, object], before: dict[str, object]) -> list[str]:
    return [kind for kind in told if told[kind] != before[kind]]


async def test_whoever_asked_before_the_switch_asks_again_though_another_has_learnt_of_it_meanwhile(
    store: StepStore, projector: Projector, reader: Reader, redis: Redis, keys: Keys, monkeypatch: pytest.MonkeyPatch
) -> None:
    await append(store, STEPS[0])
    await projector.catch_up()
    before = await reader.matches()
    await rebuild(store, redis, catalogue(), keys)
    others = [reader.match(IDS[0])]

    async def slowly(asked: Awaitable[Any]) -> Any:
        answers = await answer(asked)
        while others:
            await others.pop()
        return answers

    monkeypatch.setattr("projections.reader.answer", slowly)
    assert await reader.matches() == before


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


async def test_a_rebuild_does_not_speak_for_the_projector(
    store: StepStore, projector: Projector, reader: Reader, redis: Redis, keys: Keys
) -> None:
    """A projector that has died would seem to be at work, and one that is at the head far behind."""
    await append(store, *STEPS[:2])
    await projector.catch_up()
    said = await reader.status()
    assert said is not None
    await rebuild(store, redis, catalogue(), keys)
    assert await reader.status() == said


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


async def test_a_rebuild_that_fails_leaves_nothing_of_its_own(
    store: StepStore, projector: Projector, redis: Redis, keys: Keys, each_time: Callable[[Happens], None]
) -> None:
    await append(store, *STEPS[:2])
    await projector.catch_up()

    async def happens(_: int) -> None:
        assert len(await generations(redis, keys)) == 2
        raise StoreUnavailable

    each_time(happens)
    with pytest.raises(StoreUnavailable):
        await rebuild(store, redis, catalogue(), keys)
    assert await generations(redis, keys) == {projector.standing.generation}
    assert await redis.get(keys.building) is None


@pytest.mark.parametrize("claimed_by", [None, "another0"])
async def test_a_rebuild_that_was_taken_for_dead_does_not_switch(
    store: StepStore,
    projector: Projector,
    redis: Redis,
    keys: Keys,
    each_time: Callable[[Happens], None],
    claimed_by: str | None,
) -> None:
    """What it had built may have been removed."""
    await append(store, *STEPS[:2])
    await projector.catch_up()

    async def happens(times: int) -> None:
        if times == 1:
            await redis.delete(keys.building)
            if claimed_by:
                await redis.set(keys.building, claimed_by)
            await asyncio.sleep(0.5)  # it has the time to claim it again

    each_time(happens)
    with pytest.raises(RebuildRunning):
        await rebuild(store, redis, catalogue(), keys)
    assert await active_generation(redis, keys) == projector.standing.generation
    assert await generations(redis, keys) == {projector.standing.generation}
    assert await redis.get(keys.building) == (claimed_by.encode() if claimed_by else None)


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
