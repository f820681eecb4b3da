"""What the service reads: matches as audiences have them, lists, turns, figures and scoreboards.

Every answer comes from the generation that is active when it is read. A match that is not here may still be in the log;
a list is either complete or `ProjectionsUnavailable`.
"""

import asyncio
import logging
import re
import time
from collections.abc import Callable, Sequence
from typing import Any
from uuid import UUID

from msgspec import Raw, Struct
from redis.asyncio import Redis
from redis.asyncio.client import Pipeline
from redis.exceptions import RedisError

from domain.match.step import bucket_of
from projections import scripts
from projections.connection import answer
from projections.index import births_key, next_key, unsealed_key
from projections.keys import Keys, Slot
from projections.lobby import lobby_list
from projections.match_view import Projected
from projections.players import Figures, figures_key, own_list, read_figures, shown_list, turns_key
from projections.scoreboards import Row, read_rows
from projections.status import MOST_NAMED, Status, read_status
from projections.summary import Summary, read_summary
from projections.views import FIELDS, read_view, view_key

PAGE = 50
MOST_TURNS = 1000
MOST_SIFTED = 500  # of one player's matches for one page: it may be short, and still have a cursor
MOST_UNSEALED = 1000  # at a time
FRAME_SECONDS = 600
_WAITS = (0.005, 0.01, 0.02, 0.05)  # seconds between looks, the last one repeated

log = logging.getLogger(__name__)


class ProjectionsUnavailable(Exception):
    """Redis is away, or what was asked for is being rebuilt. Single matches can be read from the log meanwhile."""


class BadCursor(ValueError):
    """A cursor that no page of this list gave."""


class Page(Struct, frozen=True):
    """Summaries as JSON, newest first; with a cursor there may be more."""

    matches: tuple[Raw, ...]
    cursor: str | None


class Scoreboard(Struct, frozen=True):
    """Best first; with a cursor there may be more."""

    game: str
    season: int
    rows: tuple[Row, ...]
    cursor: str | None


class Reader:
    """All methods raise ProjectionsUnavailable."""

    def __init__(self, redis: Redis, keys: Keys | None = None) -> None:
        self._redis, self._keys = redis, keys or Keys()
        self._generation = ""

    async def match(self, match_id: UUID) -> Projected | None:
        """None: not here, which does not say that there is no such match."""
        bucket = bucket_of(match_id)

        def ask(generation: str, pipe: Pipeline) -> None:
            pipe.hmget(view_key(self._keys.views(generation, bucket), match_id), list(FIELDS))

        (values,) = await self._ask(ask)
        return read_view(values)

    async def wait_for(self, match_id: UUID, min_version: int, seconds: float) -> Projected | None:
        """The match as soon as it has that version, or as it is here when the seconds are over."""
        until, looks = time.monotonic() + seconds, 0
        while True:
            projected = await self.match(match_id)
            left = until - time.monotonic()
            if (projected and projected.rendered.version >= min_version) or left <= 0:
                return projected
            await asyncio.sleep(min(left, _WAITS[min(looks, len(_WAITS) - 1)]))
            looks += 1

    async def followers(self, match_id: UUID) -> tuple[UUID, ...]:
        """The matches that name this one as their origin, oldest first."""

        def ask(generation: str, pipe: Pipeline) -> None:
            index = self._keys.index(generation)
            pipe.hexists(index.at, "complete")
            pipe.zrange(next_key(index, match_id), 0, -1)

        complete, members = await self._ask(ask)
        _check(complete)
        return tuple(UUID(member[-32:].decode()) for member in members)

    async def matches(
        self,
        status: str | None = None,
        game: str | None = None,
        player: UUID | None = None,
        cursor: str | None = None,
        mine: bool = False,
        limit: int = PAGE,
    ) -> Page:
        """Public matches; those of a player; or, for the player (`mine`), all those that the player has a part in.

        Open matches by the time of their creation, running ones of their start, finished ones of their end; everything
        else by creation. What is created meanwhile moves no page. Raises BadCursor.
        """
        if cursor is not None and not re.fullmatch("[0-9a-f]{48}", cursor):
            raise BadCursor(cursor)
        if player is None:
            page = await self._page(self._keys.lobby, lambda slot: lobby_list(slot, game, status), cursor, limit)
            return Page(tuple(Raw(summary) for _, summary in page), page[-1][0] if len(page) == limit else None)
        list_ = own_list if mine else shown_list
        many = limit if status is None and game is None else MOST_SIFTED
        page = await self._page(self._keys.players, lambda slot: list_(slot, player), cursor, many)
        fitting = [(member, summary) for member, summary in page if _fits(read_summary(summary), status, game)]
        last = fitting[limit - 1] if len(fitting) > limit else page[-1] if len(page) == many else None
        return Page(tuple(Raw(summary) for _, summary in fitting[:limit]), last and last[0])

    async def _page(
        self, slot_of: Callable[[str], Slot], list_: Callable[[Slot], str], cursor: str | None, limit: int
    ) -> list[tuple[str, bytes]]:
        """(member, summary)"""

        def ask(generation: str, pipe: Pipeline) -> None:
            slot = slot_of(generation)
            scripts.page(pipe, slot, list_(slot), cursor, limit)

        ((complete, members, summaries),) = await self._ask(ask)
        _check(complete)
        return [(member.decode(), summary) for member, summary in zip(members, summaries, strict=True)]

    async def turns(self, player: UUID) -> tuple[Raw, ...]:
        """Summaries of the running matches that wait for this player, the longest waiting first."""

        def ask(generation: str, pipe: Pipeline) -> None:
            slot = self._keys.players(generation)
            scripts.turns(pipe, slot, turns_key(slot, player), MOST_TURNS)

        ((complete, summaries),) = await self._ask(ask)
        _check(complete)
        return tuple(map(Raw, summaries))

    async def player(self, player: UUID) -> Figures:
        """Zeros for a player who has finished no match."""

        def ask(generation: str, pipe: Pipeline) -> None:
            slot = self._keys.players(generation)
            pipe.hexists(slot.at, "complete")
            pipe.hgetall(figures_key(slot, player))

        complete, fields = await self._ask(ask)
        _check(complete)
        return read_figures(fields)

    async def scoreboard(self, game: str, season: int, cursor: str | None = None, limit: int = PAGE) -> Scoreboard:
        """Ordered by wins, shared wins, best total. Empty when no match of the game ended in that year (UTC).

        Raises BadCursor.
        """
        if cursor is not None and not re.fullmatch("[0-9]{10}:[0-9]{10}:[0-9]{10}:[0-9a-f]{32}", cursor):
            raise BadCursor(cursor)
        board = f"{game}:{season}"

        def ask(generation: str, pipe: Pipeline) -> None:
            index, slot = self._keys.index(generation), self._keys.scoreboard(generation, board)
            pipe.hexists(index.at, "complete")
            pipe.hexists(births_key(index), board)
            scripts.ranking(pipe, slot, cursor, limit)

        all_known, exists, (complete, *ranking) = await self._ask(ask)
        _check(all_known and (complete or not exists))
        members, rows = ranking[0], read_rows(*ranking)
        return Scoreboard(game, season, rows, members[-1].decode() if len(members) == limit else None)

    async def unsealed(self) -> tuple[UUID, ...]:
        """Matches that are over and whose last step is no seal, as far as they are known here: all, or any 1,000."""

        def ask(generation: str, pipe: Pipeline) -> None:
            pipe.srandmember(unsealed_key(self._keys.index(generation)), MOST_UNSEALED)

        (ids,) = await self._ask(ask)
        return tuple(UUID(id_.decode()) for id_ in ids)

    async def quarantine(self) -> dict[UUID, str]:
        """Matches that cannot be projected, and why: of very many, the hundred or so that Redis names first."""

        def ask(generation: str, pipe: Pipeline) -> None:
            pipe.hscan(self._keys.index(generation).matches, count=MOST_NAMED)

        ((_, reasons),) = await self._ask(ask)
        return {UUID(id_.decode()): why.decode() for id_, why in reasons.items()}

    async def status(self) -> Status | None:
        """What the projector last said of itself."""
        (status,) = await self._ask(lambda _, pipe: pipe.get(self._keys.status))
        return read_status(status) if status else None

    async def frame(self, match_id: UUID, name: str) -> bytes | None:
        """A kept replay frame; None also when Redis is away."""
        try:
            frame: Any = await answer(self._redis.get(self._keys.frame(match_id, name)))
        except (RedisError, OSError):
            return None
        return bytes(frame) if frame is not None else None

    async def keep_frame(self, match_id: UUID, name: str, frame: bytes, seconds: int = FRAME_SECONDS) -> None:
        """Keeps it for that long, if Redis is there."""
        try:
            await answer(self._redis.set(self._keys.frame(match_id, name), frame, ex=seconds))
        except (RedisError, OSError) as error:
            log.debug("a frame is not kept: %s", error)

    async def _ask(self, ask: Callable[[str, Pipeline], object]) -> Sequence[Any]:
        """The answers of one round trip, repeated until the generation read is still the active one after it."""
        try:
            for _ in range(5):
                pipe, generation = self._redis.pipeline(transaction=False), self._generation
                ask(generation, pipe)
                pipe.get(self._keys.active)
                *answers, active = await answer(pipe.execute())
                if active is None:
                    raise ProjectionsUnavailable("Redis is empty")
                self._generation = active.decode()
                if self._generation == generation:
                    return answers
        except (RedisError, OSError) as error:
            raise ProjectionsUnavailable(str(error)) from error
        raise ProjectionsUnavailable("the generation changes all the time")


def _check(complete: object) -> None:
    if not complete:
        raise ProjectionsUnavailable("the list is being rebuilt")


def _fits(summary: Summary, status: str | None, game: str | None) -> bool:
    return status in (None, summary.list) and game in (None, summary.game)
