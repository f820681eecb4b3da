"""Building a village: where a tile may lie, what it connects, which pedestals it closes (VC-4, VC-5, VC-6, VC-8).

A placement costs what it touches: each path is connected once in a match, and only pedestals with a part on a tile
that was placed or newly connected are looked at.
"""

from collections.abc import Iterator, Mapping

from msgspec import Struct
from msgspec.structs import replace

from domain.catrina.cells import CENTRE, Cell, beside, reading
from domain.catrina.edition import CatrinaEdition
from domain.catrina.state import Placed, Village
from domain.catrina.tiles import NONE, Shape, TileId, Turn

Shapes = Mapping[TileId, Shape]
Tiles = Mapping[Cell, Placed]


def new_village(edition: CatrinaEdition, start: TileId) -> Village:
    """A starting tile alone: all its paths are roots, and what they bear counts (VC-6)."""
    holds = edition.shapes[start].holds
    counts: dict[str, int] = {}
    for element in (element for path in holds for element in path):
        counts[element] = counts.get(element, 0) + 1
    free = tuple(sorted(beside(CENTRE), key=reading))
    return Village({CENTRE: Placed(start, 0, tuple(range(len(holds))))}, free, counts)


def place(edition: CatrinaEdition, village: Village, tile: TileId, cell: Cell, turn: Turn) -> Village:
    """The village with one tile more, on a free cell, and with whatever that connects."""
    shapes = edition.shapes
    tiles = {**village.tiles, cell: Placed(tile, turn)}
    counts = dict(village.counts)
    reached = [(cell, path) for path, other, far in _links(shapes, tiles, cell) if far in tiles[other].joined]
    while reached:
        here, path = reached.pop()
        placed = tiles[here]
        if path in placed.joined:
            continue
        tiles[here] = Placed(placed.tile, placed.turn, tuple(sorted((*placed.joined, path))))
        for element in shapes[placed.tile].holds[path]:
            counts[element] = counts.get(element, 0) + 1
        reached += [(other, far) for near, other, far in _links(shapes, tiles, here) if near == path]
    return replace(village, tiles=tiles, free=_free(village, tiles, cell), counts=counts, latest=cell)


def _links(shapes: Shapes, tiles: Tiles, cell: Cell) -> Iterator[tuple[int, Cell, int]]:
    """(path, cell beside, its path) for each common side on which both open with the same kind (VC-5)."""
    placed = tiles[cell]
    shape = shapes[placed.tile]
    kinds = shape.kind_at[placed.turn]
    for side, neighbour in enumerate(beside(cell)):
        if kinds[side] is None or neighbour not in tiles:
            continue
        other = tiles[neighbour]
        facing = shapes[other.tile]
        if facing.kind_at[other.turn][side - 2] == kinds[side]:  # side - 2 indexes the opposite side
            yield shape.path_at[placed.turn][side], neighbour, facing.path_at[other.turn][side - 2]


def _free(village: Village, tiles: Tiles, cell: Cell) -> tuple[Cell, ...]:
    """The cells that share a side with a tile, in reading order (VC-4)."""
    free = {*village.free, *(neighbour for neighbour in beside(cell) if neighbour not in tiles)} - {cell}
    return tuple(sorted(free, key=reading))


class Pedestal(Struct, frozen=True):
    """Pedestal parts joined through common sides (VC-8).

    `cells` bear its parts, in reading order; `opens` are the free cells that it opens on. `dead`: it opens on a side
    where no part opens, and can never close. `connected`: by any of its parts.
    """

    cells: tuple[Cell, ...]
    parts: frozenset[tuple[Cell, int]]
    opens: frozenset[Cell]
    dead: bool
    connected: bool

    @property
    def closed(self) -> bool:
        return not self.opens and not self.dead


def pedestal(shapes: Shapes, tiles: Tiles, cell: Cell, part: int) -> Pedestal:
    """The pedestal that a part belongs to."""
    parts = {(cell, part)}
    opens: set[Cell] = set()
    dead = False
    todo = [(cell, part)]
    while todo:
        here, near = todo.pop()
        placed = tiles[here]
        for side, opening in enumerate(shapes[placed.tile].part_at[placed.turn]):
            if opening != near:
                continue
            neighbour = beside(here)[side]
            if neighbour not in tiles:
                opens.add(neighbour)
                continue
            other = tiles[neighbour]
            far = shapes[other.tile].part_at[other.turn][side - 2]
            if far == NONE:
                dead = True
            elif (neighbour, far) not in parts:
                parts.add((neighbour, far))
                todo.append((neighbour, far))
    cells = tuple(sorted({here for here, _ in parts}, key=reading))
    connected = any(_joined(shapes, tiles, here, near) for here, near in parts)
    return Pedestal(cells, frozenset(parts), frozenset(opens), dead, connected)


def _joined(shapes: Shapes, tiles: Tiles, cell: Cell, part: int) -> bool:
    placed = tiles.get(cell)
    return placed is not None and shapes[placed.tile].parts[part] in placed.joined


def completed(edition: CatrinaEdition, before: Village, after: Village) -> list[Pedestal]:
    """The pedestals closed and connected now that were not before the last placement, in reading order (VC-8)."""
    shapes = edition.shapes
    found: dict[tuple[Cell, int], Pedestal] = {}
    for cell, placed in after.tiles.items():
        if before.tiles.get(cell) is placed:  # neither placed nor newly connected
            continue
        for part in range(len(shapes[placed.tile].parts)):
            if (cell, part) not in found:
                whole = pedestal(shapes, after.tiles, cell, part)
                found |= dict.fromkeys(whole.parts, whole)
    return sorted(
        (
            whole
            for whole in set(found.values())
            if whole.closed and whole.connected and not _was_complete(shapes, before, after, whole)
        ),
        key=lambda whole: [reading(cell) for cell in whole.cells],
    )


def _was_complete(shapes: Shapes, before: Village, after: Village, whole: Pedestal) -> bool:
    """A closed pedestal was closed before unless the new tile bears a part of it."""
    return after.latest not in whole.cells and any(_joined(shapes, before.tiles, *part) for part in whole.parts)
