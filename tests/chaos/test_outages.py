"""A server away for a while: what still works, what says so, and that everything comes back by itself."""

import asyncio
import inspect
import json
import os
import random
import socket
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, LiteralString
from uuid import UUID, uuid4

import anyio
import httpx
import psycopg
import pytest
from msgspec import Struct, field
from rich import print as show

from domain.match.step import Draft
from infra.embedded import EmbeddedServers, embedded_servers
from infra.migrate import migrate
from infra.pool import open_database
from infra.step_store import StepStore
from tests.chaos.house import wait_until
from tests.chaos.ledger import Ledger, settle
from tests.chaos.table import PAUSE, Promise, Table
from tests.service.client import Client, eventually, play_randomly, table_for
from tests.service.conftest import closing_clients
from tests.service.server import Server, environment_of, projecting, serving

pytestmark = pytest.mark.chaos
__all__ = ["closing_clients"]

SHORT = bool(os.environ.get("SHORT"))
OUTAGE_SECONDS = 5 if SHORT else 30
SLOWEST_REFUSAL, SLOWEST_RETURN = 10.0, 30.0  # seconds; on an idle machine they are 2 and 2
ROUNDS = 25 if SHORT else 250  # of 40 requests
CANCELLATIONS = 100  # of 20 callers
KEPT, CUT_COMMANDS, CUT_READS = 20, 10, 10
PATIENT_MILLISECONDS = 10.0  # of clients who hang up, at most
APPLICATION = "the service under test"  # what its connections are called in the database
READ_CONNECTIONS: int = inspect.signature(open_database).parameters["reads"].default


@pytest.fixture
def servers(tmp_path: Path) -> Iterator[EmbeddedServers]:
    with embedded_servers(tmp_path / "servers") as servers:
        migrate(servers.admin_database_url, servers.database_url)
        yield servers


@pytest.fixture
def server(servers: EmbeddedServers, tmp_path: Path) -> Iterator[Server]:
    environment = environment_of(servers.database_url, servers.redis_url, tmp_path / "data")
    named = environment | {"PGAPPNAME": APPLICATION}
    with serving(named, tmp_path / "http.log") as server, projecting(environment, tmp_path / "projector.log"):
        eventually(lambda: httpx.get(f"{server.url}/api/v1/matches").status_code, lambda status: status == 200)
        yield server


class Answered(Struct, frozen=True):
    at: float
    seconds: float
    what: str
    answer: httpx.Response | None  # None: there was none

    @property
    def is_commit(self) -> bool:
        return self.answer is not None and self.answer.status_code == 200 and self.what.endswith("/commands")

    @property
    def is_good(self) -> bool:
        return self.answer is not None and (self.answer.status_code < 500 or _says_that_the_store_is_away(self.answer))


class TimedTable(Table):
    """Also writes down when each request was answered and how long that took."""

    def __init__(self, url: str, number: int) -> None:
        super().__init__(url, number)
        self.answered: list[Answered] = []

    def _again(self, ask: Any) -> httpx.Response:
        def timed() -> httpx.Response:
            begun = time.monotonic()
            try:
                answer: httpx.Response = ask()
            except httpx.TransportError as error:
                self._note(begun, repr(error), None)
                raise
            self._note(begun, f"{answer.request.method} {answer.request.url.path}", answer)
            return answer

        return super()._again(timed)

    def _note(self, begun: float, what: str, answer: httpx.Response | None) -> None:
        now = time.monotonic()
        self.answered.append(Answered(now, now - begun, what, answer))

    def refused(self) -> list[Answered]:
        """Commands, of whatever kind, that were told that the store is away."""
        return [a for a in self.answered if a.answer and a.answer.status_code == 503 and a.what.startswith("POST")]

    def first_commit(self, since: float) -> float | None:
        return next((a.at - since for a in self.answered if a.is_commit and a.at > since), None)


class Outage(Struct):
    """What the clients saw of it, in seconds and counts."""

    seconds: float
    commands_refused: int
    fewest_of_one_client: int
    slowest_refusal: float
    first_commits: list[float]  # of each client, after the database was back


def _says_that_the_store_is_away(answer: httpx.Response) -> bool:
    told = answer.status_code == 503 and "retry-after" in answer.headers
    return told and answer.json()["code"] == "store-unavailable"


def test_without_postgres_commands_say_so_and_afterwards_everything_goes_on(
    servers: EmbeddedServers, server: Server
) -> None:
    tables = [TimedTable(server.url, number) for number in range(10)]
    for table in tables:
        table.start()
    wait_until(lambda: all(table.promises for table in tables))

    match, players = table_for(server.url, "aqualin", 2)
    view = players[0].view(match)
    mover = players[view["actors"][0]]
    command, key = mover.lawful(match)["commands"][0]["command"], str(uuid4())
    servers.postgres.stop()
    stopped = time.monotonic()
    while time.monotonic() < stopped + OUTAGE_SECONDS:
        assert _says_that_the_store_is_away(mover.play(match, view["version"], command, key))
        time.sleep(PAUSE)
    assert httpx.get(f"{server.url}/health/ready").status_code == 503
    assert players[0].view(match) == view
    away = time.monotonic() - stopped
    servers.postgres.restart()
    back = time.monotonic()
    wait_until(lambda: all(table.first_commit(back) is not None or table.failure for table in tables))

    made = eventually(lambda: mover.play(match, view["version"], command, key), lambda a: a.status_code == 200)
    assert made.json()["version"] == view["version"] + 1
    players[0].post(match, "resign").raise_for_status()
    for table in tables:
        table.stop.set()
    for table in tables:
        table.join()
        assert table.failure is None
    refused = [table.refused() for table in tables]
    outage = Outage(
        seconds=round(away, 1),
        commands_refused=sum(map(len, refused)),
        fewest_of_one_client=min(map(len, refused)),
        slowest_refusal=round(max(a.seconds for one in refused for a in one), 2),
        first_commits=[round(table.first_commit(back) or 0.0, 2) for table in tables],
    )
    promises = [promise for table in tables for promise in table.promises]
    promises.append(Promise(match, key, view["version"] + 1))
    matches = [match, *(match for table in tables for match in table.matches)]
    wait_until(lambda: all(players[0].view(match)["sealed_at_version"] for match in matches))
    ledger = Ledger(faults={"postgres away": 1}, repeated_requests=sum(table.repeats for table in tables))
    settle(server.url, server.environment, matches, promises, ledger)
    show(outage, ledger)
    assert [a for table in tables for a in table.answered if not a.is_good] == []
    assert outage.fewest_of_one_client > 0
    assert outage.slowest_refusal < SLOWEST_REFUSAL
    assert max(outage.first_commits) < SLOWEST_RETURN
    assert ledger.wrong == {}


def test_without_redis_matches_are_played_and_lists_say_so(servers: EmbeddedServers, server: Server) -> None:
    match, players = table_for(server.url, "aqualin", 2)
    servers.valkey.stop()
    playing = play_randomly(match, players)
    for _, answer in zip(range(6), playing, strict=False):
        assert Client(server.url).view(match)["public"] == answer["view"]["public"]
    for path in ("/matches", "/scoreboards/aqualin", f"/players/{players[0].player_id}"):
        away = Client(server.url).http.get(path)
        assert (away.status_code, away.json()["code"]) == (503, "lists-unavailable")
        assert "retry-after" in away.headers
    assert httpx.get(f"{server.url}/health/ready").json()["redis"] == "down"
    servers.valkey.restart()
    *_, last = playing
    eventually(lambda: Client(server.url).http.get("/matches").status_code, lambda status: status == 200)
    finished = {"status": "finished", "player": players[0].player_id}
    eventually(lambda: Client(server.url).http.get("/matches", params=finished).json()["matches"], bool)
    assert Client(server.url).view(match, min_version=last["version"])["totals"] == last["view"]["totals"]


def test_a_poison_step_concerns_its_own_match_alone(servers: EmbeddedServers, server: Server) -> None:
    poisoned, _ = table_for(server.url, "aqualin", 2)
    healthy, players = table_for(server.url, "aqualin", 2)
    _append_garbage(servers, UUID(poisoned))
    *_, last = play_randomly(healthy, players)
    finished = {"status": "finished", "player": players[0].player_id}
    eventually(lambda: Client(server.url).http.get("/matches", params=finished).json()["matches"], bool)
    broken = eventually(lambda: Client(server.url).view(poisoned), lambda seen: seen["broken"] is not None)
    assert (broken["status"], broken["public"]) == ("running", None)
    assert Client(server.url).view(healthy, min_version=last["version"])["status"] == "finished"


def _append_garbage(servers: EmbeddedServers, match: UUID) -> None:
    """A step that no release has written, through the one door there is."""

    async def append() -> None:
        async with open_database(servers.database_url) as database:
            store = StepStore(database.commands)
            head = (await store.heads([match]))[match]
            await store.append(Draft(match, head.version + 1, uuid4(), uuid4(), b'{"command": null}'))

    asyncio.run(append())


@pytest.mark.anyio
async def test_callers_who_are_cancelled_cost_no_connection(servers: EmbeddedServers) -> None:
    """As by the task group of a stream whose client hangs up: again and again, until everything in it has ended."""
    chance = random.Random(1)
    async with open_database(servers.database_url) as database:

        async def ask() -> None:
            with anyio.move_on_after(chance.random() / 50):
                for _ in range(5):
                    await database.reads.rows("SELECT 1")

        async def ask_one_connection() -> object:
            return (await database.reads.rows("SELECT pg_backend_pid() FROM pg_sleep(0.5)"))[0]

        for _ in range(CANCELLATIONS):
            await asyncio.gather(*(ask() for _ in range(20)))
        asked = await asyncio.gather(*(ask_one_connection() for _ in range(READ_CONNECTIONS)))
        assert len(set(asked)) == READ_CONNECTIONS


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
        """Some leave in the middle of their command. The same key finds out what has become of it."""
        head = f"POST /api/v1/matches/{asked.match}/commands HTTP/1.1\r\nHost: meeplog\r\n"
        fields = asked.headers | {"Content-Length": str(len(asked.body))}
        request = (head + "".join(f"{name}: {value}\r\n" for name, value in fields.items()) + "\r\n").encode()
        body = asked.body if chance.random() < 0.75 else asked.body[: len(asked.body) // 2]
        self.counts.commands_cut += 1
        in_flight = await _hang_up(self.url, request + body, chance)
        self.counts.cut_in_flight += in_flight
        seen = (await self.http.get(f"/api/v1/matches/{asked.match}")).raise_for_status().json()["version"]
        self.counts.found_committed += seen > asked.version  # after the last of a match there is the seal too
        self.counts.found_uncommitted += seen == asked.version
        await self.ask(asked)

    async def look(self) -> None:
        record = await self.http.get(f"/api/v1/matches/{self.match}/record")
        if record.status_code != 200 or self.match.encode() not in record.content:
            self.counts.wrong.append(f"{self.match}: {record.text}")

    async def look_and_hang_up(self, chance: random.Random) -> None:
        what = chance.choice(("record", "legal", "stream"))
        token = self.clients[0].http.headers["authorization"]
        request = f"GET /api/v1/matches/{self.match}/{what} HTTP/1.1\r\nHost: meeplog\r\nAuthorization: {token}\r\n\r\n"
        self.counts.reads_cut += 1
        in_flight = await _hang_up(self.url, request.encode(), chance)
        self.counts.cut_in_flight += in_flight


async def _hang_up(url: str, sent: bytes, chance: random.Random) -> bool:
    """Sends and leaves, at once or after a moment; whether not a byte of an answer had come by then."""
    loop = asyncio.get_running_loop()
    with socket.socket() as client:
        client.setblocking(False)
        await loop.sock_connect(client, ("127.0.0.1", httpx.URL(url).port))
        await loop.sock_sendall(client, sent)
        if chance.random() < 0.75:
            await asyncio.sleep(chance.random() * PATIENT_MILLISECONDS / 1000)
        try:
            client.recv(1)
        except BlockingIOError:
            return True
        return False


@pytest.mark.anyio
async def test_half_of_the_clients_hang_up_and_nobody_gets_anothers_answer(
    servers: EmbeddedServers, server: Server
) -> None:
    """Commands and reads are cut in flight while others commit. What was cut is there once or not at all, and
    afterwards the service works with the connections it had at first, all of them."""
    counts, chance = HangUps(), random.Random(1)
    async with httpx.AsyncClient(base_url=server.url, timeout=60, limits=httpx.Limits(max_connections=None)) as http:
        patient = [Players(http, server.url, counts) for _ in range(KEPT)]
        hasty = [Players(http, server.url, counts) for _ in range(CUT_COMMANDS)]
        before = await _use_all_connections(servers, patient)
        for _ in range(ROUNDS):
            chosen = await asyncio.gather(*(players.choose() for players in (*patient, *hasty)))
            await asyncio.gather(
                *(players.ask(asked) for players, asked in zip(patient, chosen[:KEPT], strict=True)),
                *(p.ask_and_hang_up(asked, chance) for p, asked in zip(hasty, chosen[KEPT:], strict=True)),
                *(players.look_and_hang_up(chance) for players in chance.sample(patient + hasty, CUT_READS)),
            )
            assert counts.wrong == []
        after = await _use_all_connections(servers, patient)
    for players in (*patient, *hasty):
        if players.view["status"] == "running":
            players.clients[0].post(players.match, "resign").raise_for_status()
    matches = [match for players in (*patient, *hasty) for match in players.matches]
    promises = [promise for players in (*patient, *hasty) for promise in players.promises]
    spectator = Client(server.url)
    wait_until(lambda: all(spectator.view(match)["sealed_at_version"] for match in matches))
    ledger = Ledger(faults={"hung up": counts.commands_cut + counts.reads_cut})
    await asyncio.to_thread(settle, server.url, server.environment, matches, promises, ledger)
    assert counts.wrong == []
    show(counts, ledger, f"connections before {sorted(before)}, after {sorted(after)}")
    assert counts.found_committed + counts.found_uncommitted == counts.commands_cut
    assert counts.found_committed > 0
    assert counts.found_uncommitted > 0
    assert counts.cut_in_flight > (counts.commands_cut + counts.reads_cut) / 2
    assert after == before
    assert ledger.wrong == {}


async def _use_all_connections(servers: EmbeddedServers, players: list[Players]) -> set[int]:
    """Holds up the log until every connection of the service waits for it: those of the readers, and the one that
    commits for all. Then everybody gets an answer, and every connection rests. Returns their processes.

    A connection that was lost is missed among the readers; a lost one of the committer has another in its place.
    """
    some = players[:READ_CONNECTIONS]
    chosen = [await one.choose() for one in some]
    with (
        psycopg.connect(servers.admin_database_url, autocommit=True) as watch,
        psycopg.connect(servers.admin_database_url) as keeper,
    ):

        def processes(which: LiteralString) -> set[int]:
            query = "SELECT pid FROM pg_stat_activity WHERE application_name = %s AND " + which
            return {pid for (pid,) in watch.execute(query, (APPLICATION,))}

        async def all_wait(wanted: int, asked: list[asyncio.Task[None]]) -> None:
            while (waiting := len(processes("wait_event_type = 'Lock'"))) != wanted:
                assert waiting < wanted
                assert not any(task.done() for task in asked), f"{waiting} connections were used, not {wanted}"
                await asyncio.sleep(0.02)

        keeper.execute("LOCK TABLE log.step IN ACCESS EXCLUSIVE MODE")
        commands = [asyncio.create_task(one.ask(asked)) for one, asked in zip(some, chosen, strict=True)]
        await all_wait(1, commands)
        reads = [asyncio.create_task(one.look()) for one in some]
        await all_wait(1 + READ_CONNECTIONS, commands + reads)
        keeper.rollback()
        await asyncio.gather(*commands, *reads)
        wait_until(lambda: not processes("state <> 'idle'"))
        return processes("true")
