"""The servers of a test run: PostgreSQL and Valkey, started once, when the first test asks for them.

The process that controls the run owns them; tests, in whichever worker, ask it over a socket. So a run that needs no
servers starts none, and however it ends they end with it. `MEEPLOG_TEST_SERVICES` says where they come from:
`embedded` (the default), `containers` (images in MEEPLOG_TEST_POSTGRES_IMAGE and MEEPLOG_TEST_REDIS_IMAGE) or `urls`
(MEEPLOG_TEST_DATABASE_URL, of a superuser, and MEEPLOG_TEST_REDIS_URL).
"""

import os
import secrets
import shutil
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from multiprocessing.connection import Client, Connection, Listener
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
import psycopg
from psycopg import sql
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from infra.embedded import embedded_servers
from infra.migrate import migrate

if TYPE_CHECKING:  # imported only by runs that use containers
    from testcontainers.community.postgres import PostgresContainer
    from testcontainers.community.redis import RedisContainer

TEMPLATE = "meeplog_template"
PATIENCE = 60  # seconds that a test waits for anything: only to fail in the end, never to pass
LIMITS = ("lock_timeout", "statement_timeout", "idle_in_transaction_session_timeout")
# No limit that the service sets itself decides a test because the machine is busy.
PATIENT: dict[str, str | int] = {
    "connect_timeout": PATIENCE,
    "options": " ".join(f"-c {limit}={PATIENCE}s" for limit in LIMITS),
}


class Services(msgspec.Struct, frozen=True):
    """How to reach the servers. `admin_url` is a superuser's; `template` is a migrated database to copy."""

    admin_url: str
    service_url: str
    redis_url: str
    template: str

    @contextmanager
    def database(self, name: str) -> Iterator["TestDatabase"]:
        """A database of its own, a copy of the template, dropped afterwards."""
        identifier = sql.Identifier(name)
        _once_nobody_is_in_it(
            self.admin_url, sql.SQL("CREATE DATABASE {} TEMPLATE {}").format(identifier, sql.Identifier(self.template))
        )
        try:
            yield TestDatabase(_with_database(self.service_url, name), _with_database(self.admin_url, name))
        finally:
            _once_nobody_is_in_it(self.admin_url, sql.SQL("DROP DATABASE {} WITH (FORCE)").format(identifier))


class TestDatabase(msgspec.Struct, frozen=True):
    """One migrated database: `url` as the service role, `admin_url` as superuser."""

    __test__ = False

    url: str
    admin_url: str


class ServicesHost:
    """Lives in the process that controls the run: starts the servers at the first request, stops them at the end."""

    def __init__(self) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="meeplog-tests-"))
        self._stack = ExitStack()
        self._services: Services | None = None
        self.address = str(self._folder / "ask")
        self._listener = Listener(self.address, "AF_UNIX")
        threading.Thread(target=self._answer, daemon=True).start()

    def close(self) -> None:
        self._listener.close()
        self._stack.close()
        shutil.rmtree(self._folder, ignore_errors=True)

    def _answer(self) -> None:
        while True:
            try:
                connection = self._listener.accept()
            except OSError:  # closed: the run is over
                return
            with connection:
                self._send_services(connection)

    def _send_services(self, connection: "Connection[bytes, bytes]") -> None:
        try:
            self._services = self._services or self._stack.enter_context(_running_services(self._folder))
            connection.send_bytes(b"+" + msgspec.json.encode(self._services))
        except Exception as error:  # the tests that asked report it
            connection.send_bytes(b"-" + repr(error).encode())


def ask_for_services(address: str) -> Services:
    """Waits until the controlling process has the servers ready."""
    with Client(address, "AF_UNIX") as connection:
        answer = connection.recv_bytes()
    if answer[:1] != b"+":
        raise RuntimeError(f"the servers for the tests did not start: {answer[1:].decode()}")
    return msgspec.json.decode(answer[1:], type=Services)


@contextmanager
def _running_services(folder: Path) -> Iterator[Services]:
    source = os.environ.get("MEEPLOG_TEST_SERVICES", "embedded")
    with _SOURCES[source](folder) as (admin_url, redis_url):
        template = f"{TEMPLATE}_{secrets.token_hex(4)}"
        password = secrets.token_hex(16)
        service_url = make_conninfo(admin_url, user=f"{template}_service", password=password, **PATIENT)
        with psycopg.connect(admin_url, autocommit=True) as connection:
            connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(template)))
        migrate(_with_database(admin_url, template), service_url)
        yield Services(admin_url, service_url, redis_url, template)
        _once_nobody_is_in_it(admin_url, sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(template)))
        with psycopg.connect(admin_url, autocommit=True) as connection:
            for role in ("service", "door", "owner"):
                connection.execute(sql.SQL("DROP ROLE {}").format(sql.Identifier(f"{template}_{role}")))


@contextmanager
def _embedded(folder: Path) -> Iterator[tuple[str, str]]:
    with embedded_servers(folder / "data") as servers:
        yield servers.admin_database_url, servers.redis_url


@contextmanager
def container_servers() -> Iterator[tuple[str, str]]:
    """The URLs of both, as `urls` takes them."""
    with postgres_container() as postgres, redis_container() as cache:
        redis_url = f"redis://{cache.get_container_host_ip()}:{cache.get_exposed_port(cache.port)}"
        yield postgres.get_connection_url(), redis_url


def postgres_container() -> "PostgresContainer":
    from testcontainers.community.postgres import PostgresContainer

    return PostgresContainer(os.environ.get("MEEPLOG_TEST_POSTGRES_IMAGE", "postgres:18"), driver=None)


def redis_container() -> "RedisContainer":
    from testcontainers.community.redis import RedisContainer

    return RedisContainer(os.environ.get("MEEPLOG_TEST_REDIS_IMAGE", "valkey/valkey:9"))


@contextmanager
def _urls(_folder: Path) -> Iterator[tuple[str, str]]:
    yield os.environ["MEEPLOG_TEST_DATABASE_URL"], os.environ["MEEPLOG_TEST_REDIS_URL"]


_SOURCES = {"embedded": _embedded, "containers": lambda _folder: container_servers(), "urls": _urls}


def _once_nobody_is_in_it(admin_url: str, statement: sql.Composed) -> None:
    """For statements about a whole database: PostgreSQL waits only five seconds for the sessions in it to end."""
    deadline = time.monotonic() + PATIENCE
    with psycopg.connect(admin_url, autocommit=True) as connection:
        while True:
            try:
                connection.execute(statement)
                return
            except psycopg.errors.ObjectInUse:
                if time.monotonic() > deadline:
                    raise


def _with_database(url: str, name: str) -> str:
    """The same server and user, another database, as a connection URL."""
    parts = {key: str(value) for key, value in conninfo_to_dict(url).items()} | {"dbname": name}
    return make_conninfo("", **parts)
