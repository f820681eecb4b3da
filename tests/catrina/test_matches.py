"""Whole matches: listing and rules agree, no piece is lost, nothing depends on order of making."""

import pytest

from domain.catrina import rules
from domain.catrina.commands import CatrinaCommand, Place, Take
from domain.catrina.game import CATRINA
from domain.catrina.legal import default, legal
from domain.catrina.notation import notation, parse
from domain.catrina.tiles import TURNS
from domain.catrina.view import census, view
from domain.kernel.chance import Chance
from domain.kernel.codec import decode, encode
from domain.kernel.messages import Seat
from domain.kernel.refusal import Refusal
from tests.catrina.table import STANDARD, TINY, Played, chance, match, started


@pytest.fixture(scope="module")
def turns() -> list[Played]:
    """Of a match for each number of seats."""
    return [turn for seats in range(2, 7) for turn in match(seats, seed=seats)]


def accepted(turn: Played, command: CatrinaCommand) -> bool:
    try:
        rules.decide(turn.before, rules.actors(turn.before)[0], command, chance())
    except Refusal:
        return False
    return True


@pytest.mark.clause("VC-3", "VC-4")
def test_the_listing_is_just_what_the_rules_accept(turns: list[Played]) -> None:
    for turn in turns[::23]:
        (seat,) = rules.actors(turn.before)
        lawful = legal(turn.before, seat)
        village = turn.before.villages[seat]
        cells = (*village.free, *village.tiles)
        every: list[CatrinaCommand] = [Place(cell, degrees) for cell in cells for degrees in TURNS]
        every += [
            Take(space, cell, degrees)
            for space in ("A1", "A$", "B1", "B$", "C1")
            for cell in cells
            for degrees in TURNS
        ]
        assert {command for command in every if accepted(turn, command)} == set(lawful)
        assert all((command in lawful) == accepted(turn, command) for command in every)
        assert default(turn.before, seat) == lawful[0]
        for other in range(turn.before.seats):
            assert other == seat or len(legal(turn.before, Seat(other))) == 0


@pytest.mark.clause("VC-1")
def test_no_piece_is_made_or_lost(turns: list[Played]) -> None:
    for turn in turns:
        assert census(turn.before) == census(turn.after)
    whole = census(started(2))
    assert sum(number for piece, number in whole.items() if piece in STANDARD.tile) == 114 + 6
    assert (whole["chimera small"], whole["chimera large"], whole["balloon tile red"]) == (15, 12, 2)


def test_states_events_and_commands_survive_their_encoding(turns: list[Played]) -> None:
    for turn in turns[::17]:
        assert decode(encode(turn.after), CATRINA.state) == turn.after
        assert decode(encode(turn.command), CATRINA.commands) == turn.command
        assert [decode(encode(event), CATRINA.events) for event in turn.events] == turn.events


def test_a_state_read_back_goes_on_in_the_same_way(turns: list[Played]) -> None:
    for turn in turns[::31]:
        read = decode(encode(turn.before), CATRINA.state)
        (seat,) = rules.actors(read)
        assert list(legal(read, seat)) == list(legal(turn.before, seat))
        for key in (b"1", b"2"):
            again, once = Chance(key, {}), Chance(key, {})
            assert rules.decide(read, seat, turn.command, again) == rules.decide(turn.before, seat, turn.command, once)


def test_a_notation_is_read_as_it_was_written(turns: list[Played]) -> None:
    for turn in turns:
        assert parse(notation(turn.command)) == turn.command


@pytest.mark.parametrize("seats", [2, 6])
def test_the_same_draws_make_the_same_match(seats: int) -> None:
    assert list(match(seats, seed=9))[-1] == list(match(seats, seed=9))[-1]


@pytest.mark.clause("VC-9")
def test_every_step_of_play_places_a_tile_so_there_is_an_end() -> None:
    for seats in (2, 4):
        for edition in (STANDARD, TINY):
            turns = list(match(seats, edition, seed=3))
            placed = sum(len(village.tiles) - 1 for village in turns[-1].after.villages)
            assert len(turns) == placed <= CATRINA.most_steps(edition, seats, {}) == len(edition.tiles.path)


def test_everything_on_the_table_is_seen_and_the_bag_is_a_number(turns: list[Played]) -> None:
    for turn in turns[::29]:
        state = turn.after
        shown = view(state)
        assert shown.public.bag == len(state.bag)
        assert shown.private == (None,) * state.seats
        written = encode(shown).decode()
        assert not any(f'"{tile}"' in written for tile in state.bag)
