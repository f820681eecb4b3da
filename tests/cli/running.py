"""`meeplog serve` as a process of its own, and the processes below it."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

import httpx
from msgspec import Struct

from tests.services import PATIENCE

T = TypeVar("T")

STARTING = 2 * PATIENCE  # for starts, which may have a database to make
CLEAN = {name: value for name, value in os.environ.items() if not name.startswith("MEEPLOG_")}


def wait_for(what: str, found: Callable[[], T | None]) -> T:
    deadline = time.monotonic() + STARTING
    while time.monotonic() < deadline:
        if (value := found()) is not None:
            return value
        time.sleep(0.05)
    raise AssertionError(f"waited in vain for {what}")


def command(*arguments: object) -> list[str]:
    return [sys.executable, "-m", "service.cli", *map(str, arguments)]


def run(*arguments: object, **environment: str) -> subprocess.CompletedProcess[str]:
    """A command that ends by itself."""
    return subprocess.run(
        command(*arguments), env={**CLEAN, **environment}, capture_output=True, text=True, timeout=STARTING
    )


class Serving(Struct, frozen=True):
    process: "subprocess.Popen[bytes]"
    data: Path
    port: int
    log: Path

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def told_its_address(self) -> bool | None:
        return True if f"Serving at {self.url} " in self.log.read_text() else None

    def ready(self) -> bool | None:
        """True once database and cache answer through HTTP."""
        try:
            answer = httpx.get(f"{self.url}/health/ready", timeout=5)
        except httpx.TransportError:
            return None
        body = answer.json()
        return True if answer.status_code == 200 and body["redis"] == "up" else None

    def pid_of(self, part: str) -> int | None:
        """The process of a part: postgres, valkey, projector, http, or a worker of http."""
        words = {
            "postgres": "bin/postgres",
            "valkey": "valkey-server",
            "projector": "service.cli project",
            "http": "granian",
        }
        parent = self.pid_of("http") if part == "worker" else self.process.pid
        wanted = words.get(part, "granian")
        return next((pid for pid, above in processes().items() if above == parent and wanted in words_of(pid)), None)

    def below(self) -> set[int]:
        """Every process below, and below those."""
        found, known = {self.process.pid}, processes()
        while more := {pid for pid, above in known.items() if above in found} - found:
            found |= more
        return found - {self.process.pid}


def processes() -> dict[int, int]:
    """Each living process and the one above it."""
    found = {}
    for folder in Path("/proc").iterdir():
        if folder.name.isdecimal():
            try:
                state, above = (folder / "stat").read_text().rpartition(")")[2].split()[:2]
            except OSError:
                continue
            if state not in "ZX":
                found[int(folder.name)] = int(above)
    return found


def words_of(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode()
    except OSError:
        return ""


@contextmanager
def serving(
    data: Path, port: int, log: Path, environment: Mapping[str, str] = {}, workers: int = 1
) -> Iterator[Serving]:
    with log.open("wb") as output:
        process = subprocess.Popen(
            command("serve", "--data", data, "--port", port, "--workers", workers),
            env={**CLEAN, **environment},
            stdout=output,
            stderr=output,
        )
    served = Serving(process, data, port, log)
    try:
        # Not the first answer: until it has seen one itself, `serve` takes the death of a part for a failed start.
        wait_for("the address", lambda: True if process.poll() is not None else served.told_its_address())
        wait_for("the first answer", lambda: True if process.poll() is not None else served.ready())
        assert process.poll() is None, log.read_text()
        yield served
    finally:
        if process.poll() is None:
            process.send_signal(signal.SIGTERM)
        try:
            process.wait(STARTING)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        print(log.read_text())  # pytest shows it when the test fails
