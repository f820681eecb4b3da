"""What the image installs is what the tests ran with. Needs no engine."""

import re
import tomllib

from tests.containers.conftest import ROOT


def test_the_image_gets_the_versions_that_the_tests_ran_with() -> None:
    everything, runtime = (
        set(re.split(r"\n(?=\S)", (ROOT / name).read_text().strip()))
        for name in ("requirements.lock", "requirements-runtime.lock")
    )
    assert runtime < everything


def test_the_image_gets_all_that_the_project_needs() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    lock = (ROOT / "requirements-runtime.lock").read_text()
    for wanted in (*project["dependencies"], *project["optional-dependencies"]["build"]):
        name = re.match(r"[\w-]+", wanted)
        assert name
        assert re.search(rf"^{name[0]}==", lock, re.MULTILINE), wanted
