"""Killed between a commit and its answer: the step is there, once, and whoever asks again is told of it."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx
import pytest
from httpx_sse import ServerSentEvent

from tests.service.client import Client, table_for
from tests.service.dying import VERSION
from tests.service.server import Server, free_port, running, serving, wait_until_live
from tests.service.test_restart import Follower, assert_each_saw_every_version_once, follow


@contextmanager
def dying(server: Server, log: Path, port: int, version: int) -> Iterator[str]:
    """Serves until a step of that version is committed."""
    arguments = ["--interface", "asgi", "--loop", "uvloop", "--factory", "--no-ws", "--port", str(port)]
    environment = server.environment | {VERSION: str(version)}
    app = "tests.service.dying:create_dying_app"
    with running("-m", "granian", *arguments, app, environment=environment, log=log) as process:
        doomed = Server(f"http://127.0.0.1:{port}", environment, log)
        wait_until_live(doomed, process)
        yield doomed.url


def kill_by(match: str, player: Client, version: int, command: Any, key: str) -> None:
    with pytest.raises(httpx.TransportError):
        player.play(match, version, command, key)


def assert_asked_again_it_is_told(match: str, player: Client, version: int, command: Any, key: str) -> dict[str, Any]:
    """Twice alike, and as the replay has it; nothing is committed by it."""
    once, again = (player.play(match, version, command, key) for _ in range(2))
    assert (once.status_code, once.headers["etag"]) == (200, f'"{version + 1}"')
    assert again.content == once.content
    told: dict[str, Any] = once.json()
    frame = player.get(match, f"replay/{version + 1}").raise_for_status().json()
    assert (frame["version"], frame["step"]["events"], frame["view"]) == (
        told["version"],
        told["events"],
        told["view"],
    )
    assert len(player.get(match, "replay").json()["steps"]) == version + 1
    return told


class Watcher(Follower):
    """A follower that keeps what was pulled."""

    def __init__(self, client: Client, match: str) -> None:
        self.pulled: list[dict[str, Any]] = []
        super().__init__(client, match)

    def _read(self, stream: Iterator[ServerSentEvent]) -> None:
        super()._read(self._keep(stream))

    def _keep(self, stream: Iterator[ServerSentEvent]) -> Iterator[ServerSentEvent]:
        for event in stream:
            if event.event == "step":
                self.pulled += [told for told in event.json()["step"]["events"] if told["type"] == "pulled"]
            yield event


def test_a_command_is_there_once_after_a_kill_between_commit_and_answer(server: Server, tmp_path: Path) -> None:
    port, log, key = free_port(), tmp_path / "http.log", str(uuid4())
    with dying(server, log, port, version=4) as url:
        match, players = table_for(url, "aqualin", 2)
        view = players[0].view(match)
        assert view["version"] == 3
        player = players[view["actors"][0]]
        command, other = (entry["command"] for entry in player.lawful(match)["commands"][:2])
        kill_by(match, player, 3, command, key)
    with serving(server.environment, log, port):
        assert player.play(match, 3, other).json()["code"] == "version-conflict"
        assert player.play(match, 3, other, key).json()["code"] == "idempotency-key-reused"
        told = assert_asked_again_it_is_told(match, player, 3, command, key)
        waiter = players[1 - view["actors"][0]]
        assert waiter.view(match)["public"] == told["view"]["public"]


def test_a_seed_is_revealed_once_after_a_kill_between_commit_and_answer(server: Server, tmp_path: Path) -> None:
    port, log, key = free_port(), tmp_path / "http.log", {"Idempotency-Key": str(uuid4())}
    with dying(server, log, port, version=4) as url:
        match, players = table_for(url, "aqualin", 2)
        followers = follow(match, [*players, Client(url)])
        with pytest.raises(httpx.TransportError):
            players[0].http.post(f"/matches/{match}/resign", headers=key)
    with serving(server.environment, log, port):
        once, again = (players[0].http.post(f"/matches/{match}/resign", headers=key) for _ in range(2))
        assert (once.status_code, once.content) == (200, again.content)
        assert [event["type"] for event in once.json()["events"]].count("revealed") == 1
        assert_each_saw_every_version_once(followers)
        assert {follower.newest for follower in followers} == {5}  # created, two seats, the resignation, the seal


def test_what_a_hand_found_cannot_be_peeked_at_for_free(server: Server, tmp_path: Path) -> None:
    """The step that tells a player is committed before the player is told: reaching again is another step."""
    port, log, key = free_port(), tmp_path / "http.log", str(uuid4())
    with dying(server, log, port, version=4) as url:
        match, players = table_for(url, "puzzilli", 2)
        kill_by(match, players[0], 3, {"type": "reach"}, key)
    with serving(server.environment, log, port):
        shape = players[0].view(match, min_version=4)["private"]["shape"]
        assert shape is not None
        again = players[0].play(match, 4, {"type": "reach"})
        assert again.status_code == 422
        assert (
            assert_asked_again_it_is_told(match, players[0], 3, {"type": "reach"}, key)["view"]["private"]["shape"]
            == shape
        )
        assert players[1].view(match)["private"]["shape"] is None


def test_what_was_pulled_is_shown_to_a_follower_once(server: Server, tmp_path: Path) -> None:
    port, log, key = free_port(), tmp_path / "http.log", str(uuid4())
    with dying(server, log, port, version=5) as url:
        match, players = table_for(url, "puzzilli", 2)
        players[0].play(match, 3, {"type": "reach"}).raise_for_status()
        watching = [Watcher(client, match) for client in (players[1], Client(url))]
        kill_by(match, players[0], 4, {"type": "pull"}, key)
    with serving(server.environment, log, port):
        told = assert_asked_again_it_is_told(match, players[0], 4, {"type": "pull"}, key)
        piece = told["events"][0]["piece"]
        players[1].post(match, "resign").raise_for_status()
        assert_each_saw_every_version_once(watching)
    for watcher in watching:
        assert [event["piece"] for event in watcher.pulled if event["seat"] == 0] == [piece]
