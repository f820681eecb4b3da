"""Players, their tokens, and the lists about them."""

import re
from datetime import UTC, datetime
from typing import Annotated, Any
from uuid import UUID

from litestar import Controller, Request, Response, get, post
from msgspec import Meta, Struct

from projections.reader import Scoreboard
from service.context import context_of
from service.http.answers import json_answer
from service.http.shapes import PlayerToken, answers
from service.problems import Problem

Asked = Request[Any, Any, Any]


# Neither begins nor ends with a blank; no control characters, and none that turn the text around them.
_NAME = re.compile(r"(?!.*[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069])\S(.{0,38}\S)?")


class NewPlayer(Struct, forbid_unknown_fields=True):
    name: Annotated[str, Meta(description="As others see it: 1 to 40 characters, no blank at either end")]


class Players(Controller):
    path = "/players"
    tags = ("players",)

    @post("/", summary="Become a player", responses=answers(PlayerToken, 201))
    async def create(self, request: Asked, data: NewPlayer) -> Response[bytes]:
        """`{"player_id", "token"}`; the token is shown this once."""
        if not _NAME.fullmatch(data.name):
            raise Problem(400, "bad-name")
        player, token = await context_of(request).house.create_player(data.name)
        return json_answer({"player_id": player.id, "token": token}, 201, Location=f"/api/v1/players/{player.id}")

    @get("/me/turns", summary="Matches that wait for the caller")
    async def turns(self, request: Asked) -> Response[bytes]:
        context = context_of(request)
        player = await context.authentication.required(request)
        return json_answer({"matches": await context.reader.turns(player.id)})

    @post("/me/token", summary="A new token for the old one", responses=answers(PlayerToken, 201))
    async def rotate(self, request: Asked) -> Response[bytes]:
        """`{"player_id", "token"}`; the old token is worth nothing within seconds."""
        player, token = await context_of(request).authentication.renew(request)
        return json_answer({"player_id": player.id, "token": token}, 201)

    @get("/{player_id:uuid}", summary="A player's matches and figures")
    async def read(self, request: Asked, player_id: UUID, cursor: str | None = None) -> Response[bytes]:
        context = context_of(request)
        known = await context.house.players([player_id])
        if player_id not in known:
            raise Problem(404, "no-such-player")
        caller = await context.authentication.player(request)
        mine = caller is not None and caller.id == player_id
        page = await context.reader.matches(player=player_id, cursor=cursor, mine=mine)
        figures = await context.reader.player(player_id)
        return json_answer(
            {
                "player_id": player_id,
                "name": known[player_id].name,
                "figures": figures,
                "matches": page.matches,
                "cursor": page.cursor,
            }
        )


class Boards(Controller):
    path = "/scoreboards"
    tags = ("players",)

    @get("/{game:str}", summary="The scoreboard of a game and season", responses=answers(Scoreboard))
    async def read(
        self, request: Asked, game: str, season: int | None = None, cursor: str | None = None
    ) -> Response[bytes]:
        """Players by wins, shared wins and best total. A season is the year (UTC) in which matches ended; without one,
        this year's."""
        context = context_of(request)
        if game not in context.catalogue.editions:
            raise Problem(404, "unknown-game", what=game)
        board = await context.reader.scoreboard(game, datetime.now(UTC).year if season is None else season, cursor)
        return json_answer(board)
