"""Matches: creating, listing, reading, sitting down, starting, leaving."""

import hashlib
from typing import Annotated, Any, Literal
from uuid import UUID, uuid4

from litestar import Controller, Request, Response, delete, get, post
from litestar.params import QueryParameter
from msgspec import Meta, Struct

from domain.kernel.edition import choose_options
from domain.kernel.messages import Command, Seat
from domain.match.commands import Cancel, Close, Create, Origin, Resign, Sit, Stand, Start, Visibility
from domain.match.state import Broken
from infra.house import Player
from projections.match_view import seen_by
from service.context import Context, context_of
from service.http.answers import admitted, idempotency_key, is_known, json_answer, moment_answer, versioned
from service.http.shapes import CommandAnswer, Followers, MatchCreated, MatchList, MatchSeen, answers
from service.problems import Problem
from service.tables import Moment

Hex256 = Annotated[str, Meta(pattern="^[0-9a-f]{64}$", description="256 bits in hex; makes the match unrated")]
Salt = Annotated[str, Meta(max_length=128, description="The sitter's share in the match key")]
Asked = Request[Any, Any, Any]

WAIT_SECONDS = 2.0  # for a version that is said to be coming


class NewMatch(Struct, forbid_unknown_fields=True):
    """What a match is to be; what is left out takes its default. The creator does not sit down by it."""

    game: str
    seats: int
    edition: str | None = None
    options: dict[str, str] = {}
    visibility: Visibility = "public"
    rated: bool = True
    autostart: bool = False
    seed: Hex256 | None = None


class SitDown(Struct, forbid_unknown_fields=True):
    seat: int | None = None
    salt: Salt = ""


class CloseMatch(Struct, forbid_unknown_fields=True):
    reason: Annotated[str, Meta(min_length=1, max_length=500)]


class Matches(Controller):
    path = "/matches"
    tags = ("matches",)

    @post("/", summary="Create a match", responses=answers(MatchCreated, 201))
    async def create(self, request: Asked, data: NewMatch) -> Response[bytes]:
        context = context_of(request)
        player = await context.authentication.required(request)
        rules = context.catalogue.newest(data.game, data.edition)
        command = Create(
            game=data.game,
            rules_version=rules.game.rules_version,
            edition=rules.edition.id,
            edition_digest=rules.digest,
            seats=data.seats,
            options=choose_options(rules.edition, data.options),
            visibility=data.visibility,
            rated=data.rated,
            autostart=data.autostart,
            seed=data.seed,
        )
        key = idempotency_key(request)
        match_id = uuid4() if key is None else _derived(player.id.bytes + key.bytes)
        return _created(await context.tables.create(match_id, player.id, key or uuid4(), command))

    @get("/", summary="Lobby and archive", responses=answers(MatchList))
    async def lobby(
        self,
        request: Asked,
        game: str | None = None,
        status: Literal["open", "running", "finished"] | None = None,
        player: UUID | None = None,
        cursor: str | None = None,
    ) -> Response[bytes]:
        context = context_of(request)
        caller = await context.authentication.player(request)
        mine = caller is not None and caller.id == player
        return json_answer(await context.reader.matches(status, game, player, cursor, mine))

    @get("/{match_id:uuid}", summary="A match as the caller sees it", responses=answers(MatchSeen))
    async def read(
        self,
        request: Asked,
        match_id: UUID,
        min_version: int = 0,
        as_: Annotated[Literal["spectator"] | None, QueryParameter(name="as")] = None,
    ) -> Response[bytes]:
        context = context_of(request)
        player = await context.authentication.player(request)
        warm = context.tables.warm(match_id)
        known = warm.match.version if warm else 0
        projected = await context.projected(match_id, min_version, WAIT_SECONDS if min_version > known else 0)
        newest = max(
            (seen for seen in (projected, warm and warm.newest.projected) if seen),
            key=lambda seen: seen.rendered.version,
            default=None,
        )
        if newest is None or newest.rendered.version < min_version:
            table, _ = await admitted(context, request, match_id)
            newest = table.newest.projected
        context.check_access(newest.access, match_id, player)
        seat = None if as_ == "spectator" else newest.access.seat_of(player.id if player else None)
        version = newest.rendered.version
        if is_known(request, version):
            return Response(b"", status_code=304, headers={"ETag": f'"{version}"', "Vary": "Authorization"})
        return versioned(seen_by(newest.rendered, seat), version)

    @post("/{match_id:uuid}/seats", summary="Sit down", responses=answers(CommandAnswer, 201))
    async def sit(self, request: Asked, match_id: UUID, data: SitDown) -> Response[bytes]:
        """While a private match is open, its id is the invitation: whoever was told it may sit down."""
        context = context_of(request)
        player = await context.authentication.required(request)
        if (await context.tables.table(match_id)).match.status != "open":
            await context.table_for(match_id, player)
        seat = None if data.seat is None else Seat(data.seat)
        return await _act(context, request, match_id, player, Sit(seat, data.salt, player.name), status=201)

    @delete(
        "/{match_id:uuid}/seats/{seat:int}",
        status_code=200,
        summary="Stand up before the start",
        responses=answers(CommandAnswer),
    )
    async def stand(self, request: Asked, match_id: UUID, seat: int) -> Response[bytes]:
        return await _act_as_caller(request, match_id, Stand(Seat(seat)))

    @delete(
        "/{match_id:uuid}", status_code=200, summary="Cancel a match before the start", responses=answers(CommandAnswer)
    )
    async def cancel(self, request: Asked, match_id: UUID) -> Response[bytes]:
        return await _act_as_caller(request, match_id, Cancel())

    @post(
        "/{match_id:uuid}/start",
        status_code=200,
        summary="Start a match whose seats are all taken",
        responses=answers(CommandAnswer),
    )
    async def start(self, request: Asked, match_id: UUID) -> Response[bytes]:
        return await _act_as_caller(request, match_id, Start())

    @post("/{match_id:uuid}/resign", status_code=200, summary="Leave a running match", responses=answers(CommandAnswer))
    async def resign(self, request: Asked, match_id: UUID) -> Response[bytes]:
        return await _act_as_caller(request, match_id, Resign())

    @post(
        "/{match_id:uuid}/close",
        status_code=200,
        summary="End a match that nobody will finish (administrators)",
        responses=answers(CommandAnswer),
    )
    async def close(self, request: Asked, match_id: UUID, data: CloseMatch) -> Response[bytes]:
        context = context_of(request)
        player = await context.authentication.required(request)
        if player.role != "administrator":
            raise Problem(403, "not-allowed", role="administrator")
        lost = await context.tables.seed_is_lost(match_id)
        return await _act(context, request, match_id, player, Close(data.reason, seed_lost=lost))

    @get("/{match_id:uuid}/rematch", summary="The matches that follow this one", responses=answers(Followers))
    async def followers(self, request: Asked, match_id: UUID) -> Response[bytes]:
        context = context_of(request)
        await admitted(context, request, match_id)
        return json_answer({"match_id": match_id, "matches": await context.reader.followers(match_id)})

    @post("/{match_id:uuid}/rematch", summary="A new match for the same seats", responses=answers(MatchCreated, 201))
    async def rematch(self, request: Asked, match_id: UUID) -> Response[bytes]:
        """Whoever of the players asks first creates it, whoever asks later finds it."""
        context = context_of(request)
        player = await context.authentication.required(request)
        table, _ = await admitted(context, request, match_id)
        match, old = table.match, table.match.created
        if match.seat_of(player.id) is None:
            raise Problem(403, "not-seated")
        if match.status != "finished" or match.rules is None or isinstance(match.state, Broken):
            raise Problem(409, "not-finished", status=match.status)
        rules = context.catalogue.newest(old.game, old.edition)
        command = Create(
            game=old.game,
            rules_version=rules.game.rules_version,
            edition=rules.edition.id,
            edition_digest=rules.digest,
            seats=old.seats,
            options=choose_options(rules.edition, match.rules.game.rematch(match.state, old.options)),
            visibility=old.visibility,
            rated=old.rated,
            autostart=True,
            origin=Origin("rematch", match_id, tuple(player for player in match.players if player)),
        )
        new_id = _derived(b"rematch" + match_id.bytes)
        return _created(await context.tables.create(new_id, player.id, idempotency_key(request) or uuid4(), command))


def _derived(from_: bytes) -> UUID:
    """A match id that a repeated request finds again."""
    return UUID(bytes=hashlib.sha256(from_).digest()[:16])


def _created(moment: Moment) -> Response[bytes]:
    match = moment.match
    body = {"match_id": match.id, "version": match.version, "commitment": match.created.commitment}
    return json_answer(body, 201, ETag=f'"{match.version}"', Location=f"/api/v1/matches/{match.id}")


async def _act_as_caller(request: Asked, match_id: UUID, command: Command) -> Response[bytes]:
    context = context_of(request)
    player = await context.authentication.required(request)
    await context.table_for(match_id, player)
    return await _act(context, request, match_id, player, command)


async def _act(
    context: Context, request: Asked, match_id: UUID, player: Player, command: Command, status: int = 200
) -> Response[bytes]:
    moment = await context.tables.act(match_id, player.id, idempotency_key(request) or uuid4(), command)
    context.sealer.consider(moment.match)
    return moment_answer(request, moment, moment.match.seat_of(player.id), status)
