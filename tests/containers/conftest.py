"""The image, built once a run from the Dockerfile as anybody would build it."""

import os
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TAG = "meeplog-test"


@pytest.fixture(scope="session")
def image() -> str:
    base = os.environ.get("MEEPLOG_TEST_PYTHON_IMAGE", "python:3.11-slim")
    build = ["docker", "build", "--network=host", "--build-arg", f"BASE={base}", "--tag", TAG, str(ROOT)]
    subprocess.run(build, check=True)
    return TAG
