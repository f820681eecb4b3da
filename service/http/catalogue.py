"""The games that can be played."""

from typing import Any

import msgspec
from litestar import Controller, Request, Response, get

from domain.kernel.catalogue import AnyGame, Rules
from service.context import context_of
from service.http.answers import json_answer
from service.problems import Problem

Asked = Request[Any, Any, Any]


class Games(Controller):
    path = "/games"
    tags = ("games",)

    @get("/", summary="The catalogue")
    async def catalogue(self, request: Asked) -> Response[bytes]:
        """Each game: names, seats, rules, options, command schemas, editions with the provenance of their tables."""
        catalogue = context_of(request).catalogue
        games = [_game(game, catalogue.editions[game.id]) for game in catalogue.latest]
        return json_answer({"games": games})

    @get("/{game:str}/editions/{edition:str}", summary="An edition with all its tables")
    async def edition(self, request: Asked, game: str, edition: str) -> Response[bytes]:
        for rules in context_of(request).catalogue.editions.get(game, ()):
            if rules.edition.id == edition:
                return json_answer(rules.edition)
        raise Problem(404, "unknown-game", what=f"{game} {edition}")


def _game(game: AnyGame, editions: list[Rules]) -> dict[str, object]:
    return {
        "id": game.id,
        "rules_version": game.rules_version,
        "names": game.names,
        "languages": game.languages,
        "seats": game.seats,
        "rules": f"/rules/{game.id}",
        "editions": [
            {
                "id": rules.edition.id,
                "digest": rules.digest,
                "title": rules.edition.title,
                "provenance": rules.edition.provenance,
                "options": rules.edition.options,
            }
            for rules in editions
        ],
        "commands": msgspec.json.schema(game.commands),
        "examples": game.examples,
    }
