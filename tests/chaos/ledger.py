"""What was promised against what is there: zeros where zeros must be."""

import asyncio
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from uuid import UUID

import httpx
import msgspec
from msgspec import Struct

from domain.match.fold import fold
from domain.match.state import Match
from domain.record.record import read_record
from domain.record.verify import verify
from infra.editions import shipped_catalogue
from infra.keys import is_signed
from infra.settings import read_settings
from projections.connection import open_redis
from projections.keys import Keys
from projections.match_view import Projected, access_of, render, seen_by
from projections.reader import Page, ProjectionsUnavailable, Reader
from projections.scoreboards import season_of
from projections.summary import read_summary
from tests.chaos.asking import again
from tests.chaos.table import Promise
from tests.services import PATIENCE


class Ledger(Struct):
    """Counts. Everything below `steps` must be zero."""

    faults: dict[str, int]
    matches: int = 0
    acknowledged: int = 0
    repeated_requests: int = 0
    steps: int = 0
    missing: int = 0  # acknowledged, and not there at its version
    doubled: int = 0  # the same command twice
    unfinished: int = 0
    unsealed: int = 0
    records_that_do_not_hold: int = 0
    views_unlike_the_fold: int = 0  # as they are served: by whatever there is
    projections_unlike_the_fold: int = 0  # as Redis holds them
    listed_wrongly: int = 0  # not once in a list of finished matches, be it everybody's or one of its players'
    figures_unlike_the_records: int = 0  # of a player on a scoreboard

    @property
    def wrong(self) -> dict[str, int]:
        names = self.__struct_fields__[self.__struct_fields__.index("steps") + 1 :]
        return {name: getattr(self, name) for name in names if getattr(self, name)}


def settle(
    url: str,
    environment: Mapping[str, str],
    matches: Iterable[str],
    promises: Iterable[Promise],
    ledger: Ledger,
) -> Ledger:
    """Reads every record and every view, and compares. `environment` tells where Redis is."""
    catalogue = shipped_catalogue()
    stored: dict[str, list[str]] = {}
    folds: list[Match] = []
    for match in matches:
        path = f"{url}/api/v1/matches/{match}"
        data = _get(f"{path}/record").content
        report = verify(data, catalogue, is_signed)
        ledger.records_that_do_not_hold += not report.holds
        steps = read_record(data).steps
        folded = fold(catalogue, steps)
        folds.append(folded)
        stored[match] = [str(step.command_id) for step in steps]
        ledger.matches += 1
        ledger.steps += len(steps)
        ledger.doubled += sum(count - 1 for count in Counter((step.actor, step.command_id) for step in steps).values())
        ledger.unfinished += folded.status != "finished"
        ledger.unsealed += folded.seal != folded.version
        view = _get(path, min_version=folded.version).json()
        ledger.views_unlike_the_fold += view != msgspec.json.decode(seen_by(render(folded), None))
    for promise in promises:
        ledger.acknowledged += 1
        there = stored.get(promise.match, [])
        ledger.missing += len(there) < promise.version or there[promise.version - 1] != promise.key
    for name, count in asyncio.run(_compare_redis(environment, folds)).items():
        setattr(ledger, name, count)
    return ledger


def _get(url: str, **parameters: int) -> httpx.Response:
    return again(lambda: httpx.get(url, params=parameters, timeout=PATIENCE))


async def _compare_redis(environment: Mapping[str, str], folds: Sequence[Match]) -> dict[str, int]:
    """Repeated for as long as the projector may still be on its way."""
    settings = read_settings(environment)
    assert settings.redis_url is not None
    deadline = time.monotonic() + PATIENCE
    async with open_redis(settings.redis_url) as redis:
        reader = Reader(redis, Keys(settings.redis_prefix))
        while True:
            late = time.monotonic() > deadline
            try:
                wrong = await _differences(reader, folds)
            except ProjectionsUnavailable:  # a list is being rebuilt
                if late:
                    raise
            else:
                if late or not any(wrong.values()):
                    return wrong
            await asyncio.sleep(0.5)


async def _differences(reader: Reader, folds: Sequence[Match]) -> dict[str, int]:
    finished = [match for match in folds if match.status == "finished"]
    projected = [await reader.match(match.id) == Projected(render(match), access_of(match)) for match in folds]
    in_all = await _listed(reader)
    once = [in_all[match.id] == 1 for match in finished]
    players = {player for match in finished for player in match.players if player}
    of_players = {player: await _listed(reader, player) for player in players}
    once += [of_players[player][match.id] == 1 for match in finished for player in match.players if player]
    counted = _counted(finished)
    shown = {board: await _shown(reader, *board) for board in counted}
    equal = [shown[board].get(player) == tuple(own) for board in counted for player, own in counted[board].items()]
    return {
        "projections_unlike_the_fold": projected.count(False),
        "listed_wrongly": once.count(False),
        "figures_unlike_the_records": equal.count(False),
    }


async def _listed(reader: Reader, player: UUID | None = None) -> Counter[UUID]:
    """How often each match stands in a list of finished ones."""
    listed: Counter[UUID] = Counter()
    page = Page((), "")
    while page.cursor is not None:
        page = await reader.matches("finished", player=player, cursor=page.cursor or None)
        listed.update(read_summary(summary).match_id for summary in page.matches)
    return listed


Board = tuple[str, int]
"""(game, season)"""


def _counted(finished: Iterable[Match]) -> dict[Board, dict[UUID, list[int]]]:
    """Matches, wins and shared wins of each player, from the records."""
    boards: dict[Board, dict[UUID, list[int]]] = defaultdict(lambda: defaultdict(lambda: [0, 0, 0]))
    for match in finished:
        assert match.ended_at is not None
        for seat, player in enumerate(match.players):
            if player:
                own, winners = boards[match.created.game, season_of(match.ended_at)][player], match.result.winners
                own[0] += 1
                own[1] += winners == (seat,)
                own[2] += seat in winners and len(winners) > 1
    return boards


async def _shown(reader: Reader, game: str, season: int) -> dict[UUID, tuple[int, int, int]]:
    """The same from a scoreboard."""
    board = await reader.scoreboard(game, season)
    rows = [*board.rows]
    while board.cursor is not None:
        board = await reader.scoreboard(game, season, board.cursor)
        rows += board.rows
    return {row.player_id: (row.matches, row.wins, row.shared_wins) for row in rows}
