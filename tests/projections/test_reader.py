"""What readers are told: pages that stand still, and 'unavailable' rather than half of something."""

import asyncio
from collections.abc import Awaitable
from datetime import UTC, datetime
from uuid import UUID, uuid4

import msgspec
import pytest
from redis.asyncio import Redis

from infra.step_store import StepStore
from projections.connection import open_redis
from projections.index import unsealed_key
from projections.keys import Keys
from projections.projector import Projector
from projections.reader import MOST_UNSEALED, BadCursor, Page, ProjectionsUnavailable, Reader
from projections.status import MOST_NAMED
from projections.summary import Summary
from tests.conformance.material import catalogue
from tests.projections.contents import projected
from tests.projections.material import append, folded, played, steps

pytestmark = pytest.mark.anyio

MATCHES = [played(f"reader {number}") for number in range(7)]
STEPS = list(map(steps, MATCHES))
IDS = [match[0].match.id for match in MATCHES]


def ids(page: Page) -> list[UUID]:
    return [msgspec.json.decode(match, type=Summary).match_id for match in page.matches]


async def walk(reader: Reader, limit: int, **filters: str) -> list[UUID]:
    found, cursor = [], None
    while True:
        page = await reader.matches(**filters, cursor=cursor, limit=limit)  # type: ignore[arg-type]
        found += ids(page)
        if (cursor := page.cursor) is None:
            return found


async def test_pages_are_newest_first_and_hold_every_match_once(
    store: StepStore, projector: Projector, reader: Reader
) -> None:
    for match in STEPS:
        await append(store, match[:1])
    await projector.catch_up()
    for limit in (1, 2, 7, 50):
        assert await walk(reader, limit, status="open", game="toy") == IDS[::-1]
        assert await walk(reader, limit) == IDS[::-1]
    assert await walk(reader, 3, status="running") == []
    assert await walk(reader, 3, game="aqualin") == []


async def test_what_is_created_meanwhile_moves_no_page(store: StepStore, projector: Projector, reader: Reader) -> None:
    for match in STEPS[:5]:
        await append(store, match[:1])
    await projector.catch_up()
    first = await reader.matches("open", limit=2)
    for match in STEPS[5:]:
        await append(store, match[:1])
    await projector.catch_up()
    second = await reader.matches("open", cursor=first.cursor, limit=2)
    assert ids(first) + ids(second) == IDS[4:0:-1]


async def test_a_players_matches_are_sifted_by_status(
    store: StepStore, projector: Projector, reader: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("projections.reader.MOST_SIFTED", 2)
    player = MATCHES[0][-1].match.players[0]
    await append(store, STEPS[0])
    await append(store, STEPS[1][:4])
    await projector.catch_up()
    assert ids(await reader.matches(player=player)) == [IDS[0]]
    assert ids(await reader.matches("finished", player=player)) == [IDS[0]]
    assert ids(await reader.matches("running", player=player)) == []
    assert ids(await reader.matches("open", "toy", player, mine=True)) == []


async def test_turns_figures_and_scoreboard_of_what_was_played(
    store: StepStore, projector: Projector, reader: Reader
) -> None:
    await append(store, STEPS[0][:4])
    await append(store, *STEPS[1:])
    await projector.catch_up()
    waiting = await folded(store, IDS[0])
    for seat, player in enumerate(waiting.players):
        assert player is not None
        turns = [msgspec.json.decode(turn, type=Summary).match_id for turn in await reader.turns(player)]
        assert turns == ([IDS[0]] if waiting.since[seat] is not None else [])
    over = await folded(store, IDS[1])
    assert over.players[0] is not None
    assert (await reader.player(over.players[0])).total.matches == 1
    assert (await reader.player(uuid4())).total.matches == 0
    season = datetime.now(UTC).year
    board = await reader.scoreboard("toy", season)
    assert len(board.rows) == 12
    assert (await reader.scoreboard("toy", season, limit=5)).cursor is not None
    assert (await reader.scoreboard("aqualin", season)).rows == ()


async def test_waiting_for_a_version(store: StepStore, projector: Projector, reader: Reader) -> None:
    await append(store, STEPS[0][:2])
    await projector.catch_up()
    waiting = asyncio.create_task(reader.wait_for(IDS[0], 4, 60))
    assert await reader.wait_for(IDS[0], 4, 0.01) == projected(await folded(store, IDS[0]))
    await append(store, STEPS[0][2:5])
    await projector.catch_up()
    found = await waiting
    assert found == projected(await folded(store, IDS[0]))
    assert await reader.wait_for(uuid4(), 1, 0.01) is None


async def test_lists_are_unavailable_until_the_projector_has_caught_up(
    store: StepStore, redis: Redis, keys: Keys, reader: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Interrupted(Exception):
        pass

    async def interrupted(_: object) -> None:
        raise Interrupted

    projector = Projector(store, redis, catalogue(), keys)
    await append(store, *STEPS)
    with pytest.raises(ProjectionsUnavailable):
        await reader.match(IDS[0])  # nothing was ever written
    with monkeypatch.context() as patched:
        patched.setattr(projector.standing, "mark_complete", interrupted)
        with pytest.raises(Interrupted):
            await projector.catch_up()
    assert await reader.match(IDS[0]) is not None
    for list_ in lists(reader):
        with pytest.raises(ProjectionsUnavailable):
            await list_
    await projector.catch_up()
    for list_ in lists(reader):
        await list_


def lists(reader: Reader) -> tuple[Awaitable[object], ...]:
    return (
        reader.matches(),
        reader.matches(player=IDS[0]),
        reader.turns(IDS[0]),
        reader.player(IDS[0]),
        reader.followers(IDS[0]),
        reader.scoreboard("toy", datetime.now(UTC).year),
    )


@pytest.mark.parametrize("cursor", ["", "x", "(", "0" * 47, "0" * 48 + "\n"])
async def test_a_cursor_that_is_none_is_told_so(reader: Reader, cursor: str) -> None:
    with pytest.raises(BadCursor):
        await reader.matches(cursor=cursor)
    with pytest.raises(BadCursor):
        await reader.scoreboard("toy", 2020, cursor)


async def test_what_waits_for_help_is_named_in_numbers_that_can_be_read(
    projector: Projector, reader: Reader, redis: Redis, keys: Keys
) -> None:
    """A release that is at fault may put every match there is in quarantine, or leave all of them unsealed."""
    await projector.catch_up()
    index = keys.index(projector.standing.generation)
    few, many = ([uuid4() for _ in range(number)] for number in (MOST_NAMED, 5 * MOST_UNSEALED))
    for ids in (few, many):
        await redis.hset(index.matches, mapping={match_id.hex: "w" * 100 for match_id in ids})
        await redis.sadd(unsealed_key(index), *(match_id.hex for match_id in ids))
        named, unsealed = await reader.quarantine(), await reader.unsealed()
        assert len(named) <= 2 * MOST_NAMED
        assert len(unsealed) <= MOST_UNSEALED
        if ids is few:
            assert set(named) == set(unsealed) == set(few)
        assert set(unsealed) <= {*few, *many}


async def test_frames_are_kept_for_a_while(reader: Reader, redis: Redis, keys: Keys) -> None:
    assert await reader.frame(IDS[0], "3:spectator") is None
    await reader.keep_frame(IDS[0], "3:spectator", b"{}", seconds=100)
    assert await reader.frame(IDS[0], "3:spectator") == b"{}"
    assert 0 < await redis.ttl(keys.frame(IDS[0], "3:spectator")) <= 100


async def test_without_redis_there_are_no_frames_and_no_errors() -> None:
    async with open_redis("unix:///nowhere/redis.sock") as nobody:
        reader = Reader(nobody)
        await reader.keep_frame(IDS[0], "3", b"{}")
        assert await reader.frame(IDS[0], "3") is None
        with pytest.raises(ProjectionsUnavailable):
            await reader.match(IDS[0])
