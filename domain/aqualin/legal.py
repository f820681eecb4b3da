"""Every lawful turn (AQ-6 to AQ-10): some 8,000 in the middle of a match, so that they are counted, not written out."""

from collections.abc import Iterator, Mapping, Sequence

from domain.aqualin.messages import Place, Slide
from domain.aqualin.reef import Cell, Grid, Tile, cells, rays
from domain.aqualin.rules import actors
from domain.aqualin.state import State
from domain.kernel.lawful import Lawful
from domain.kernel.messages import Seat


def legal(state: State, seat: Seat) -> Sequence[Place]:
    """In order of slide (none first), tile on the display, cell.

    After a slide the cell it left stands in the place of the one it took: so each turn is three numbers, slide or not.
    """
    if seat not in actors(state):
        return ()
    grid, reef, display = state.edition.grid, state.reef, state.display
    slides = (None, *slides_of(grid, reef))
    empty = [cell for cell in cells(grid) if cell not in reef]

    def at(index: int) -> Place:
        rest, cell = divmod(index, len(empty))
        slide, tile = divmod(rest, len(display))
        return Place(display[tile], after(slides[slide], empty[cell]), slides[slide])

    def after(slide: Slide | None, cell: Cell) -> Cell:
        return slide.start if slide and cell == slide.end else cell

    def holds(turn: Place) -> bool:
        free = (after(turn.slide, cell) for cell in empty)
        return turn.slide in slides and turn.tile in display and turn.cell in free

    return Lawful(len(slides) * len(display) * len(empty), at, holds)


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
