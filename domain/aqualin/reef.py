"""The reef's geometry: its cells, and the lines along which tiles slide and touch."""

from collections.abc import Mapping
from functools import cache
from string import ascii_lowercase
from typing import NewType

from msgspec import Struct

Cell = NewType("Cell", str)  # "d4": columns a, b, … from left to right, rows 1, 2, … from bottom to top
Tile = NewType("Tile", str)  # "RC": the letter of its colour, the letter of its type


class Grid(Struct, frozen=True, forbid_unknown_fields=True):
    columns: int
    rows: int

    @property
    def size(self) -> int:
        return self.columns * self.rows


@cache
def cells(grid: Grid) -> tuple[Cell, ...]:
    """Every cell in canonical order: row by row from a1."""
    return tuple(
        Cell(f"{column}{row}") for row in range(1, grid.rows + 1) for column in ascii_lowercase[: grid.columns]
    )


@cache
def rays(grid: Grid) -> Mapping[Cell, tuple[tuple[Cell, ...], ...]]:
    """From each cell, the cells to its left, to its right, below and above it, the nearest first."""
    every = cells(grid)
    rows = [every[start : start + grid.columns] for start in range(0, grid.size, grid.columns)]
    columns = [every[start :: grid.columns] for start in range(grid.columns)]
    found: dict[Cell, tuple[tuple[Cell, ...], ...]] = dict.fromkeys(every, ())
    for line in (*rows, *columns):
        for place, cell in enumerate(line):
            found[cell] += (line[:place][::-1], line[place + 1 :])
    return {cell: tuple(ray for ray in around if ray) for cell, around in found.items()}


@cache
def neighbours(grid: Grid) -> Mapping[Cell, tuple[Cell, ...]]:
    """The cells that share a side with each cell."""
    return {cell: tuple(ray[0] for ray in around) for cell, around in rays(grid).items()}
