"""A table for the tests: editions, villages written as placements, scripted draws, whole matches."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace

from domain.catrina import legal, rules
from domain.catrina.board import Row
from domain.catrina.cells import Cell
from domain.catrina.commands import CatrinaCommand
from domain.catrina.edition import CatrinaEdition
from domain.catrina.effects import effects
from domain.catrina.events import CatrinaEvent
from domain.catrina.notation import parse
from domain.catrina.state import State, Village
from domain.catrina.tiles import TURNS, TileId, Turn
from domain.catrina.value import value
from domain.catrina.view import view
from domain.catrina.village import new_village, place
from domain.kernel.chance import Chance
from domain.kernel.edition import choose_options, decode_edition
from domain.kernel.messages import Seat
from domain.kernel.view import see

ROOT = Path(__file__).parents[2]
FIRST, SECOND, THIRD, FOURTH = map(Seat, range(4))


def edition(file: str) -> CatrinaEdition:
    found = decode_edition((ROOT / file).read_bytes(), CatrinaEdition)
    assert isinstance(found, CatrinaEdition)
    return found


STANDARD = edition("domain/catrina/editions/standard.toml")
TINY = edition("tests/catrina/editions/tiny.toml")


class Scripted(Chance):
    """Draws what it is told, as indices, and fails when asked for more."""

    def __init__(self, *numbers: int) -> None:
        super().__init__(b"", {})
        self.numbers = list(numbers)

    def below(self, outcomes: int, purpose: str) -> int:
        number = self.numbers.pop(0)
        assert number < outcomes
        self.draws.append((purpose, len(self.draws)))
        return number


def chance(seed: int = 0) -> Chance:
    return Chance(seed.to_bytes(32, "big"), {})


def turn_of(degrees: int) -> Turn:
    return next(turn for turn in TURNS if turn == degrees)


def village(start: str, *placements: str, edition: CatrinaEdition = STANDARD) -> Village:
    """A starting tile and then "t009 @1,0 r0", …, without what they brought."""
    built = new_village(edition, TileId(start))
    for placement in placements:
        tile, cell, degrees = placement.split()
        assert cell[1:] in built.free
        built = place(edition, built, TileId(tile), Cell(cell[1:]), turn_of(int(degrees[1:])))
    return built


def position(
    *villages: Village, rows: Sequence[str] = ("",), bag: str = "", edition: CatrinaEdition = STANDARD, turn: int = 0
) -> State:
    """The first round's state with these villages, rows of tiles written with blanks, and that bag."""
    state = rules.initial(edition, len(villages), choose_options(edition, {"first": "0"}))
    return replace(
        state,
        bag=tuple(TileId(tile) for tile in bag.split()),
        starts=(),
        villages=villages,
        rows=tuple(Row(tuple(TileId(tile) for tile in row.split())) for row in rows),
        round=1,
        token=FIRST,
        turn=Seat(turn),
    )


def turn(state: State, notation: str, draws: Chance | None = None) -> list[CatrinaEvent]:
    """The events of a turn of whoever's turn it is."""
    (seat,) = rules.actors(state)
    return rules.decide(state, seat, parse(notation), draws or chance())


def after(state: State, events: Sequence[CatrinaEvent]) -> State:
    for event in events:
        state = rules.evolve(state, event)
    return state


def played(state: State, *notations: str) -> State:
    for notation in notations:
        state = after(state, turn(state, notation))
    return state


def grown(state: State, seat: Seat, *placements: str) -> State:
    """A village built by placements with everything they bring, as if the tiles had come in that order."""
    for placement in placements:
        before = state.villages[seat]
        tile, cell, degrees = placement.split()
        built = place(state.edition, before, TileId(tile), Cell(cell[1:]), turn_of(int(degrees[1:])))
        villages = (*state.villages[:seat], built, *state.villages[seat + 1 :])
        brought = list(effects(state.edition, state.stacks, state.chimeras, seat, before, built))
        state = after(replace(state, villages=villages), brought)
    return replace(state, owed=())


def started(seats: int, edition: CatrinaEdition = STANDARD, seed: int = 0, **options: str) -> State:
    state = rules.initial(edition, seats, choose_options(edition, options))
    return after(state, rules.setup(state, chance(seed)))


Choose = Callable[[State, Seat, Sequence[CatrinaCommand], Chance], CatrinaCommand]


def whatever(_: State, __: Seat, lawful: Sequence[CatrinaCommand], chance: Chance) -> CatrinaCommand:
    return chance.choose(lawful, "move")


def greedily(state: State, seat: Seat, lawful: Sequence[CatrinaCommand], _: Chance) -> CatrinaCommand:
    return max(lawful, key=value(state.edition, see(view(state), seat), seat))


class Played(NamedTuple):
    before: State
    command: CatrinaCommand
    events: list[CatrinaEvent]
    after: State


def match(seats: int, edition: CatrinaEdition = STANDARD, seed: int = 0, choose: Choose = whatever) -> Iterator[Played]:
    draws, moves = chance(seed), chance(seed + 1_000_000)
    state = rules.initial(edition, seats, choose_options(edition, {}))
    state = after(state, rules.setup(state, draws))
    while actors := rules.actors(state):
        command = choose(state, actors[0], legal.legal(state, actors[0]), moves)
        events = rules.decide(state, actors[0], command, draws)
        before, state = state, after(state, events)
        yield Played(before, command, events, state)
