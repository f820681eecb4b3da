"""A table for the tests: editions, reefs drawn as text, and whole matches by players that take whatever comes."""

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from msgspec.structs import replace

from domain.aqualin.edition import AqualinEdition
from domain.aqualin.game import AQUALIN
from domain.aqualin.messages import Events, Place
from domain.aqualin.reef import Cell, Grid, Tile, cells
from domain.aqualin.state import State
from domain.kernel.chance import Chance
from domain.kernel.edition import choose_options, decode_edition
from domain.kernel.messages import Seat

ROOT = Path(__file__).parents[2]
FIRST, SECOND = Seat(0), Seat(1)


def edition(file: str) -> AqualinEdition:
    found = decode_edition((ROOT / file).read_bytes(), AqualinEdition)
    assert isinstance(found, AqualinEdition)
    return found


STANDARD = edition("domain/aqualin/editions/standard.toml")
TINY = edition("tests/aqualin/editions/tiny.toml")


def chance(seed: int = 0) -> Chance:
    return Chance(seed.to_bytes(32, "big"), {})


def reef(text: str, grid: Grid = STANDARD.grid) -> dict[Cell, Tile]:
    """The tiles of a drawn reef, the top row first; two dots are an empty cell."""
    drawn = [row.split() for row in text.split("\n") if row.strip()]
    tiles = [tile for row in reversed(drawn) for tile in row]
    return {cell: Tile(tile) for cell, tile in zip(cells(grid), tiles, strict=True) if tile != ".."}


def position(text: str, display: str = "", edition: AqualinEdition = STANDARD, **more: Any) -> State:
    """A state with a drawn reef; what is neither there nor on the display is in the reserve."""
    shown, lying = tuple(Tile(tile) for tile in display.split()), reef(text, edition.grid)
    reserve = tuple(tile for tile in edition.tiles() if tile not in shown and tile not in lying.values())
    options = choose_options(edition, {"colours": "0", "first": "0"})
    return replace(State(edition, options, reserve, shown, lying), **more)


def turn(state: State, notation: str, seed: int = 0) -> list[Events]:
    """The events of a turn of whoever's turn it is."""
    (seat,) = AQUALIN.actors(state)
    return AQUALIN.decide(state, seat, AQUALIN.words(state.edition).parse(notation), chance(seed))


def after(state: State, events: list[Events]) -> State:
    for event in events:
        state = AQUALIN.evolve(state, event)
    return state


def started(edition: AqualinEdition = STANDARD, seed: int = 0, **options: str) -> State:
    state = AQUALIN.initial(edition, 2, choose_options(edition, options))
    return after(state, AQUALIN.setup(state, chance(seed)))


class Turn(NamedTuple):
    before: State
    command: Place
    events: list[Events]
    after: State


def match(edition: AqualinEdition = STANDARD, seed: int = 0, **options: str) -> Iterator[Turn]:
    """A whole match: each turn is any lawful one."""
    players, draws = random.Random(seed), chance(seed)
    state = AQUALIN.initial(edition, 2, choose_options(edition, options))
    state = after(state, AQUALIN.setup(state, draws))
    while actors := AQUALIN.actors(state):
        command = players.choice(AQUALIN.legal(state, actors[0]))
        events = AQUALIN.decide(state, actors[0], command, draws)
        before, state = state, after(state, events)
        yield Turn(before, command, events, state)
