"""The servers that a command talks to."""

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from msgspec.structs import replace

from infra.embedded import DATABASE, SERVICE_ROLE, DataDirectoryInUse, embedded_servers
from infra.embedded.postgres import database_url
from infra.embedded.valkey import redis_url
from infra.settings import Settings, SettingsError, read_settings
from service.cli.failure import Failure
from service.cli.parser import Arguments


def settings_of(asked: Arguments) -> Settings:
    """Raises `SettingsError`."""
    settings = read_settings(os.environ, asked.data)
    if bool(settings.database_url) is not bool(settings.redis_url):
        raise SettingsError("MEEPLOG_DATABASE_URL and MEEPLOG_REDIS_URL go together: set both or none")
    return settings


@contextmanager
def reached(settings: Settings) -> Iterator[Settings]:
    """The settings with URLs: of the servers that they name, of those that run in the data directory, or else of
    servers started there for as long as this lasts. Raises `Failure`, `EmbeddedError`."""
    if settings.database_url:
        yield settings
        return
    if not (settings.data / "postgres").exists():
        raise Failure(f"there is nothing in {settings.data} yet: meeplog serve begins it")
    with ExitStack() as stack:
        try:
            servers = stack.enter_context(embedded_servers(settings.data))
            found = replace(settings, database_url=servers.database_url, redis_url=servers.redis_url)
        except DataDirectoryInUse:
            found = running(settings)
        yield found


def running(settings: Settings) -> Settings:
    """The settings with the URLs of the servers that run in the data directory."""
    data = settings.data.resolve()
    run = Path(data / "run").resolve()
    password = (data / "secrets" / "service").read_text()
    url = database_url(run, SERVICE_ROLE, password, DATABASE)
    return replace(settings, database_url=url, redis_url=redis_url(run))
