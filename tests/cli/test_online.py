"""The commands that talk to servers, on real ones."""

import asyncio
import json
import os
import signal
import socket
import subprocess
import threading
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, TypeVar
from uuid import UUID, uuid4

import httpx
import pytest
import redis

from domain.match.step import Draft
from domain.record.playout import Played
from infra.editions import shipped_catalogue
from infra.house import House
from infra.keys import load_service_key
from infra.pool import Database, open_database
from infra.step_store import Appended, StepStore
from projections.connection import open_redis
from projections.keys import Keys
from projections.projector import Projector
from service.cli.rebuild import tenths
from tests.cli.running import CLEAN, command, processes, run, serving, wait_for, words_of
from tests.infra.drafts import draft
from tests.projections.conftest import Valkey, valkey
from tests.record.material import check, played, tiny_aqualin, tiny_edition, toy
from tests.service.server import free_port
from tests.service.server import serving as http_alone
from tests.services import PATIENCE, Services, TestDatabase

__all__ = ["valkey"]  # a fixture

T = TypeVar("T")


@pytest.fixture
def environment(services: Services, database: TestDatabase, redis_prefix: str, tmp_path: Path) -> dict[str, str]:
    return {
        "MEEPLOG_DATABASE_URL": database.url,
        "MEEPLOG_ADMIN_DATABASE_URL": database.admin_url,
        "MEEPLOG_REDIS_URL": services.redis_url,
        "MEEPLOG_REDIS_PREFIX": redis_prefix.removesuffix(":"),
        "MEEPLOG_DATA": str(tmp_path / "data"),
    }


def inside(url: str, work: Callable[[Database], Coroutine[Any, Any, T]]) -> T:
    async def run() -> T:
        async with open_database(url) as database:
            return await work(database)

    return asyncio.run(run())


def store(url: str, match: tuple[Played, ...]) -> UUID:
    """Commit the steps of a match as if it had been played here."""

    async def append(database: Database) -> None:
        steps = StepStore(database.commands)
        for moment in match:
            step = moment.step
            draft = Draft(
                step.match_id, step.version, step.actor, step.command_id, step.open, step.sealed, step.digests
            )
            assert isinstance(await steps.append(draft), Appended)

    inside(url, append)
    return match[0].step.match_id


def test_an_exported_match_holds_offline(environment: dict[str, str], database: TestDatabase, tmp_path: Path) -> None:
    match = store(database.url, played(tiny_aqualin(), 2))
    inside(database.url, lambda opened: StepStore(opened.reads).keep_edition("aqualin", tiny_edition()))
    done = run("export", match, "--out", tmp_path / "record.jsonl", **environment)
    assert (done.returncode, done.stderr) == (0, "")
    verified = run("verify", "--json", tmp_path / "record.jsonl")
    report = json.loads(verified.stdout)["records"][0]
    assert (report["holds"], report["match"]["status"]) == (True, "finished")
    assert run("export", match, **environment).stdout.encode() == (tmp_path / "record.jsonl").read_bytes()


def test_an_exported_running_match_hides_what_spectators_may_not_know(
    environment: dict[str, str], database: TestDatabase
) -> None:
    match = store(database.url, played(toy(), 3)[:9])
    record = run("export", match, **environment).stdout.encode()
    assert b'"nonce"' not in record
    assert b"dug" not in record
    assert check(record).unchecked == ["running: decisions, draws and fingerprints not checked"]


def test_there_is_no_such_match(environment: dict[str, str]) -> None:
    done = run("export", uuid4(), **environment)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (1, "", 1)


def test_a_player_becomes_an_arbiter(environment: dict[str, str], database: TestDatabase) -> None:
    player, _ = inside(database.url, lambda opened: House(opened.reads).create_player("Ada"))
    assert run("role", player.id, "arbiter", **environment).returncode == 0
    found = inside(database.url, lambda opened: House(opened.reads).players([player.id]))
    assert found[player.id].role == "arbiter"
    unknown = run("role", uuid4(), "arbiter", **environment)
    assert (unknown.returncode, unknown.stderr.count("\n")) == (1, 1)


def test_migrating_repeats_safely(environment: dict[str, str]) -> None:
    assert run("migrate", **environment).returncode == 0
    without = {name: value for name, value in environment.items() if "ADMIN" not in name}
    assert run("migrate", **without).returncode == 2


def test_a_rebuild_says_what_it_did(environment: dict[str, str], database: TestDatabase) -> None:
    store(database.url, played(tiny_aqualin(), 2))
    done = run("rebuild", **environment)
    assert (done.returncode, done.stdout) == (0, "rebuilt from 10 steps\n")
    assert done.stderr.endswith("rebuild: 10 of 10 steps\n")


def test_without_a_terminal_a_rebuild_says_when_another_tenth_is_done(capsys: pytest.CaptureFixture[str]) -> None:
    tell = tenths()
    for steps, total in ((0, 0), (0, 50), (4, 50), (5, 50), (9, 50), (21, 60), (22, 60), (60, 60), (60, 60)):
        tell(steps, total)
    assert capsys.readouterr().err.splitlines() == [
        f"rebuild: {done} steps" for done in ("5 of 50", "21 of 60", "60 of 60")
    ]


def test_the_projector_alone(environment: dict[str, str]) -> None:
    process = subprocess.Popen(command("project"), env={**CLEAN, **environment}, stderr=subprocess.DEVNULL)
    try:
        wait_for("a projector that is fine", lambda: True if projector_is_fine(environment) else None)
    finally:
        process.send_signal(signal.SIGTERM)
        assert process.wait(60) == -signal.SIGTERM


def projector_is_fine(environment: dict[str, str]) -> bool:
    return doctor(environment).get("projector", {}).get("level") == "fine"


def doctor(environment: dict[str, str]) -> dict[str, dict[str, str]]:
    """Its findings by what they are about, but for a projector that has not come yet."""
    done = run("doctor", "--json", **environment)
    report = json.loads(done.stdout)
    assert report["fine"] is (done.returncode == 0)
    return {
        finding["about"]: finding
        for finding in report["findings"]
        if not (finding["about"] == "projector" and "nothing yet" in finding["says"])
    }


def test_the_doctor_names_what_is_there(environment: dict[str, str]) -> None:
    found = doctor(environment)
    for about in ("meeplog", "database", "migrations", "log", "redis"):
        assert found[about]["level"] == "fine", found[about]
    assert "PostgreSQL" in found["database"]["says"]
    assert "service.key" in found["back up"]["says"]


def test_the_doctor_and_metrics_name_the_matches_in_quarantine(
    environment: dict[str, str], database: TestDatabase, tmp_path: Path
) -> None:
    poison = draft(open=b"no step at all")

    async def project(opened: Database) -> None:
        steps, keys = StepStore(opened.commands), Keys(environment["MEEPLOG_REDIS_PREFIX"])
        await steps.append(poison)
        async with open_redis(environment["MEEPLOG_REDIS_URL"]) as client:
            await Projector(steps, client, shipped_catalogue(), keys).catch_up()

    store(database.url, played(tiny_aqualin(), 2))
    inside(database.url, project)
    named = {about: finding for about, finding in doctor(environment).items() if about.startswith("match")}
    assert named.keys() == {f"match {poison.match_id}"}
    (finding,) = named.values()
    assert finding["level"] == "wrong"
    assert "Unreadable" in finding["says"]
    assert f"match {poison.match_id}: it cannot be projected: Unreadable" in run("doctor", **environment).stdout
    with http_alone(environment, tmp_path / "http.log") as server:
        metrics = httpx.get(f"{server.url}/metrics", timeout=PATIENCE).text.splitlines()
    gauge = "meeplog_projector_quarantined_match{"
    assert [line for line in metrics if line.startswith(gauge)] == [f'{gauge}match="{poison.match_id}"}} 1.0']


def test_the_doctor_goes_on_where_something_else_answers(environment: dict[str, str]) -> None:
    def greet() -> None:
        with listener.accept()[0] as peer:
            peer.sendall(b"SSH-2.0\r\n")

    with socket.create_server(("127.0.0.1", 0)) as listener:
        other = threading.Thread(target=greet)
        other.start()
        found = doctor(environment | {"MEEPLOG_PORT": str(listener.getsockname()[1])})
        other.join()
    assert found["http"]["level"] == "note"
    assert "SSH-2.0" in found["http"]["says"]


def test_the_doctor_finds_a_redis_that_may_drop_keys(environment: dict[str, str], valkey: Valkey) -> None:
    def eviction() -> dict[str, str] | None:
        return doctor(environment | {"MEEPLOG_REDIS_URL": valkey.url}).get("eviction")

    with redis.Redis.from_url(valkey.url) as client:
        client.config_set("maxmemory-policy", "allkeys-lru")
        assert eviction() is None  # without a limit nothing is dropped
        client.config_set("maxmemory", "1gb")
        found = eviction()
        assert found is not None
        assert found["level"] == "wrong"
        assert "maxmemory-policy allkeys-lru" in found["says"]
        client.config_set("maxmemory-policy", "noeviction")
        assert eviction() is None


def test_the_doctor_finds_a_lost_key(environment: dict[str, str], database: TestDatabase) -> None:
    key = load_service_key(Path(environment["MEEPLOG_DATA"]) / "secrets" / "service.key")
    seed = key.seal_seed(uuid4(), bytes(32))
    inside(database.url, lambda opened: House(opened.reads).keep_seed(uuid4(), seed))
    assert "seeds" not in doctor(environment)
    (Path(environment["MEEPLOG_DATA"]) / "secrets" / "service.key").unlink()
    assert key.id in doctor(environment)["seeds"]["says"]


def test_the_doctor_finds_open_permissions_and_bad_keys(environment: dict[str, str]) -> None:
    secrets = Path(environment["MEEPLOG_DATA"]) / "secrets"
    secrets.mkdir(parents=True, mode=0o700)
    (secrets / "service.key").write_bytes(b"short")
    (secrets / "service.key").chmod(0o644)
    found = doctor(environment)
    assert found["permissions"]["level"] == found["service key"]["level"] == "wrong"


def test_the_doctor_finds_servers_that_are_away(environment: dict[str, str], tmp_path: Path) -> None:
    away = {
        "MEEPLOG_DATABASE_URL": f"postgresql://someone@/x?host={tmp_path}",
        "MEEPLOG_REDIS_URL": f"unix://{tmp_path}/redis.sock",
    }
    found = doctor(environment | away)
    assert found["database"]["level"] == found["redis"]["level"] == "wrong"


def test_commands_that_find_no_server_say_so_in_one_line(environment: dict[str, str], tmp_path: Path) -> None:
    away = environment | {"MEEPLOG_DATABASE_URL": f"postgresql://someone@/x?host={tmp_path}"}
    for arguments in (["export", uuid4()], ["role", uuid4(), "arbiter"], ["rebuild"]):
        done = run(*arguments, **away)
        assert (done.returncode, done.stderr.count("\n")) == (1, 1), done.stderr


def test_serve_uses_the_servers_that_are_named(environment: dict[str, str], tmp_path: Path) -> None:
    with serving(Path(environment["MEEPLOG_DATA"]), free_port(), tmp_path / "log", environment) as served:
        assert served.pid_of("postgres") is served.pid_of("valkey") is None
        for pid in served.below():
            told = Path(f"/proc/{pid}/environ").read_bytes()
            assert b"MEEPLOG_ADMIN_DATABASE_URL" not in told, words_of(pid)
        killed = wait_for("http", lambda: served.pid_of("http"))
        os.kill(killed, signal.SIGKILL)
        wait_for("another http", lambda: None if served.pid_of("http") in (None, killed) else True)
        wait_for("readiness", served.ready)
        below = served.below()
    wait_for("the end of all", lambda: None if below & processes().keys() else True)
