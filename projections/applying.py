"""Steps become writes: what a stretch of a bucket's feed means for each projection, applied together with its position.

Everything is worked out here, from the matches as they are at the end of the stretch; one script call for each slot
writes it and moves the position. A projection that no longer stands where the stretch began refuses it. So it does not
matter how often, or by how many projectors at once, a stretch is applied.
"""

import asyncio
import logging
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from uuid import UUID

from msgspec import Struct
from redis.asyncio import Redis

from domain.kernel.catalogue import Catalogue
from domain.match.state import Match
from domain.match.step import Step
from infra.step_store import StepStore
from projections import scripts
from projections.connection import answer
from projections.folding import Failure, Folder, why
from projections.index import index_writes, quarantine_writes
from projections.keys import Slot, Write
from projections.lobby import lobby_writes
from projections.players import player_writes
from projections.scoreboards import board_of, board_writes
from projections.standing import Standing
from projections.views import view_writes

STEPS_A_FEED = 250
BUCKETS_A_ROUND = 32
ROUNDS_AT_ONCE = 2  # while one waits for a server, the other computes

log = logging.getLogger(__name__)

There = Mapping[tuple[Slot, UUID], bytes | None]
"""What each list holds of each match."""


class Displaced(Exception):
    """A projection does not stand where it was left: another projector moved it, Redis lost it, or its generation is
    being replaced. What is known of positions is void."""


class Stretch(Struct, frozen=True):
    """Steps of a bucket after position `start` up to `end`, for the projections that stand at `start`."""

    bucket: int
    slots: list[Slot]
    start: int
    end: int
    steps: list[Step]
    more: bool


class Applier:
    """`applied` is told of each round how many steps it brought into the views."""

    def __init__(
        self, store: StepStore, redis: Redis, catalogue: Catalogue, applied: Callable[[int], Awaitable[None]]
    ) -> None:
        self._store, self._redis, self._applied = store, redis, applied
        self._folder = Folder(store, catalogue)

    async def advance(self, standing: Standing, buckets: Iterable[int]) -> None:
        """Applies what the log holds of these buckets. Raises a group of Displaced, RedisError, StoreUnavailable."""
        waiting = sorted(buckets)
        rounds = (waiting[at : at + BUCKETS_A_ROUND] for at in range(0, len(waiting), BUCKETS_A_ROUND))
        async with asyncio.TaskGroup() as tasks:
            for _ in range(ROUNDS_AT_ONCE):
                tasks.create_task(self._work(standing, rounds))

    async def _work(self, standing: Standing, rounds: Iterator[Sequence[int]]) -> None:
        for buckets in rounds:
            while buckets:
                stretches = await self._read(standing, buckets)
                await self._apply(standing, [stretch for stretch in stretches if stretch.steps])
                buckets = [s.bucket for s in stretches if s.more or standing.position(s.bucket) < s.end]

    async def _read(self, standing: Standing, buckets: Sequence[int]) -> list[Stretch]:
        behind = [standing.furthest_behind(bucket) for bucket in buckets]
        limits = [STEPS_A_FEED if ahead is None else min(STEPS_A_FEED, ahead - start) for _, start, ahead in behind]
        wanted = [(bucket, start, most) for bucket, (_, start, _), most in zip(buckets, behind, limits, strict=True)]
        feeds = await self._store.feed(wanted)
        stretches = []
        for (bucket, start, most), (slots, _, _) in zip(wanted, behind, strict=True):
            feed = feeds.get(bucket, [])
            end = feed[-1][0] if feed else start
            stretches.append(Stretch(bucket, slots, start, end, [step for _, step in feed], len(feed) == most))
        return stretches

    async def _apply(self, standing: Standing, stretches: Sequence[Stretch]) -> None:
        folded = [await self._folder.fold(stretch.steps) for stretch in stretches]
        there = await self._there(standing, stretches, folded)
        moves: dict[Slot, list[scripts.Move]] = defaultdict(list)
        for stretch, matches in zip(stretches, folded, strict=True):
            writes: dict[Slot, list[Write]] = {slot: [] for slot in stretch.slots}
            for match_id, match in matches.items():
                for slot, of_match in _writes(standing, stretch.slots, there, match_id, match).items():
                    writes[slot] += of_match
            for slot in stretch.slots:
                moves[slot].append((stretch.bucket, stretch.start, stretch.end, writes[slot]))
        await self._move(standing, moves)
        await self._applied(sum(len(s.steps) for s in stretches if standing.views[s.bucket] in s.slots))
        boards = {board_of(match) for own in folded for match in own.values() if isinstance(match, Match)}
        if boards - {None, *standing.boards}:
            await standing.load_boards()

    async def _there(
        self, standing: Standing, stretches: Sequence[Stretch], folded: Sequence[Mapping[UUID, Match | Failure]]
    ) -> There:
        """Only a bucket's own stretches change what lists hold of its matches. So it is still the same when this
        stretch is applied, or else it is refused."""
        boards = {slot: board for board, slot in standing.boards.items()}
        wanted: dict[Slot, list[UUID]] = defaultdict(list)
        for stretch, matches in zip(stretches, folded, strict=True):
            for slot in stretch.slots:
                for match_id, match in matches.items():
                    concerned = isinstance(match, Match) and board_of(match) == boards.get(slot)
                    if slot in standing.lists and (slot not in boards or concerned):
                        wanted[slot].append(match_id)
        pipe = self._redis.pipeline(transaction=False)
        for slot, ids in wanted.items():
            pipe.hmget(slot.matches, [match_id.hex for match_id in ids])
        answers = await answer(pipe.execute()) if wanted else []
        return {
            (slot, match_id): value
            for (slot, ids), values in zip(wanted.items(), answers, strict=True)
            for match_id, value in zip(ids, values, strict=True)
        }

    async def _move(self, standing: Standing, moves: Mapping[Slot, Sequence[scripts.Move]]) -> None:
        pipe = self._redis.pipeline(transaction=False)
        for slot, of_slot in moves.items():
            scripts.apply(pipe, slot, of_slot)
        answers = await answer(pipe.execute()) if moves else []
        for (slot, of_slot), positions in zip(moves.items(), answers, strict=True):
            if positions != [to for _, _, to, _ in of_slot]:
                raise Displaced
            standing.at[slot].update({bucket: to for bucket, _, to, _ in of_slot})


def _writes(
    standing: Standing, slots: Sequence[Slot], there: There, match_id: UUID, match: Match | Failure
) -> dict[Slot, list[Write]]:
    """What one match writes to each slot; if that cannot be worked out, only that it is in quarantine."""
    try:
        if isinstance(match, Match):
            return {slot: _project(standing, slot, there.get((slot, match_id)), match) for slot in slots}
    except Exception as error:  # anything that a game's code can raise: it concerns this match alone
        match = why(error)
    assert isinstance(match, Failure)
    log.error("match %s is in quarantine: %s", match_id, match)
    return {slot: quarantine_writes(slot, match_id, match) for slot in slots if slot == standing.index}


def _project(standing: Standing, slot: Slot, there: bytes | None, match: Match) -> list[Write]:
    if slot == standing.lobby:
        return lobby_writes(slot, there, match)
    if slot == standing.players:
        return player_writes(slot, there, match)
    if slot == standing.index:
        return index_writes(slot, there, match)
    if slot in standing.lists:
        return board_writes(slot, there, match) if slot == standing.boards.get(board_of(match) or "") else []
    return view_writes(slot, match)
