"""Every lawful turn (AQ-6 to AQ-10): some 8,000 in the middle of a match, so that they are counted, not written out."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from domain.aqualin.messages import Place, Slide
from domain.aqualin.reef import Cell, Grid, Tile, cells, rays
from domain.aqualin.rules import actors
from domain.aqualin.state import State
from domain.kernel.lawful import Lawful
from domain.kernel.messages import Seat


def legal(state: State, seat: Seat) -> Sequence[Place]:
    """In order of slide (none first), tile on the display, cell."""
    if seat not in actors(state):
        return ()
    grid, reef, display = state.edition.grid, state.reef, state.display
    slides = (None, *slides_of(grid, reef))
    empty = grid.size - len(reef)  # with or without a slide

    @cache
    def empty_after(slide: Slide | None) -> Sequence[Cell]:
        start, end = (slide.start, slide.end) if slide else (None, None)
        return [cell for cell in cells(grid) if cell == start or (cell not in reef and cell != end)]

    def at(index: int) -> Place:
        index, cell = divmod(index, empty)
        slide, tile = divmod(index, len(display))
        return Place(display[tile], empty_after(slides[slide])[cell], slides[slide])

    def holds(turn: Place) -> bool:
        return turn.slide in slides and turn.tile in display and turn.cell in empty_after(turn.slide)

    return Lawful(len(slides) * len(display) * empty, at, holds)


def slides_of(grid: Grid, reef: Mapping[Cell, Tile]) -> Iterator[Slide]:
    """Every slide, in order of the cell it starts from: left, right, down, up, short before long."""
    for start, around in rays(grid).items():
        if start in reef:
            for ray in around:
                for end in ray:
                    if end in reef:
                        break
                    yield Slide(start, end)


def default(state: State, seat: Seat) -> Place:
    """No slide; the first tile of the display on the first empty cell."""
    return legal(state, seat)[0]
