"""Matches for the tests: the shipped and the tiny editions, and seats that play by chance."""

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path

from domain.kernel.chance import Chance
from domain.kernel.edition import decode_edition
from domain.kernel.messages import Seat
from domain.puzzilli.commands import PuzzilliCommand
from domain.puzzilli.edition import PuzzilliEdition
from domain.puzzilli.events import PuzzilliEvent
from domain.puzzilli.legal import legal
from domain.puzzilli.rules import actors, decide, initial, leave, setup
from domain.puzzilli.state import State, evolve

SHIPPED = Path(__file__).parents[2] / "domain/puzzilli/editions"
TINY = Path(__file__).parent / "editions"


@cache
def edition(name: str = "standard") -> PuzzilliEdition:
    folder = SHIPPED if name == "standard" else TINY
    decoded = decode_edition((folder / f"{name}.toml").read_bytes(), PuzzilliEdition)
    assert isinstance(decoded, PuzzilliEdition)
    return decoded


def begin(seats: int, name: str = "standard", /, **options: str) -> State:
    """A match in which all may reach for the first time."""
    state = initial(edition(name), seats, options)
    return fold(state, setup(state, Chance(b"", {})))


def fold(state: State, events: Sequence[PuzzilliEvent]) -> State:
    for event in events:
        state = evolve(state, event)
    return state


class Match:
    """A match that keeps its draw counters, as the envelope does."""

    def __init__(self, state: State, key: bytes = b"key") -> None:
        self.state, self.key = state, key
        self.counters: Mapping[str, int] = {}
        self.steps = 0

    def do(self, seat: int, command: PuzzilliCommand) -> list[PuzzilliEvent]:
        return self._commit(lambda chance: decide(self.state, Seat(seat), command, chance))

    def leave(self, seat: int) -> list[PuzzilliEvent]:
        return self._commit(lambda chance: leave(self.state, Seat(seat), chance))

    def _commit(self, decided: Callable[[Chance], list[PuzzilliEvent]]) -> list[PuzzilliEvent]:
        with Chance(self.key, self.counters) as chance:
            events = decided(chance)
        self.state, self.counters, self.steps = fold(self.state, events), chance.counters, self.steps + 1
        return events


Step = tuple[State, Seat, PuzzilliCommand | None, list[PuzzilliEvent]]


def playout(seed: int, state: State, leaving: float = 0.0) -> Iterator[Step]:
    """A match played by chance to its end: the state before each step, who acted, the command (None: the seat left),
    and the events. The last state is not among them: fold the last events."""
    dice = random.Random(seed)
    match = Match(state, f"playout {seed}".encode())
    while seats := actors(match.state):
        before, seat = match.state, dice.choice(seats)
        if dice.random() < leaving:
            seat = Seat(dice.choice([seat for seat in range(len(before.seats)) if seat not in before.left]))
            yield before, seat, None, match.leave(seat)
        else:
            command = dice.choice(legal(before, seat))
            yield before, seat, command, match.do(seat, command)
