"""A scoreboard in Redis is the one that all results so far come to, in whatever order and however often they came."""

from collections import defaultdict
from collections.abc import Sequence
from typing import Any, NamedTuple
from uuid import UUID, uuid4

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from redis.asyncio import Redis

from domain.kernel.messages import Seat
from domain.kernel.score import Result
from domain.match.state import Match
from domain.match.step import bucket_of
from projections import scripts
from projections.connection import open_redis
from projections.keys import Keys, Slot
from projections.scoreboards import Row, board_of, board_writes, read_rows, season_of
from tests.projections.material import played
from tests.services import Services

PLAYERS = [UUID(int=number) for number in range(1, 6)]
FINISHED = played("scoreboards", seats=3)[-1].match


class Outcome(NamedTuple):
    """What a match came to, in its newest version."""

    match: int
    players: tuple[UUID, ...]
    winners: tuple[int, ...]
    totals: tuple[int, ...]


outcomes = st.lists(
    st.integers(2, 4).flatmap(
        lambda seats: st.builds(
            Outcome,
            match=st.integers(1, 6),  # few, so that corrections are many
            players=st.permutations(PLAYERS).map(lambda players: tuple(players[:seats])),
            winners=st.sets(st.integers(0, seats - 1)).map(lambda winners: tuple(sorted(winners))),
            totals=st.tuples(*[st.integers(-20, 20)] * seats),
        )
    ),
    max_size=25,
)


def match_of(outcome: Outcome, version: int) -> Match:
    return replace(
        FINISHED,
        id=UUID(int=outcome.match),
        version=version,
        players=outcome.players,
        names=tuple(str(player) for player in outcome.players),
        result=Result(True, "", (), tuple(map(Seat, outcome.winners)), ()),
        totals=outcome.totals,
    )


def computed(outcomes: Sequence[Outcome]) -> list[Row]:
    """The board from the newest outcome of each match, without anything clever."""
    figures: dict[UUID, list[Any]] = defaultdict(lambda: [0, 0, 0, []])
    for outcome in {outcome.match: outcome for outcome in outcomes}.values():
        for seat, player in enumerate(outcome.players):
            row = figures[player]
            row[0] += 1
            row[1] += outcome.winners == (seat,)
            row[2] += len(outcome.winners) > 1 and seat in outcome.winners
            row[3].append(outcome.totals[seat])
    keys = {player: (wins, shared, max(totals)) for player, (_, wins, shared, totals) in figures.items()}
    rows = [
        Row(1 + sum(other > key for other in keys.values()), player, str(player), figures[player][0], *key)
        for player, key in keys.items()
    ]
    return sorted(rows, key=lambda row: (row.place, -row.player_id.int))


async def apply(redis: Redis, slot: Slot, match: Match, position: int) -> None:
    there: Any = await redis.hget(slot.matches, match.id.hex)
    pipe = redis.pipeline(transaction=False)
    scripts.apply(pipe, slot, [(bucket_of(match.id), position, position + 1, board_writes(slot, there, match))])
    await pipe.execute()


async def board(redis: Redis, slot: Slot, limit: int) -> list[Row]:
    """All of it, page by page."""
    rows: list[Row] = []
    after: str | None = None
    while True:
        pipe = redis.pipeline(transaction=False)
        scripts.ranking(pipe, slot, after, limit)
        ((_, members, *rest),) = await pipe.execute()
        rows += read_rows(members, *rest)
        if len(members) < limit:
            return rows
        after = members[-1].decode()


@pytest.mark.anyio
@settings(deadline=None, max_examples=60)
@given(outcomes=outcomes, limit=st.integers(1, 6))
async def test_a_board_is_what_the_newest_results_come_to(
    services: Services, outcomes: list[Outcome], limit: int
) -> None:
    slot = Keys(f"test:{uuid4().hex}").scoreboard("g", "toy:2020")
    positions: dict[int, int] = defaultdict(int)
    async with open_redis(services.redis_url) as redis:
        for version, outcome in enumerate(outcomes, 1):
            match = match_of(outcome, version)
            bucket = bucket_of(match.id)
            await apply(redis, slot, match, positions[bucket])
            await apply(redis, slot, match, positions[bucket])  # again: refused, for the bucket has moved on
            positions[bucket] += 1
        assert await board(redis, slot, limit) == computed(outcomes)
        await redis.delete("nothing", *await redis.keys(f"{slot.base}:*"))


@pytest.mark.anyio
async def test_a_match_that_no_longer_counts_leaves_the_board(redis: Redis, keys: Keys) -> None:
    slot = keys.scoreboard("g", "toy:2020")
    await apply(redis, slot, FINISHED, 0)
    assert len(await board(redis, slot, 50)) == 3
    await apply(redis, slot, replace(FINISHED, status="closed"), 1)
    assert await board(redis, slot, 50) == []


def test_matches_that_are_not_over_or_were_closed_are_on_no_board() -> None:
    assert board_of(FINISHED) == "toy:2020"
    for status in ("open", "running", "cancelled"):
        assert board_of(replace(FINISHED, status=status)) is None
    assert board_writes(Slot("s"), None, replace(FINISHED, status="closed")) == []


@pytest.mark.parametrize(("at", "season"), [(1_577_836_799_999_999, 2019), (1_577_836_800_000_000, 2020)])
def test_a_season_is_the_utc_year_of_the_end(at: int, season: int) -> None:
    assert season_of(at) == season
