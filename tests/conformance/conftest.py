"""Hands every test what it asks for, once for each: a `table`, the `rules`, or the id of a game as `game_id`."""

import pytest

from tests.conformance import material


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "table" in metafunc.fixturenames:
        metafunc.parametrize("table", material.all_tables(), ids=str)
    if "rules" in metafunc.fixturenames:
        metafunc.parametrize(
            "rules",
            material.all_rules(),
            ids=lambda rules: f"{rules.game.id}-v{rules.game.rules_version}-{rules.edition.id}",
        )
    if "game_id" in metafunc.fixturenames:
        metafunc.parametrize("game_id", material.IDS)
