"""The board: rows of tiles that are taken from their ends (VC-3)."""

from collections.abc import Sequence
from string import ascii_uppercase

from msgspec import Struct

from domain.catrina.tiles import TileId

FIRST, LAST = "1", "$"  # a space is written as its row's letter and one of these ends


class Row(Struct, frozen=True):
    """The tiles left in a row, from its first end; `gone` were taken from that end this round."""

    tiles: tuple[TileId, ...]
    gone: int = 0


def available(rows: Sequence[Row]) -> dict[str, TileId]:
    """Each available tile by its one writing: a row's last tile of all is written as its first."""
    found = {}
    for letter, row in zip(ascii_uppercase, rows, strict=False):
        if row.tiles:
            found[letter + FIRST] = row.tiles[0]
        if len(row.tiles) > 1:
            found[letter + LAST] = row.tiles[-1]
    return found


def without(rows: tuple[Row, ...], space: str) -> tuple[Row, ...]:
    """The rows once the tile at a space is taken."""
    index = ascii_uppercase.index(space[0])
    row = rows[index]
    rest = Row(row.tiles[1:], row.gone + 1) if space[1:] == FIRST else Row(row.tiles[:-1], row.gone)
    return (*rows[:index], rest, *rows[index + 1 :])
