"""Seats that act together at a whole table, through the envelope: PZ-2, PZ-5, PZ-7."""

from itertools import permutations
from uuid import UUID

import pytest
from msgspec.structs import replace

from domain.kernel.catalogue import Catalogue
from domain.kernel.messages import Command, Seat
from domain.kernel.refusal import Refusal
from domain.match.decide import Stale, check_fresh
from domain.match.state import Match
from domain.players import PLAYERS
from domain.puzzilli.commands import Pull, Reach
from domain.puzzilli.game import PUZZILLI
from domain.record.playout import playout, take
from tests.puzzilli.play import SHIPPED, place, placing, with_stock

SEED = b"simultaneous".ljust(32, b".")


def table(seats: int) -> Match:
    """A match that has just started."""
    catalogue = Catalogue([PUZZILLI], [("puzzilli", (SHIPPED / "standard.toml").read_bytes())])
    rules = catalogue.newest("puzzilli")
    for played in playout(catalogue, rules, seats, {}, SEED, [PLAYERS["random"]] * seats):
        if played.match.status == "running":
            return played.match
    raise AssertionError("it never started")


def send(match: Match, seat: Seat, named: int, command: Command) -> Match:
    """A command that names this version, as a server takes it in."""
    person = player(match, seat)
    check_fresh(match, person, named)
    return take(match, person, command, SEED).match


def player(match: Match, seat: Seat) -> UUID:
    person = match.players[seat]
    assert person is not None
    return person


@pytest.mark.clause("PZ-2", "PZ-5")
def test_all_pull_at_one_version_in_any_order_and_the_last_accepted_takes_the_one_token() -> None:
    start = table(3)
    for order in permutations(map(Seat, range(3))):
        match = start
        for seat in order:
            match = send(match, seat, start.version, Reach())
        reached = match.version
        for seat in order:
            match = send(match, seat, reached, Pull())
        assert [own.tokens for own in match.state.seats] == [int(seat == order[-1]) for seat in range(3)]
        assert match.state.phase == "place"


@pytest.mark.clause("PZ-2", "PZ-3")
def test_what_a_hand_finds_hangs_on_the_bag_at_commit_and_on_no_other_draw() -> None:
    """The second seat draws the same number before and after the first; from another bag that may be another piece."""
    start = table(2)
    alone = send(start, Seat(1), start.version, Reach())
    after = send(send(start, Seat(0), start.version, Reach()), Seat(1), start.version, Reach())
    assert alone.counters == {"reach:1": 1}
    assert after.counters == {"reach:0": 1, "reach:1": 1}
    assert sum(after.state.bag.values()) == sum(alone.state.bag.values()) - 1


@pytest.mark.clause("PZ-4")
def test_a_reach_sent_before_the_last_rival_pulled_is_judged_as_it_is_when_it_comes() -> None:
    match = table(2)
    match = send(match, Seat(0), match.version, Reach())
    named = match.version
    match = send(match, Seat(0), match.version, Pull())
    match = send(match, Seat(1), named, Reach())
    assert match.state.seats[1].final


@pytest.mark.clause("PZ-7")
def test_a_doubloons_seat_whose_placing_was_ended_by_a_rival_is_no_actor_any_more() -> None:
    match = table(3)
    state = with_stock(placing(match.state, "Doubloon", "Doubloon", "White Fish"), {"Blue Crab": 1})
    match = replace(match, state=state, since=(match.version,) * 3)
    named = match.version
    match = send(match, Seat(1), named, place("Blue Crab", "0,0"))
    with pytest.raises(Stale):
        send(match, Seat(0), named, place("Blue Crab", "1,0"))
    with pytest.raises(Refusal) as refused:
        send(match, Seat(0), match.version, place("Blue Crab", "1,0"))
    assert refused.value.code == "not-your-turn"
    send(match, Seat(2), named, place("White Fish", "0,0"))
