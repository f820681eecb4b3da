"""The lobby, players' lists, turns and figures as pure functions: from what is there and a match to writes."""

from collections.abc import Callable, Sequence
from typing import cast
from uuid import UUID

import pytest
from msgspec.structs import replace

from domain.kernel.codec import encode
from domain.kernel.messages import Seat
from domain.kernel.score import Result
from domain.match.commands import Origin
from domain.match.state import Match
from projections.index import index_writes, next_key, unsealed_key
from projections.keys import Slot, Write
from projections.lobby import lobby_list, lobby_writes
from projections.players import figures_key, own_list, player_writes, read_figures, shown_list, turns_key
from projections.summary import member, summarise
from tests.projections.material import played

SLOT = Slot("s")
PLAYED = played("lists")
OPEN, FULL, RUNNING, FINISHED = PLAYED[0].match, PLAYED[2].match, PLAYED[3].match, PLAYED[-1].match
A, B = (cast(UUID, player) for player in FULL.players)

Writes = Callable[[Slot, bytes | None, Match], Sequence[Write]]


def change(writes: Writes, before: Match | None, after: Match) -> set[Write]:
    """What the step from one to the other writes, the entry itself left out."""
    there = encode(summarise(before)) if before else None
    return {write for write in writes(SLOT, there, after) if write[1] != SLOT.matches}


def listed(match: Match, at: int | None) -> str:
    assert at is not None
    return member(at, match.id)


def test_an_open_match_comes_into_the_lists_of_its_game_and_of_all_games() -> None:
    entry = listed(OPEN, OPEN.created_at)
    assert change(lobby_writes, None, OPEN) == {
        ("ZADD", lobby_list(SLOT, game, status), 0, entry) for game in ("toy", None) for status in ("open", None)
    }


def test_a_started_match_changes_lists_and_keeps_its_place_among_all() -> None:
    before, after = listed(OPEN, OPEN.created_at), listed(RUNNING, RUNNING.started_at)
    assert change(lobby_writes, FULL, RUNNING) == {
        *(("ZREM", lobby_list(SLOT, game, "open"), before) for game in ("toy", None)),
        *(("ZADD", lobby_list(SLOT, game, "running"), 0, after) for game in ("toy", None)),
    }


def test_a_closed_match_is_listed_as_finished() -> None:
    writes = change(lobby_writes, RUNNING, replace(RUNNING, status="closed", ended_at=RUNNING.at))
    assert ("ZADD", lobby_list(SLOT, "toy", "finished"), 0, listed(RUNNING, RUNNING.at)) in writes


def test_a_step_of_play_changes_no_list() -> None:
    assert change(lobby_writes, RUNNING, replace(RUNNING, version=9)) == set()


@pytest.mark.parametrize("visibility", ["unlisted", "private"])
def test_only_public_matches_come_into_the_lobby(visibility: str) -> None:
    hidden = replace(FULL, created=replace(FULL.created, visibility=visibility))
    assert lobby_writes(SLOT, None, hidden) == []
    assert change(player_writes, None, hidden) == {
        ("ZADD", own_list(SLOT, player), 0, listed(FULL, FULL.created_at)) for player in (A, B)
    }


def test_a_cancelled_match_leaves_the_lobby_and_stays_with_its_players() -> None:
    cancelled = replace(FULL, status="cancelled", ended_at=FULL.at)
    entry = listed(FULL, FULL.created_at)
    assert ("HDEL", SLOT.matches, FULL.id.hex) in lobby_writes(SLOT, encode(summarise(FULL)), cancelled)
    assert change(player_writes, FULL, cancelled) == {("ZREM", shown_list(SLOT, player), entry) for player in (A, B)}


def test_who_stands_up_loses_the_match_and_whoever_created_it_does_not() -> None:
    left = replace(FULL, players=(None, None), names=("", ""))
    entry = listed(FULL, FULL.created_at)
    assert change(player_writes, FULL, left) == {
        ("ZREM", shown_list(SLOT, A), entry),
        ("ZREM", shown_list(SLOT, B), entry),
        ("ZREM", own_list(SLOT, B), entry),
    }


def test_a_reserved_seat_is_among_the_players_own_matches() -> None:
    origin = Origin("rematch", UUID(int=7), (A, B))
    rematch = replace(OPEN, created=replace(OPEN.created, creator=A, origin=origin))
    entry = listed(OPEN, OPEN.created_at)
    assert change(player_writes, None, rematch) == {("ZADD", own_list(SLOT, player), 0, entry) for player in (A, B)}
    assert change(index_writes, None, rematch) == {("ZADD", next_key(SLOT, UUID(int=7)), 0, entry)}


def test_a_turn_goes_from_player_to_player() -> None:
    mine, theirs = replace(RUNNING, since=(4, None)), replace(RUNNING, since=(None, 5), at=77)
    assert change(player_writes, FULL, mine) == {("ZADD", turns_key(SLOT, A), mine.at, mine.id.hex)}
    assert change(player_writes, mine, theirs) == {
        ("ZREM", turns_key(SLOT, A), mine.id.hex),
        ("ZADD", turns_key(SLOT, B), 77, mine.id.hex),
    }
    assert change(player_writes, theirs, replace(theirs, version=9, at=99)) == set()


def test_the_end_takes_all_turns_away() -> None:
    together = replace(RUNNING, since=(4, 4))
    gone = {("ZREM", turns_key(SLOT, player), RUNNING.id.hex) for player in (A, B)}
    assert gone <= change(player_writes, together, replace(together, status="closed"))


def finished(*winners: int) -> Match:
    return replace(FINISHED, result=Result(True, "", (), tuple(map(Seat, winners)), ()))


def figures(*changes: tuple[Match | None, Match], of: UUID) -> dict[str, int]:
    sums: dict[str, int] = {}
    for before, after in changes:
        for write in change(player_writes, before, after):
            if write[:2] == ("HINCRBY", figures_key(SLOT, of)):
                sums[str(write[2])] = sums.get(str(write[2]), 0) + int(write[3])
    return sums


def test_figures_count_wins_alone_and_wins_together() -> None:
    assert figures((RUNNING, finished(0)), of=A) == {"toy:matches": 1, "toy:wins": 1}
    assert figures((RUNNING, finished(0)), of=B) == {"toy:matches": 1}
    assert figures((RUNNING, finished(0, 1)), of=B) == {"toy:matches": 1, "toy:shared_wins": 1}
    assert figures((RUNNING, finished()), of=B) == {"toy:matches": 1}


def test_a_correction_replaces_figures() -> None:
    assert figures((RUNNING, finished(0)), (finished(0), finished(1)), of=A) == {"toy:matches": 1, "toy:wins": 0}


def test_figures_of_all_games_are_the_sum() -> None:
    read = read_figures({b"toy:matches": b"3", b"toy:wins": b"1", b"aqualin:matches": b"2", b"aqualin:wins": b"2"})
    assert (read.total.matches, read.total.wins, read.total.shared_wins) == (5, 3, 0)
    assert {game: tally.matches for game, tally in read.by_game.items()} == {"aqualin": 2, "toy": 3}


def test_a_match_is_unsealed_from_its_end_until_its_seal() -> None:
    assert ("SADD", unsealed_key(SLOT), FINISHED.id.hex) in index_writes(SLOT, None, FINISHED)
    sealed = replace(FINISHED, version=FINISHED.version + 1, seal=FINISHED.version + 1)
    assert ("SREM", unsealed_key(SLOT), FINISHED.id.hex) in index_writes(SLOT, None, sealed)
    assert not {write for write in index_writes(SLOT, None, RUNNING) if write[1] == unsealed_key(SLOT)}
