"""The description of the API: what Litestar knows of the routes, and what only the catalogue knows of commands."""

import copy
from typing import Any

import msgspec
from litestar import Request
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Components, SecurityScheme, Tag

from domain.kernel.catalogue import Catalogue
from domain.kernel.codec import encode

COMMANDS = "/api/v1/matches/{match_id}/commands"
_REF = "#/components/schemas/{name}"

_KEY = {
    "name": "Idempotency-Key",
    "in": "header",
    "schema": {"type": "string", "format": "uuid"},
    "description": "Names this request. Repeated with the same key, what was committed is answered again.",
}
_IF_MATCH = {
    "name": "If-Match",
    "in": "header",
    "required": True,
    "schema": {"type": "string", "examples": ['"12"']},
    "description": "The version that the command is meant for.",
}


def openapi(catalogue: Catalogue) -> OpenAPIConfig:
    """Served at `/schema` as JSON."""
    return OpenAPIConfig(
        title="Meeplog",
        version="1",
        description="An event-sourced table for board games. Errors are `application/problem+json`.",
        path="/schema",
        tags=[
            Tag("games", "The games that can be played"),
            Tag("matches", "From the lobby to the start, and leaving"),
            Tag("play", "Commands, lawful commands, the live stream"),
            Tag("replay", "Steps, frames, score sheets, records"),
            Tag("players", "Players, their tokens, scoreboards"),
            Tag("health", "For operators"),
        ],
        components=Components(security_schemes={"token": SecurityScheme(type="http", scheme="bearer")}),
        security=[{"token": []}, {}],
        render_plugins=[_WithCommands(catalogue)],
    )


class _WithCommands(JsonRenderPlugin):
    """Adds the commands of every game, an example for each, to the one call that takes them."""

    def __init__(self, catalogue: Catalogue) -> None:
        super().__init__(path="/")
        self._catalogue = catalogue
        self._rendered: bytes | None = None

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        if self._rendered is None:
            self._rendered = encode(self._complete(copy.deepcopy(openapi_schema)))
        return self._rendered

    def _complete(self, schema: dict[str, Any]) -> dict[str, Any]:
        for path, calls in schema["paths"].items():
            if path.startswith("/api/v1/matches") and "post" in calls:
                calls["post"].setdefault("parameters", []).append({**_KEY, "required": path == COMMANDS})
        command = schema["paths"][COMMANDS]["post"]
        command["parameters"].append(_IF_MATCH)
        command["requestBody"] = {"required": True, "content": {"application/json": self._commands(schema)}}
        return schema

    def _commands(self, schema: dict[str, Any]) -> dict[str, Any]:
        any_of, examples = [], {}
        for game in self._catalogue.latest:
            (of_game,), named = msgspec.json.schema_components(
                [game.commands], ref_template=_REF.replace("{name}", f"{game.id}.{{name}}")
            )
            schema["components"]["schemas"] |= {f"{game.id}.{name}": part for name, part in named.items()}
            any_of.append({"title": game.id, **of_game})
            for example in game.examples:
                tag = type(example).__struct_config__.tag
                examples[f"{game.id}: {tag}"] = {"value": msgspec.to_builtins(example)}
        return {"schema": {"anyOf": any_of}, "examples": examples}
