"""Matches reach their end, and lose no piece on the way."""

from domain.match.state import Match
from domain.record.playout import take
from tests.conformance.material import Table
from tests.conformance.played import every_position, matches, play, seed_of

SEEDS = 6


def test_matches_end_within_the_stated_number_of_steps(table: Table) -> None:
    """`playout` raises `Endless` beyond it."""
    for number in range(SEEDS):
        *_, last = play(table, f"to the end {number}")
        assert last.match.status == "finished"


def test_while_a_match_runs_somebody_can_act_and_then_nobody(table: Table) -> None:
    game = table.rules.game
    for match in matches(table):
        for _, after in match:
            if after.status == "running":
                actors = game.actors(after.state)
                assert list(actors) == sorted(set(actors)) != []
                assert all(len(game.legal(after.state, seat)) for seat in actors)
        assert match[-1].match.status == "finished"
        assert game.actors(match[-1].match.state) == ()


def test_no_piece_is_created_or_lost(table: Table) -> None:
    census = table.rules.game.census
    for match in every_position(table):
        at_the_start = census(match[0].state)
        assert sum(at_the_start.values()) > 0
        for position in match:
            assert census(position.after.state) == at_the_start


def test_a_rivals_commit_in_between_changes_no_draw(table: Table) -> None:
    """Where several seats may act: the same command, before and after another seat's, draws the same numbers. (After it
    there may be more to draw, if it was the last that a phase waited for.)"""
    seed = seed_of(table, "random")
    for position in every_position(table)[0]:
        for rival in position.actors:
            mine = position.match.seat_of(position.step.actor)
            if position.of_game and rival != mine and len(position.actors) > 1:
                person = position.match.players[rival]
                assert person is not None
                between = take(position.match, person, position.game.default(position.state, rival), seed).match
                if mine in position.game.actors(between.state) and position.command in position.game.legal(
                    between.state, mine
                ):
                    later = take(between, position.step.actor, position.command, seed).match
                    assert _drawn(position.match, position.after).items() <= _drawn(between, later).items()


def _drawn(before: Match, after: Match) -> dict[str, tuple[int, int]]:
    return {
        purpose: (before.counters.get(purpose, 0), number)
        for purpose, number in after.counters.items()
        if before.counters.get(purpose) != number
    }
