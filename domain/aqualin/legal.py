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
    """In order of slide (none first), tile on display, cell: each slide leaves as many cells empty as there were."""
    if seat not in actors(state):
        return ()
    grid, reef, display = state.edition.grid, state.reef, state.display
    slides = (None, *slides_of(grid, reef))
    empty = grid.size - len(reef)

    @cache
    def empty_after(slide: Slide | None) -> Sequence[Cell]:
        free = {cell for cell in cells(grid) if cell not in reef}
        if slide is not None:
            free = free - {slide.end} | {slide.start}
        return [cell for cell in cells(grid) if cell in free]

    def at(index: int) -> Place:
        index, cell = divmod(index, empty)
        index, tile = divmod(index, len(display))
        slide = slides[index]
        return Place(display[tile], empty_after(slide)[cell], slide)

    def holds(command: Place) -> bool:
        return command.slide in slides and command.tile in display and command.cell in empty_after(command.slide)

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
