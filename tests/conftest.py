"""Servers for the tests that ask for them: one PostgreSQL and one Valkey a run, a database and a key prefix a test."""

from collections.abc import Generator, Iterator
from uuid import uuid4

import pytest
import redis
from hypothesis import HealthCheck, settings

from tests.services import Services, ServicesHost, TestDatabase, ask_for_services

# The same examples in every run, however slow the machine; `--hypothesis-profile default` looks for new ones.
settings.register_profile(
    "steady", derandomize=True, database=None, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("steady")

MOST_WORKERS = 8  # each has a service with pools of its own, and PostgreSQL takes 100 connections

_host = pytest.StashKey[ServicesHost]()
_address = pytest.StashKey[str]()


def pytest_configure(config: pytest.Config) -> None:
    if hasattr(config, "workerinput"):
        config.stash[_address] = config.workerinput["services"]
    else:
        config.stash[_host] = host = ServicesHost()
        config.stash[_address] = host.address


def pytest_unconfigure(config: pytest.Config) -> None:
    if host := config.stash.get(_host, None):
        host.close()


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: object) -> None:
    """Tells each xdist worker where the controlling process answers."""
    node.workerinput["services"] = node.config.stash[_address]  # type: ignore[attr-defined]


@pytest.hookimpl(optionalhook=True, wrapper=True)
def pytest_xdist_auto_num_workers() -> Generator[None, int, int]:
    return min((yield), MOST_WORKERS)


@pytest.fixture(scope="session")
def anyio_backend() -> tuple[str, dict[str, bool]]:
    """Async tests (`@pytest.mark.anyio`) run as the service does: asyncio on uvloop."""
    return "asyncio", {"use_uvloop": True}


@pytest.fixture(scope="session")
def services(pytestconfig: pytest.Config) -> Services:
    """The servers of this run, started now if nobody has asked before."""
    return ask_for_services(pytestconfig.stash[_address])


@pytest.fixture
def database(services: Services) -> Iterator[TestDatabase]:
    """A migrated database of the test's own."""
    with services.database(f"test_{uuid4().hex}") as database:
        yield database


@pytest.fixture(scope="module")
def module_database(services: Services) -> Iterator[TestDatabase]:
    """A migrated database shared by the tests of one module: for tests that stay inside matches of their own."""
    with services.database(f"test_{uuid4().hex}") as database:
        yield database


@pytest.fixture
def redis_prefix(services: Services) -> Iterator[str]:
    """A prefix for all Redis keys of the test; what begins with it is removed afterwards."""
    prefix = f"test:{uuid4().hex}:"
    yield prefix
    with redis.Redis.from_url(services.redis_url) as client:
        for key in client.scan_iter(f"{prefix}*"):
            client.delete(key)
