"""What a golden match should show: one `Case` in `tests/<game>/golden_cases.py` for each, in a tuple `CASES`."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from domain.kernel.catalogue import Rules
from domain.kernel.messages import Command, Event, Seat
from domain.kernel.score import Result
from domain.match.commands import EnvelopeCommand
from domain.match.events import EnvelopeEvent
from domain.match.filing import codec_of
from domain.match.state import Match
from domain.players.player import Player
from domain.record.playout import Played
from tests.conformance.played import Position, positions_of


@dataclass(frozen=True)
class Finished:
    """A match that has ended, as a case's predicate gets it."""

    rules: Rules
    played: tuple[Played, ...]

    @property
    def match(self) -> Match:
        return self.played[-1].match

    @property
    def state(self) -> Any:
        return self.match.state

    @property
    def result(self) -> Result:
        return self.match.result

    @cached_property
    def positions(self) -> tuple[Position, ...]:
        """For each step of play the match before it, its command and events, the match after it."""
        return tuple(positions_of(self.rules.game, self.played))

    @property
    def events(self) -> list[Event]:
        """All events of the play."""
        return [event for position in self.positions for event in position.events]

    @property
    def messages(self) -> list[Command | Event]:
        """The game's own commands and events, those of the set-up too."""
        codec = codec_of(self.rules.game)
        filed = [codec.read(step.open, step.sealed) for step, _ in self.played]
        found = [message for step in filed for message in (step.command, *step.events)]
        return [message for message in found if message and not isinstance(message, EnvelopeCommand | EnvelopeEvent)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """Searched for by playing matches with one seed after another until `holds`.

    `players` are names (`random`, `greedy`) or players of the case's own, one for each seat or one for all. Before each
    step `leaves` may name a seat that leaves; as a number it lets a random seat leave before one step in so many.
    """

    name: str  # of the file
    holds: Callable[[Finished], bool]
    seats: int
    options: Mapping[str, str] = field(default_factory=dict)
    edition: str = "standard"  # the id of a shipped one, or of one in tests/<game>/editions
    players: tuple[str | Player, ...] | str | Player = "random"
    leaves: int | Callable[[Match], Seat | None] | None = None
    salts: tuple[str, ...] | None = None
