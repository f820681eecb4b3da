"""How a tile and what it bears are drawn: pieces of SVG around the point 0 0, a tile 100 wide.

Nothing is told by colour alone: paved paths are dashed and trails dotted, balloons, stalls and altars bear letters.
"""

from collections.abc import Iterator
from functools import cache
from html import escape

from domain.catrina.edition import Altar, CatrinaEdition, Colour, Element, Stall
from domain.catrina.state import Placed
from domain.catrina.tiles import SIDES, Path, Tile, Turn, turned
from domain.kernel.words import Labels, Language

_PART = Labels(en="pedestal", pt="pedestal", it="piedistallo")
_SIDES = Labels(en="NESW", pt="NLSO", it="NESO")

Point = tuple[float, float]

_OUT: tuple[Point, ...] = ((0, -1), (1, 0), (0, 1), (-1, 0))  # north, east, south, west; y grows downwards
_EDGE = 50.0
_DEAD_END = 22.0  # how far from the middle of the tile a path with one side ends
_PEDESTAL_END = 16.0

_GROUND = {False: "#fbf1dc", True: "#e9dcf3"}  # a path tile, a starting tile
_PAVED = 'stroke="#6f675c" stroke-width="19"', 'stroke="#cfc7b8" stroke-width="13" stroke-dasharray="7 3"'
_TRAIL = (
    'stroke="#2f6b3a" stroke-width="19"',
    'stroke="#ffb03b" stroke-width="6" stroke-dasharray="0.1 9.9" stroke-linecap="round"',
)
_PEDESTAL = 'stroke="#4a2668" stroke-width="37"', 'stroke="#b995d6" stroke-width="32"'

_VISITOR = (
    '<circle r="10" fill="#fff" stroke="#5b3a29"/><circle cy="-3.5" r="3.2" fill="#5b3a29"/>'
    '<path d="M-5.5 7a5.5 6.5 0 0 1 11 0z" fill="#5b3a29"/>'
)
_BUTTERFLY = (
    '<circle r="10" fill="#fff" stroke="#b34700"/>'
    '<path d="M0 0C-3-9-10-7-8-1-7 2-3 2 0 0zM0 0C3-9 10-7 8-1 7 2 3 2 0 0zM0 1C-4 1-7 4-5 7-3 8-1 5 0 1z'
    'M0 1C4 1 7 4 5 7 3 8 1 5 0 1z" fill="#f07f13" stroke="#7a2f00" stroke-width="0.8"/>'
    '<path d="M0-4V6" stroke="#3d1700" stroke-width="1.6"/>'
)
_GUESTS = {"visitor": _VISITOR, "butterfly": _BUTTERFLY}


def tile_picture(edition: CatrinaEdition, tile: Tile, placed: Placed, language: Language) -> Iterator[str]:
    """A tile as it lies; paths that are not connected are pale."""
    yield f"<title>{escape(described(edition, tile, placed.turn, language))}</title>"
    ground = _GROUND[tile in edition.tiles.starting]
    yield f'<rect x="-49.5" y="-49.5" width="99" height="99" rx="5" fill="{ground}" stroke="#8a7a5c"/>'
    for paint in _PEDESTAL:
        for index, path in enumerate(tile.paths):
            for part in path.pedestals:
                yield _stroke(_line(part, placed.turn, _PEDESTAL_END), paint, index in placed.joined)
    for index, path in enumerate(tile.paths):
        for paint in _PAVED if path.kind == "paved" else _TRAIL:
            yield _stroke(_line(path.sides, placed.turn, _DEAD_END), paint, index in placed.joined)
    for index, path in enumerate(tile.paths):
        for element, (x, y) in zip(path.holds, _spots(path, placed.turn), strict=False):
            pale = "" if index in placed.joined else ' opacity="0.55"'
            yield f'<g transform="translate({x:.0f} {y:.0f})"{pale}>{icon(edition.elements[element])}</g>'


def described(edition: CatrinaEdition, tile: Tile, turn: Turn, language: Language) -> str:
    """The tile as it lies: "t001: paved path N E: visitor, red balloon; blooming trail W: pedestal W"."""

    def sides(letters: str) -> str:
        opens = sorted(turned(SIDES.index(letter), turn) for letter in letters)
        return " ".join(_SIDES[language][side] for side in opens)

    texts = []
    for path in tile.paths:
        things = [edition.elements[element].label[language] for element in path.holds]
        things += [f"{_PART[language]} {sides(part)}" for part in path.pedestals]
        name = f"{edition.kinds[path.kind][language]} {sides(path.sides)}"
        texts.append(f"{name}: {', '.join(things)}" if things else name)
    return f"{tile.id}: {'; '.join(texts)}"


def icon(element: Element) -> str:
    """An element, some 20 wide."""
    mark = escape(element.mark)
    match element:
        case Colour():
            return (
                f'<path d="M0 9L-1 14" stroke="#444"/><ellipse rx="9" ry="10" fill="{element.ink}" stroke="#fff"/>'
                f'<text y="4" font-size="11" font-weight="bold" fill="#fff">{mark}</text>'
            )
        case Stall():
            return (
                '<rect x="-10" y="-5" width="20" height="15" fill="#fff" stroke="#8c1d40"/>'
                '<path d="M-12-5l3-6h18l3 6z" fill="#d6336c" stroke="#8c1d40"/>'
                f'<text y="7" font-size="10" font-weight="bold" fill="#3b0a1d">{mark}</text>'
            )
        case Altar():
            return (
                '<path d="M-12 10V4h4V-2h4V-9h8v7h4v6h4v6z" fill="#ffe08a" stroke="#7a5200"/>'
                f'<text y="8" font-size="11" font-weight="bold" fill="#4d3300">{mark}</text>'
            )
    letter = f'<circle r="10" fill="#fff" stroke="#444"/><text y="4" font-size="11">{mark}</text>'
    return _GUESTS.get(element.id, letter)


def _stroke(line: str, paint: str, joined: bool) -> str:
    pale = "" if joined else ' opacity="0.4"'
    return f'<path d="{line}" fill="none" {paint}{pale}/>'


@cache
def _line(letters: str, turn: Turn, dead_end: float) -> str:
    """Along the sides it opens on: one ends on the tile, two make a line or a bend, more meet in the middle."""
    sides = [turned(SIDES.index(letter), turn) for letter in letters]
    ends = [_at(side, _EDGE) for side in sides]
    if len(sides) == 1:
        return _joined(ends[0], _at(sides[0], dead_end))
    if len(sides) == 2 and (sides[0] - sides[1]) % 2:
        (x, y), (to_x, to_y) = ends
        return f"M{x:g} {y:g}Q0 0 {to_x:g} {to_y:g}"
    return "".join(_joined(end, (0, 0)) for end in ends)


def _joined(start: Point, end: Point) -> str:
    return f"M{start[0]:g} {start[1]:g}L{end[0]:g} {end[1]:g}"


def _at(side: int, distance: float, aside: float = 0) -> Point:
    x, y = _OUT[side]
    return x * distance - y * aside, y * distance + x * aside


def _spots(path: Path, turn: Turn) -> list[Point]:
    """Where the elements of a path are drawn, the best place first."""
    sides = [turned(SIDES.index(letter), turn) for letter in path.sides]
    if len(sides) == 1:
        (side,) = sides
        return [
            _at(side, 33),
            _at(side, 36, 22),
            _at(side, 36, -22),
            _at(side, 12),
            _at(side, 14, 24),
            _at(side, 14, -24),
        ]
    if len(sides) == 2 and (sides[0] - sides[1]) % 2:
        (x, y), (to_x, to_y) = _at(sides[0], 1), _at(sides[1], 1)
        bend = [(x + to_x) * 13, (y + to_y) * 13]
        return [
            (bend[0], bend[1]),
            (x * 36 + to_x * 2, y * 36 + to_y * 2),
            (to_x * 36 + x * 2, to_y * 36 + y * 2),
            ((x + to_x) * 38, (y + to_y) * 38),
        ]
    middle: list[Point] = [(0, 0), *(_at(side, 31) for side in sides)]
    return [*middle, *(_at(side, 33, 24) for side in sides)]
