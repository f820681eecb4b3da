"""What an edition of Aqualin is made of."""

from collections.abc import Sequence

from msgspec import Struct

from domain.aqualin.reef import Grid, Tile
from domain.kernel.edition import Edition
from domain.kernel.words import Labels, Language

_TABLES = {"grid", "colours", "types", "display", "shoals"}
_CHOICES = {"drawn", "0", "1"}


class Colour(Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    letter: str
    label: Labels
    feminine: Labels


class Type(Struct, frozen=True, forbid_unknown_fields=True):
    """A type of animal. `feminine` lists the languages in which its noun is feminine."""

    id: str
    letter: str
    article: Labels
    label: Labels
    plural: Labels
    feminine: tuple[Language, ...] = ()


class Display(Struct, frozen=True, forbid_unknown_fields=True):
    size: int


class Shoals(Struct, frozen=True, forbid_unknown_fields=True):
    """`points[n]` is what a shoal of n tiles is worth."""

    points: tuple[int, ...]


class AqualinEdition(Edition, frozen=True, forbid_unknown_fields=True, kw_only=True):
    grid: Grid
    colours: tuple[Colour, ...]
    types: tuple[Type, ...]
    display: Display
    shoals: Shoals

    def __post_init__(self) -> None:
        _check("provenance", self.provenance.keys() == _TABLES, f"must say where each of {sorted(_TABLES)} comes from")
        _check_letters("colours", self.colours)
        _check_letters("types", self.types)
        tiles = len(self.colours) * len(self.types)
        _check("grid", 1 <= self.grid.columns <= 26 and 1 <= self.grid.rows <= 99, "must fit a to z and 1 to 99")
        _check("grid", self.grid.size == tiles, f"must have one cell for each of the {tiles} tiles")
        _check("display", 1 <= self.display.size <= tiles, f"must hold 1 to {tiles} tiles")
        largest = max(len(self.colours), len(self.types))
        _check("shoals", len(self.shoals.points) > largest, f"must give points up to {largest} tiles")
        offered = {name: option.values.keys() for name, option in self.options.items()}
        _check("options", offered == {"colours": _CHOICES, "first": _CHOICES}, "must be colours and first")

    def tiles(self) -> tuple[Tile, ...]:
        """Every tile in edition order: one of each type in each colour (AQ-2)."""
        return tuple(Tile(colour.letter + type_.letter) for colour in self.colours for type_ in self.types)

    def colour_of(self, tile: Tile) -> Colour:
        return next(colour for colour in self.colours if colour.letter == tile[0])

    def type_of(self, tile: Tile) -> Type:
        return next(type_ for type_ in self.types if type_.letter == tile[1])

    def name_of(self, tile: Tile, language: Language) -> str:
        """ "red crab", with the colour's form and place that its language asks for."""
        colour, type_ = self.colour_of(tile), self.type_of(tile)
        adjective = (colour.feminine if language in type_.feminine else colour.label)[language]
        noun = type_.label[language]
        return f"{adjective} {noun}" if language == "en" else f"{noun} {adjective}"


def _check(table: str, holds: bool, why: str) -> None:
    if not holds:
        raise ValueError(f"{table}: {why}")


def _check_letters(table: str, rows: Sequence[Colour | Type]) -> None:
    letters = [row.letter for row in rows]
    _check(table, all(len(letter) == 1 and "A" <= letter <= "Z" for letter in letters), "letters must be A to Z")
    _check(table, len(set(letters)) == len(letters) > 0, "needs rows with different letters")
    _check(table, len({row.id for row in rows}) == len(rows), "needs rows with different ids")
