"""Commands take a short way past the framework; with an `Origin` they take the long one. Nobody sees a difference."""

from uuid import uuid4

import httpx

from tests.service.client import table_for

SEEN = ("content-type", "content-length", "etag", "vary", "cache-control")
ELSEWHERE = {"Origin": "https://example.org"}


def test_both_ways_give_the_same_answer(url: str) -> None:
    match, players = table_for(url, "aqualin", 2)
    view = players[0].view(match)
    mover, waiter = players[view["actors"][0]], players[1 - view["actors"][0]]
    command, key = mover.lawful(match)["commands"][0]["command"], str(uuid4())

    for headers in ({}, {"Prefer": "return=minimal"}):
        played = mover.play(match, view["version"], command, key, **headers)
        assert played.status_code == 200
        assert told(played) == told(mover.play(match, view["version"], command, key, **headers, **ELSEWHERE))

    for player, version, wanted in (
        (waiter, view["version"], command),  # stale
        (mover, view["version"] + 1, command),  # not the mover's turn
        (mover, view["version"] + 1, {"type": "place", "tile": 7}),  # no command
        (mover, view["version"] + 1, None),
    ):
        refused = player.play(match, version, wanted)
        assert refused.status_code >= 400
        assert told(refused) == told(player.play(match, version, wanted, **ELSEWHERE))


def test_what_is_too_large_is_refused_both_ways(url: str) -> None:
    match, players = table_for(url, "aqualin", 2)
    for headers in ({}, ELSEWHERE):
        assert players[0].play(match, 4, {"type": "place", "tile": "x" * 100_000}, **headers).status_code == 413


def told(answer: httpx.Response) -> tuple[int, bytes, dict[str, str | None]]:
    return answer.status_code, answer.content, {name: answer.headers.get(name) for name in SEEN}
