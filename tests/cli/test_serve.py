"""`meeplog serve` for real: one command starts everything, keeps it up, and leaves nothing behind."""

import os
import re
import signal
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest
from httpx_sse import connect_sse

from tests.cli.running import CLEAN, Serving, command, processes, run, serving, wait_for, words_of
from tests.service.bots import LONG, bots_for
from tests.service.client import Client, table_for
from tests.service.server import free_port
from tests.service.test_restart import assert_each_saw_every_version_once, assert_holds, follow
from tests.services import PATIENCE


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    folder = tmp_path_factory.mktemp("serve")
    with serving(folder / "data", free_port(), folder / "log") as served:
        yield served


def test_it_answers_and_says_where(served: Serving) -> None:
    assert f"Serving at {served.url} " in served.log.read_text()
    assert httpx.get(f"{served.url}/health/live", timeout=PATIENCE).status_code == 200


@pytest.mark.parametrize("part", ["projector", "valkey", "postgres", "http", "worker"])
def test_whatever_is_killed_comes_back(served: Serving, part: str) -> None:
    killed = wait_for(part, lambda: served.pid_of(part))
    os.kill(killed, signal.SIGKILL)
    again = wait_for(f"another {part}", lambda: None if served.pid_of(part) in (None, killed) else served.pid_of(part))
    assert again != killed
    wait_for("readiness", served.ready)
    assert served.process.poll() is None
    if part != "worker":  # those are the HTTP server's own to replace
        assert f"{part} has died" in served.log.read_text()


def test_it_still_works_after_all_that(served: Serving) -> None:
    token = new_player(served)
    # A connection that nobody has used since the database died may still answer 503, once.
    wait_for("a new match", lambda: True if new_match(served, token).status_code == 201 else None)


def test_other_commands_find_its_servers(served: Serving, tmp_path: Path) -> None:
    wait_for("the projector", lambda: True if lists(served).status_code == 200 else None)
    match = wait_for("a match", lambda: new_match(served, new_player(served)).json().get("match_id"))
    exported = run("export", match, "--data", served.data, "--out", tmp_path / "record.jsonl")
    assert (exported.returncode, exported.stderr) == (0, "")
    assert "open: decisions" in run("verify", tmp_path / "record.jsonl").stdout
    assert run("rebuild", "--data", served.data).returncode == 0
    doctor = run("doctor", "--data", served.data, "--json", MEEPLOG_PORT=str(served.port))
    assert doctor.returncode == 0, doctor.stdout


def test_a_second_start_on_the_same_data_is_refused(served: Serving) -> None:
    second = run("serve", "--data", served.data, "--port", free_port())
    assert second.returncode == 1
    assert second.stderr.count("\n") == 1
    assert f"{served.data} is in use by process {served.process.pid}" in second.stderr


def test_a_port_in_use_is_refused(served: Serving, tmp_path: Path) -> None:
    second = run("serve", "--data", tmp_path, "--port", served.port)
    assert second.returncode == 1
    assert f"port {served.port}" in second.stderr
    assert second.stderr.count("\n") == 1
    assert not (tmp_path / "postgres").exists()


def test_port_0_is_refused(tmp_path: Path) -> None:
    refused = run("serve", "--data", tmp_path, "--port", 0)
    assert refused.returncode == 1
    assert "port 0" in refused.stderr


def test_no_secret_stands_on_a_command_line(served: Serving) -> None:
    passwords = [(served.data / "secrets" / name).read_text() for name in ("postgres", "service")]
    lines = [words_of(pid) for pid in served.below()]
    assert not [line for line in lines for password in passwords if password in line]


def test_stopped_it_leaves_no_process_and_started_again_it_finds_its_data(tmp_path: Path) -> None:
    with serving(tmp_path / "data", free_port(), tmp_path / "log") as first:
        token = new_player(first)
        match = new_match(first, token).json()["match_id"]
        below = first.below()
        assert len(below) >= 5
        first.process.send_signal(signal.SIGTERM)
        assert first.process.wait(60) == 0
        wait_for("the end of all", lambda: None if below & processes().keys() else True)
    exported = run("export", match, "--data", tmp_path / "data")  # on servers started for the moment
    assert exported.stdout.count("\n") == 2
    with serving(tmp_path / "data", free_port(), tmp_path / "log") as again:
        answer = httpx.get(
            f"{again.url}/api/v1/matches/{match}", headers={"Authorization": f"Bearer {token}"}, timeout=PATIENCE
        )
        assert answer.status_code == 200


def test_stopped_it_sends_followers_to_whoever_serves_next(tmp_path: Path) -> None:
    with serving(tmp_path / "data", free_port(), tmp_path / "log", workers=2) as served, ExitStack() as stack:
        match, clients = table_for(served.url, "aqualin", 2)
        followers = [*clients, *(Client(served.url) for _ in range(4))]  # connections to both workers, most likely
        streams = [
            stack.enter_context(connect_sse(client.http, "GET", f"/matches/{match}/stream")).iter_sse()
            for client in followers
        ]
        assert [next(stream).event for stream in streams] == ["step"] * len(streams)
        served.process.send_signal(signal.SIGTERM)
        assert [[event.event for event in stream] for stream in streams] == [["resume"]] * len(streams)
        assert served.process.wait(60) == 0
        assert served.log.read_text().endswith(" meeplog: stopping\n")  # and no word of workers that had to be killed


def test_stopped_while_it_starts_it_leaves_no_process(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with subprocess.Popen(command("serve", "--data", data, "--port", free_port()), env=CLEAN) as process:
        wait_for("the database", lambda: True if (data / "postgres.pid").exists() else None)
        below = Serving(process, data, 0, tmp_path / "log").below()
        process.send_signal(signal.SIGTERM)
        assert process.wait(60) == 0
    wait_for("the end of all", lambda: None if below & processes().keys() else True)


def test_a_key_that_is_none_is_one_line_and_nothing_is_left(tmp_path: Path) -> None:
    (tmp_path / "key").write_bytes(b"short")
    refused = run("serve", "--data", tmp_path, "--port", free_port(), MEEPLOG_KEY_FILE=str(tmp_path / "key"))
    assert refused.returncode == 1
    said = [line for line in refused.stderr.splitlines() if "is not ready yet" not in line]  # on a slow disk
    assert said == [f"meeplog: the key file {tmp_path}/key holds 5 bytes instead of 32"]
    assert not [pid for pid in processes() if str(tmp_path) in words_of(pid)]


def test_two_workers_are_one_house(tmp_path: Path) -> None:
    """Whoever of them answers: bots that hear of each other's moves, followers, the seal, and what metrics count."""
    with serving(tmp_path / "data", free_port(), tmp_path / "log", workers=2) as served:

        def metric(name: str) -> list[str]:
            """Its samples, as a new connection learns them from one worker or the other."""
            return re.findall(f"^{name}.*", httpx.get(f"{served.url}/metrics", timeout=PATIENCE).text, re.MULTILINE)

        wait_for("both workers", lambda: True if len(metric("meeplog_http_started_seconds")) == 2 else None)
        match, clients = table_for(served.url, "puzzilli", 4)
        followers = follow(match, [*clients, *(Client(served.url) for _ in range(4))])
        for bot in (bots := bots_for(match, clients, "puzzilli")):
            bot.start()
        for bot in bots:
            bot.join(LONG)
            assert not bot.is_alive()
            assert bot.failure is None
        assert_each_saw_every_version_once(followers)
        assert_holds(served.url, match)
        appended = f'meeplog_store_steps_total{{outcome="appended"}} {clients[0].view(match)["version"]}.0'
        assert [metric("meeplog_store_steps_total.*appended") for _ in range(20)] == [[appended]] * 20


def test_killed_it_takes_everything_along(tmp_path: Path) -> None:
    with serving(tmp_path / "data", free_port(), tmp_path / "log") as served:
        below = served.below()
        served.process.kill()
        served.process.wait()
        wait_for("the end of all", lambda: None if below & processes().keys() else True)


def new_player(served: Serving) -> str:
    answer = httpx.post(f"{served.url}/api/v1/players", json={"name": "Ada"}, timeout=PATIENCE)
    assert answer.status_code == 201
    token: str = answer.json()["token"]
    return token


def lists(served: Serving) -> httpx.Response:
    return httpx.get(f"{served.url}/api/v1/matches", timeout=PATIENCE)


def new_match(served: Serving, token: str) -> httpx.Response:
    return httpx.post(
        f"{served.url}/api/v1/matches",
        json={"game": "aqualin", "seats": 2},
        headers={"Authorization": f"Bearer {token}"},
        timeout=PATIENCE,
    )
