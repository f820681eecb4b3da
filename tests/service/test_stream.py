"""Live streams: every version once, whoever joins, drops and comes back."""

import asyncio
import random
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from itertools import takewhile
from typing import Any
from uuid import uuid4

import httpx
import pytest
from httpx_sse import ServerSentEvent, aconnect_sse, connect_sse

from tests.service.client import Client, eventually, play_randomly, table_for
from tests.services import PATIENCE


@contextmanager
def events(client: Client, match: str, after: int | None = None) -> Iterator[Iterator[ServerSentEvent]]:
    """The steps of one stream, up to where the service asks to come back."""
    with connect_sse(client.http, "GET", f"/matches/{match}/stream", headers=since(after)) as source:
        yield takewhile(is_step, source.iter_sse())


def since(version: int | None) -> dict[str, str]:
    return {} if version is None else {"Last-Event-ID": str(version)}


def is_step(event: ServerSentEvent) -> bool:
    assert event.event in ("step", "resume")
    return event.event == "step"


def every_step(client: Client, match: str) -> Iterator[ServerSentEvent]:
    """The newest and all that follow, by a client that comes back when it is asked to."""
    after = None
    while True:
        with events(client, match, after) as stream:
            for event in stream:
                after = int(event.id)
                yield event


def test_a_subscriber_that_drops_and_resumes_gets_every_version_once(url: str) -> None:
    match, players = table_for(url, "aqualin", 2)
    reader = Client(url)
    seen: list[int] = []
    views: dict[int, Any] = {}
    player = threading.Thread(target=lambda: list(play_randomly(match, players)))
    player.start()
    drops = random.Random(1)
    last = 3 + 36 + 1  # created, two seats of which the second starts the match, 36 turns, the seal
    while not seen or seen[-1] < last:
        with events(reader, match, seen[-1] if seen else 0) as stream:
            for event, _ in zip(stream, range(drops.randint(1, 6)), strict=False):
                seen.append(int(event.id))
                views[int(event.id)] = event.json()
                if seen[-1] == last:
                    break
    player.join()
    assert seen == list(range(1, len(seen) + 1))
    for version, data in views.items():
        assert data["view"]["version"] == data["step"]["version"] == version
        assert data["view"] == reader.get(match, f"replay/{version}").json()["view"]


def test_without_a_last_event_id_a_stream_begins_with_the_newest(url: str) -> None:
    match, players = table_for(url, "aqualin", 2)
    version = players[0].view(match)["version"]
    with events(players[0], match) as stream:
        event = next(stream)
        assert (event.event, int(event.id)) == ("step", version)
        assert event.json()["view"]["you"] == 0


def test_who_subscribes_while_others_commit_misses_nothing(url: str) -> None:
    match, players = table_for(url, "aqualin", 2)
    failures: list[Any] = []

    def follow() -> None:
        ids = []
        for event in every_step(Client(url), match):
            ids.append(int(event.id))
            if event.json()["view"]["status"] == "finished":
                break
        if ids != list(range(ids[0], ids[0] + len(ids))):
            failures.append(ids)

    followers = []
    for _ in play_randomly(match, players):
        followers.append(threading.Thread(target=follow))
        followers[-1].start()
    for follower in followers:
        follower.join()
    assert failures == []


@pytest.mark.anyio
async def test_two_hundred_who_join_at_any_moment_miss_nothing(url: str) -> None:
    match, players = table_for(url, "aqualin", 2)
    moments, last = random.Random(2), 3 + 36 + 1  # as above
    place = f"{url}/api/v1/matches/{match}"

    async def follow(http: httpx.AsyncClient, at_least: int) -> None:
        await asyncio.sleep(moments.uniform(0, 0.03))  # before, during or after the next commit
        seen: list[int] = []
        while not seen or seen[-1] < last:
            headers = since(seen[-1] if seen else None)
            async with aconnect_sse(http, "GET", f"{place}/stream", headers=headers) as source:
                seen += [int(event.id) async for event in take_until(source.aiter_sse(), last)]
        assert seen[0] >= at_least
        assert seen == list(range(seen[0], last + 1))

    limits = httpx.Limits(max_connections=None)
    async with httpx.AsyncClient(limits=limits, timeout=PATIENCE) as http, asyncio.TaskGroup() as followers:
        tokens = [{"Authorization": player.http.headers["Authorization"]} for player in players]
        view = players[0].view(match)
        while view["status"] == "running":
            for _ in range(6):
                followers.create_task(follow(http, view["version"]))
            mine = tokens[view["actors"][0]]
            page = (await http.get(f"{place}/legal", headers=mine)).json()
            headers = mine | {"If-Match": f'"{view["version"]}"', "Idempotency-Key": str(uuid4())}
            played = await http.post(f"{place}/commands", json=page["commands"][0]["command"], headers=headers)
            view = played.raise_for_status().json()["view"]


async def take_until(events: AsyncIterator[ServerSentEvent], last: int) -> AsyncIterator[ServerSentEvent]:
    async for event in events:
        if not is_step(event):
            return
        yield event
        if int(event.id) == last:
            return


def test_a_stream_goes_on_after_any_version(url: str) -> None:
    match, players = table_for(url, "aqualin", 2)
    list(play_randomly(match, players))
    last = eventually(lambda: players[0].view(match), lambda seen: seen["sealed_at_version"] is not None)["version"]
    for after in range(last):
        with events(Client(url), match, after) as stream:
            for version in range(after + 1, last + 1):
                assert int(next(stream).id) == version


@pytest.mark.parametrize("after", ["-1", "x", "1.5", ""])
def test_a_stream_after_no_version_is_a_problem(url: str, after: str) -> None:
    match, players = table_for(url, "aqualin", 2)
    answer = players[0].http.get(f"/matches/{match}/stream", headers={"Last-Event-ID": after})
    assert (answer.status_code, answer.json()["code"]) == (400, "malformed")


def test_a_stream_of_no_match_is_a_problem(url: str) -> None:
    answer = httpx.get(f"{url}/api/v1/matches/00000000-0000-0000-0000-000000000000/stream", timeout=PATIENCE)
    assert (answer.status_code, answer.headers["content-type"]) == (404, "application/problem+json")
