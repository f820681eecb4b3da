"""Cells of a village: "x,y" counted from the starting tile at "0,0", x to the right and y upwards.

The same writing serves in commands, events, states and views, so that nothing has to be translated.
"""

import re
from functools import lru_cache
from typing import NewType

Cell = NewType("Cell", str)

CENTRE = Cell("0,0")
CELL = "(?:0|-?[1-9][0-9]{0,2}),(?:0|-?[1-9][0-9]{0,2})"
_STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0))  # north, east, south, west
_is_cell = re.compile(CELL).fullmatch


def is_cell(text: str) -> bool:
    return _is_cell(text) is not None


@lru_cache(4096)
def position(cell: Cell) -> tuple[int, int]:
    """x and y."""
    x, y = cell.split(",")
    return int(x), int(y)


@lru_cache(4096)
def beside(cell: Cell) -> tuple[Cell, Cell, Cell, Cell]:
    """The cells to the north, east, south and west."""
    x, y = position(cell)
    north, east, south, west = (Cell(f"{x + right},{y + up}") for right, up in _STEPS)
    return north, east, south, west


@lru_cache(4096)
def reading(cell: Cell) -> tuple[int, int]:
    """A sort key: from the top row to the bottom one, each from left to right."""
    x, y = position(cell)
    return -y, x
