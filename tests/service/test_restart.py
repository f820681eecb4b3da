"""Processes of the service are killed, and run beside each other; on one database they are one house."""

import os
import random
import signal
import threading
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from functools import partial
from pathlib import Path

import httpx
import psutil
from httpx_sse import ServerSentEvent

from domain.record.verify import verify
from infra.editions import shipped_catalogue
from infra.keys import is_signed
from tests.cli.running import words_of
from tests.service.bots import LONG, bots_for
from tests.service.client import OPENED, Client, eventually, play_randomly, table_for
from tests.service.server import Server, environment_of, free_port, projecting, serving
from tests.service.test_stream import events
from tests.services import PATIENCE, Services, TestDatabase

KILLED_AT = (15, 40)  # versions of a match
PAUSE = 0.05  # seconds before a request is repeated


class Follower(threading.Thread):
    """Follows a match to its seal, and after each broken connection goes on with what it has not seen."""

    def __init__(self, client: Client, match: str) -> None:
        super().__init__(daemon=True)
        self.client, self.match = client, match
        self.versions: list[int] = []
        self.saw_the_seal = False
        self.start()

    @property
    def newest(self) -> int:
        return self.versions[-1] if self.versions else 0

    def has_seen(self, version: int) -> bool:
        return self.newest >= version

    def run(self) -> None:
        while not self.saw_the_seal:
            try:
                with events(self.client, self.match, self.newest) as stream:
                    self._read(stream)
            except httpx.TransportError:
                time.sleep(PAUSE)

    def _read(self, stream: Iterator[ServerSentEvent]) -> None:
        for event in stream:
            if event.event == "step":
                self.versions.append(int(event.id))
                if event.json()["view"]["sealed_at_version"]:
                    self.saw_the_seal = True
                    return


def follow(match: str, clients: Sequence[Client]) -> list[Follower]:
    return [Follower(client, match) for client in clients]


def assert_each_saw_every_version_once(followers: Sequence[Follower]) -> None:
    for follower in followers:
        follower.join(LONG)
        assert follower.saw_the_seal
        assert follower.versions == list(range(1, follower.newest + 1))


class Persistent(httpx.HTTPTransport):
    """Sends a request again, with the same key, until there is an answer that is no fault of the server."""

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        while True:
            try:
                answer = super().handle_request(request)
                answer.read()
            except httpx.TransportError:
                time.sleep(PAUSE)
            else:
                if answer.status_code < 500:
                    return answer


def persistent(player: Client) -> Client:
    """The same player, whose requests outlive the server."""
    twin = Client(player.url, player_id=player.player_id)
    twin.http = httpx.Client(base_url=twin.http.base_url, headers=player.http.headers, transport=Persistent())
    OPENED.append(twin.http)
    return twin


def kill(server: Server) -> None:
    """kill -9, workers included."""
    port = str(httpx.URL(server.url).port)
    [process] = [child for child in psutil.Process().children() if port in words_of(child.pid).split()]
    everyone = [process, *process.children(recursive=True)]
    os.killpg(process.pid, signal.SIGKILL)
    assert psutil.wait_procs(everyone, PATIENCE)[1] == []


def seen(player: Client, match: str, version: int) -> list[str]:
    ways = (f"?min_version={version}", "/legal", "/record", "/replay")
    return [player.http.get(f"/matches/{match}{way}").raise_for_status().text for way in ways]


def assert_holds(url: str, match: str) -> None:
    record = Client(url).get(match, "record").raise_for_status().content
    report = verify(record, shipped_catalogue(), is_signed)
    assert report.holds, report.problem
    assert report.sealed_by


def test_hands_in_the_bag_outlive_the_process(server: Server, tmp_path: Path) -> None:
    port, log = free_port(), tmp_path / "http.log"
    with serving(server.environment, log, port) as first:
        match, players = table_for(first.url, "puzzilli", 4)
        for seat, *commands in ((0, "reach"), (1, "reach", "let_go", "reach"), (2, "reach", "pull")):
            for command in commands:
                named = players[seat].view(match)["version"]
                version = players[seat].play(match, named, {"type": command}).raise_for_status().json()["version"]
        followers = follow(match, players)
        before = [seen(player, match, version) for player in players]
        shapes = [player.view(match)["private"]["shape"] for player in players]
        kill(first)
    assert [shape is None for shape in shapes] == [False, False, True, True]
    with serving(server.environment, log, port):
        assert [seen(player, match, version) for player in players] == before
        for seat in (0, 1):
            named = players[seat].view(match)["version"]
            pulled = players[seat].play(match, named, {"type": "pull"}).raise_for_status().json()["events"][0]
            assert pulled["piece"].split()[-1] == shapes[seat]
        list(play_randomly(match, players))
        assert_each_saw_every_version_once(followers)
        assert_holds(first.url, match)


def test_a_match_goes_on_whenever_the_process_is_killed(server: Server, tmp_path: Path) -> None:
    port, log = free_port(), tmp_path / "http.log"
    with ExitStack() as processes:
        serves = processes.enter_context(serving(server.environment, log, port))
        match, players = table_for(serves.url, "puzzilli", 4)
        followers = follow(match, [*players, Client(serves.url)])
        bots = bots_for(match, [persistent(player) for player in players], "puzzilli")
        for bot in bots:
            bot.start()
        for version in KILLED_AT:
            eventually(partial(followers[-1].has_seen, version), bool)
            kill(serves)
            serves = processes.enter_context(serving(server.environment, log, port))
        for bot in bots:
            bot.join(LONG)
            assert not bot.is_alive()
            assert bot.failure is None
        assert_each_saw_every_version_once(followers)
        assert_holds(serves.url, match)
    assert sum(bot.commits for bot in bots) == followers[0].newest - 6  # created, seats, seal
    assert "version-conflict" not in [code for bot in bots for code in bot.refused]


def test_a_process_that_knows_a_version_does_not_wait_for_a_dead_projector_to_bring_it(
    services: Services, database: TestDatabase, tmp_path: Path
) -> None:
    environment = environment_of(database.url, services.redis_url, tmp_path / "data")
    with serving(environment, tmp_path / "http.log", app="tests.service.waiting:create_waiting_app") as server:
        stranger = Client(server.url)
        with projecting(environment, tmp_path / "projector.log"):
            eventually(lambda: stranger.http.get("/matches").status_code, lambda status: status == 200)
        match, _ = table_for(server.url, "aqualin", 2)
        assert stranger.view(match, min_version=3)["version"] == 3


def test_two_processes_decide_what_seats_do_at_once(server: Server, tmp_path: Path) -> None:
    """Each volley names one version, and all of it is committed: whatever comes second is decided anew."""
    with serving(server.environment, tmp_path / "second.log") as second, ThreadPoolExecutor(4) as pool:
        urls = [server.url, second.url]
        players = [Client.new(urls[seat % 2], f"Player {seat}") for seat in range(4)]
        match = players[0].create(game="puzzilli", seats=4, autostart=True).json()["match_id"]
        for player in players:
            player.sit(match).raise_for_status()
        followers = follow(match, [*players, *map(Client, urls)])
        chance = random.Random(1)
        view = players[0].view(match, min_version=5)
        while view["status"] == "running":
            seats, version = view["actors"], view["version"]
            wanted = [chance.choice(players[seat].lawful(match)["commands"])["command"] for seat in seats]
            volley = [
                pool.submit(players[seat].play, match, version, command)
                for seat, command in zip(seats, wanted, strict=True)
            ]
            answers = [sent.result() for sent in volley]
            committed = sorted(answer.json()["version"] for answer in answers if answer.status_code == 200)
            assert committed == list(range(version + 1, version + 1 + len(committed)))
            # Of two doubloons one may find the piece taken; that is the game's own refusal.
            assert {a.json()["code"] for a in answers if a.status_code != 200} <= {"not-in-stock"}
            view = players[0].view(match, min_version=committed[-1])
        assert_each_saw_every_version_once(followers)
        assert_holds(second.url, match)
