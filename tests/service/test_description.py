"""The description of the API at `/schema`."""

from typing import Any

import httpx
import pytest

from domain.catalogue import GAMES
from tests.service.client import table_for
from tests.services import PATIENCE


@pytest.fixture
def described(url: str) -> dict[str, Any]:
    schema: dict[str, Any] = httpx.get(f"{url}/schema", timeout=PATIENCE).raise_for_status().json()
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


def test_what_is_not_json_is_described_as_what_it_is(described: dict[str, Any], url: str) -> None:
    match, _ = table_for(url, "aqualin", 2)
    for what, media_type in {
        "stream": "text/event-stream",
        "record": "application/x-ndjson",
        "replay/{step}": "image/svg+xml",
    }.items():
        call = described["paths"][f"/api/v1/matches/{{match_id}}/{what}"]["get"]
        assert media_type in call["responses"]["200"]["content"]
        address = f"{url}/api/v1/matches/{match}/{what.format(step='3.svg')}"
        with httpx.stream("GET", address, timeout=PATIENCE) as answer:
            assert answer.headers["Content-Type"].startswith(media_type)


def test_headers_that_change_an_answer_are_described(described: dict[str, Any]) -> None:
    match = "/api/v1/matches/{match_id}"
    for path, method, header in (
        (match, "get", "If-None-Match"),
        (match, "delete", "Idempotency-Key"),
        (f"{match}/commands", "post", "Prefer"),
        (f"{match}/stream", "get", "Last-Event-ID"),
        (f"{match}/score", "get", "Accept-Language"),
    ):
        assert header in {parameter["name"] for parameter in described["paths"][path][method]["parameters"]}
    assert "304" in described["paths"][match]["get"]["responses"]
