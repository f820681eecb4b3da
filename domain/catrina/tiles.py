"""Tiles: as they are written in an edition, and what the rules need to know of them in each position."""

from collections.abc import Iterable
from typing import Literal, NewType

from msgspec import Struct

TileId = NewType("TileId", str)
Kind = Literal["paved", "trail"]
Turn = Literal[0, 90, 180, 270]  # degrees clockwise

SIDES = "NESW"  # clockwise: a side is written as a letter and counted as its index here
TURNS: tuple[Turn, ...] = (0, 90, 180, 270)
NONE = -1


class Path(Struct, frozen=True, forbid_unknown_fields=True):
    """One path component of a tile: its kind, the sides it opens on, what it bears.

    `holds` names elements, one entry each; `pedestals` gives the open sides of each pedestal part ("N", "ES").
    """

    kind: Kind
    sides: str
    holds: tuple[str, ...] = ()
    pedestals: tuple[str, ...] = ()


class Tile(Struct, frozen=True, forbid_unknown_fields=True):
    """A tile as it lies unturned."""

    id: TileId
    paths: tuple[Path, ...]


class Shape(Struct, frozen=True):
    """A tile in its four positions: worked out once, kept with the edition.

    The tables by turn give for each side (north, east, south, west) the index of what opens there, or `NONE`.
    """

    holds: tuple[tuple[str, ...], ...]  # by path
    parts: tuple[int, ...]  # for each pedestal part, the path it lies on
    path_at: dict[Turn, tuple[int, ...]]
    kind_at: dict[Turn, tuple[Kind | None, ...]]
    part_at: dict[Turn, tuple[int, ...]]
    written: dict[Turn, Turn]  # the first turn in which the tile looks the same (VC-4)
    turns: tuple[Turn, ...]  # those first turns


def shape_of(tile: Tile) -> Shape:
    paths = [_sides(path.sides) for path in tile.paths]
    parts = [(i, _sides(part)) for i, path in enumerate(tile.paths) for part in path.pedestals]
    path_at = {turn: _by_side(paths, turn) for turn in TURNS}
    written = {turn: next(first for first in TURNS if _look(tile, first) == _look(tile, turn)) for turn in TURNS}
    return Shape(
        holds=tuple(path.holds for path in tile.paths),
        parts=tuple(path for path, _ in parts),
        path_at=path_at,
        kind_at={
            turn: tuple(None if path == NONE else tile.paths[path].kind for path in path_at[turn]) for turn in TURNS
        },
        part_at={turn: _by_side((sides for _, sides in parts), turn) for turn in TURNS},
        written=written,
        turns=tuple(turn for turn in TURNS if written[turn] == turn),
    )


def turned(side: int, turn: Turn) -> int:
    """Where a side of an unturned tile points once it is turned."""
    return (side + turn // 90) % 4


def _sides(letters: str) -> tuple[int, ...]:
    return tuple(SIDES.index(letter) for letter in letters)


def _by_side(groups: Iterable[tuple[int, ...]], turn: Turn) -> tuple[int, ...]:
    there = {turned(side, turn): index for index, sides in enumerate(groups) for side in sides}
    return tuple(there.get(side, NONE) for side in range(4))


def _look(tile: Tile, turn: Turn) -> list[tuple[str, list[int], list[str], list[list[int]]]]:
    """Equal for two turns when nobody can tell them apart."""

    def point(letters: str) -> list[int]:
        return sorted(turned(side, turn) for side in _sides(letters))

    return sorted(
        (path.kind, point(path.sides), sorted(path.holds), sorted(map(point, path.pedestals))) for path in tile.paths
    )
