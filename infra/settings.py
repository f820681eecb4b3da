"""What the environment decides, read once. Everything has a default that works on one machine."""

import re
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
from msgspec import Struct
from psycopg.conninfo import conninfo_to_dict

# A release that changes what lies in Redis takes the next number, and fills that beside the old.
REDIS_PREFIX = "meeplog:1"


class SettingsError(Exception):
    """A variable has a value that cannot be used; the message names it."""


class Settings(Struct, frozen=True):
    """`database_url` and `redis_url` are None where the embedded servers are to be used."""

    data: Path
    database_url: str | None
    admin_database_url: str | None
    redis_url: str | None
    redis_prefix: str
    key_file: Path
    signing_key_file: Path
    host: str
    port: int


def read_settings(environment: Mapping[str, str], data: Path | None = None) -> Settings:
    """Reads the MEEPLOG_ variables; an empty one counts as not set. `data` comes from the command line and wins.

    Raises SettingsError.
    """

    def value(name: str) -> str | None:
        return environment.get(f"MEEPLOG_{name}") or None

    folder = data or Path(value("DATA") or "data")
    return Settings(
        data=folder,
        database_url=_database_url("MEEPLOG_DATABASE_URL", value("DATABASE_URL")),
        admin_database_url=_database_url("MEEPLOG_ADMIN_DATABASE_URL", value("ADMIN_DATABASE_URL")),
        redis_url=_redis_url("MEEPLOG_REDIS_URL", value("REDIS_URL")),
        redis_prefix=value("REDIS_PREFIX") or REDIS_PREFIX,
        key_file=Path(value("KEY_FILE") or folder / "secrets" / "service.key"),
        signing_key_file=Path(value("SIGNING_KEY_FILE") or folder / "secrets" / "signing.key"),
        host=value("HOST") or "127.0.0.1",
        port=_port(value("PORT") or "8000"),
    )


def _database_url(name: str, url: str | None) -> str | None:
    if url is None:
        return None
    try:
        parts = conninfo_to_dict(url)
    except psycopg.ProgrammingError as error:
        raise SettingsError(f"{name} is no PostgreSQL connection URL: {str(error).strip()}") from None
    if not parts.get("user"):
        raise SettingsError(f"{name} names no user")
    if not re.fullmatch("[1-9][0-9]{0,8}", str(parts.get("connect_timeout", 1))):  # in libpq 0 would be for ever
        raise SettingsError(f"{name} has a connect_timeout that is no number of seconds from 1")
    return url


def _redis_url(name: str, url: str | None) -> str | None:
    if url is not None and urlsplit(url).scheme not in ("redis", "rediss", "unix"):
        raise SettingsError(f"{name} must begin with redis://, rediss:// or unix://")
    return url


def _port(text: str) -> int:
    if not text.isdecimal() or not 0 <= int(text) <= 65535:
        raise SettingsError(f"MEEPLOG_PORT is no port number: {text!r}")
    return int(text)
