"""A real server process for tests: Granian with the application, on servers and a database of the test's own."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from uuid import uuid4

import httpx
from msgspec import Struct

from tests.services import PATIENCE


class Server(Struct, frozen=True):
    """Where it answers, and what its processes were started with."""

    url: str
    environment: dict[str, str]
    log: Path

    def logged(self) -> Counter[str]:
        """The lines of all logs beside its own, its projector's too. Subtract what was there before."""
        return Counter(line for log in self.log.parent.glob("*.log") for line in log.read_text().splitlines())


_ports = count(10_000 + 500 * int(os.environ.get("PYTEST_XDIST_WORKER", "gw0")[2:]))


def free_port() -> int:
    """For this worker alone, and none that the system hands out: it stays free until somebody listens, and between two
    servers that use it one after the other."""
    for port in _ports:
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port
    raise AssertionError("there is no end of ports")


def environment_of(database_url: str, redis_url: str, data: Path) -> dict[str, str]:
    """Of processes that share these servers, with Redis keys of their own."""
    return {
        **os.environ,
        "MEEPLOG_DATABASE_URL": database_url,
        "MEEPLOG_REDIS_URL": redis_url,
        "MEEPLOG_REDIS_PREFIX": f"test:{uuid4().hex}",
        "MEEPLOG_DATA": str(data),
    }


@contextmanager
def serving(
    environment: dict[str, str], log: Path, port: int | None = None, app: str = "service.app:create_app"
) -> Iterator[Server]:
    """The HTTP process alone; stopped hard if it does not stop."""
    port = port or free_port()
    arguments = [
        "--interface",
        "asgi",
        "--loop",
        "uvloop",
        "--factory",
        "--no-ws",
        "--log-level",
        "warning",
        "--port",
        str(port),
    ]
    with running("-m", "granian", *arguments, app, environment=environment, log=log) as process:
        server = Server(f"http://127.0.0.1:{port}", environment, log)
        wait_until_live(server, process)
        yield server


@contextmanager
def projecting(environment: dict[str, str], log: Path) -> Iterator[subprocess.Popen[bytes]]:
    """The projector alone."""
    with running("-c", "from service.cli import main; main()", "project", environment=environment, log=log) as process:
        yield process


@contextmanager
def running(*arguments: str, environment: dict[str, str], log: Path) -> Iterator[subprocess.Popen[bytes]]:
    with log.open("ab") as output:
        process = subprocess.Popen(
            [sys.executable, *arguments], env=environment, stdout=output, stderr=output, start_new_session=True
        )
    try:
        yield process
    finally:
        if process.poll() is None:
            process.send_signal(signal.SIGTERM)
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def wait_until_live(server: Server, process: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline and process.poll() is None:
        try:
            if httpx.get(f"{server.url}/health/live", timeout=PATIENCE).status_code == 200:
                return
        except httpx.TransportError:
            time.sleep(0.05)
    raise RuntimeError(f"the server did not start:\n{server.log.read_text()}")
