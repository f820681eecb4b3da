"""What may be seen: everything but the order of the reserve, which does not exist (AQ-3)."""

from collections import Counter
from collections.abc import Mapping

from msgspec import Struct

from domain.aqualin.messages import Slide
from domain.aqualin.reef import Cell, Tile
from domain.aqualin.state import State, other, over, turn
from domain.kernel.messages import Seat
from domain.kernel.view import View


class Public(Struct, frozen=True):
    reef: Mapping[Cell, Tile]
    display: tuple[Tile, ...]
    reserve: int  # how many tiles are left in it
    turn: Seat | None  # None when the match is over
    turns_played: int
    first: Seat
    colours: Seat  # who collects colours
    types: Seat  # who collects types
    slide: Slide | None  # the slide of the latest turn
    placed: Cell | None  # where the latest turn placed its tile
    left: Seat | None  # the seat that left


def view(state: State) -> View:
    public = Public(
        reef=state.reef,
        display=state.display,
        reserve=len(state.reserve),
        turn=None if over(state) else turn(state),
        turns_played=len(state.reef),
        first=state.first,
        colours=state.colours,
        types=other(state.colours),
        slide=state.slide,
        placed=state.placed,
        left=state.left,
    )
    return View(public, private=())


def census(state: State) -> Mapping[str, int]:
    return Counter((*state.reserve, *state.display, *state.reef.values()))
