"""Live streams: every version once, whoever joins, drops and comes back."""

import random
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx
from httpx_sse import ServerSentEvent, connect_sse

from tests.service.client import Client, play_randomly, table_for


@contextmanager
def events(client: Client, match: str, after: int | None = None) -> Iterator[Iterator[ServerSentEvent]]:
    headers = {} if after is None else {"Last-Event-ID": str(after)}
    with connect_sse(client.http, "GET", f"/matches/{match}/stream", headers=headers) as source:
        yield source.iter_sse()


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
        with events(Client(url), match) as stream:
            ids = []
            for event in stream:
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


def test_a_stream_of_no_match_is_a_problem(url: str) -> None:
    answer = httpx.get(f"{url}/api/v1/matches/00000000-0000-0000-0000-000000000000/stream")
    assert (answer.status_code, answer.headers["content-type"]) == (404, "application/problem+json")
