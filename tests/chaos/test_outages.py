"""A server away for a while: what still works, what says so, and that everything comes back by itself."""

import asyncio
import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import httpx
import pytest
from msgspec import Struct
from rich import print as show

from domain.match.step import Draft
from infra.embedded import EmbeddedServers, embedded_servers
from infra.migrate import migrate
from infra.pool import open_database
from infra.step_store import StepStore
from tests.chaos.asking import again, is_sealed, post, wants_another_try
from tests.chaos.house import wait_until
from tests.chaos.ledger import Ledger, settle
from tests.chaos.table import PAUSE, Promise, Table
from tests.service.client import Client, eventually, play_randomly, table_for
from tests.service.conftest import closing_clients
from tests.service.server import Server, environment_of, projecting, serving
from tests.services import PATIENCE

pytestmark = pytest.mark.chaos
__all__ = ["closing_clients"]

SHORT = bool(os.environ.get("SHORT"))
OUTAGE_SECONDS = 5 if SHORT else 30
SLOWEST_REFUSAL, SLOWEST_RETURN = 10.0, 30.0  # seconds; on an idle machine they are 2 and 2


@pytest.fixture
def servers(tmp_path: Path) -> Iterator[EmbeddedServers]:
    with embedded_servers(tmp_path / "servers") as servers:
        migrate(servers.admin_database_url, servers.database_url)
        yield servers


@pytest.fixture
def server(servers: EmbeddedServers, tmp_path: Path) -> Iterator[Server]:
    environment = environment_of(servers.database_url, servers.redis_url, tmp_path / "data")
    with serving(environment, tmp_path / "http.log") as server, projecting(environment, tmp_path / "projector.log"):
        lists = f"{server.url}/api/v1/matches"
        eventually(lambda: httpx.get(lists, timeout=PATIENCE).status_code, lambda status: status == 200)
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

    def refused(self, since: float) -> list[Answered]:
        """Commands, of whatever kind, that were told that the store is away."""
        told = [a for a in self.answered if a.at > since and a.answer and a.answer.status_code == 503]
        return [a for a in told if a.what.startswith("POST")]

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
    return wants_another_try(answer) and answer.json()["code"] == "store-unavailable"


def test_without_postgres_commands_say_so_and_afterwards_everything_goes_on(
    servers: EmbeddedServers, server: Server
) -> None:
    tables = [TimedTable(server.url, number) for number in range(10)]
    for table in tables:
        table.start()
    wait_until(lambda: all(table.promises or table.failure for table in tables))

    match, players = table_for(server.url, "aqualin", 2)
    view = players[0].view(match)
    mover = players[view["actors"][0]]
    command, key = mover.lawful(match)["commands"][0]["command"], str(uuid4())
    servers.postgres.stop()
    stopped = time.monotonic()
    while time.monotonic() < stopped + OUTAGE_SECONDS or not all(table.refused(stopped) for table in tables):
        assert time.monotonic() < stopped + OUTAGE_SECONDS + PATIENCE
        assert _says_that_the_store_is_away(mover.play(match, view["version"], command, key))
        time.sleep(PAUSE)
    assert httpx.get(f"{server.url}/health/ready", timeout=PATIENCE).status_code == 503
    assert players[0].view(match) == view
    away = time.monotonic() - stopped
    servers.postgres.restart()
    back = time.monotonic()
    wait_until(lambda: all(table.first_commit(back) is not None or table.failure for table in tables))

    made = eventually(lambda: mover.play(match, view["version"], command, key), lambda a: a.status_code == 200)
    assert made.json()["version"] == view["version"] + 1
    post(players[0], f"/matches/{match}/resign")
    for table in tables:
        table.stop.set()
    for table in tables:
        table.end()
    refused = [table.refused(stopped) for table in tables]
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
    wait_until(lambda: all(is_sealed(players[0], match) for match in matches))
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
    assert httpx.get(f"{server.url}/health/ready", timeout=PATIENCE).json()["redis"] == "down"
    servers.valkey.restart()
    *_, last = playing
    eventually(lambda: Client(server.url).http.get("/matches").status_code, lambda status: status == 200)
    _wait_until_listed(server, status="finished", player=players[0].player_id)
    assert Client(server.url).view(match, min_version=last["version"])["totals"] == last["view"]["totals"]


def test_a_poison_step_concerns_its_own_match_alone(servers: EmbeddedServers, server: Server) -> None:
    poisoned, _ = table_for(server.url, "aqualin", 2)
    healthy, players = table_for(server.url, "aqualin", 2)
    _append_garbage(servers, UUID(poisoned))
    *_, last = play_randomly(healthy, players)
    _wait_until_listed(server, status="finished", player=players[0].player_id)
    broken = eventually(lambda: Client(server.url).view(poisoned), lambda seen: seen["broken"] is not None)
    assert (broken["status"], broken["public"]) == ("running", None)
    assert Client(server.url).view(healthy, min_version=last["version"])["status"] == "finished"


def _wait_until_listed(server: Server, **wanted: str) -> None:
    lists = Client(server.url).http
    eventually(lambda: again(lambda: lists.get("/matches", params=wanted)).json()["matches"], bool)


def _append_garbage(servers: EmbeddedServers, match: UUID) -> None:
    """A step that no release has written, through the one door there is."""

    async def append() -> None:
        async with open_database(servers.database_url) as database:
            store = StepStore(database.commands)
            head = (await store.heads([match]))[match]
            await store.append(Draft(match, head.version + 1, uuid4(), uuid4(), b'{"command": null}'))

    asyncio.run(append())
