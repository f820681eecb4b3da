"""Whole matches played by chance: what must hold at every step, whatever happens."""

from contextlib import suppress

import pytest

from domain.kernel.codec import decode, encode
from domain.kernel.messages import Seat
from domain.kernel.refusal import Refusal
from domain.puzzilli.commands import Feed, LetGo, Place, Pull, PuzzilliCommand, Reach
from domain.puzzilli.events import AllPulled, PuzzilliEvent
from domain.puzzilli.legal import default, legal
from domain.puzzilli.rules import actors, most_steps
from domain.puzzilli.scoring import result
from domain.puzzilli.state import State
from domain.puzzilli.view import census
from tests.puzzilli.play import Step, begin, do, fold, leaves, playout

NAMES = ["standard", "scarce", "doubloons", "treasure"]
OPTIONS = [
    {"end": end, "latecomer": late} for end in ("finish-round", "at-once") for late in ("last-pull", "most-reaches")
]


def played(seed: int) -> tuple[State, list[Step], State]:
    """A match of a number of seats, an edition and options that hang on the seed; in every third seats leave."""
    start = begin(2 + seed % 3, NAMES[seed % 7 % 4], **OPTIONS[seed % 4])
    steps = list(playout(seed, start, leaving=0.02 if seed % 3 == 0 else 0.0))
    return start, steps, fold(steps[-1][0], steps[-1][3])


@pytest.mark.clause("PZ-1", "PZ-3", "PZ-7")
@pytest.mark.parametrize("seed", range(30))
def test_no_piece_is_created_or_lost(seed: int) -> None:
    start, steps, end = played(seed)
    counts = census(start)
    assert all(census(state) == counts for state, *_ in steps)
    assert census(end) == counts


@pytest.mark.clause("PZ-6")
@pytest.mark.parametrize("seed", range(30))
def test_equal_colours_never_touch(seed: int) -> None:
    *_, end = played(seed)
    table = end.edition
    for own in end.seats:
        for cell, piece in own.board.items():
            for near in table.neighbours[cell]:
                assert near not in own.board or table.colour_of[piece] != table.colour_of[own.board[near]]


@pytest.mark.clause("PZ-5", "PZ-19")
@pytest.mark.parametrize("seed", range(60))
def test_each_round_costs_one_token_and_every_match_ends_in_time(seed: int) -> None:
    start, steps, end = played(seed)
    looks = sum(isinstance(event, AllPulled) for *_, events in steps for event in events)
    assert sum(own.tokens for own in end.seats) == looks
    assert end.round - looks in (0, 1)  # a round that leaving broke off has none
    assert len(steps) <= most_steps(start.edition, len(start.seats), {})
    assert result(end).finished


def every_command(state: State) -> list[PuzzilliCommand]:
    pieces, cells = state.edition.pieces, state.edition.board.cells
    places = [Place(piece, cell) for piece in pieces for cell in cells]
    return [Reach(), LetGo(), Pull(), *map(Feed, pieces), *places]


@pytest.mark.clause("PZ-2", "PZ-3", "PZ-4", "PZ-6", "PZ-7", "PZ-8")
@pytest.mark.parametrize("seed", range(4))
def test_the_listing_holds_exactly_what_is_not_refused(seed: int) -> None:
    _, steps, _ = played(seed)
    for state, *_ in steps[::5]:
        for seat in actors(state):
            lawful = []
            for command in every_command(state):
                with suppress(Refusal):
                    do(state, seat, command)
                    lawful.append(command)
            assert len(legal(state, seat)) == len(set(legal(state, seat)))
            assert set(legal(state, seat)) == set(lawful)
            assert default(state, seat) in lawful


@pytest.mark.clause("PZ-2")
@pytest.mark.parametrize("seed", range(10))
def test_who_is_no_actor_has_no_lawful_command(seed: int) -> None:
    _, steps, end = played(seed)
    for state in (*(state for state, *_ in steps), end):
        for own in state.seats:
            assert bool(legal(state, own.seat)) == (own.seat in actors(state))


@pytest.mark.clause("PZ-3")
@pytest.mark.parametrize("seed", range(10))
def test_states_events_and_commands_come_back_from_their_bytes(seed: int) -> None:
    _, steps, _ = played(seed)
    for state, _, command, events in steps:
        assert decode(encode(state), State) == state
        assert [decode(encode(event), PuzzilliEvent) for event in events] == events
        assert command is None or decode(encode(command), PuzzilliCommand) == command


@pytest.mark.clause("PZ-3")
@pytest.mark.parametrize("seed", range(5))
def test_the_same_key_and_commands_give_the_same_match(seed: int) -> None:
    assert played(seed) == played(seed)


@pytest.mark.clause("PZ-18")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_seat_may_leave_at_any_moment(seats: int) -> None:
    for state, *_ in playout(seats, begin(seats)):
        for own in state.seats:
            after = state
            for leaver in (own.seat, Seat((own.seat + 1) % seats)):
                if actors(after):
                    after = fold(after, leaves(after, leaver))
            assert census(after) == census(state)
            assert bool(actors(after)) != result(after).finished


@pytest.mark.clause("PZ-3", "PZ-18")
def test_leaving_locks_no_bag() -> None:
    """However seats leave, who stays can play on to the end."""
    for seed in range(40):
        start = begin(4, "scarce" if seed % 2 else "standard")
        *_, (last, _, _, events) = playout(seed, start, leaving=0.05)
        assert result(fold(last, events)).finished
