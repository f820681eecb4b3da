"""`meeplog doctor`: what is configured, what answers, at which version, and what to back up."""

import asyncio
import os
import platform
import shutil
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from http.client import HTTPException
from importlib.metadata import version
from importlib.resources import files
from pathlib import Path
from typing import Any, Literal
from uuid import UUID

import psycopg
from msgspec import Struct
from redis import Redis
from redis.exceptions import RedisError

from infra.keys import KeyUnusable, load_service_key, load_signing_key
from infra.settings import Settings
from projections.connection import open_redis
from projections.keys import Keys
from projections.reader import ProjectionsUnavailable, Reader
from projections.status import read_status
from service.cli.output import console, print_json
from service.cli.parser import Arguments
from service.cli.servers import running, settings_of

LEAST_FREE = 1 << 30  # bytes on the disk of the data directory
QUIET_SECONDS = 10.0  # a projector that says nothing for so long is away
WAIT_SECONDS = 5

Level = Literal["fine", "note", "wrong"]


class Finding(Struct, frozen=True):
    level: Level
    about: str
    says: str


def run(asked: Arguments) -> int:
    settings = settings_of(asked)
    findings = [finding for check in CHECKS for finding in check(settings)]
    wrong = any(finding.level == "wrong" for finding in findings)
    if asked.json:
        print_json({"fine": not wrong, "findings": findings})
    else:
        for finding in findings:
            style = {"fine": "green", "note": "yellow", "wrong": "red"}[finding.level]
            console.print(f"{finding.level:5}  {finding.about}: {finding.says}", style=style)
    return 1 if wrong else 0


def _versions(_: Settings) -> Iterator[Finding]:
    packages = ", ".join(f"{name} {version(name)}" for name in ("litestar", "granian", "psycopg", "redis", "msgspec"))
    yield Finding("fine", "meeplog", f"{version('meeplog')} on Python {platform.python_version()}; {packages}")


def _data(settings: Settings) -> Iterator[Finding]:
    data = settings.data.resolve()
    if not data.exists():
        yield Finding("note", "data directory", f"{data} is not there yet: meeplog serve makes it")
        return
    free = shutil.disk_usage(data).free
    yield Finding("fine" if free >= LEAST_FREE else "wrong", "data directory", f"{data}, {free >> 20} MB free")
    if not os.access(data, os.W_OK):
        yield Finding("wrong", "data directory", f"{data} cannot be written by this user")
    for path in (data / "secrets", *sorted((data / "secrets").glob("*"))):
        if path.exists() and (mode := path.stat().st_mode & 0o777) & 0o077:
            yield Finding("wrong", "permissions", f"{path} is open to others ({mode:o}): chmod go-rwx {path}")


def _keys(settings: Settings) -> Iterator[Finding]:
    yield _key("signing key", settings.signing_key_file, lambda file: load_signing_key(file).public_key.hex())
    yield _key("service key", settings.key_file, lambda file: load_service_key(file).id)


def _key(about: str, file: Path, name_of: Callable[[Path], str]) -> Finding:
    if not file.exists():
        return Finding("note", about, f"{file} is not there yet: meeplog serve makes it")
    try:
        return Finding("fine", about, f"{name_of(file)} in {file}")
    except KeyUnusable as error:
        return Finding("wrong", about, str(error))


def _database(settings: Settings) -> Iterator[Finding]:
    found = _reach(settings)
    if found is None:
        yield Finding(
            "note", "database", f"the servers in {settings.data.resolve()} do not run: meeplog serve starts them"
        )
        return
    try:
        with psycopg.connect(found.database_url or "", connect_timeout=WAIT_SECONDS, autocommit=True) as connection:
            yield from _inside(connection, settings)
    except (psycopg.Error, OSError) as error:
        yield Finding("wrong", "database", " ".join(str(error).split()))


def _inside(connection: "psycopg.Connection[tuple[Any, ...]]", settings: Settings) -> Iterator[Finding]:
    def rows(query: str) -> list[tuple[Any, ...]]:
        return connection.execute(query.encode()).fetchall()

    [(server, user, superuser)] = rows(
        "SELECT current_setting('server_version'), current_user, rolsuper FROM pg_roles WHERE rolname = current_user"
    )
    yield Finding("fine", "database", f"PostgreSQL {server}, as {user}")
    if superuser:
        yield Finding("wrong", "database", f"{user} is a superuser: nothing would stop it from changing the log")
    if not rows("SELECT 1 FROM pg_namespace WHERE nspname = 'house'"):
        yield Finding("wrong", "migrations", "none is applied: meeplog migrate")
        return
    shipped = {file.name.removesuffix(".sql") for file in (files("infra") / "sql" / "migrations").iterdir()}
    missing = shipped - {name for (name,) in rows("SELECT migration_id FROM house._yoyo_migration")}
    if missing:
        yield Finding("wrong", "migrations", f"{', '.join(sorted(missing))} missing: meeplog migrate")
    else:
        yield Finding("fine", "migrations", f"all {len(shipped)} applied")
    [(steps,)] = rows("SELECT sum(pos)::int8 FROM log.bucket_head")
    yield Finding("fine", "log", f"{steps} steps")
    yield from _seeds(rows("SELECT key_id, count(*) FROM house.seed GROUP BY key_id"), settings)


def _seeds(keys: list[tuple[Any, ...]], settings: Settings) -> Iterator[Finding]:
    """Seeds that our service key does not open."""
    try:
        ours = load_service_key(settings.key_file).id if settings.key_file.exists() else "missing"
    except KeyUnusable:
        return  # said already
    for key, seeds in keys:
        if key != ours:
            lost = "of those matches the running ones can only be closed"
            yield Finding("wrong", "seeds", f"{seeds} are hidden with service key {key}, not {ours}: {lost}")


def _redis(settings: Settings) -> Iterator[Finding]:
    found = _reach(settings)
    if found is None:
        return  # said already
    try:
        with Redis.from_url(
            found.redis_url or "", socket_timeout=WAIT_SECONDS, socket_connect_timeout=WAIT_SECONDS
        ) as redis:
            server: dict[str, Any] = redis.info()  # CONFIG, which would tell too, is not permitted everywhere
            status: bytes | None = redis.get(Keys(settings.redis_prefix).status)
        quarantine = asyncio.run(_quarantine(found)) if status else {}
    except (RedisError, OSError, ProjectionsUnavailable) as error:
        yield Finding("wrong", "redis", str(error))
        return
    name = "Valkey" if "valkey_version" in server else "Redis"
    yield Finding("fine", "redis", f"{name} {server.get('valkey_version') or server.get('redis_version')}")
    if server.get("maxmemory") and (policy := server.get("maxmemory_policy")) != "noeviction":
        yield Finding("wrong", "eviction", f"maxmemory-policy {policy} drops keys that lists need: set noeviction")
    if status is None:
        yield Finding("wrong", "projector", "it has said nothing yet: meeplog serve or meeplog project runs it")
        return
    said = read_status(status)
    age = max(0.0, time.time() - said.at)
    yield Finding(
        "wrong" if age > QUIET_SECONDS else "fine", "projector", f"{said.lag} steps behind, as it said {age:.0f} s ago"
    )
    for match_id, why in sorted(quarantine.items()):
        yield Finding("wrong", f"match {match_id}", f"it cannot be projected: {' '.join(why.split())}")
    if (more := said.quarantined - len(quarantine)) > 0:
        yield Finding("wrong", "matches", f"{more} more cannot be projected")


async def _quarantine(settings: Settings) -> dict[UUID, str]:
    async with open_redis(settings.redis_url or "") as redis:
        return await Reader(redis, Keys(settings.redis_prefix)).quarantine()


def _http(settings: Settings) -> Iterator[Finding]:
    url = f"http://{settings.host}:{settings.port}/health/ready"
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with opener.open(url, timeout=WAIT_SECONDS) as answer:
            yield Finding("fine", "http", f"{url} answers {answer.read().decode()}")
    except urllib.error.HTTPError as error:
        yield Finding("wrong", "http", f"{url} answers {error.code}: {error.read(200).decode(errors='replace')}")
    except (OSError, HTTPException) as error:  # the latter: something else than HTTP is served there
        yield Finding("note", "http", f"{url} does not answer ({error}): is it served elsewhere?")


def _backup(settings: Settings) -> Iterator[Finding]:
    keys = f"{settings.key_file.resolve()} and {settings.signing_key_file.resolve()}"
    database = (
        "the database that MEEPLOG_DATABASE_URL names"
        if settings.database_url
        else settings.data.resolve() / "postgres"
    )
    lost = "without the service key running matches can only be closed; without the log all is lost"
    yield Finding("note", "back up", f"{database}, {keys}, together: {lost}")


def _reach(settings: Settings) -> Settings | None:
    """The settings with URLs; None where our own servers do not run."""
    if settings.database_url:
        return settings
    try:
        return running(settings) if (settings.data / "run").exists() else None
    except OSError:
        return None


CHECKS: tuple[Callable[[Settings], Iterator[Finding]], ...] = (
    _versions,
    _data,
    _keys,
    _database,
    _redis,
    _http,
    _backup,
)
