"""Seats leave at any moment, and the match goes on or ends well."""

from functools import lru_cache
from itertools import pairwise

import pytest

from domain.kernel.messages import Seat
from domain.kernel.refusal import Refusal
from domain.match.commands import Resign
from domain.record.playout import take
from tests.conformance.material import Table, keeps_its_place
from tests.conformance.played import Position, leavers, play, positions, positions_of, seed_of, some_leave

MATCHES = 12  # from nearly everybody leaves at once to somebody may leave late


@lru_cache(maxsize=256)
def matches_with_leavers(table: Table) -> tuple[tuple[Position, ...], ...]:
    found = []
    for number in range(MATCHES):
        name = f"leaving {number}"
        match = list(play(table, name, leaves=some_leave(table, name, 2 + 3 * number)))
        assert match[-1].match.status == "finished"
        found.append(tuple(positions_of(table.rules.game, match)))
    return tuple(found)


def test_a_match_goes_on_without_those_who_left(table: Table) -> None:
    game = table.rules.game
    for match in matches_with_leavers(table):
        census = game.census(match[0].state)
        for position in match:
            after = position.after
            assert game.census(after.state) == census
            assert bool(game.actors(after.state)) == (after.status == "running")
            assert not set(after.resigned) & set(game.actors(after.state))


def test_at_any_moment_any_seat_can_leave_once(table: Table) -> None:
    for position in positions(table):
        for seat in map(Seat, range(table.seats)):
            person = position.match.players[seat]
            assert person is not None
            if seat in position.match.resigned:
                with pytest.raises(Refusal, match="already-left"):
                    take(position.match, person, Resign(), seed_of(table, "random"))
            else:
                after = take(position.match, person, Resign(), seed_of(table, "random")).match
                assert position.game.census(after.state) == position.game.census(position.state)
                assert seat not in position.game.actors(after.state)


def test_who_leaves_ranks_last_and_the_earlier_the_lower(table: Table) -> None:
    for match in matches_with_leavers(table):
        places, left = match[-1].after.result.places, leavers(match)
        left = [seat for seat in left if not keeps_its_place(table.rules.game.id, match, seat)]
        staying = [places[seat] for seat in range(table.seats) if seat not in leavers(match)]
        assert staying
        assert all(place < places[seat] for place in staying for seat in left)
        assert all(places[later] < places[earlier] for earlier, later in pairwise(left))
        assert not set(left) & set(match[-1].after.result.winners)
