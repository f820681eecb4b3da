"""One running service for the tests of a worker: each test plays matches of its own."""

from collections.abc import Iterator
from uuid import uuid4

import pytest

from tests.service.client import OPENED
from tests.service.server import Server, environment_of, projecting, serving
from tests.services import Services


@pytest.fixture(scope="session")
def server(services: Services, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("service")
    with services.database(f"service_{uuid4().hex}") as database:
        environment = environment_of(services, database, f"test:{uuid4().hex}:", folder / "data")
        with serving(environment, folder / "http.log") as server, projecting(environment, folder / "projector.log"):
            yield server


@pytest.fixture
def url(server: Server) -> Iterator[str]:
    yield server.url
    while OPENED:
        OPENED.pop().close()
