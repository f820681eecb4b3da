"""The small drawings of which the picture is made: pieces, bones, photos, pigments, text. All of it is SVG as text."""

from collections.abc import Iterable
from html import escape

from domain.acuarella.edition import Colour
from domain.acuarella.geometry import Cells, Form, Grid, bits

INK = "#3b3340"
PAPER = "#fffdf8"
QUIET = "#8a8190"
Point = tuple[float, float]


def text(x: float, y: float, words: str, size: float = 13, anchor: str = "start", bold: bool = False) -> str:
    weight = ' font-weight="bold"' if bold else ""
    return (
        f'<text x="{_n(x)}" y="{_n(y)}" font-size="{_n(size)}" text-anchor="{anchor}" fill="{INK}"{weight}>'
        f"{escape(words)}</text>"
    )


def letter(x: float, y: float, mark: str, size: float, ink: str) -> str:
    """In the middle of something of this ink, dark or light so that it stands out."""
    red, green, blue = (int(ink[at : at + 2], 16) for at in (1, 3, 5))
    fill = INK if 0.3 * red + 0.59 * green + 0.11 * blue > 150 else PAPER
    return (
        f'<text x="{_n(x)}" y="{_n(y + size * 0.36)}" font-size="{_n(size)}" text-anchor="middle" fill="{fill}"'
        f' font-weight="bold">{escape(mark)}</text>'
    )


def box(x: float, y: float, width: float, height: float, looks: str) -> str:
    return f'<rect x="{_n(x)}" y="{_n(y)}" width="{_n(width)}" height="{_n(height)}" {looks}/>'


def group(content: Iterable[str], looks: str = "", title: str = "") -> str:
    told = f"<title>{escape(title)}</title>" if title else ""
    return f"<g {looks}>{told}{''.join(content)}</g>"


def piece(grid: Grid, cells: Cells, colour: Colour, side: float, origin: Point) -> str:
    """The cells of a piece in its ink, a rim around them, a cat's face on one and the colour's letter on the others.

    `origin` is where the lower left corner of cell a1 lies."""
    first, *others = bits(cells)
    corners = {cell: _corner(grid, cell, side, origin) for cell in (first, *others)}
    filled = "".join(f"M{_n(x)} {_n(y)}h{_n(side)}v{_n(-side)}h{_n(-side)}z" for x, y in corners.values())
    return "".join(
        [
            f'<path d="{filled}" fill="{colour.ink}" stroke="{colour.ink}" stroke-width="0.6"/>',
            f'<path d="{_rim(grid, cells, corners, side)}" fill="none" stroke="{INK}" stroke-width="{_n(side / 14)}"'
            ' stroke-linecap="round"/>',
            face(corners[first][0] + side / 2, corners[first][1] - side / 2, side * 0.8),
            *(
                letter(x + side / 2, y - side / 2, colour.mark, side * 0.48, colour.ink)
                for x, y in (corners[cell] for cell in others)
            ),
        ]
    )


def _rim(grid: Grid, cells: Cells, corners: dict[int, Point], side: float) -> str:
    lines = []
    for cell, (x, y) in corners.items():
        near = {1: f"M{_n(x + side)} {_n(y)}v{_n(-side)}", -1: f"M{_n(x)} {_n(y)}v{_n(-side)}"}
        near |= {grid.stride: f"M{_n(x)} {_n(y - side)}h{_n(side)}", -grid.stride: f"M{_n(x)} {_n(y)}h{_n(side)}"}
        lines += [line for step, line in near.items() if cell + step < 0 or not cells >> (cell + step) & 1]
    return "".join(lines)


def standing(grid: Grid, form: Form, colour: Colour, side: float, centre: Point) -> str:
    """A piece in the middle of a place off the board."""
    squares = [divmod(cell, grid.stride) for cell in form.steps]
    width, height = 1 + max(x for _, x in squares), 1 + max(y for y, _ in squares)
    origin = centre[0] - width * side / 2, centre[1] + height * side / 2
    return piece(grid, form.cells, colour, side, origin)


def face(x: float, y: float, size: float) -> str:
    """A cat's: ears, eyes, nose and whiskers."""
    s = size / 20
    return (
        f'<g transform="translate({_n(x)} {_n(y)}) scale({s:.2f})" stroke="{INK}" stroke-linecap="round">'
        f'<path d="M-8-2L-7-9-3-6H3L7-9 8-2Q8 7 0 7T-8-2z" fill="{PAPER}" stroke-width="1.4"/>'
        f'<circle cx="-3" cy="-1" r="1" fill="{INK}"/><circle cx="3" cy="-1" r="1" fill="{INK}"/>'
        '<path d="M-1.2 2H1.2L0 3.4zM-3 3l-5-1M-3 4l-5 1M3 3l5-1M3 4l5 1" fill="none" stroke-width="0.9"/></g>'
    )


def bone(x: float, y: float, size: float, colour: Colour) -> str:
    """Around its middle, with the colour's letter on it."""
    s = size / 30
    return (
        f'<g transform="translate({_n(x)} {_n(y)}) scale({s:.2f})">'
        f'<path d="M-8-6a4.5 4.5 0 1 0-5 6a4.5 4.5 0 1 0 5 6H8a4.5 4.5 0 1 0 5-6a4.5 4.5 0 1 0-5-6z"'
        f' fill="{colour.ink}" stroke="{INK}" stroke-width="1.2" stroke-linejoin="round"/></g>'
        + letter(x, y, colour.mark, size * 0.4, colour.ink)
    )


def photo(x: float, y: float, side: float) -> str:
    """A snapshot of a cat, its lower left corner there."""
    return (
        box(
            x + side * 0.08,
            y - side * 0.92,
            side * 0.84,
            side * 0.84,
            f'fill="{PAPER}" stroke="{INK}" stroke-width="1"',
        )
        + box(x + side * 0.17, y - side * 0.84, side * 0.66, side * 0.56, 'fill="#cfd8dc"')
        + face(x + side / 2, y - side * 0.55, side * 0.52)
    )


def drop(x: float, y: float, size: float, ink: str, mark: str) -> str:
    """A pigment: a blot of its ink with its letters."""
    blot = f'<circle cx="{_n(x)}" cy="{_n(y)}" r="{_n(size)}" fill="{ink}" stroke="{PAPER}" stroke-width="1.6"/>'
    return blot + letter(x, y, mark, size * (0.9 if len(mark) > 1 else 1.15), ink)


def dull(x: float, y: float, size: float) -> str:
    """A union without a pigment."""
    return (
        f'<circle cx="{_n(x)}" cy="{_n(y)}" r="{_n(size * 0.6)}" fill="{PAPER}" stroke="{QUIET}" stroke-width="1.4"/>'
        f'<path d="M{_n(x - size * 0.3)} {_n(y)}h{_n(size * 0.6)}" stroke="{QUIET}" stroke-width="1.6"/>'
    )


def _corner(grid: Grid, cell: int, side: float, origin: Point) -> Point:
    row, column = divmod(cell, grid.stride)
    return origin[0] + column * side, origin[1] - row * side


def _n(number: float) -> str:
    """Whole numbers without a point, others with one digit behind it."""
    return f"{number:.1f}".removesuffix(".0")
