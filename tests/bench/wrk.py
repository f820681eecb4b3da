"""Load by `wrk`: prepared requests, each sent once and in order, over many connections."""

import shutil
import subprocess
import tempfile
from collections.abc import Iterable
from pathlib import Path

import msgspec
from msgspec import Struct

from tests.bench.numbers import Spread, rounded
from tests.bench.plan import PATIENCE

SCRIPT = Path(__file__).with_name("replay.lua")


class WrkMissing(RuntimeError):
    pass


class Failed(RuntimeError):
    """Answers that are no successes, or none at all: what was measured is worth nothing."""


class Result(Struct, frozen=True):
    """As the script prints it. `exhausted_after`: when there were no more requests, in microseconds; 0 for never."""

    answers: int
    microseconds: int
    exhausted_after: int
    p50: int
    p99: int
    refused: int
    broken: int

    @property
    def per_s(self) -> float:
        return rounded(self.answers / ((self.exhausted_after or self.microseconds) / 1e6))

    @property
    def latency_ms(self) -> Spread:
        return {"p50": self.p50 / 1000, "p99": self.p99 / 1000}


def find_wrk() -> str:
    """Raises `WrkMissing`."""
    if program := shutil.which("wrk"):
        return program
    raise WrkMissing("the load comes from wrk, which is not installed: apt-get install wrk")


def send(url: str, requests: Iterable[bytes], connections: int, seconds: float, pause_ms: float = 0.0) -> Result:
    """Sends requests for that long, or until there are no more. Raises `Failed` unless every answer is a success."""
    with tempfile.NamedTemporaryFile(prefix="meeplog-bench-") as file:
        for request in requests:
            file.write(b"%d\n%s\n" % (len(request), request))
        file.flush()
        arguments = [find_wrk(), "-t1", f"-c{connections}", f"-d{max(1, round(seconds))}s", "--timeout", "30s"]
        arguments += ["-s", str(SCRIPT), url, "--", file.name, str(pause_ms)]
        run = subprocess.run(arguments, capture_output=True, text=True, timeout=seconds + PATIENCE)
    line = next((line for line in run.stdout.splitlines() if line.startswith("RESULT ")), None)
    if line is None:
        raise Failed(f"wrk said: {run.stdout}{run.stderr}")
    result = msgspec.json.decode(line.removeprefix("RESULT "), type=Result)
    if result.refused or result.broken or not result.answers:
        raise Failed(f"{result.refused} answers of {result.answers} were no successes, {result.broken} did not come")
    return result
