"""PostgreSQL and Valkey in one data directory, started and stopped with this process.

<data>/lock                        held by the process that serves
<data>/postgres                    the database; `postgres.log`, `postgres.pid` beside it
<data>/valkey                      working folder of the cache
<data>/run                         sockets (or a link to a temporary folder, when the path is too long for sockets)
<data>/secrets                     generated passwords, one 0600 file each
"""

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from msgspec import Struct

from infra.embedded.account import clear_folder, server_account, socket_folder
from infra.embedded.errors import DataDirectoryInUse, DataDirectoryUnusable, EmbeddedError, ServerFailed
from infra.embedded.lock import data_lock
from infra.embedded.postgres import database_url, ensure_database, postgres_program
from infra.embedded.server import Server, stop_recorded
from infra.embedded.valkey import redis_url, valkey_program
from infra.private_files import keep, private_folder

__all__ = [
    "DataDirectoryInUse",
    "DataDirectoryUnusable",
    "EmbeddedError",
    "EmbeddedServers",
    "Server",
    "ServerFailed",
    "embedded_servers",
]

DATABASE = "meeplog"
SERVICE_ROLE = "meeplog_service"


class EmbeddedServers(Struct, frozen=True):
    """Running servers and how to reach them. The admin is the superuser; `migrate` makes the service role."""

    database_url: str
    admin_database_url: str
    redis_url: str
    postgres: Server
    valkey: Server

    def alive(self) -> bool:
        return self.postgres.alive() and self.valkey.alive()

    def restart(self) -> None:
        """Starts again what is not running. Blocks until it is ready. Raises ServerFailed."""
        for server in (self.postgres, self.valkey):
            if not server.alive():
                server.restart()


@contextmanager
def embedded_servers(data_dir: Path) -> Iterator[EmbeddedServers]:
    """Both servers for the length of a `with` block; the database is there and waits for `migrate`.

    Raises DataDirectoryInUse, DataDirectoryUnusable, ServerFailed.
    """
    data = _data_directory(data_dir)
    with data_lock(data):
        for server in ("postgres", "valkey"):
            stop_recorded(data / f"{server}.pid")
        passwords = private_folder(data / "secrets")
        admin_password, service_password = (
            keep(passwords / role, lambda: secrets.token_hex(32).encode()).decode() for role in ("postgres", "service")
        )
        account = server_account(data / "postgres")
        run = socket_folder(account, data / "run")
        postgres = Server(postgres_program(data, run, account, admin_password), account, data)
        valkey = Server(valkey_program(data, run, account), account, data)
        try:
            postgres.start()
            valkey.start()
            ensure_database(database_url(run, "postgres", admin_password, "postgres"), DATABASE)
            yield EmbeddedServers(
                database_url=database_url(run, SERVICE_ROLE, service_password, DATABASE),
                admin_database_url=database_url(run, "postgres", admin_password, DATABASE),
                redis_url=redis_url(run),
                postgres=postgres,
                valkey=valkey,
            )
        finally:
            valkey.stop()
            postgres.stop()
            for file in postgres.program.passed_files:
                os.close(file)
            clear_folder(account, data / "run")


def _data_directory(data_dir: Path) -> Path:
    try:
        data_dir.mkdir(mode=0o711, parents=True, exist_ok=True)  # the server's user walks through; it cannot look round
        data = data_dir.resolve()
        (data / "lock").touch(mode=0o600)
    except OSError as error:
        raise DataDirectoryUnusable(data_dir, error) from error
    return data
