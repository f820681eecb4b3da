"""The edition: tiles, chimeras, balloon tiles, boards and values as data, checked when they are read."""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property

from msgspec import Struct

from domain.catrina.tiles import SIDES, Kind, Shape, Tile, TileId, shape_of
from domain.kernel.edition import Edition
from domain.kernel.words import Labels


class Element(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Something that lies on paths and is counted. `mark` stands for it in pictures, in every language."""

    id: str
    label: Labels
    plural: Labels
    mark: str


class Guest(Element, frozen=True, kw_only=True):
    """Visitors and butterflies: the kind of path they keep to, what each is worth and under which name (VC-11)."""

    on: Kind
    source: str
    points: int


class Colour(Element, frozen=True, kw_only=True):
    """A colour of balloons; `ink` is how it is drawn."""

    ink: str


class Stall(Element, frozen=True, kw_only=True):
    """A type of stall."""


class Altar(Element, frozen=True, kw_only=True):
    """Pays `rate` points for each connected element among those it wants (VC-11)."""

    wants: tuple[str, ...]
    rate: int


class Stack(Struct, frozen=True, forbid_unknown_fields=True):
    """The values of each colour's balloon tiles for these numbers of seats, the top one first."""

    seats: tuple[int, ...]
    values: tuple[int, ...]


class Balloons(Struct, frozen=True, forbid_unknown_fields=True):
    """`take` connected balloons of a colour bring its tile, `flip` turn it to a side worth `golden` more (VC-7)."""

    take: int
    flip: int
    golden: int
    colours: tuple[Colour, ...]
    stacks: tuple[Stack, ...]


class Stalls(Struct, frozen=True, forbid_unknown_fields=True):
    """`draw` connected stalls of a type bring an extra tile (VC-9); `points[n - 1]` is for n different ones (VC-11)."""

    draw: int
    points: tuple[int, ...]
    types: tuple[Stall, ...]


class Chimera(Struct, frozen=True, forbid_unknown_fields=True):
    """A size of chimera: how many there are, how many tiles its pedestal has exactly, its points (VC-8)."""

    id: str
    label: Labels
    mark: str
    tiles: int
    points: int
    count: int


class Board(Struct, frozen=True, forbid_unknown_fields=True):
    """A side of the board: for which numbers of seats, and the spaces of each row (VC-1)."""

    seats: tuple[int, ...]
    rows: tuple[int, ...]


class Tiles(Struct, frozen=True, forbid_unknown_fields=True):
    """Starting tiles and path tiles; the order of the latter is the order of the bag.

    `may_run_out` lifts the promise that the bag lasts for every extra tile: for trying out the rules only.
    """

    starting: tuple[Tile, ...]
    path: tuple[Tile, ...]
    may_run_out: bool = False


class CatrinaEdition(Edition, frozen=True, forbid_unknown_fields=True, kw_only=True, dict=True):
    """All components. `dict` gives a place for the tables derived from them, which are no part of its value."""

    boards: tuple[Board, ...]
    kinds: dict[Kind, Labels]
    guests: tuple[Guest, ...]
    balloons: Balloons
    stalls: Stalls
    altars: tuple[Altar, ...]
    chimeras: tuple[Chimera, ...]
    tiles: Tiles

    def __post_init__(self) -> None:
        for fault in _faults(self):
            raise ValueError(fault)

    @cached_property
    def elements(self) -> dict[str, Element]:
        """Every element by id, in the order in which they are counted and shown."""
        return {element.id: element for element in _all_elements(self)}

    @cached_property
    def tile(self) -> dict[TileId, Tile]:
        """Starting and path tiles by id, in edition order."""
        return {tile.id: tile for tile in (*self.tiles.starting, *self.tiles.path)}

    @cached_property
    def shapes(self) -> dict[TileId, Shape]:
        return {tile.id: shape_of(tile) for tile in self.tile.values()}

    @cached_property
    def chimera(self) -> dict[str, Chimera]:
        return {chimera.id: chimera for chimera in self.chimeras}

    def rows(self, seats: int) -> tuple[int, ...]:
        """The spaces of each row of the board for a number of seats."""
        return next(board.rows for board in self.boards if seats in board.seats)

    def stack(self, seats: int) -> tuple[int, ...]:
        """The balloon tiles of each colour for a number of seats, the top one first."""
        return next(stack.values for stack in self.balloons.stacks if seats in stack.seats)

    def most_extras(self, seats: int) -> int:
        """No more extra tiles than this can be drawn in a match (VC-9): each seat draws once for a type of stall."""
        there_are = Counter(held for tile in self.tiles.path for path in tile.paths for held in path.holds)
        return sum(min(seats, there_are[stall.id] // self.stalls.draw) for stall in self.stalls.types)


def _faults(edition: CatrinaEdition) -> Iterator[str]:
    """What is wrong with an edition, the table first."""
    yield from _component_faults(edition)
    if repeated := _repeated([tile.id for tile in (*edition.tiles.starting, *edition.tiles.path)]):
        yield f"tiles: {repeated} is there twice"
    for tile in edition.tiles.starting:
        if [path.kind for path in tile.paths] != ["paved", "trail"]:
            yield f"tiles: {tile.id} must have one paved path, then one trail"
        if any(stall.id in path.holds for stall in edition.stalls.types for path in tile.paths):
            yield f"tiles: {tile.id} bears a stall"
        yield from (f"tiles: {tile.id}: {fault}" for fault in _tile_faults(edition, tile))
    for tile in edition.tiles.path:
        yield from (f"tiles: {tile.id}: {fault}" for fault in _tile_faults(edition, tile))
    for seats in range(2, len(edition.tiles.starting) + 1):
        needed = seats * sum(edition.rows(seats)) + edition.most_extras(seats)
        if needed > len(edition.tiles.path) and not edition.tiles.may_run_out:
            yield f"tiles: {len(edition.tiles.path)} do not last for {seats} seats, who can use {needed}"


def _component_faults(edition: CatrinaEdition) -> Iterator[str]:
    seats = range(2, len(edition.tiles.starting) + 1)
    if not seats:
        yield "tiles: there must be one for each of two seats at least"
    if any(sum(n in board.seats for board in edition.boards) != 1 for n in seats):
        yield "boards: each number of seats needs exactly one"
    if not all(board.rows and min(board.rows) > 0 and len(board.rows) <= 26 for board in edition.boards):
        yield "boards: each needs 1 to 26 rows of at least one space"
    balloons = edition.balloons
    if any(sum(n in stack.seats for stack in balloons.stacks) != 1 for n in seats):
        yield "balloons: each number of seats needs exactly one stack"
    if any(list(stack.values) != sorted(stack.values, reverse=True) for stack in balloons.stacks):
        yield "balloons: a stack has its highest tile on top"
    if not 0 < balloons.take < balloons.flip:
        yield "balloons: a tile is taken before it is flipped"
    if edition.stalls.draw < 1 or len(edition.stalls.points) != len(edition.stalls.types):
        yield "stalls: there must be points for each number of types"
    if repeated := _repeated([element.id for element in _all_elements(edition)]):
        yield f"elements: {repeated} is there twice"
    if _repeated([str(chimera.tiles) for chimera in edition.chimeras]):
        yield "chimeras: two sizes need the same pedestal"
    if repeated := _repeated([chimera.id for chimera in edition.chimeras]):
        yield f"chimeras: {repeated} is there twice"
    yield from (f"chimeras: there are fewer than none of {size.id}" for size in edition.chimeras if size.count < 0)
    known = edition.elements
    for altar in edition.altars:
        if not altar.wants or not set(altar.wants) <= set(known):
            yield f"altars: {altar.id} wants what is no element"
    if set(edition.kinds) != {"paved", "trail"}:
        yield "kinds: both need a name"


def _all_elements(edition: CatrinaEdition) -> tuple[Element, ...]:
    return (*edition.guests, *edition.balloons.colours, *edition.stalls.types, *edition.altars)


def _tile_faults(edition: CatrinaEdition, tile: Tile) -> Iterator[str]:
    if not 1 <= len(tile.paths) <= 3:
        yield "a tile has one to three paths"
    if _repeated([side for path in tile.paths for side in path.sides]):
        yield "two paths open on one side"
    parts = [part for path in tile.paths for part in path.pedestals]
    if _repeated([side for part in parts for side in part]):
        yield "two pedestal parts open on one side"
    for path in tile.paths:
        if not path.sides or not _is_sides(path.sides):
            yield f"{path.sides!r} are no sides in the order {SIDES}"
        if not all(part and _is_sides(part) and set(part) <= set(path.sides) for part in path.pedestals):
            yield "a pedestal part opens on sides of its path, on one at least"
        if unknown := set(path.holds) - set(edition.elements):
            yield f"no such element: {', '.join(sorted(unknown))}"
        if any(guest.on != path.kind and guest.id in path.holds for guest in edition.guests):
            yield f"a guest that keeps off a {path.kind} path"
    held = [element for path in tile.paths for element in path.holds]
    for name, group in (("stall", edition.stalls.types), ("altar", edition.altars)):
        if sum(held.count(element.id) for element in group) > 1:
            yield f"more than one {name}"


def _is_sides(text: str) -> bool:
    return text == "".join(side for side in SIDES if side in text)


def _repeated(items: Sequence[str]) -> str | None:
    return next((item for item, times in Counter(items).items() if times > 1), None)
