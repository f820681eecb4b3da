"""Every script call stays in one slot: a server in cluster mode refuses any other."""

from collections.abc import AsyncIterator, Awaitable, Callable

import pytest
from msgspec.structs import replace
from redis.asyncio import Redis

from infra.step_store import StepStore
from projections.connection import open_redis
from projections.projector import Projector
from projections.reader import Reader
from projections.rebuild import rebuild
from tests.conformance.material import catalogue
from tests.projections.conftest import Valkey
from tests.projections.contents import assert_views
from tests.projections.material import append, folded, played, steps, until
from tests.service.server import free_port

pytestmark = pytest.mark.anyio

MATCHES = [played(f"cluster {number}") for number in range(3)]
IDS = [match[0].match.id for match in MATCHES]


@pytest.fixture
async def cluster(valkey: Valkey) -> AsyncIterator[Redis]:
    """A cluster of one node, which has all slots."""
    server = valkey.server
    options = ("--cluster-enabled", "yes", "--cluster-port", str(free_port()), "--bind", "127.0.0.1")
    server.program = replace(server.program, command=(*server.program.command, *options))
    server.restart()
    async with open_redis(valkey.url) as client:
        command: Callable[..., Awaitable[bytes]] = client.execute_command
        await command("CLUSTER", "ADDSLOTSRANGE", 0, 16383)

        async def works() -> bool:
            return b"cluster_state:ok" in await command("CLUSTER", "INFO")

        await until(works, bool)
        yield client


async def test_projecting_reading_and_rebuilding_on_a_cluster(store: StepStore, cluster: Redis) -> None:
    await append(store, *map(steps, MATCHES))
    await Projector(store, cluster, catalogue()).catch_up()
    await rebuild(store, cluster, catalogue())
    reader = Reader(cluster)
    await assert_views(reader, [await folded(store, match_id) for match_id in IDS])
    player = MATCHES[0][-1].match.players[0]
    assert player is not None
    assert len((await reader.matches("finished", "toy")).matches) == 3
    assert (await reader.player(player)).total.matches == 1
    assert await reader.turns(player) == ()
