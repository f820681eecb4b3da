"""Commands take a short way past the framework; with an `Origin` they take the long one. Nobody sees a difference."""

import select
import socket
from uuid import uuid4

import httpx

from tests.service.client import table_for
from tests.services import PATIENCE

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


def test_what_is_refused_before_it_is_read_does_not_cost_the_connection(url: str) -> None:
    host = httpx.URL(url)
    for path, size, wanted in (("players", 200_000, b" 413 "), ("players/me", 60_000, b" 405 ")):
        head = f"POST /api/v1/{path} HTTP/1.1\r\nHost: {host.host}\r\nContent-Type: application/json\r\n"
        with socket.create_connection((host.host, host.port or 80), timeout=PATIENCE) as line:
            line.sendall(f"{head}Content-Length: {size}\r\n\r\n".encode() + b" " * 1000)
            select.select([line], [], [], 0.3)  # time to be answered too early
            line.sendall(b" " * (size - 1000))
            assert wanted in line.recv(10_000).split(b"\r\n", 1)[0]
            line.sendall(f"GET /api/v1/games HTTP/1.1\r\nHost: {host.host}\r\n\r\n".encode())
            assert b" 200 " in line.recv(10_000).split(b"\r\n", 1)[0]


def told(answer: httpx.Response) -> tuple[int, bytes, dict[str, str | None]]:
    return answer.status_code, answer.content, {name: answer.headers.get(name) for name in SEEN}
