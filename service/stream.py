"""Live streams: server-sent events, one for each version, as one audience sees it."""

import asyncio
from collections.abc import AsyncIterator
from uuid import UUID

from domain.kernel.codec import encode
from domain.kernel.messages import Event, Seat
from domain.match.telling import visible
from infra.pool import StoreUnavailable
from projections.match_view import seen_by, step_view
from service.news import News
from service.tables import Moment, Tables

KEEP_ALIVE_SECONDS = 15.0
RESUME = b"event: resume\nretry: 1000\ndata: {}\n\n"  # the client comes back with its Last-Event-ID


async def stream(
    tables: Tables, news: News, match_id: UUID, player: UUID | None, after: int | None
) -> AsyncIterator[bytes]:
    """Every version after `after`, each once and in order; without it, the newest and what follows.

    The caller has checked that there is such a match and that the player may see it. Ends with `event: resume` when the
    client is too slow, the store is away or the process will be stopped, and silently when the player may not look any
    longer.
    """
    with news.bell(match_id) as bell:
        try:
            table = await tables.table(match_id)
            await tables.catch_up(table)
            sent = table.match.version - 1 if after is None else after
            missed = await _missed(tables, match_id, sent)
        except StoreUnavailable:
            yield RESUME
            return
        for moment in missed:
            yield event(moment, player)
            sent = moment.match.version
        while not news.closed:
            try:
                async with asyncio.timeout(KEEP_ALIVE_SECONDS):  # `wait_for` loses cancellations in Python 3.11
                    await bell.heard()
            except TimeoutError:
                yield b": still here\n\n"
                continue
            try:
                table = await tables.table(match_id)
                if bell.version > table.match.version:
                    await tables.catch_up(table)
            except StoreUnavailable:
                yield RESUME
                return
            moments = table.since(sent)
            if moments is None:
                yield RESUME
                return
            for moment in moments:
                if not moment.projected.access.admits(player):
                    return
                yield event(moment, player)
                sent = moment.match.version
        yield RESUME


async def _missed(tables: Tables, match_id: UUID, sent: int) -> list[Moment]:
    moments = (await tables.table(match_id)).since(sent)
    if moments is not None:
        return moments
    return [moment async for moment in tables.moments(match_id) if moment.match.version > sent]


def event(moment: Moment, player: UUID | None) -> bytes:
    """One server-sent event: `id` is the version, data `{"step": …, "view": …}`."""
    seat = moment.match.seat_of(player)
    step = step_view(moment.match, moment.actor, moment.command, _visible(moment, seat))
    return b'id: %d\nevent: step\ndata: {"step":%s,"view":%s}\n\n' % (
        moment.match.version,
        encode(step),
        seen_by(moment.projected.rendered, seat),
    )


def reply(moment: Moment, seat: Seat | None, minimal: bool) -> bytes:
    """What a command answers: `{"version": …, "events": …, "view": …}`; the same bytes whenever it is asked again."""
    head = b'{"version":%d,"events":%s' % (moment.match.version, encode(_visible(moment, seat)))
    return head + b"}" if minimal else head + b',"view":%s}' % seen_by(moment.projected.rendered, seat)


def _visible(moment: Moment, seat: Seat | None) -> tuple[Event, ...]:
    return visible(moment.events, "spectator" if seat is None else seat)
