"""Callers who leave: what they asked for is done once or not at all, and the service loses nothing by it."""

import asyncio
import inspect
import json
import os
import random
import socket
import time
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from uuid import uuid4

import anyio
import httpx
import pytest
from msgspec import Struct, field
from rich import print as show

from infra.pool import open_database
from tests.chaos.asking import is_sealed, post
from tests.chaos.backends import Backends
from tests.chaos.house import wait_until
from tests.chaos.ledger import Ledger, settle
from tests.chaos.table import Promise
from tests.service.client import Client, eventually
from tests.service.conftest import closing_clients
from tests.service.server import Server, environment_of, projecting, serving
from tests.services import PATIENCE, Services, TestDatabase

pytestmark = [pytest.mark.chaos, pytest.mark.anyio]
__all__ = ["closing_clients"]

ROUNDS = 25 if os.environ.get("SHORT") else 250  # of 60 requests
CANCELLATIONS = 100  # of 20 callers
KEPT, CUT = 20, 10  # commands of a round; as many reads are cut as commands, and all that again with the log held up
PATIENT_MILLISECONDS = 10.0  # of clients who hang up, at most
APPLICATION = "the service under test"  # what its connections are called in the database
READ_CONNECTIONS: int = inspect.signature(open_database).parameters["reads"].default


@pytest.fixture
def server(database: TestDatabase, services: Services, tmp_path: Path) -> Iterator[Server]:
    environment = environment_of(database.url, services.redis_url, tmp_path / "data")
    named = environment | {"PGAPPNAME": APPLICATION}
    with serving(named, tmp_path / "http.log") as server, projecting(environment, tmp_path / "projector.log"):
        lists = f"{server.url}/api/v1/matches"
        eventually(lambda: httpx.get(lists, timeout=PATIENCE).status_code, lambda status: status == 200)
        yield server


async def test_callers_who_are_cancelled_cost_no_connection(database: TestDatabase) -> None:
    """As by the task group of a stream whose client hangs up: again and again, until everything in it has ended."""
    chance = random.Random(1)
    async with open_database(database.url) as pools:

        async def ask() -> None:
            with anyio.move_on_after(chance.random() / 50):
                for _ in range(5):
                    await pools.reads.rows("SELECT 1")

        async def asked_at_once() -> set[object]:
            asking = "SELECT pg_backend_pid() FROM pg_sleep(0.5)"
            answers = await asyncio.gather(*(pools.reads.rows(asking) for _ in range(READ_CONNECTIONS)))
            return {process for [[process]] in answers}

        for _ in range(CANCELLATIONS):
            await asyncio.gather(*(ask() for _ in range(20)))
        deadline = time.monotonic() + PATIENCE
        while len(await asked_at_once()) < READ_CONNECTIONS:  # a lost place does not come back
            assert time.monotonic() < deadline


class HangUps(Struct):
    """Counts. `wrong` must be empty."""

    answered: int = 0
    commands_cut: int = 0
    reads_cut: int = 0
    cut_in_flight: int = 0  # before the first byte of an answer
    found_committed: int = 0  # of the commands that were cut, before they were repeated
    found_uncommitted: int = 0
    wrong: list[str] = field(default_factory=list)


class Asked(Struct, frozen=True):
    """One command of one player."""

    match: str
    version: int
    seat: int
    headers: dict[str, str]
    body: bytes

    def request(self) -> bytes:
        """The whole of it, for who sends it by hand."""
        head = f"POST /api/v1/matches/{self.match}/commands HTTP/1.1\r\nHost: meeplog\r\n"
        fields = self.headers | {"Content-Length": str(len(self.body))}
        return (head + "".join(f"{name}: {value}\r\n" for name, value in fields.items()) + "\r\n").encode() + self.body


class Players:
    """Two players at one table of whom one after the other commands; a new match when one is over."""

    def __init__(self, http: httpx.AsyncClient, url: str, counts: HangUps) -> None:
        self.http, self.url, self.counts = http, url, counts
        self.clients = [Client.new(url, f"Player {seat}") for seat in range(2)]
        self.matches: list[str] = []
        self.promises: list[Promise] = []
        self._sit_down()

    def _sit_down(self) -> None:
        self.match = (
            self.clients[0].create(game="aqualin", seats=2, autostart=True).raise_for_status().json()["match_id"]
        )
        self.matches.append(self.match)
        for seat, client in enumerate(self.clients):
            self.view = client.sit(self.match, seat).raise_for_status().json()["view"]

    async def choose(self) -> Asked:
        """A command that is lawful now."""
        if self.view["status"] != "running":
            self._sit_down()
        seat, version = self.view["actors"][0], self.view["version"]
        token = {"Authorization": self.clients[seat].http.headers["authorization"]}
        lawful = (await self.http.get(f"/api/v1/matches/{self.match}/legal", headers=token)).raise_for_status().json()
        assert lawful["version"] == version
        command = lawful["commands"][version * 31 % len(lawful["commands"])]["command"]
        named = {"If-Match": f'"{version}"', "Idempotency-Key": str(uuid4())}
        return Asked(self.match, version, seat, token | named, json.dumps(command).encode())

    async def ask(self, asked: Asked) -> None:
        """The answer must be that to this command: it made the next version of this match, seen from this seat."""
        path = f"/api/v1/matches/{asked.match}/commands"
        answer = await self.http.post(path, headers=asked.headers, content=asked.body)
        told = answer.json()
        self.counts.answered += 1
        if answer.status_code != 200 or (told["version"], told["view"]["match_id"], told["view"]["you"]) != (
            asked.version + 1,
            asked.match,
            asked.seat,
        ):
            self.counts.wrong.append(f"{asked}: {answer.text}")
            return
        self.view = told["view"]
        self.promises.append(Promise(asked.match, asked.headers["Idempotency-Key"], told["version"]))

    async def ask_and_hang_up(self, asked: Asked, chance: random.Random) -> None:
        """Some leave in the middle of their command: it does not happen before it is repeated."""
        missing = 0 if chance.random() < 0.75 else len(asked.body) // 2
        self.counts.commands_cut += 1
        in_flight = await _hang_up(self.url, asked.request()[: -missing or None], chance)
        self.counts.cut_in_flight += in_flight
        await self.find_out(asked)

    async def find_out(self, asked: Asked) -> None:
        """What has become of a command that was cut; then the same key does it, or tells what it has done."""
        seen = (await self.http.get(f"/api/v1/matches/{asked.match}")).raise_for_status().json()["version"]
        self.counts.found_committed += seen > asked.version  # after the last of a match there is the seal too
        self.counts.found_uncommitted += seen == asked.version
        await self.ask(asked)

    async def look(self) -> None:
        record = await self.http.get(f"/api/v1/matches/{self.match}/record")
        if record.status_code != 200 or self.match.encode() not in record.content:
            self.counts.wrong.append(f"{self.match}: {record.text}")

    async def look_and_hang_up(self, chance: random.Random) -> None:
        self.counts.reads_cut += 1
        in_flight = await _hang_up(self.url, self.asking_to_look(chance), chance)
        self.counts.cut_in_flight += in_flight

    def asking_to_look(self, chance: random.Random) -> bytes:
        what = chance.choice(("record", "legal", "stream"))
        token = self.clients[0].http.headers["authorization"]
        head = f"GET /api/v1/matches/{self.match}/{what} HTTP/1.1\r\nHost: meeplog\r\nAuthorization: {token}\r\n\r\n"
        return head.encode()


async def _hang_up(url: str, request: bytes, chance: random.Random) -> bool:
    """Sends and leaves, at once or after a moment; whether that was in flight."""
    client = await _send(url, request)
    if chance.random() < 0.75:
        await asyncio.sleep(chance.random() * PATIENT_MILLISECONDS / 1000)
    return _leave(client)


async def _send(url: str, request: bytes) -> socket.socket:
    loop, client = asyncio.get_running_loop(), socket.socket()
    client.setblocking(False)
    await loop.sock_connect(client, ("127.0.0.1", httpx.URL(url).port))
    await loop.sock_sendall(client, request)
    return client


def _leave(client: socket.socket) -> bool:
    """Hangs up; whether not a byte of an answer had come by then."""
    with client:
        try:
            client.recv(1)
        except BlockingIOError:
            return True
        return False


async def test_half_of_the_clients_hang_up_and_nobody_gets_anothers_answer(
    database: TestDatabase, server: Server
) -> None:
    """Commands and reads are cut in flight while others commit. What was cut is there once or not at all, and
    afterwards the service works with the connections it had at first, all of them."""
    counts, chance, url = HangUps(), random.Random(1), server.url
    async with AsyncExitStack() as stack:
        backends = stack.enter_context(Backends(database, APPLICATION))
        unlimited = httpx.AsyncClient(base_url=url, timeout=PATIENCE, limits=httpx.Limits(max_connections=None))
        http = await stack.enter_async_context(unlimited)
        patient = [Players(http, url, counts) for _ in range(KEPT)]
        hasty = [Players(http, url, counts) for _ in range(CUT)]
        before = await _use_all_connections(backends, patient)
        for _ in range(ROUNDS):
            chosen = await asyncio.gather(*(players.choose() for players in (*patient, *hasty)))
            await asyncio.gather(
                *(players.ask(asked) for players, asked in zip(patient, chosen[:KEPT], strict=True)),
                *(p.ask_and_hang_up(asked, chance) for p, asked in zip(hasty, chosen[KEPT:], strict=True)),
                *(players.look_and_hang_up(chance) for players in chance.sample(patient + hasty, CUT)),
            )
            await _hang_up_unanswered(backends, url, hasty, counts, chance)
            assert counts.wrong == []
        after = await _use_all_connections(backends, patient)
    for players in (*patient, *hasty):
        if players.view["status"] == "running":
            post(players.clients[0], f"/matches/{players.match}/resign")
    matches = [match for players in (*patient, *hasty) for match in players.matches]
    promises = [promise for players in (*patient, *hasty) for promise in players.promises]
    spectator = Client(url)
    wait_until(lambda: all(is_sealed(spectator, match) for match in matches))
    ledger = Ledger(faults={"hung up": counts.commands_cut + counts.reads_cut})
    await asyncio.to_thread(settle, url, server.environment, matches, promises, ledger)
    assert counts.wrong == []
    show(counts, ledger, f"connections before {sorted(before)}, after {sorted(after)}")
    assert counts.found_committed + counts.found_uncommitted == counts.commands_cut
    assert counts.found_committed > 0
    assert counts.found_uncommitted > 0
    assert counts.cut_in_flight > (counts.commands_cut + counts.reads_cut) / 2
    assert after == before
    assert ledger.wrong == {}


async def _use_all_connections(backends: Backends, players: list[Players]) -> set[int]:
    """Holds up the log until every connection of the service waits for it: those of the readers, and the one that
    commits for all. Then everybody gets an answer, and every connection rests. Returns their processes.

    A connection that was lost is missed among the readers; a lost one of the committer has another in its place.
    """
    some = players[:READ_CONNECTIONS]
    chosen = [await one.choose() for one in some]
    await backends.until_idle()
    with backends.held_up():
        commands = [asyncio.create_task(one.ask(asked)) for one, asked in zip(some, chosen, strict=True)]
        await backends.until_waiting(appends=1)
        reads = [asyncio.create_task(one.look()) for one in some]
        await backends.until_waiting(appends=1, reads=READ_CONNECTIONS)
        assert not any(task.done() for task in commands + reads)
    await asyncio.gather(*commands, *reads)
    await backends.until_idle()
    return backends.processes()


async def _hang_up_unanswered(
    backends: Backends, url: str, players: list[Players], counts: HangUps, chance: random.Random
) -> None:
    """While the log is held up nobody gets an answer. So all of these leave before they have one: first those with a
    command, of whom one at least is in the middle of its commit, then those who read, with every connection there is.
    """
    chosen = await asyncio.gather(*(one.choose() for one in players))
    counts.commands_cut += len(players)
    counts.reads_cut += len(players)
    await backends.until_idle()
    with backends.held_up():
        commands = [await _send(url, asked.request()) for asked in chosen]
        await backends.until_waiting(appends=1)
        counts.cut_in_flight += sum(map(_leave, commands))
        reads = [await _send(url, one.asking_to_look(chance)) for one in players]
        await backends.until_waiting(appends=1, reads=READ_CONNECTIONS)
        counts.cut_in_flight += sum(map(_leave, reads))
    await backends.until_idle()
    await asyncio.gather(*(one.find_out(asked) for one, asked in zip(players, chosen, strict=True)))
