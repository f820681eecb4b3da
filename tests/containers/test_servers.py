"""Tests of the store, the projections and the service hold on servers that are not the embedded ones."""

import os
import subprocess
import sys

import pytest

from tests.containers.conftest import ROOT
from tests.services import container_servers

pytestmark = pytest.mark.containers

TESTS = ("tests/infra/test_append.py", "tests/projections/test_reader.py", "tests/service/test_whole_match.py")


def run_tests(source: str, **environment: str) -> int:
    """A run of its own: one run has one set of servers."""
    command = [sys.executable, "-m", "pytest", *TESTS]
    return subprocess.run(
        command, cwd=ROOT, env={**os.environ, "MEEPLOG_TEST_SERVICES": source, **environment}
    ).returncode


def test_in_containers_that_the_run_starts() -> None:
    assert run_tests("containers") == 0


def test_at_urls() -> None:
    with container_servers() as (database_url, redis_url):
        assert run_tests("urls", MEEPLOG_TEST_DATABASE_URL=database_url, MEEPLOG_TEST_REDIS_URL=redis_url) == 0
