"""The image serves whole matches: on servers of its own, or on those it is given."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from testcontainers.core.container import DockerContainer
from testcontainers.core.network import Network
from testcontainers.core.wait_strategies import HealthcheckWaitStrategy

from domain.record.verify import verify
from infra.editions import shipped_catalogue
from infra.keys import is_signed
from tests.containers.conftest import ROOT
from tests.service.bots import play_out
from tests.service.client import Client, eventually
from tests.services import PATIENCE, postgres_container, redis_container

pytestmark = pytest.mark.containers


@contextmanager
def serving(image: str, network: Network | None = None, **environment: str) -> Iterator[DockerContainer]:
    """A container of the image, once its own health check is content. That is asked often, and may fail at first."""
    often = {"interval": 1_000_000_000, "retries": 60}  # nanoseconds
    container = DockerContainer(image, network=network, env=environment, ports=[8000], healthcheck=often)
    with container.waiting_for(HealthcheckWaitStrategy()):
        yield container


def url_of(container: DockerContainer) -> str:
    return f"http://{container.get_container_host_ip()}:{container.get_exposed_port(8000)}"


def processes(container: DockerContainer, column: str) -> list[str]:
    """One column of `ps` for all that runs in it."""
    return [line[1] for line in container.get_wrapped_container().top(ps_args=f"-eo pid,{column}")["Processes"]]


def output(container: DockerContainer, *command: str) -> str:
    done = container.exec(list(command))
    assert done.exit_code == 0, done.output
    return done.output.decode()


def play_whole_match(url: str) -> bytes:
    """The record of a match by two bots, from its creation to its seal. It holds."""
    match, _ = play_out(url, "aqualin", 2, "random")
    reader = Client(url)
    eventually(lambda: reader.view(match), lambda view: view["sealed_at_version"] is not None)
    record = reader.get(match, "record").raise_for_status().content
    report = verify(record, shipped_catalogue(), is_signed)
    assert report.holds, report.problem
    assert report.sealed_by
    return record


@pytest.fixture(scope="module")
def served(image: str) -> Iterator[DockerContainer]:
    with serving(image) as container:
        yield container


def test_a_whole_match_is_played_and_its_record_holds_inside_and_outside(served: DockerContainer) -> None:
    record = play_whole_match(url_of(served))
    served.copy_into_container(record, "/tmp/match.jsonl")
    output(served, "meeplog", "verify", "/tmp/match.jsonl")


def test_nothing_runs_as_root(served: DockerContainer) -> None:
    assert set(processes(served, "comm")) >= {"postgres", "valkey-server"}
    assert output(served, "id", "-u").strip() == "10001"
    # Docker is root for a moment before it starts a command inside, like the health check each second.
    eventually(lambda: set(processes(served, "uid")), lambda users: users == {"10001"})


def test_it_holds_what_its_lock_file_names_and_no_compiler(served: DockerContainer) -> None:
    names = "import importlib.metadata as m; print(*(found.name for found in m.distributions()))"
    installed = {re.sub(r"[-_.]+", "-", name).lower() for name in output(served, "python", "-c", names).split()}
    locked = set(re.findall(r"^([\w-]+)==", (ROOT / "requirements-runtime.lock").read_text(), re.MULTILINE))
    assert {"meeplog"} == installed - locked
    assert output(served, "sh", "-c", "command -v gcc make git || true") == ""


def test_stopped_and_started_again_it_has_its_matches(image: str) -> None:
    with serving(image) as container:
        match = Client.new(url_of(container), "Ana").create(game="aqualin", seats=2).json()["match_id"]
        engine = container.get_wrapped_container()
        engine.stop(timeout=PATIENCE)
        engine.reload()
        assert engine.attrs["State"]["ExitCode"] == 0, engine.logs().decode()
        engine.start()
        HealthcheckWaitStrategy().wait_until_ready(container)
        assert Client(url_of(container)).view_status(match) == 200


def test_with_servers_of_others_it_starts_none(image: str) -> None:
    with (
        Network() as network,
        postgres_container().with_network(network).with_network_aliases("postgres") as postgres,
        redis_container().with_network(network).with_network_aliases("redis"),
    ):
        environment = {
            "MEEPLOG_DATABASE_URL": f"postgresql://meeplog_service:secret@postgres/{postgres.dbname}",
            "MEEPLOG_ADMIN_DATABASE_URL": f"postgresql://{postgres.username}:{postgres.password}@postgres/{postgres.dbname}",
            "MEEPLOG_REDIS_URL": "redis://redis",
        }
        with serving(image, network, **environment) as container:
            play_whole_match(url_of(container))
            assert not {"postgres", "valkey-server"} & set(processes(container, "comm"))
