"""What follows from an edition, worked out once: the grid, and colours, shapes and pigments as numbers.

Numbers count from 0 in the edition's order. A piece is a shape and a colour, the colours of the first shape first.
Wildcards are counted behind the last pigment.
"""

from functools import lru_cache
from typing import NewType

from msgspec import Struct

from domain.acuarella.edition import WILDCARD, AcuarellaEdition, Card, Mix
from domain.acuarella.geometry import Cell, Grid, grid_of

Piece = NewType("Piece", int)
PigmentNumber = int


class Tables(Struct, frozen=True):
    grid: Grid
    pieces: tuple[str, ...]  # "L4-green"
    piece: dict[str, Piece]
    shape: tuple[int, ...]  # of each piece
    colour: tuple[int, ...]  # of each piece
    colours: dict[str, int]
    size: tuple[int, ...]  # cells of each shape
    pigments: tuple[str, ...]  # the wildcard is the last
    pigment: dict[str, PigmentNumber]
    points: tuple[int, ...]  # of each pigment
    mixes: tuple[tuple[PigmentNumber | None, ...], ...]  # by colour and colour
    bones: tuple[tuple[Cell, int], ...]  # cell and colour, in the order of the cells
    deck: tuple[Card, ...]  # all cards, in the edition's order
    roles: tuple[tuple[bool, ...], ...]  # for each part of a cat, the shapes that can be it
    slots: tuple[str, ...]  # of the available pieces: "1"
    replacements: tuple[str, ...]  # "R1"


@lru_cache(maxsize=64)
def tables(edition: AcuarellaEdition) -> Tables:
    shapes, colours, slots = edition.shapes, edition.colours, edition.play.slots
    grid = grid_of(edition.board, shapes)
    names = tuple(f"{shape.id}-{colour.id}" for shape in shapes for colour in colours)
    colour_number = {colour.id: number for number, colour in enumerate(colours)}
    pigment_names = (*(pigment.id for pigment in edition.pigments), WILDCARD)
    pigment_number = {name: number for number, name in enumerate(pigment_names)}
    return Tables(
        grid=grid,
        pieces=names,
        piece={name: Piece(number) for number, name in enumerate(names)},
        shape=tuple(number // len(colours) for number in range(len(names))),
        colour=tuple(number % len(colours) for number in range(len(names))),
        colours=colour_number,
        size=tuple(sum(row.count("#") for row in shape.rows) for shape in shapes),
        pigments=pigment_names,
        pigment=pigment_number,
        points=(*(pigment.points for pigment in edition.pigments), edition.wildcards.points),
        mixes=_mixes(colour_number, pigment_number, edition.palette),
        bones=tuple(sorted((grid.cells[bone.cell], colour_number[bone.colour]) for bone in edition.board.bones)),
        deck=tuple(card.id for card in edition.cards for _ in range(card.count)),
        roles=tuple(tuple(shape.id in role.shapes for shape in shapes) for role in edition.guide),
        slots=tuple(str(slot) for slot in range(1, slots + 1)),
        replacements=tuple(f"R{slot}" for slot in range(1, slots + 1)),
    )


def _mixes(
    colours: dict[str, int], pigments: dict[str, int], palette: tuple[Mix, ...]
) -> tuple[tuple[PigmentNumber | None, ...], ...]:
    """Both ways round; equal colours, and pairs that the palette leaves empty, give nothing."""
    given: dict[frozenset[int], PigmentNumber | None] = {
        frozenset(colours[colour] for colour in mix.colours): pigments.get(mix.pigment) for mix in palette
    }
    return tuple(tuple(given.get(frozenset((one, other))) for other in colours.values()) for one in colours.values())
