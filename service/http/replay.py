"""Looking back: the steps of a match, one frame of it, its picture, its score sheet, its record."""

from collections.abc import Iterator
from typing import Any, Literal, NamedTuple
from uuid import UUID

from litestar import Controller, Request, Response, get
from litestar.response import Stream
from msgspec.structs import asdict

from domain.kernel.codec import encode
from domain.kernel.messages import Seat
from domain.kernel.score import totals
from domain.kernel.words import Language
from domain.match.state import Match
from domain.match.telling import Told, outcome, picture, tell, view_of, visible
from domain.record.record import write_record
from projections.match_view import seen_by, seen_revealed, step_view
from service.context import context_of
from service.http.answers import admitted, json_answer
from service.http.numbers import whole
from service.http.shapes import ReplayFrame, ReplaySteps, ScoreSheet, answers
from service.languages import language_of
from service.problems import Problem
from service.tables import Moment

Asked = Request[Any, Any, Any]


_HEADERS = {
    "Vary": "Authorization, Accept-Language",
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'",  # a picture opened alone runs nothing
}


class Look(NamedTuple):
    """Who looks back, in which language, and whether at what was hidden too."""

    audience: Seat | Literal["spectator"]
    language: Language
    reveal: bool


class Replay(Controller):
    path = "/matches/{match_id:uuid}"
    tags = ("replay",)

    @get("/replay", summary="The steps of a match in words", responses=answers(ReplaySteps))
    async def steps(self, request: Asked, match_id: UUID, reveal: bool = False) -> Response[bytes]:
        """`{"match_id", "version", "steps": [{"version", "at", "seat", "notation", "narration", "totals"}]}`, as the
        caller could see them then; with `reveal`, on a finished match, with what was hidden."""
        context = context_of(request)
        table, player = await admitted(context, request, match_id)
        _check_reveal(table.match, reveal)
        look = Look(_audience(table.match, player.id if player else None), language_of(request), reveal)
        told, before = [], None
        async for moment in context.tables.moments(match_id):
            told.append(_told(before, moment, look))
            before = moment
        return json_answer({"match_id": match_id, "version": len(told), "steps": told})

    @get(
        "/replay/{step:str}",
        summary="One frame of a match; with .svg behind it, its picture",
        responses=answers(ReplayFrame),
    )
    async def frame(self, request: Asked, match_id: UUID, step: str, reveal: bool = False) -> Response[bytes]:
        """`{"version", "told", "step", "view"}`: a step and the match after it, as the caller could see them then; with
        `reveal`, on a finished match, with what was hidden."""
        context = context_of(request)
        table, player = await admitted(context, request, match_id)
        _check_reveal(table.match, reveal)
        look = Look(_audience(table.match, player.id if player else None), language_of(request), reveal)
        is_picture = step.endswith(".svg")
        version = _version(table.match, step.removesuffix(".svg"))
        # What was seen at a step is seen for ever: another caller with the same part in the match gets the same bytes.
        name = f"{version}.{look.audience}.{look.language}.{reveal}.{'svg' if is_picture else 'json'}"
        frame = await context.reader.frame(match_id, name)
        if frame is None:
            before, moment = await context.tables.at(match_id, version)
            frame = _picture(moment, look) if is_picture else _frame(before, moment, look)
            await context.reader.keep_frame(match_id, name, frame)
        return Response(frame, media_type="image/svg+xml" if is_picture else "application/json", headers=_HEADERS)

    @get("/score", summary="The score sheet, at the end or at any step", responses=answers(ScoreSheet))
    async def score(self, request: Asked, match_id: UUID, step: int | None = None) -> Response[bytes]:
        """`{"version", "lines": [{"seat", "clause", "source", "points", …, "text"}], "totals", "outcome"}`.

        The outcome is told in sentences, how it ended and what parted equal totals: none while it runs.
        """
        context = context_of(request)
        table, _ = await admitted(context, request, match_id)
        match = table.match
        if step is not None:
            match = (await context.tables.at(match_id, _version(match, str(step))))[1].match
        if match.rules is None or view_of(match) is None:
            raise Problem(409, "nothing-to-score", status=match.status)
        sheet, words, language = match.rules.game.score(match.state), match.rules.words, language_of(request)
        lines = [{**asdict(line), "text": words.describe(line, language)} for line in sheet]
        return json_answer(
            {
                "match_id": match_id,
                "version": match.version,
                "lines": lines,
                "totals": totals(sheet, len(match.players)),
                "outcome": [*outcome(match, language)],
            }
        )

    @get("/record", media_type="application/x-ndjson", summary="The match as a record (JSON Lines)")
    async def record(self, request: Asked, match_id: UUID) -> Stream:
        """What `meeplog verify` reads. While the match runs, what the caller may not know is left out."""
        context = context_of(request)
        table, player = await admitted(context, request, match_id)
        match = table.match
        steps = await context.store.read(match_id, upto=match.version)
        lines: Iterator[bytes] = write_record(match, steps, _audience(match, player.id if player else None))
        return Stream(
            lines,
            media_type="application/x-ndjson",
            headers={"Content-Disposition": f'attachment; filename="{match.created.game}-{match_id}.jsonl"'},
        )


def _audience(match: Match, player: UUID | None) -> Seat | Literal["spectator"]:
    seat = match.seat_of(player)
    return "spectator" if seat is None else seat


def _check_reveal(match: Match, reveal: bool) -> None:
    if reveal and not match.revealed:
        raise Problem(403, "still-running")


def _version(match: Match, step: str) -> int:
    version = whole(step)
    if version is None or not 1 <= version <= match.version:
        raise Problem(404, "no-such-step", steps=match.version)
    return version


def _told(before: Moment | None, moment: Moment, look: Look) -> Told:
    then, seat = before.match if before else None, moment.match.seat_of(moment.actor)
    return tell(
        then, moment.match, seat, moment.command, moment.events, look.audience, look.language, reveal=look.reveal
    )


def _frame(before: Moment | None, moment: Moment, look: Look) -> bytes:
    match, seat = moment.match, None if look.audience == "spectator" else look.audience
    events = visible(moment.events, look.audience, look.reveal)
    return b'{"version":%d,"told":%s,"step":%s,"view":%s}' % (
        match.version,
        encode(_told(before, moment, look)),
        encode(step_view(match, moment.actor, moment.command, events)),
        seen_revealed(match, seat) if look.reveal else seen_by(moment.projected.rendered, seat),
    )


def _picture(moment: Moment, look: Look) -> bytes:
    try:
        return picture(moment.match, look.audience, look.language, look.reveal).encode()
    except LookupError:
        raise Problem(404, "no-picture", status=moment.match.status) from None
