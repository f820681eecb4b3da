"""Playing: commands, what is lawful now, and the live stream."""

import re
from typing import Any
from uuid import UUID

import msgspec
from litestar import Controller, Request, Response, get, post
from litestar.response import Stream
from msgspec import Struct

from domain.kernel.catalogue import Rules
from domain.kernel.codec import decode
from domain.kernel.messages import Command, Seat
from domain.kernel.refusal import Refusal
from domain.match.decide import Stale
from domain.match.state import Broken, Match
from projections.reader import BadCursor
from service.auth import WithHeaders
from service.context import Context, context_of
from service.http.answers import admitted, json_answer, moment_answer, named_version, required_key
from service.http.numbers import whole
from service.http.shapes import CommandAnswer, LawfulPage, answers
from service.languages import language_of
from service.problems import Problem, RuleRefusal
from service.stream import stream
from service.tables import Moment

Asked = Request[Any, Any, Any]

LEGAL_PAGE = 200

MOST_NAMES, LONGEST_NAME = 8, 60
# A name of its own: no `1,0` in `@-1,0`, but both cells in `c3-c5`.
_NAMED = r"(?<![^\W_])(?<!(?<![^\W_])-){}(?![^\W_])"


class _Typed(Struct):
    type: str


class Play(Controller):
    path = "/matches/{match_id:uuid}"
    tags = ("play",)

    @post("/commands", status_code=200, summary="Play a command", responses=answers(CommandAnswer))
    async def command(self, request: Asked, match_id: UUID) -> Response[bytes]:
        """The body is one command of the match's game, `{"type": …}`; its schema and an example stand with the game."""
        return moment_answer(request, *await play(context_of(request), request, match_id, await request.body()))

    @get("/legal", summary="The caller's lawful commands now", responses=answers(LawfulPage))
    async def legal(
        self, request: Asked, match_id: UUID, cursor: str | None = None, contains: list[str] | None = None
    ) -> Response[bytes]:
        """`{"version", "count", "commands": [{"command", "notation", "label"}], "cursor"}`, a page of 200 at a time; a
        cursor is good for one version. `contains` (repeated) leaves those whose notation has all these names of cells
        and pieces in it."""
        if contains and (len(contains) > MOST_NAMES or max(map(len, contains)) > LONGEST_NAME):
            raise Problem(
                400, "malformed", why=f"more than {MOST_NAMES} names, or one of over {LONGEST_NAME} characters"
            )
        table, player = await admitted(context_of(request), request, match_id)
        match = table.match
        seat = match.seat_of(player.id if player else None)
        version, start = _cursor(cursor) if cursor else (match.version, 0)
        if version != match.version:
            raise Stale(match.version)
        if seat is None or match.status != "running" or isinstance(match.state, Broken):
            return json_answer({"version": match.version, "count": 0, "commands": [], "cursor": None})
        rules, language = _rules(match), language_of(request)
        lawful = rules.game.legal(match.state, seat)
        if contains:
            names = [re.compile(_NAMED.format(re.escape(name))) for name in contains]
            notation = rules.words.notation
            lawful = [command for command in lawful if all(name.search(notation(command)) for name in names)]
        commands = [
            {
                "command": command,
                "notation": rules.words.notation(command),
                "label": rules.words.label(command, language),
            }
            for command in lawful[start : start + LEGAL_PAGE]
        ]
        following = f"{match.version}-{start + LEGAL_PAGE}" if start + LEGAL_PAGE < len(lawful) else None
        return json_answer({"version": match.version, "count": len(lawful), "commands": commands, "cursor": following})

    @get("/stream", media_type="text/event-stream", summary="Follow a match live (server-sent events)")
    async def stream(self, request: Asked, match_id: UUID) -> Stream:
        """One `step` event for each version, `id` the version, data `{"step", "view"}`. With `Last-Event-ID` it goes on
        after that version, without a gap; otherwise it begins with the newest."""
        context = context_of(request)
        _, player = await admitted(context, request, match_id)
        after = request.headers.get("last-event-id")
        seen = None if after is None else whole(after)
        if after is not None and seen is None:
            raise Problem(400, "malformed", why="Last-Event-ID is not a version")
        return Stream(
            stream(context.tables, context.news, match_id, player.id if player else None, seen),
            media_type="text/event-stream",
            headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"},
        )


async def play(context: Context, request: WithHeaders, match_id: UUID, body: bytes) -> tuple[Moment, Seat | None]:
    """Plays the command in a body; the moment it led to, and the caller's seat."""
    player = await context.authentication.required(request)
    key, named = required_key(request), named_version(request)
    match = (await context.table_for(match_id, player)).match
    command = _read(_rules(match), body)
    try:
        moment = await context.tables.act(match_id, player.id, key, command, named)
    except Refusal as refusal:
        raise RuleRefusal(refusal, _rules(match).words.messages) from refusal
    context.sealer.consider(moment.match)
    return moment, moment.match.seat_of(player.id)


def _rules(match: Match) -> Rules:
    if match.rules is None:
        raise Problem(409, "cannot-fold", why=match.state.why)
    return match.rules


def _read(rules: Rules, body: bytes) -> Command:
    try:
        decode(body, _Typed)  # where a game has but one type of command, msgspec would do without its tag
        command: Command = decode(body, rules.game.commands)
    except msgspec.DecodeError as error:
        raise Problem(422, "malformed", why=str(error)) from None
    return command


def _cursor(text: str) -> tuple[int, int]:
    version, start = (whole(part) for part in text.split("-", 1)) if "-" in text else (None, None)
    if version is None or start is None:
        raise BadCursor
    return version, start
