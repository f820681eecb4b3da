"""Seats leave at any moment, and the match goes on or ends well."""

from itertools import pairwise

import pytest

from domain.kernel.messages import Seat
from domain.kernel.refusal import Refusal
from domain.match.commands import Resign
from domain.match.state import Match
from domain.record.playout import take
from tests.conformance.material import Table, keeps_its_place
from tests.conformance.played import every_position, leavers, play, positions, seed_of, some_leave

MATCHES = 12  # from nearly everybody leaves at once to somebody may leave late


def test_matches_that_seats_leave_reach_their_end(table: Table) -> None:
    game = table.rules.game
    for number in range(MATCHES):
        name, census, gone = f"leaving {number}", None, set[Seat]()
        leaves = some_leave(table, name, 2 + 3 * number)
        before: Match | None = None
        for step, after in play(table, name, leaves=leaves):
            if before is not None and b'"type":"resigned"' in step.open:
                gone |= {seat for seat in [before.seat_of(step.actor)] if seat is not None}
            if after.started_at is not None:
                census = census or game.census(after.state)
                assert game.census(after.state) == census
                actors = game.actors(after.state)
                assert bool(actors) == (after.status == "running")
                assert not gone & set(actors)
            before = after
        assert after.status == "finished"


def test_at_any_moment_any_seat_can_leave_once(table: Table) -> None:
    for position in positions(table):
        already = set(range(table.seats)) - _staying(table, position.match)
        for seat in map(Seat, range(table.seats)):
            person = position.match.players[seat]
            assert person is not None
            if seat in already:
                with pytest.raises(Refusal, match="already-left"):
                    take(position.match, person, Resign(), seed_of(table, "random"))
            else:
                after = take(position.match, person, Resign(), seed_of(table, "random")).match
                assert position.game.census(after.state) == position.game.census(position.state)
                assert seat not in position.game.actors(after.state)


def _staying(table: Table, match: Match) -> set[int]:
    return {seat for seat in range(table.seats) if seat not in match.resigned}


def test_who_leaves_ranks_last_and_the_earlier_the_lower(table: Table) -> None:
    for match in every_position(table):
        places, left = match[-1].after.result.places, leavers(match)
        left = [seat for seat in left if not keeps_its_place(table.rules.game.id, match, seat)]
        staying = [places[seat] for seat in range(table.seats) if seat not in leavers(match)]
        assert staying
        assert all(place < places[seat] for place in staying for seat in left)
        assert all(places[later] < places[earlier] for earlier, later in pairwise(left))
        assert not set(left) & set(match[-1].after.result.winners)
