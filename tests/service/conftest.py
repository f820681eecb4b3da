"""One running service for the tests of a worker: each test plays matches of its own."""

from collections.abc import Iterator
from uuid import uuid4

import httpx
import pytest

from tests.service.client import OPENED, eventually
from tests.service.server import Server, environment_of, projecting, serving
from tests.services import PATIENCE, Services


@pytest.fixture(scope="session")
def server(services: Services, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("service")
    with services.database(f"service_{uuid4().hex}") as database:
        environment = environment_of(database.url, services.redis_url, folder / "data")
        with serving(environment, folder / "http.log") as server, projecting(environment, folder / "projector.log"):
            lists = f"{server.url}/api/v1/matches"
            eventually(lambda: httpx.get(lists, timeout=PATIENCE).status_code, lambda status: status == 200)
            yield server


@pytest.fixture(autouse=True)
def closing_clients() -> Iterator[None]:
    yield
    while OPENED:
        OPENED.pop().close()


@pytest.fixture
def url(server: Server) -> str:
    return server.url
