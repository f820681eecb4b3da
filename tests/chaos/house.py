"""A whole house to be broken: `meeplog serve` on servers of its own, and a way to kill any of its processes."""

import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import httpx
import psutil
import redis

from tests.cli.running import serving
from tests.service.server import free_port
from tests.services import PATIENCE

PROGRAMS = {
    "http": "granian",
    "projector": "project",
    "postgres": "postgres",
    "valkey": "valkey-server",
}
"""For each part of the house, a word of the command line of its first process."""


class House:
    def __init__(self, process: "subprocess.Popen[bytes]", url: str) -> None:
        self.process, self.url = process, url

    def find(self, part: str) -> psutil.Process | None:
        """The first process of a part, if it runs."""
        for child in psutil.Process(self.process.pid).children():
            try:
                words = child.cmdline()
            except psutil.NoSuchProcess:
                continue
            # Valkey writes its title over its first argument.
            if any(Path(word).name == PROGRAMS[part] for word in " ".join(words[:4]).split()):
                return child
        return None

    def kill(self, part: str) -> None:
        """kill -9, children included; waits until there is one to kill."""
        found = self.find_now(part)
        with suppress(psutil.NoSuchProcess):
            for process in [] if part == "postgres" else found.children(recursive=True):
                with suppress(psutil.NoSuchProcess):
                    process.kill()
            found.kill()
        wait_until(lambda: _is_gone(found))

    @property
    def environment(self) -> dict[str, str]:
        """What the projector was started with, and so where the servers are."""
        return self.find_now("projector").environ()

    def flush_redis(self) -> None:
        """FLUSHALL, as soon as Valkey answers."""
        environment = self.environment

        def flushed() -> bool:
            try:
                with redis.Redis.from_url(environment["MEEPLOG_REDIS_URL"]) as client:
                    return bool(client.flushall())
            except (redis.RedisError, OSError):
                return False

        wait_until(flushed)

    def find_now(self, part: str) -> psutil.Process:
        deadline = time.monotonic() + PATIENCE
        while (found := self.find(part)) is None:
            assert time.monotonic() < deadline, f"{part} has not come back"
            time.sleep(0.05)
        return found

    def wait_until_ready(self) -> None:
        """The service answers, lists included: so the projector has caught up."""

        def ready() -> bool:
            try:
                lists = httpx.get(f"{self.url}/api/v1/matches", timeout=PATIENCE)
                return httpx.get(f"{self.url}/health/ready", timeout=PATIENCE).status_code == lists.status_code == 200
            except httpx.TransportError:
                return False

        wait_until(ready)


def _is_gone(process: psutil.Process) -> bool:
    try:
        return not process.is_running() or bool(process.status() == psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:  # in between
        return True


def wait_until(good: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 2 * PATIENCE
    while not good():
        assert time.monotonic() < deadline
        time.sleep(0.05)


@contextmanager
def house(data: Path) -> Iterator[House]:
    with serving(data, free_port(), data.parent / "serve.log") as started:
        served = House(started.process, started.url)
        served.wait_until_ready()
        yield served
