"""Matches played for the suite, the same in every run, and positions picked from them."""

import hashlib
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any, NamedTuple

from domain.kernel.catalogue import AnyGame
from domain.kernel.chance import Chance
from domain.kernel.messages import Audience, Command, Event, Seat
from domain.kernel.view import Seen, see
from domain.match.commands import EnvelopeCommand, Resign
from domain.match.filing import codec_of
from domain.match.state import Match
from domain.match.step import Step
from domain.players import PLAYERS
from domain.record.playout import Played, nobody_leaves, playout
from tests.conformance.material import Table, all_tables, catalogue

POSITIONS = 18  # looked at in each kind of match, shared out among the tables of a game: the time for it is bounded


def seed_of(table: Table, name: str) -> bytes:
    return hashlib.sha256(f"{table} {name}".encode()).digest()


def play(
    table: Table, name: str, player: str = "random", leaves: Callable[[Match], Seat | None] = nobody_leaves
) -> Iterator[Played]:
    """A match whose draws follow from its name."""
    players = [PLAYERS[player]] * table.seats
    return playout(catalogue(), table.rules, table.seats, table.options, seed_of(table, name), players, leaves=leaves)


def some_leave(table: Table, name: str, one_in: int) -> Callable[[Match], Seat | None]:
    """Before each step one seat in so many, of those still playing, leaves."""
    chance = Chance(seed_of(table, name), {})
    gone: set[Seat] = set()

    def leaves(match: Match) -> Seat | None:
        staying = [Seat(seat) for seat in range(table.seats) if seat not in gone]
        if chance.below(one_in, "whether"):
            return None
        seat = chance.choose(staying, "who")
        gone.add(seat)
        return seat

    return leaves


@lru_cache(maxsize=256)
def matches(table: Table) -> tuple[tuple[Played, ...], ...]:
    """A random match, a greedy one, and one that seats leave."""
    leaves = some_leave(table, "leaving", 20)
    return (
        tuple(play(table, "random")),
        tuple(play(table, "greedy", "greedy")),
        tuple(play(table, "leaving", "random", leaves)),
    )


class Position(NamedTuple):
    """A match in play, and the step that came next."""

    match: Match
    step: Step
    command: Command
    events: tuple[Event, ...]  # of that step, in decide's order
    after: Match

    @property
    def game(self) -> AnyGame:
        assert self.match.rules is not None
        return self.match.rules.game

    @property
    def state(self) -> Any:
        return self.match.state

    @property
    def actors(self) -> tuple[Seat, ...]:
        return self.game.actors(self.state)

    @property
    def leaver(self) -> Seat | None:
        return self.match.seat_of(self.step.actor) if isinstance(self.command, Resign) else None

    @property
    def of_game(self) -> bool:
        return not isinstance(self.command, EnvelopeCommand)


def positions_of(game: AnyGame, match: Sequence[Played]) -> Iterator[Position]:
    codec = codec_of(game)
    for before, played in pairwise(match):
        if before.match.status == "running":
            filed = codec.read(played.step.open, played.step.sealed)
            assert filed.command is not None
            yield Position(before.match, played.step, filed.command, filed.events, played.match)


@lru_cache(maxsize=256)
def every_position(table: Table) -> tuple[tuple[Position, ...], ...]:
    """Of each of the table's matches, from the start on."""
    return tuple(tuple(positions_of(table.rules.game, match)) for match in matches(table))


@lru_cache(maxsize=256)
def positions(table: Table) -> tuple[Position, ...]:
    """A few of each match, from its first to its last, and one before each type of command."""
    many = max(3, POSITIONS // sum(other.rules.game.id == table.rules.game.id for other in all_tables()))
    found: list[Position] = []
    types = set[type[Command]]()
    for match in every_position(table):
        new = {type(position.command): place for place, position in enumerate(match)}
        places = {place for type_, place in new.items() if type_ not in types}
        found += [match[place] for place in sorted({*places, *some(many, len(match))})]
        types |= set(new)
    return tuple(found)


def leavers(match: Sequence[Position]) -> list[Seat]:
    """In the order of their leaving."""
    return [position.leaver for position in match if position.leaver is not None]


def audiences(table: Table) -> list[Audience]:
    return [*(Seat(seat) for seat in range(table.seats)), "spectator", "arbiter"]


def seen_by(match: Match, audience: Audience) -> Seen:
    """What an audience sees now; of a finished match, with what the end reveals."""
    assert match.rules is not None
    return see(match.rules.game.view(match.state), audience, match.revealed)


def some(many: int, length: int) -> list[int]:
    """At most so many indexes of a listing, spread over it; the first and the last among them."""
    if length <= many:
        return list(range(length))
    return sorted({place * (length - 1) // (many - 1) for place in range(many)})
