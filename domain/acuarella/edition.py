"""An edition of Acuarella: board, bones, pieces, palette, cards and guide as data, checked when it is read."""

from collections.abc import Iterable
from itertools import combinations
from typing import Annotated, Literal, get_args

from msgspec import Meta, Struct

from domain.kernel.edition import Edition
from domain.kernel.words import Labels

Card = Literal["psychic", "purring", "jealous", "stubborn", "parade", "guardian", "stray", "hairball"]
CARDS: tuple[Card, ...] = get_args(Card)
WILDCARD = "wildcard"

# Ids as the notation can write them. A piece is "L4-green": only what follows the first hyphen is its colour.
Word = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_]+\Z")]
Hyphened = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]+\Z")]
Ink = Annotated[str, Meta(pattern=r"^#[0-9a-f]{6}\Z")]


class _Table(Struct, frozen=True, forbid_unknown_fields=True):
    pass


class Play(_Table, frozen=True):
    """The figures of the rules."""

    slots: int  # pieces on each side of the Catotem
    photo_every: int  # pigments ever collected, for a cat photo
    final_turns: int  # for each other seat
    empty_cell: int  # points, below 0
    cat: int  # points
    removed_for_two: int  # cards of each type


class Bone(_Table, frozen=True):
    cell: str
    colour: str


class Plan(_Table, frozen=True):
    """The printed board, the same for every seat. Columns are lettered, rows numbered from the bottom."""

    columns: int
    rows: int
    bones: tuple[Bone, ...]


class Shape(_Table, frozen=True):
    """A polyomino, drawn with `#` from top to bottom as it lies in the position r0."""

    id: Word
    rows: tuple[str, ...]


class Colour(_Table, frozen=True):
    """`mark` is a letter for those who cannot tell the inks apart."""

    id: Hyphened
    mark: str
    ink: Ink
    label: Labels


class Pigment(_Table, frozen=True):
    id: Hyphened
    tone: Literal["warm", "cool"]
    points: int
    mark: str
    ink: Ink
    label: Labels


class Mix(_Table, frozen=True):
    """What two colours give: a pigment, or "" for nothing."""

    colours: tuple[str, str]
    pigment: str


class Opportunity(_Table, frozen=True):
    id: Card
    count: int
    label: Labels


class Wildcards(_Table, frozen=True):
    count: Annotated[int, Meta(ge=0)]
    at_once: Annotated[int, Meta(ge=1)]  # for one Purring Cat, at most
    points: int


class Role(_Table, frozen=True):
    """A part of a cat in the assembly guide, and the shapes that can be it."""

    id: str
    label: Labels
    shapes: tuple[str, ...]


class AcuarellaEdition(Edition, frozen=True, kw_only=True):
    copies: Annotated[int, Meta(ge=1, le=100)]  # pieces of each shape in each colour
    play: Play
    board: Plan
    shapes: tuple[Shape, ...]
    colours: tuple[Colour, ...]
    pigments: tuple[Pigment, ...]
    palette: tuple[Mix, ...]
    cards: tuple[Opportunity, ...]
    wildcards: Wildcards
    trophies: tuple[int, ...]
    guide: tuple[Role, ...]

    def __hash__(self) -> int:
        """What follows from an edition is looked up by it, several times a command: this must cost nothing."""
        return sum(self.id.encode())

    def __post_init__(self) -> None:
        """Raises ValueError, naming the table."""
        for table in self.provenance.keys() ^ _TABLES:
            raise ValueError(f"provenance: {table!r} is missing, or is no table of this game")
        _check_play(self.play)
        for shape in self.shapes:
            _check_shape(shape)
        for name in ("shapes", "colours", "pigments", "cards", "guide"):
            _check_unique(name, [row.id for row in getattr(self, name)])
            if not getattr(self, name):
                raise ValueError(f"{name}: empty")
        if len(self.shapes) * len(self.colours) * self.copies <= 2 * self.play.slots:
            raise ValueError("copies: there must be more pieces than the row takes")
        if any(pigment.id == WILDCARD for pigment in self.pigments):
            raise ValueError("pigments: wildcards have a table of their own")
        _check_board(self.board, self.shapes, {colour.id for colour in self.colours})
        _check_palette(self.palette, self.colours, {pigment.id for pigment in self.pigments})
        if any(card.count < self.play.removed_for_two for card in self.cards):
            raise ValueError("cards: more cards are removed for two than there are")
        for role in self.guide:
            _check_known(f"guide.{role.id}", role.shapes, {shape.id for shape in self.shapes})
        for option in self.options.keys() - {"first"}:
            raise ValueError(f"options: there is no rule for {option!r}")
        if "first" in self.options and not all(
            value == BY_LOT or value.isdecimal() for value in self.options["first"].values
        ):
            raise ValueError(f"options.first: {BY_LOT!r} or the number of a seat")


BY_LOT = "drawn"
_TABLES = frozenset(AcuarellaEdition.__struct_fields__) - frozenset(Edition.__struct_fields__)


def cell_names(plan: Plan) -> tuple[tuple[str, ...], ...]:
    """The names of the cells by row from the bottom, each from left to right: a1, b1 …"""
    columns = "abcdefghijklmnopqrstuvwxyz"[: plan.columns]
    return tuple(tuple(f"{column}{row}" for column in columns) for row in range(1, plan.rows + 1))


def _check_unique(table: str, ids: list[str]) -> None:
    if len(set(ids)) < len(ids):
        raise ValueError(f"{table}: the same id twice")


def _check_known(table: str, ids: Iterable[str], known: set[str]) -> None:
    for id_ in ids:
        if id_ not in known:
            raise ValueError(f"{table}: unknown {id_!r}")


def _check_play(play: Play) -> None:
    least = Play(slots=1, photo_every=1, final_turns=1, empty_cell=-1000, cat=0, removed_for_two=0)
    for name in Play.__struct_fields__:
        if getattr(play, name) < getattr(least, name):
            raise ValueError(f"play: {name} is too small")
    if play.slots > 9:
        raise ValueError("play: slots are written with one digit")


def _check_shape(shape: Shape) -> None:
    width = len(shape.rows[0]) if shape.rows else 0
    if any(len(row) != width or set(row) - {"#", "."} for row in shape.rows):
        raise ValueError(f"shapes.{shape.id}: rows of equal length, made of # and .")
    cells = {(x, y) for y, row in enumerate(shape.rows) for x, mark in enumerate(row) if mark == "#"}
    if {x for x, _ in cells} != set(range(width)) or {y for _, y in cells} != set(range(len(shape.rows))):
        raise ValueError(f"shapes.{shape.id}: an empty row or column")
    reached: set[tuple[int, int]] = set()
    ahead = sorted(cells)[:1]
    while ahead:
        x, y = ahead.pop()
        if (x, y) in cells - reached:
            reached.add((x, y))
            ahead += [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]
    if not cells or reached != cells:
        raise ValueError(f"shapes.{shape.id}: its cells do not hang together")


def _check_board(plan: Plan, shapes: tuple[Shape, ...], colours: set[str]) -> None:
    if not (1 <= plan.columns <= 26 and 1 <= plan.rows <= 26):
        raise ValueError("board: 1 to 26 columns and rows")
    _check_unique("board.bones", [bone.cell for bone in plan.bones])
    _check_known("board.bones", (bone.cell for bone in plan.bones), {cell for row in cell_names(plan) for cell in row})
    _check_known("board.bones", (bone.colour for bone in plan.bones), colours)
    for shape in shapes:  # so that a seat's first piece always fits
        sides = zip(sorted((len(shape.rows), len(shape.rows[0]))), sorted((plan.columns, plan.rows)), strict=True)
        if any(long > room for long, room in sides):
            raise ValueError(f"shapes.{shape.id}: does not fit on the board")


def _check_palette(palette: tuple[Mix, ...], colours: tuple[Colour, ...], pigments: set[str]) -> None:
    _check_known("palette", (mix.pigment for mix in palette), pigments | {""})
    listed = sorted(tuple(sorted(mix.colours)) for mix in palette)
    if listed != sorted(tuple(sorted(pair)) for pair in combinations((colour.id for colour in colours), 2)):
        raise ValueError("palette: each pair of two different colours once")
