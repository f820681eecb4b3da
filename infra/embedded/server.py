"""A server program that lives and dies with this process."""

import ctypes
import logging
import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from subprocess import DEVNULL, STDOUT, Popen, TimeoutExpired

from msgspec import Struct

from infra.embedded.account import Account
from infra.embedded.errors import ServerFailed

logger = logging.getLogger(__name__)

START_PATIENCE = 900.0  # seconds: crash recovery replays all of the write-ahead log since the last checkpoint
STOP_PATIENCE = 120.0  # seconds of grace before a server is killed
LOG_MAX = 10_000_000  # bytes: a log that is larger is set aside at the next start
STOP_SIGNAL = signal.SIGINT  # to PostgreSQL a fast shutdown: no recovery at the next start; to Valkey a plain one
_PR_SET_PDEATHSIG = 1
_libc = ctypes.CDLL(None) if sys.platform == "linux" else None


class Program(Struct, frozen=True):
    """How to run one server. `ready` gets the process id; `prepare` runs before every start."""

    name: str
    command: tuple[str, ...]
    folder: Path
    ready: Callable[[int], bool]
    prepare: Callable[[], None]
    passed_files: tuple[int, ...] = ()
    transient: str | None = None  # words in the log of a start that failed for a reason which passes


class Server:
    """Starts, watches and stops one program. All methods block; none is meant for two threads at once."""

    def __init__(self, program: Program, account: Account | None, data: Path) -> None:
        self.program = program
        self.log = data / f"{program.name}.log"
        self._record = data / f"{program.name}.pid"
        self._account = account
        self._process: Popen[bytes] | None = None

    def alive(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def start(self) -> None:
        """Stops what an earlier process left behind, starts the program unless it runs, and waits until it is ready.

        Raises ServerFailed.
        """
        if self.alive():
            return
        deadline = time.monotonic() + START_PATIENCE
        stop_recorded(self._record)
        while True:
            self.program.prepare()
            try:
                self._launch()
                self._wait_until_ready(deadline)
                return
            except ServerFailed as failure:
                if not self.program.transient or self.program.transient not in failure.log:
                    raise
                logger.info("%s: processes of an earlier server are still ending", self.program.name)
                time.sleep(0.5)

    def stop(self) -> None:
        """Asks the program to end, waits, and kills it when it does not. Does nothing when it is not running."""
        if (process := self._process) is None:
            return
        if process.poll() is None:
            process.send_signal(STOP_SIGNAL)
            try:
                process.wait(STOP_PATIENCE)
            except TimeoutExpired:
                logger.error("%s does not end; killing it", self.program.name)
                process.kill()
                process.wait()
        self._record.unlink(missing_ok=True)
        self._process = None

    def restart(self) -> None:
        """Starts the program anew, whether it is still running or not. Raises ServerFailed."""
        self.stop()
        self.start()

    def _launch(self) -> None:
        if self.log.exists() and self.log.stat().st_size > LOG_MAX:
            self.log.replace(self.log.with_suffix(".old.log"))
        self._log_start = self.log.stat().st_size if self.log.exists() else 0
        begun = threading.Event()
        error: list[OSError] = []

        def run() -> None:
            # The kernel's parent-death signal is bound to the thread that started the child: this one stays with it.
            try:
                with open(os.open(self.log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600), "wb") as log:
                    self._process = _spawn(self.program, self._account, log.fileno())
            except OSError as failure:
                error.append(failure)
                return
            finally:
                begun.set()
            self._process.wait()

        threading.Thread(target=run, name=f"{self.program.name} server", daemon=True).start()
        begun.wait()
        if error or self._process is None:
            raise ServerFailed(self.program.name, str(error[0]), "")
        self._record.write_text(f"{self._process.pid} {_start_time(self._process.pid)}\n")

    def _wait_until_ready(self, deadline: float) -> None:
        assert self._process is not None
        report = time.monotonic() + 5
        while not self.program.ready(self._process.pid):
            now = time.monotonic()
            if self._process.poll() is not None:
                raise ServerFailed(self.program.name, f"it ended with {self._process.returncode}", self._last_lines())
            if now > deadline:
                self.stop()
                raise ServerFailed(self.program.name, "it was not ready in time", self._last_lines())
            if now > report:
                last = self._last_lines().rpartition("\n")[2]
                logger.info("%s is not ready yet, perhaps recovering from a crash: %s", self.program.name, last)
                report = now + 5
            time.sleep(0.02)

    def _last_lines(self) -> str:
        with self.log.open("rb") as log:
            log.seek(self._log_start)
            return "\n".join(log.read(100_000).decode(errors="replace").strip().splitlines()[-20:])


def _spawn(program: Program, account: Account | None, log: int) -> "Popen[bytes]":
    parent = os.getpid()

    def die_with_parent() -> None:
        signal.signal(STOP_SIGNAL, signal.SIG_DFL)  # a shell that started us in the background has it ignored
        if _libc is not None:
            _libc.prctl(_PR_SET_PDEATHSIG, int(STOP_SIGNAL))
            if os.getppid() != parent:
                os._exit(1)

    return Popen(
        program.command,
        cwd=program.folder,
        env={"PATH": "/usr/bin:/bin", "LC_ALL": "C", "TZ": "UTC"},
        stdin=DEVNULL,
        stdout=log,
        stderr=STDOUT,
        pass_fds=program.passed_files,
        start_new_session=True,  # Ctrl-C is for us; we stop the servers when we have finished with them
        umask=0o077,
        user=account.uid if account else None,
        group=account.gid if account else None,
        extra_groups=[] if account else None,
        preexec_fn=die_with_parent,
    )


def stop_recorded(record: Path) -> None:
    """Stops the server that a killed process left behind, if it still runs.

    The start time stands beside the process id, so a number that the system gave to somebody else is left alone.
    """
    try:
        pid, started = record.read_text().split()
    except (FileNotFoundError, ValueError):
        return
    deadline = time.monotonic() + STOP_PATIENCE
    sent = False
    while started != "unknown" and _start_time(int(pid)) == started:
        if not sent:
            logger.info("stopping process %s, left over from an earlier run", pid)
            _signal(int(pid), STOP_SIGNAL)
            sent = True
        if time.monotonic() > deadline:
            _signal(int(pid), signal.SIGKILL)
        time.sleep(0.05)
    record.unlink(missing_ok=True)


def _signal(pid: int, number: signal.Signals) -> None:
    with suppress(ProcessLookupError):  # it has just ended
        os.kill(pid, number)


def program_of(pid: int) -> str | None:
    """The name of a running process's program; None when there is no such process, or only its remains."""
    return stat[0] if (stat := _process_stat(pid)) else None


def _start_time(pid: int) -> str:
    """When a process began, in clock ticks since the machine started; "unknown" when it is gone or is a zombie."""
    return stat[1] if (stat := _process_stat(pid)) else "unknown"


def _process_stat(pid: int) -> tuple[str, str] | None:
    try:
        head, _, tail = Path(f"/proc/{pid}/stat").read_text().rpartition(")")
    except OSError:
        return None
    fields = tail.split()
    return None if fields[0] in "ZX" else (head.partition("(")[2], fields[19])
