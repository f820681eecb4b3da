"""The score sheet and the result (AQ-12 to AQ-14, AQ-16)."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

from domain.aqualin.edition import Colour, Type
from domain.aqualin.reef import Cell, Grid, Tile, cells, neighbours
from domain.aqualin.state import State, other, over
from domain.kernel.messages import Seat
from domain.kernel.score import Line, Result, Sheet, TieBreak, places, totals

Letter = Literal[0, 1]  # which letter of its tiles a shoal agrees in
COLOUR: Letter = 0
TYPE: Letter = 1

SEATS = (Seat(0), Seat(1))


def score(state: State) -> Sheet:
    """A line for each shoal: the colour seat's, then the type seat's (AQ-13)."""
    return (
        *_lines(state, COLOUR, state.edition.colours, state.colours, "colour-shoal"),
        *_lines(state, TYPE, state.edition.types, other(state.colours), "type-shoal"),
    )


def _lines(state: State, letter: Letter, kinds: Sequence[Colour | Type], seat: Seat, source: str) -> Iterator[Line]:
    edition, reef = state.edition, state.reef
    shoals = [group for group in groups(edition.grid, reef, letter) if len(group) > 1]
    for kind in kinds:
        for shoal in shoals:
            if reef[shoal[0]][letter] == kind.letter:
                points = edition.shoals.points[len(shoal)]
                pieces = tuple(reef[cell] for cell in shoal)
                yield Line(seat, "AQ-12", source, points, about=kind.id, cells=shoal, pieces=pieces)


def groups(grid: Grid, reef: Mapping[Cell, Tile], letter: Letter) -> Iterator[tuple[Cell, ...]]:
    """The groups of tiles that touch along a side and agree in a letter, single tiles included (AQ-12)."""
    order, near = cells(grid), neighbours(grid)
    ungrouped = {cell: tile[letter] for cell, tile in reef.items()}
    for start in order:
        if start in ungrouped:
            kind = ungrouped.pop(start)
            group = [start]
            for cell in group:  # grows while it is walked
                for beside in near[cell]:
                    if ungrouped.get(beside) == kind:
                        del ungrouped[beside]
                        group.append(beside)
            yield tuple(sorted(group, key=order.index))


def result(state: State) -> Result:
    if not over(state):
        return Result()
    if state.left is not None:  # AQ-16
        stayed = other(state.left)
        return Result(True, "seat-left", places(seat == stayed for seat in SEATS), (stayed,))
    sums = totals(score(state), len(SEATS))
    ranks = places((sums[seat], seat != state.first) for seat in SEATS)  # AQ-14
    tiebreaks = (TieBreak("AQ-14", SEATS, "second-mover"),) if sums[0] == sums[1] else ()
    return Result(True, "reef-full", ranks, (Seat(ranks.index(1)),), tiebreaks)
