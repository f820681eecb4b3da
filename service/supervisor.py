"""What `meeplog serve` runs: database and cache unless others are named, the projector and the HTTP server, and a watch
over all of them. Whatever dies comes back; when we are told to stop, everything stops, in order.
"""

import ctypes
import logging
import os
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from tempfile import TemporaryDirectory
from types import FrameType

from msgspec.structs import replace

from infra import telemetry
from infra.embedded import EmbeddedServers, Server, ServerFailed, embedded_servers
from infra.keys import load_service_key, load_signing_key
from infra.migrate import migrate
from infra.settings import Settings
from service.news import CLOSING

LOOK_SECONDS = 0.2
PAUSES = (0.0, 0.5, 1.0, 2.0, 5.0, 10.0)  # seconds before a start, after so many that came to nothing
SETTLED_SECONDS = 20.0  # whoever lives that long has come to something
HTTP_PATIENCE = 60.0  # seconds until the first answer
STOP_PATIENCE = 20.0  # seconds of grace before a child is killed
WORKER_PATIENCE = 6  # seconds that the HTTP server gives its workers to answer; Docker gives all of us 10
_PR_SET_PDEATHSIG = 1
_libc = ctypes.CDLL(None) if sys.platform == "linux" else None

log = logging.getLogger("meeplog")


class CannotServe(Exception):
    """The message says why, and what to do."""


class Stopped(BaseException):
    """A signal came while something was being waited for."""


def serve(settings: Settings, workers: int, say: Callable[[str], None]) -> None:
    """Serves until SIGINT or SIGTERM. `say` is told, for people, what was started and where it answers.

    The settings name both servers or none. Raises `CannotServe`, `EmbeddedError`, `KeyUnusable`, `psycopg.Error`.
    """
    check_address(settings.host, settings.port)
    with _signals() as stop, ExitStack() as stack:
        try:
            with stop.while_waiting():
                embedded, settings = _servers(stack, settings, say)
                load_service_key(settings.key_file)  # made now, so that they are there to be backed up
                load_signing_key(settings.signing_key_file)
                environment = environment_of(settings)
                counting = _counting_together(stack) if workers > 1 else {}
                projector = stack.enter_context(_running("projector", _meeplog("project"), environment))
                http = stack.enter_context(_running("http", http_command(settings, workers), environment | counting))
                _wait_for_http(http, settings)
            url = f"http://{_in_url(settings.host)}:{settings.port}"
            say(f"Serving at {url}  (API: {url}/api/v1, its description: {url}/schema, health: {url}/health/ready)")
            watch(stop, [*_keepers(embedded), projector, http])
        except Stopped:
            pass
        log.info("stopping")


def check_address(host: str, port: int) -> None:
    """Raises `CannotServe` when nothing can listen there."""
    if port == 0:
        raise CannotServe("port 0 is no port to serve at: choose one from 1 to 65535")
    try:
        family, *_, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, socket.SOCK_STREAM) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
    except OSError as error:
        raise CannotServe(f"cannot listen on {host}, port {port} ({error.strerror}): choose another --port") from error


def environment_of(settings: Settings) -> dict[str, str]:
    """What children get to know: in the environment, which only their own user can read."""
    told = {
        "DATA": settings.data.resolve(),
        "DATABASE_URL": settings.database_url,
        "REDIS_URL": settings.redis_url,
        "KEY_FILE": settings.key_file.resolve(),
        "SIGNING_KEY_FILE": settings.signing_key_file.resolve(),
        "HOST": settings.host,
        "PORT": settings.port,
    }
    inherited = {name: value for name, value in os.environ.items() if name != "MEEPLOG_ADMIN_DATABASE_URL"}
    return inherited | {f"MEEPLOG_{name}": str(value) for name, value in told.items()}


def _counting_together(stack: ExitStack) -> dict[str, str]:
    """Whichever worker is asked for metrics, it answers for all."""
    return {telemetry.TOGETHER: stack.enter_context(TemporaryDirectory(prefix="meeplog-metrics-"))}


def http_command(settings: Settings, workers: int) -> list[str]:
    options = {
        "--interface": "asgi",
        "--loop": "uvloop",
        "--host": settings.host,
        "--port": settings.port,
        "--workers": workers,
        "--workers-kill-timeout": WORKER_PATIENCE,
        "--log-level": "warning",
    }
    flags = [str(part) for option in options.items() for part in option]
    flags += ["--factory", "--no-ws", "--respawn-failed-workers"]
    return [sys.executable, "-m", "granian", *flags, "service.app:create_app"]


def _meeplog(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "service.cli", *arguments]


def _servers(
    stack: ExitStack, settings: Settings, say: Callable[[str], None]
) -> tuple[EmbeddedServers | None, Settings]:
    """The servers to use, running and migrated."""
    if settings.database_url:
        if settings.admin_database_url:
            migrate(settings.admin_database_url, settings.database_url)
            say("The database is up to date.")
        return None, settings
    embedded = stack.enter_context(embedded_servers(settings.data))
    migrate(embedded.admin_database_url, embedded.database_url)
    say(f"Started PostgreSQL and Valkey in {settings.data.resolve()}: back it up, with the keys in it.")
    return embedded, replace(settings, database_url=embedded.database_url, redis_url=embedded.redis_url)


# Children


class Child:
    """A process of ours that is started again when it dies."""

    def __init__(self, name: str, command: list[str], environment: Mapping[str, str]) -> None:
        self.name, self._command, self._environment = name, command, environment
        self._process: subprocess.Popen[bytes] | None = None
        self._cleared = False

    def alive(self) -> bool:
        if self._process is None:
            return False
        if self._process.poll() is None:
            return True
        self._kill_rest()
        return False

    def start(self) -> None:
        parent = os.getpid()

        def die_with_parent() -> None:
            if _libc is not None:
                _libc.prctl(_PR_SET_PDEATHSIG, int(signal.SIGTERM))
                if os.getppid() != parent:
                    os._exit(1)

        self._cleared = False
        self._process = subprocess.Popen(
            self._command,
            env=self._environment,
            stdin=subprocess.DEVNULL,
            start_new_session=True,  # Ctrl-C is for us; and what a killed child leaves behind can be found
            preexec_fn=die_with_parent,
        )

    def how_it_ended(self) -> str:
        code = self._process.poll() if self._process else None
        return f"killed by {signal.Signals(-code).name}" if code is not None and code < 0 else f"exit code {code}"

    def stop(self) -> None:
        if self._process is None or not self.alive():
            return
        os.killpg(self._process.pid, CLOSING)
        self._process.terminate()
        try:
            self._process.wait(STOP_PATIENCE)
        except subprocess.TimeoutExpired:
            log.error("%s does not end; killing it", self.name)
        self._kill_rest()

    def _kill_rest(self) -> None:
        """Kills what is left of the child and its own children: workers of a killed HTTP server would hold the port.

        Once only, and as soon as its death is noticed: later its number may be somebody else's.
        """
        if self._process is not None and not self._cleared:
            self._cleared = True
            with suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()


@contextmanager
def _running(name: str, command: list[str], environment: Mapping[str, str]) -> Iterator[Child]:
    child = Child(name, command, environment)
    try:
        child.start()
        yield child
    finally:
        child.stop()


def _wait_for_http(http: Child, settings: Settings) -> None:
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(settings.host, settings.host)
    url = f"http://{_in_url(host)}:{settings.port}/health/live"
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    deadline = time.monotonic() + HTTP_PATIENCE
    while http.alive() and time.monotonic() < deadline:
        try:
            with opener.open(url, timeout=5):
                return
        except (urllib.error.URLError, OSError):
            time.sleep(0.05)
    raise CannotServe(f"the HTTP server does not answer ({http.how_it_ended()}): see its messages above")


def _in_url(host: str) -> str:
    return f"[{host}]" if ":" in host else host


# The watch


class Embedded:
    """An embedded server, watched like a child."""

    def __init__(self, server: Server) -> None:
        self.name, self._server = server.program.name, server
        self.alive = server.alive
        self.start = server.restart

    def how_it_ended(self) -> str:
        return f"see {self._server.log}"


Watched = Child | Embedded


def _keepers(embedded: EmbeddedServers | None) -> list[Watched]:
    return [Embedded(embedded.postgres), Embedded(embedded.valkey)] if embedded else []


class Watch:
    """When to start one of them again: at once, then later and later while it comes to nothing."""

    def __init__(self, watched: Watched) -> None:
        self._watched = watched
        self._failures = 0
        self._started = time.monotonic()
        self._due: float | None = None  # None: it is alive as far as we know

    def look(self) -> None:
        now = time.monotonic()
        if self._due is None:
            if self._watched.alive():
                return
            self._failures = 0 if now - self._started > SETTLED_SECONDS else self._failures + 1
            pause = PAUSES[min(self._failures, len(PAUSES) - 1)]
            self._due = now + pause
            log.error("%s has died (%s); starting it again", self._watched.name, self._watched.how_it_ended())
        if now < self._due:
            return
        try:
            self._watched.start()
        except (ServerFailed, OSError) as error:
            self._failures += 1
            self._due = time.monotonic() + PAUSES[min(self._failures, len(PAUSES) - 1)]
            log.error("%s does not start: %s", self._watched.name, error)
        else:
            self._started, self._due = time.monotonic(), None
            log.info("%s runs again", self._watched.name)


def watch(stop: "Stop", watched: list[Watched]) -> None:
    """Looks after them until we are told to stop."""
    watches = [Watch(one) for one in watched]
    while not stop.told.wait(LOOK_SECONDS):
        for one in watches:
            with stop.while_waiting():
                one.look()


class Stop:
    """SIGINT and SIGTERM: remembered, and raised as `Stopped` only where something may take long."""

    def __init__(self) -> None:
        self.told = threading.Event()
        self._waiting = False

    def __call__(self, _: int, __: FrameType | None) -> None:
        self.told.set()
        if self._waiting:
            self._waiting = False
            raise Stopped

    @contextmanager
    def while_waiting(self) -> Iterator[None]:
        self._waiting = True
        try:
            if self.told.is_set():
                raise Stopped
            yield
        finally:
            self._waiting = False


@contextmanager
def _signals() -> Iterator[Stop]:
    stop = Stop()
    before = {number: signal.signal(number, stop) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield stop
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
