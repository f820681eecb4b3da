"""The description of the API at `/schema`."""

from typing import Any

import httpx
import pytest

from domain.catalogue import GAMES


@pytest.fixture
def described(url: str) -> dict[str, Any]:
    schema: dict[str, Any] = httpx.get(f"{url}/schema").raise_for_status().json()
    return schema


def test_every_command_of_every_game_has_an_example(described: dict[str, Any]) -> None:
    call = described["paths"]["/api/v1/matches/{match_id}/commands"]["post"]
    shown = call["requestBody"]["content"]["application/json"]["examples"]
    wanted = {f"{game.id}: {type(example).__struct_config__.tag}" for game in GAMES for example in game.examples}
    assert shown.keys() == wanted
    assert {parameter["name"] for parameter in call["parameters"] if parameter.get("required")} == {
        "match_id",
        "Idempotency-Key",
        "If-Match",
    }


def test_every_reference_leads_somewhere(described: dict[str, Any]) -> None:
    def references(part: Any) -> list[str]:
        if isinstance(part, dict):
            own = [part["$ref"]] if isinstance(part.get("$ref"), str) else []
            return own + [found for value in part.values() for found in references(value)]
        return [found for value in part for found in references(value)] if isinstance(part, list) else []

    for reference in references(described):
        *_, name = reference.split("/")
        assert name in described["components"]["schemas"], reference


def test_every_call_says_what_it_does_and_how_it_fails(described: dict[str, Any]) -> None:
    for path, calls in described["paths"].items():
        for method, call in calls.items():
            assert call["summary"], (method, path)
            assert "application/problem+json" in call["responses"]["default"]["content"], (method, path)
