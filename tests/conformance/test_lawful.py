"""The listing of lawful commands and `decide` agree, and whatever else is sent is refused in so many words."""

from typing import Any

import msgspec
import pytest

from domain.kernel.catalogue import union_members
from domain.kernel.codec import decode, encode
from domain.kernel.messages import Seat
from domain.kernel.refusal import Refusal
from domain.record.playout import take
from tests.conformance import fuzz
from tests.conformance.material import Table, all_tables, clauses
from tests.conformance.played import Position, positions, seed_of, some

TRIED = 25  # lawful commands of a seat at a position
CHANGED = 3  # lawful commands that are changed in every way,
SENT = 200  # of which so many are sent at each position, others at each


def attempt(table: Table, position: Position, seat: Seat, command: Any) -> Refusal | None:
    """What the table answers. Anything but a refusal or a step, `RefusedAfterDraw` too, fails the test."""
    person = position.match.players[seat]
    assert person is not None
    try:
        take(position.match, person, command, seed_of(table, "another"))
    except Refusal as refusal:
        return refusal
    return None


def lawful(position: Position, seat: Seat) -> list[Any]:
    listing = position.game.legal(position.state, seat)
    return [listing[index] for index in some(TRIED, len(listing))]


def test_every_lawful_command_is_accepted(table: Table) -> None:
    for position in positions(table):
        for seat in position.actors:
            for command in lawful(position, seat):
                assert attempt(table, position, seat, command) is None


def test_who_may_not_act_has_no_lawful_command(table: Table) -> None:
    for position in positions(table):
        some_command = lawful(position, position.actors[0])[0]
        for seat in map(Seat, range(table.seats)):
            if seat not in position.actors:
                assert len(position.game.legal(position.state, seat)) == 0
                refusal = attempt(table, position, seat, some_command)
                assert refusal is not None
                assert (refusal.code, refusal.clause) == ("not-your-turn", None)


def test_the_listing_is_a_sequence_without_duplicates(table: Table) -> None:
    for position in positions(table):
        for seat in position.actors:
            listing = position.game.legal(position.state, seat)
            commands = list(listing)
            assert len({encode(command) for command in commands}) == len(commands) == len(listing)
            for index in some(TRIED, len(listing)):
                assert listing[index] == listing[index - len(listing)] == commands[index]
                assert commands[index] in listing
            assert list(listing[1:4]) == commands[1:4]
            assert list(listing[::-7]) == commands[::-7]
            for beyond in (len(listing), -len(listing) - 1):
                with pytest.raises(IndexError):
                    listing[beyond]


def test_the_listing_is_the_same_in_a_state_rebuilt_from_its_encoding(table: Table) -> None:
    for position in positions(table):
        rebuilt = decode(encode(position.state), position.game.state)
        assert position.game.actors(rebuilt) == position.actors
        for seat in position.actors:
            assert list(position.game.legal(rebuilt, seat)) == list(position.game.legal(position.state, seat))


def test_the_default_of_every_actor_is_lawful(table: Table) -> None:
    for position in positions(table):
        for seat in position.actors:
            assert position.game.default(position.state, seat) in position.game.legal(position.state, seat)


def test_what_is_not_in_the_listing_is_refused(table: Table) -> None:
    """Lawful commands changed in every way, and commands of other moments, sent as a client sends them: as JSON."""
    game, known = table.rules.game, clauses(table.rules.game.id)
    everywhere = {type(position.command): position.command for position in positions(table) if position.of_game}
    templates = table.rules.words.messages
    for place, position in enumerate(positions(table)):
        before = encode(position.state)
        for seat in position.actors:
            listing = game.legal(position.state, seat)
            commands = [listing[index] for index in some(CHANGED, len(listing))]
            others = [*everywhere.values(), *commands]
            changed = [plain for command in (*commands, *game.examples) for plain in fuzz.variants(command, others)]
            every = 1 + len(changed) // SENT
            for plain in changed[place % every :: every]:
                try:
                    command = decode(encode(plain), game.commands)
                except msgspec.DecodeError:
                    continue
                refusal = attempt(table, position, seat, command)
                assert (refusal is None) == (command in listing), command
                if refusal is not None:
                    assert refusal.clause in known, refusal
                    for text in msgspec.structs.astuple(templates[refusal.code]):
                        assert text.format(**refusal.detail)
        assert encode(position.state) == before


def test_every_type_of_command_is_played_somewhere(game_id: str) -> None:
    """Else the tests above say nothing about it."""
    at_tables = [table for table in all_tables() if table.rules.game.id == game_id]
    for game in {table.rules.game for table in at_tables}:
        found = [position for table in at_tables if table.rules.game == game for position in positions(table)]
        assert set(union_members(game.commands)) <= {type(position.command) for position in found}
