"""The components of Puzzilli as data, and the tables that follow from them."""

from functools import cached_property
from typing import Annotated, Literal, NewType, get_args

from msgspec import Meta, Struct
from msgspec.structs import fields

from domain.kernel.edition import Edition
from domain.kernel.refusal import Refusal
from domain.kernel.words import Labels, Language

Piece = NewType("Piece", str)
"""A colour and a shape, "White Crab", or the doubloon's id. Pieces that look alike are not told apart."""

Cell = NewType("Cell", str)
"""Axial coordinates as the edition lists them: "-1,2"."""

# Bounds that no box comes near: editions also arrive with records, from anywhere.
Few = Annotated[int, Meta(ge=1, le=100)]
Points = Annotated[int, Meta(ge=-100, le=100)]
Word = Annotated[str, Meta(pattern=r"^[A-Za-z]{1,30}\Z")]


class Options(Struct, frozen=True):
    """What a match may choose, under the names and with the values that every edition has."""

    end: Literal["finish-round", "at-once"]
    shell: Literal["distinct-colours", "every-neighbour"]
    coin: Literal["distinct-shapes", "every-non-coin"]
    latecomer: Literal["last-pull", "most-reaches"]


class Board(Struct, frozen=True, forbid_unknown_fields=True):
    cells: Annotated[tuple[Cell, ...], Meta(min_length=1, max_length=200)]


class Counts(Struct, frozen=True, forbid_unknown_fields=True):
    copies: Few  # of each shape in each colour
    max_reaches: Few  # of a seat in a round


class Colour(Struct, frozen=True, forbid_unknown_fields=True):
    """`feminine` is its label beside a feminine noun, `fill` how pictures show it."""

    id: Word
    label: Labels
    feminine: Labels
    fill: Annotated[str, Meta(pattern=r"^#[0-9a-f]{6}\Z")]


class Noun(Struct, frozen=True, forbid_unknown_fields=True):
    """The name of a shape, its article with the space after it, and the languages in which it is feminine."""

    id: Word
    label: Labels
    article: Labels
    feminine: tuple[Language, ...]


class Doubloon(Noun, frozen=True, kw_only=True):
    count: Annotated[int, Meta(ge=0, le=100)]


class Shape(Noun, frozen=True, kw_only=True):
    """What a piece scores: `points` for each neighbour of the target shape ("neighbours"), for each piece of it in the
    best line ("line"), or for the colours or the shapes around it ("colours", "shapes")."""

    scores: Literal["neighbours", "line", "colours", "shapes"]
    points: Points
    target: str = ""


class Latecomer(Struct, frozen=True, forbid_unknown_fields=True):
    tokens: Few
    points: Points  # for each token


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
    def special(self) -> Piece:
        return Piece(self.doubloon.id)

    @cached_property
    def pieces_of(self) -> tuple[tuple[Piece, ...], ...]:
        """For each colour its pieces, one of each shape."""
        return tuple(tuple(Piece(f"{colour.id} {shape.id}") for shape in self.shapes) for colour in self.colours)

    @cached_property
    def pieces(self) -> tuple[Piece, ...]:
        """One of each: colour by colour, the doubloon last."""
        return (*(piece for pieces in self.pieces_of for piece in pieces), self.special)

    @cached_property
    def colour_of(self) -> dict[Piece, int]:
        """The place of a piece's colour among the colours; the doubloon has none."""
        return {piece: colour for colour, pieces in enumerate(self.pieces_of) for piece in pieces}

    @cached_property
    def shape_of(self) -> dict[Piece, Shape]:
        """The doubloon has none of these."""
        return {piece: shape for pieces in self.pieces_of for piece, shape in zip(pieces, self.shapes, strict=True)}

    @cached_property
    def places(self) -> dict[Cell, tuple[int, int]]:
        """The axial coordinates of each cell."""
        return {cell: _axial(cell) for cell in self.board.cells}

    @cached_property
    def neighbours(self) -> dict[Cell, tuple[Cell, ...]]:
        """For each cell those that touch it."""
        around = {(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)}
        return {
            cell: tuple(other for other, (x, y) in self.places.items() if (x - q, y - r) in around)
            for cell, (q, r) in self.places.items()
        }

    @cached_property
    def lines(self) -> dict[Cell, tuple[tuple[Cell, ...], ...]]:
        """For each cell the other cells of the three straight rows of the whole board that run through it."""
        axes = {cell: (q, r, q + r) for cell, (q, r) in self.places.items()}
        return {
            cell: tuple(
                tuple(other for other, there in axes.items() if there[axis] == here[axis] and other != cell)
                for axis in range(3)
            )
            for cell, here in axes.items()
        }

    def felt(self, piece: Piece) -> str:
        """What touch tells of a piece: its shape's id, or the doubloon's."""
        return piece if piece == self.special else self.shape_of[piece].id

    def check_piece(self, piece: Piece) -> None:
        """Refuses what is no piece of this edition."""
        if piece not in self.colour_of and piece != self.special:
            raise Refusal("unknown-piece", "PZ-1", piece=piece, example=self.pieces[0])

    def check_cell(self, cell: Cell) -> None:
        """Refuses what is no cell of this edition's board."""
        if cell not in self.places:
            raise Refusal("unknown-cell", "PZ-6", cell=cell, cells=self.board.cells)


def _axial(cell: Cell) -> tuple[int, int]:
    q, r = cell.split(",")
    return int(q), int(r)


def _check(edition: PuzzilliEdition) -> None:
    """Raises ValueError with the name of the table that cannot be played with."""
    for cell in edition.board.cells:
        try:
            written = "{},{}".format(*_axial(cell))
        except ValueError:
            written = ""
        if cell != written:
            raise ValueError(f"board: {cell!r} is no cell; write axial coordinates like '-1,2'")
    if len(edition.places) != len(edition.board.cells):
        raise ValueError("board: a cell stands there twice")

    colours, shapes = [colour.id for colour in edition.colours], [shape.id for shape in edition.shapes]
    words = [*colours, *shapes, edition.doubloon.id]
    if len(set(words)) != len(words):
        raise ValueError("colours, shapes, doubloon: two have the same id")
    if not 5 <= len(colours) <= 20:
        raise ValueError("colours: one that is nobody's and one for each of four seats, at least; 20 at most")
    if len({colour[0] for colour in colours}) != len(colours):
        raise ValueError("colours: pictures tell them by their first letters, which must differ")
    if len(shapes) > 20:
        raise ValueError("shapes: 20 at most")
    for shape in edition.shapes:
        if (shape.scores in ("neighbours", "line")) != (shape.target in shapes):
            raise ValueError(f"shapes: {shape.id} scores by {shape.scores}, with the target {shape.target!r}")
    if len(shapes) * edition.counts.copies + edition.doubloon.count < 4:
        raise ValueError("shapes: too few to fill the bag for four seats")

    if set(edition.provenance) != {"board", "counts", "colours", "shapes", "doubloon", "latecomer"}:
        raise ValueError("provenance: of each table, and of nothing else")
    known = {field.name: set(get_args(field.type)) for field in fields(Options)}
    if {name: set(option.values) for name, option in edition.options.items()} != known:
        raise ValueError(f"options: exactly {sorted(known)}, each with the values that the rules know")
