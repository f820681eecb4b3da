"""Matches for the tests: the shipped and the tiny editions, seats that play by chance, and moments made by hand."""

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from domain.kernel.chance import Chance
from domain.kernel.edition import decode_edition
from domain.kernel.messages import Seat
from domain.kernel.refusal import Refusal
from domain.puzzilli.commands import Feed, Place, PuzzilliCommand
from domain.puzzilli.edition import Cell, Piece, PuzzilliEdition
from domain.puzzilli.events import AllPlaced, AllPulled, Felt, Grasped, Pulled, PuzzilliEvent, Reached
from domain.puzzilli.legal import legal
from domain.puzzilli.rules import actors, decide, initial, leave, setup
from domain.puzzilli.state import Heap, State, evolve

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


# Given: a moment of a match, made without playing up to it.


def fetch(state: State, piece: str) -> State:
    """The piece taken from where one like it lies: the bag, the reserve, or else its supply."""
    wanted = Piece(piece)
    if wanted in state.bag:
        return replace(state, bag=without(state.bag, wanted))
    if wanted in state.reserve:
        return replace(state, reserve=without(state.reserve, wanted))
    [owner] = [holdings for holdings in state.seats if wanted in holdings.supply]
    return own(state, owner.seat, supply=without(owner.supply, wanted))


def without(heap: Heap, piece: Piece) -> Heap:
    return {other: count - (other == piece) for other, count in heap.items() if (other, count) != (piece, 1)}


def with_board(state: State, seat: int, pieces: Mapping[str, str]) -> State:
    """These pieces (cell -> piece) lie on the seat's board, and no others."""
    for piece in pieces.values():
        state = fetch(state, piece)
    return own(state, seat, board=dict(pieces))


def own(state: State, seat: int, **changes: Any) -> State:
    seats = list(state.seats)
    seats[seat] = replace(seats[seat], **changes)
    return replace(state, seats=tuple(seats))


def grasped(state: State, seat: int, piece: str, *, final: bool = False) -> State:
    """The seat has reached and holds this piece in the bag."""
    shape = state.edition.felt(Piece(piece))
    return fold(state, [Reached(Seat(seat), final), Felt(Seat(seat), shape), Grasped(Seat(seat), Piece(piece))])


def pulled(state: State, *pieces: str) -> State:
    """The seats, from the first on, have pulled these pieces, wherever they lay; nobody has looked yet."""
    for seat, piece in enumerate(pieces):
        state = fetch(state, piece)
        state = replace(state, bag={**state.bag, Piece(piece): state.bag.get(Piece(piece), 0) + 1})
        state = fold(grasped(state, seat, piece), [Pulled(Seat(seat), Piece(piece))])
    return state


def placing(state: State, *pieces: str, late: int = 0) -> State:
    """All have pulled, these pieces lie in front of them, nobody is stuck."""
    return fold(pulled(state, *pieces), [AllPulled(Seat(late), (), "")])


def feeding(state: State) -> State:
    """All have placed."""
    return fold(state, [AllPlaced()])


def do(state: State, seat: int, command: PuzzilliCommand, key: bytes = b"key") -> list[PuzzilliEvent]:
    with Chance(key, {}) as chance:
        return decide(state, Seat(seat), command, chance)


def leaves(state: State, seat: int) -> list[PuzzilliEvent]:
    return leave(state, Seat(seat), Chance(b"key", {}))


def refusal(state: State, seat: int, command: PuzzilliCommand) -> tuple[str, str | None]:
    """Code and clause of the refusal that the command meets."""
    with pytest.raises(Refusal) as refused:
        do(state, seat, command)
    return refused.value.code, refused.value.clause


def tags(events: Iterable[PuzzilliEvent]) -> list[str]:
    return [str(event.__struct_config__.tag) for event in events]


def with_stock(state: State, pieces: Mapping[str, int]) -> State:
    """Nothing but these pieces lies in supplies and reserve."""

    def of_colour(colour: int) -> Heap:
        return {piece: pieces[piece] for piece in state.edition.pieces_of[colour] if piece in pieces}

    for holdings in state.seats:
        state = own(state, holdings.seat, supply=of_colour(1 + holdings.seat))
    unplayed = range(1 + len(state.seats), len(state.edition.colours))
    return replace(state, reserve={piece: n for colour in unplayed for piece, n in of_colour(colour).items()})


def with_bag(state: State, pieces: Mapping[str, int]) -> State:
    """Nothing but these pieces lies in the bag."""
    return replace(state, bag=dict(pieces))


def place(piece: str, cell: str) -> Place:
    return Place(Piece(piece), Cell(cell))


def feed(piece: str) -> Feed:
    return Feed(Piece(piece))
