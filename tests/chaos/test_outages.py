"""A server away for a while: what still works, what says so, and that everything comes back by itself."""

import asyncio
import os
import random
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from uuid import UUID, uuid4

import httpx
import pytest

from domain.match.step import Draft
from infra.embedded import EmbeddedServers, embedded_servers
from infra.migrate import migrate
from infra.pool import open_database
from infra.step_store import StepStore
from tests.chaos.house import wait_until
from tests.chaos.ledger import Ledger, settle
from tests.chaos.table import Table
from tests.service.client import Client, eventually, play_randomly, table_for
from tests.service.conftest import closing_clients
from tests.service.server import Server, environment_of, projecting, serving

pytestmark = pytest.mark.chaos
__all__ = ["closing_clients"]

OUTAGE_REQUESTS = 200
ROUNDS = 50 if os.environ.get("SHORT") else 250  # of 40 requests


@pytest.fixture
def servers(tmp_path: Path) -> Iterator[EmbeddedServers]:
    with embedded_servers(tmp_path / "servers") as servers:
        migrate(servers.admin_database_url, servers.database_url)
        yield servers


@pytest.fixture
def server(servers: EmbeddedServers, tmp_path: Path) -> Iterator[Server]:
    environment = environment_of(servers.database_url, servers.redis_url, tmp_path / "data")
    with serving(environment, tmp_path / "http.log") as server, projecting(environment, tmp_path / "projector.log"):
        eventually(lambda: httpx.get(f"{server.url}/api/v1/matches").status_code, lambda status: status == 200)
        yield server


def test_without_postgres_commands_say_so_and_afterwards_everything_goes_on(
    servers: EmbeddedServers, server: Server
) -> None:
    tables = [Table(server.url, number) for number in range(10)]
    for table in tables:
        table.start()
    wait_until(lambda: all(table.promises for table in tables))

    match, players = table_for(server.url, "aqualin", 2)
    view = players[0].view(match)
    mover = players[view["actors"][0]]
    command, key = mover.lawful(match)["commands"][0]["command"], str(uuid4())
    servers.postgres.stop()
    # It stays away until so many have been told: whoever waited for it instead would wait for ever.
    for _ in range(OUTAGE_REQUESTS):
        answer = mover.play(match, view["version"], command, key)
        assert (answer.status_code, answer.json()["code"]) == (503, "store-unavailable")
        assert "retry-after" in answer.headers
    assert httpx.get(f"{server.url}/health/ready").status_code == 503
    assert players[0].view(match) == view
    servers.postgres.restart()

    done = [len(table.promises) for table in tables]
    wait_until(lambda: all(len(t.promises) > before for t, before in zip(tables, done, strict=True)))
    assert eventually(lambda: mover.play(match, view["version"], command, key).status_code, lambda s: s == 200)
    for table in tables:
        table.stop.set()
    for table in tables:
        table.join()
        assert table.failure is None
    promises = [promise for table in tables for promise in table.promises]
    matches = [match for table in tables for match in table.matches]
    wait_until(lambda: all(players[0].view(match)["sealed_at_version"] for match in matches))
    assert settle(server.url, server.environment, matches, promises, Ledger(faults={"postgres away": 1})).wrong == {}


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
async def test_half_of_the_clients_hang_up_and_nobody_gets_anothers_answer(server: Server) -> None:
    """Repeats of committed commands and whole records, many at once; afterwards as many get through as at first."""
    asked = [_committed(server.url) for _ in range(20)]
    wrong: list[str] = []
    chance = random.Random(1)

    async def ask(http: httpx.AsyncClient, match: str, headers: dict[str, str], command: object) -> None:
        answer = await http.post(f"/api/v1/matches/{match}/commands", headers=headers, json=command)
        if answer.status_code != 200 or answer.json()["view"]["match_id"] != match:
            wrong.append(f"{match}: {answer.text}")

    async def hang_up(match: str) -> None:
        _, writer = await asyncio.open_connection("127.0.0.1", httpx.URL(server.url).port)
        writer.write(f"GET /api/v1/matches/{match}/record HTTP/1.1\r\nHost: meeplog\r\n\r\n".encode())
        await writer.drain()
        await asyncio.sleep(chance.random() / 100)
        writer.close()
        with suppress(ConnectionError):
            await writer.wait_closed()

    async with httpx.AsyncClient(base_url=server.url, timeout=60) as http:
        for _ in range(ROUNDS):
            await asyncio.gather(*(ask(http, *one) for one in asked), *(hang_up(match) for match, _, _ in asked))
        assert wrong == []


def _committed(url: str) -> tuple[str, dict[str, str], object]:
    """A match, and the headers and body of a command that was committed in it."""
    match, players = table_for(url, "aqualin", 2)
    view = players[0].view(match)
    mover, key = players[view["actors"][0]], str(uuid4())
    command = mover.lawful(match)["commands"][0]["command"]
    mover.play(match, view["version"], command, key).raise_for_status()
    headers = {"If-Match": f'"{view["version"]}"', "Idempotency-Key": key}
    return match, headers | {"Authorization": mover.http.headers["authorization"]}, command
