"""What was not committed has not happened: nobody is told of it."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from uuid import uuid4

import pytest

from domain.match.commands import Resign, Sit, Start
from domain.match.state import Match
from domain.match.step import Draft
from infra.embedded import EmbeddedServers, embedded_servers
from infra.group_commit import GroupCommit
from infra.house import House
from infra.keys import ServiceKey
from infra.migrate import migrate
from infra.pool import Database, StoreUnavailable, open_database
from infra.step_store import Outcome, StepStore
from service.seeds import Seeds
from service.tables import Tables
from tests.service.client import Client, eventually, table_for
from tests.service.server import environment_of, serving
from tests.service.test_stream import events
from tests.service.test_tables import CATALOGUE, creation
from tests.services import TestDatabase


@pytest.fixture
def servers(tmp_path: Path) -> Iterator[EmbeddedServers]:
    """Servers of the test's own, to stop and start."""
    with embedded_servers(tmp_path / "servers") as servers:
        migrate(servers.admin_database_url, servers.database_url)
        yield servers


def test_while_the_database_is_away_nobody_sees_an_event(servers: EmbeddedServers, tmp_path: Path) -> None:
    environment = environment_of(servers.database_url, servers.redis_url, tmp_path / "data")
    with serving(environment, tmp_path / "http.log") as server:
        match, players = table_for(server.url, "aqualin", 2)
        before = players[0].view(match)
        player, version = players[before["actors"][0]], before["version"]
        failing, other = (entry["command"] for entry in player.lawful(match)["commands"][:2])
        with events(Client(server.url), match) as stream:
            assert int(next(stream).id) == version

            servers.postgres.stop()
            for _ in range(3):
                refused = player.play(match, version, failing)
                assert (refused.status_code, refused.json()["code"]) == (503, "store-unavailable")
                assert refused.headers["retry-after"]
            assert players[0].view(match) == before

            servers.postgres.start()
            assert players[0].view(match) == before
            played = eventually(lambda: player.play(match, version, other), lambda answer: answer.status_code != 503)
            assert (played.status_code, played.json()["version"]) == (200, version + 1)
            seen = next(stream)
            assert (seen.event, int(seen.id)) == ("step", version + 1)
            assert seen.json()["step"]["events"] == played.json()["events"]
            assert seen.json()["view"]["public"] == played.json()["view"]["public"]


class Failing(GroupCommit):
    """Commits until it is told to fail."""

    fails = False

    async def append(self, draft: Draft) -> Outcome:
        if self.fails:
            raise StoreUnavailable("it is away")
        return await super().append(draft)


@pytest.fixture
async def pools(module_database: TestDatabase) -> AsyncIterator[Database]:
    async with open_database(module_database.url) as pools:
        yield pools


@pytest.mark.anyio
async def test_what_failed_is_not_announced_and_changes_no_table(pools: Database) -> None:
    announced: list[Match] = []
    commits = Failing(StepStore(pools.commands))
    seeds = Seeds(House(pools.reads), ServiceKey(bytes(32)))
    tables = Tables(StepStore(pools.reads), commits, seeds, CATALOGUE, announced.append)
    match, ana, bo, key = uuid4(), uuid4(), uuid4(), uuid4()
    await tables.create(match, ana, uuid4(), creation())
    for player in (ana, bo):
        await tables.act(match, player, uuid4(), Sit(name="Ana"))
    await tables.act(match, ana, uuid4(), Start())
    before, table = list(announced), await tables.table(match)

    commits.fails = True
    with pytest.raises(StoreUnavailable):
        await tables.act(match, bo, key, Resign())
    assert (announced, table.match) == (before, before[-1])

    commits.fails = False
    assert (await tables.act(match, bo, key, Resign())).match.version == before[-1].version + 1
    assert announced == [*before, table.match]


@pytest.mark.anyio
async def test_a_match_whose_creation_failed_is_not_there(pools: Database) -> None:
    announced: list[Match] = []
    commits = Failing(StepStore(pools.commands))
    seeds = Seeds(House(pools.reads), ServiceKey(bytes(32)))
    tables = Tables(StepStore(pools.reads), commits, seeds, CATALOGUE, announced.append)
    match, ana, key = uuid4(), uuid4(), uuid4()
    commits.fails = True
    with pytest.raises(StoreUnavailable):
        await tables.create(match, ana, key, creation())
    assert (tables.warm(match), announced) == (None, [])

    kept = await seeds.open(match)
    commits.fails = False
    await tables.create(match, ana, key, creation())
    assert kept is not None
    assert (await seeds.open(match), len(announced)) == (kept, 1)
