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
from service.http.shapes import ProblemShape

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
_PREFER = {
    "name": "Prefer",
    "in": "header",
    "schema": {"type": "string", "enum": ["return=minimal"]},
    "description": "`return=minimal`: the answer leaves the view out.",
}
_NONE_MATCH = {
    "name": "If-None-Match",
    "in": "header",
    "schema": {"type": "string", "examples": ['"12"']},
    "description": "Versions that the caller has: then there is nothing to send (304).",
}
_LAST_EVENT = {
    "name": "Last-Event-ID",
    "in": "header",
    "schema": {"type": "string", "examples": ["12"]},
    "description": "The last version received: the stream goes on after it.",
}
_LANGUAGE = {
    "name": "Accept-Language",
    "in": "header",
    "schema": {"type": "string", "examples": ["pt, it;q=0.5"]},
    "description": "Of texts: en, pt or it; English when none of them is asked for.",
}
_MATCH = "/api/v1/matches/{match_id}"
_HEADERS = {
    (COMMANDS, "post"): [_IF_MATCH, _PREFER],
    (_MATCH, "get"): [_NONE_MATCH],
    (f"{_MATCH}/stream", "get"): [_LAST_EVENT],
    (f"{_MATCH}/legal", "get"): [_LANGUAGE],
    (f"{_MATCH}/replay", "get"): [_LANGUAGE],
    (f"{_MATCH}/replay/{{step}}", "get"): [_LANGUAGE],
    (f"{_MATCH}/score", "get"): [_LANGUAGE],
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
        use_handler_docstrings=True,
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
            for method in calls.keys() & {"post", "delete"}:
                if path.startswith("/api/v1/matches"):
                    calls[method].setdefault("parameters", []).append({**_KEY, "required": path == COMMANDS})
        for (path, method), headers in _HEADERS.items():
            schema["paths"][path][method].setdefault("parameters", []).extend(headers)
        schema["paths"][_MATCH]["get"]["responses"]["304"] = {"description": "The caller has this version."}
        frame = schema["paths"][f"{_MATCH}/replay/{{step}}"]["get"]["responses"]["200"]["content"]
        frame["image/svg+xml"] = {"schema": {"type": "string"}}
        command = schema["paths"][COMMANDS]["post"]
        command["requestBody"] = {"required": True, "content": {"application/json": self._commands(schema)}}
        _describe_problems(schema)
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


def _describe_problems(schema: dict[str, Any]) -> None:
    """Every call answers its failures in one shape."""
    (shape,), parts = msgspec.json.schema_components([ProblemShape], ref_template=_REF)
    schema["components"]["schemas"] |= parts
    problem = {"description": "A problem", "content": {"application/problem+json": {"schema": shape}}}
    for calls in schema["paths"].values():
        for call in calls.values():
            call["responses"] = {status: answer for status, answer in call["responses"].items() if status < "400"}
            call["responses"]["default"] = problem
