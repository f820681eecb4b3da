"""The components of Puzzilli as data, and the tables that follow from them."""

from functools import cached_property
from typing import Literal, NewType

from msgspec import Struct

from domain.kernel.edition import Edition
from domain.kernel.refusal import Refusal
from domain.kernel.words import Labels, Language

Kind = NewType("Kind", int)
"""A colour and a shape, by its place among all kinds: colour by colour, in each the shapes; last the doubloon."""

Cell = NewType("Cell", int)
"""A cell, by its place in the edition's list."""

OPTIONS = {
    "end": {"finish-round", "at-once"},
    "shell": {"distinct-colours", "every-neighbour"},
    "coin": {"distinct-shapes", "every-non-coin"},
    "latecomer": {"last-pull", "most-reaches"},
}


class Board(Struct, frozen=True, forbid_unknown_fields=True):
    cells: tuple[str, ...]  # axial coordinates "q,r"


class Counts(Struct, frozen=True, forbid_unknown_fields=True):
    copies: int  # of each shape in each colour
    max_reaches: int  # of a seat in a round


class Colour(Struct, frozen=True, forbid_unknown_fields=True):
    """`feminine` is its label beside a feminine noun."""

    id: str
    label: Labels
    feminine: Labels
    fill: str  # in pictures, "#rrggbb"


class Noun(Struct, frozen=True, forbid_unknown_fields=True):
    """The name of a shape, its article with the space after it, and the languages in which it is feminine."""

    id: str
    label: Labels
    article: Labels
    feminine: tuple[Language, ...]


class Doubloon(Noun, frozen=True, kw_only=True):
    count: int


class Shape(Noun, frozen=True, kw_only=True):
    """What a piece scores: `points` for each neighbour of the target shape ("neighbours"), for each piece of it in the
    best line ("line"), or for the colours or the shapes around it ("colours", "shapes")."""

    scores: Literal["neighbours", "line", "colours", "shapes"]
    points: int
    target: str = ""


class Latecomer(Struct, frozen=True, forbid_unknown_fields=True):
    tokens: int
    points: int  # for each token


class PuzzilliEdition(Edition, frozen=True, kw_only=True, dict=True):
    """The first colour belongs to nobody and starts in the bag; the others are the seats', in order.

    The tables are worked out once: the same edition is shared by all states of a match.
    """

    board: Board
    counts: Counts
    colours: tuple[Colour, ...]
    shapes: tuple[Shape, ...]
    doubloon: Doubloon
    latecomer: Latecomer

    def __post_init__(self) -> None:
        _check(self)

    @cached_property
    def special(self) -> Kind:
        """The doubloon's kind: the last one."""
        return Kind(len(self.colours) * len(self.shapes))

    @cached_property
    def names(self) -> tuple[str, ...]:
        """For each kind how it is written: "White Crab"."""
        pieces = (f"{colour.id} {shape.id}" for colour in self.colours for shape in self.shapes)
        return (*pieces, self.doubloon.id)

    @cached_property
    def colour_of(self) -> tuple[int, ...]:
        """For each kind the place of its colour; the doubloon has one of its own."""
        return tuple(kind // len(self.shapes) for kind in range(self.special + 1))

    @cached_property
    def shape_of(self) -> tuple[str, ...]:
        """For each kind what a hand feels."""
        return (*(shape.id for _ in self.colours for shape in self.shapes), self.doubloon.id)

    @cached_property
    def kinds_of(self) -> tuple[tuple[Kind, ...], ...]:
        """For each colour its kinds."""
        many = len(self.shapes)
        return tuple(tuple(Kind(first * many + shape) for shape in range(many)) for first, _ in enumerate(self.colours))

    @cached_property
    def neighbours(self) -> tuple[tuple[Cell, ...], ...]:
        """For each cell the cells that touch it."""
        around = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
        at = {place: Cell(cell) for cell, place in enumerate(self.places)}
        return tuple(
            tuple(sorted(at[q + dq, r + dr] for dq, dr in around if (q + dq, r + dr) in at)) for q, r in self.places
        )

    @cached_property
    def lines(self) -> tuple[tuple[tuple[Cell, ...], ...], ...]:
        """For each cell the other cells of the three straight rows of the whole board that run through it."""
        axes = [(q, r, q + r) for q, r in self.places]
        return tuple(
            tuple(
                tuple(Cell(other) for other, there in enumerate(axes) if there[axis] == here[axis] and other != cell)
                for axis in range(3)
            )
            for cell, here in enumerate(axes)
        )

    @cached_property
    def places(self) -> tuple[tuple[int, int], ...]:
        """For each cell its axial coordinates."""
        return tuple(_axial(cell) for cell in self.board.cells)

    @cached_property
    def _kinds(self) -> dict[str, Kind]:
        return {name: Kind(kind) for kind, name in enumerate(self.names)}

    @cached_property
    def _cells(self) -> dict[str, Cell]:
        return {name: Cell(cell) for cell, name in enumerate(self.board.cells)}

    def kind(self, name: str) -> Kind:
        """Refuses what is no piece of this edition."""
        if name not in self._kinds:
            raise Refusal("unknown-piece", "PZ-1", piece=name, example=self.names[0])
        return self._kinds[name]

    def cell(self, name: str) -> Cell:
        """Refuses what is no cell of this edition's board."""
        if name not in self._cells:
            raise Refusal("unknown-cell", "PZ-6", cell=name, cells=self.board.cells)
        return self._cells[name]


def _axial(cell: str) -> tuple[int, int]:
    q, r = cell.split(",")
    return int(q), int(r)


def _check(edition: PuzzilliEdition) -> None:
    """Raises ValueError with the name of the table that cannot be played with."""
    cells = edition.board.cells
    for cell in cells:
        try:
            written = "{},{}".format(*_axial(cell))
        except ValueError:
            written = ""
        if cell != written:
            raise ValueError(f"board: {cell!r} is no cell; write axial coordinates like '-1,2'")
    if not cells or len(set(cells)) != len(cells):
        raise ValueError("board: no cell, or one twice")

    colours, shapes = [colour.id for colour in edition.colours], [shape.id for shape in edition.shapes]
    words = [*colours, *shapes, edition.doubloon.id]
    if len(set(words)) != len(words) or not all(word.isascii() and word.isalpha() for word in words):
        raise ValueError("colours, shapes, doubloon: each id is one word of letters, and no two are alike")
    if len(colours) < 5:
        raise ValueError("colours: one that is nobody's and one for each of four seats")
    if len({colour[0] for colour in colours}) != len(colours):
        raise ValueError("colours: pictures tell them by their first letters, which must differ")

    for shape in edition.shapes:
        if (shape.scores in ("neighbours", "line")) != (shape.target in shapes):
            raise ValueError(f"shapes: {shape.id} scores by {shape.scores}, with the target {shape.target!r}")

    if edition.counts.copies < 1 or edition.counts.max_reaches < 1:
        raise ValueError("counts: at least one copy and one reach")
    if edition.doubloon.count < 0:
        raise ValueError("doubloon: a negative count")
    if edition.latecomer.tokens < 1:
        raise ValueError("latecomer: at least one token")
    if len(shapes) * edition.counts.copies + edition.doubloon.count < 4:
        raise ValueError("shapes: too few to fill the bag for four seats")

    tables = {"board", "counts", "colours", "shapes", "doubloon", "latecomer"}
    if set(edition.provenance) != tables:
        raise ValueError(f"provenance: of each of {sorted(tables)}")
    if {name: set(option.values) for name, option in edition.options.items()} != OPTIONS:
        raise ValueError(f"options: exactly {sorted(OPTIONS)}, each with the values that the rules know")
