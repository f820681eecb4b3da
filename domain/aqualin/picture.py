"""The picture of a reef: SVG, drawn here. Each animal has a shape of its own, each tile letters beside its colour."""

from collections.abc import Iterator
from html import escape

from domain.aqualin.edition import AqualinEdition
from domain.aqualin.reef import Cell, Tile, cells
from domain.aqualin.texts import COLOURS, TYPES
from domain.aqualin.view import Public
from domain.kernel.view import Seen
from domain.kernel.words import Labels, Language

_SIDE = 64  # of a cell
_EDGE = 32  # to the left of the reef and below it, for the names of rows and columns
_MARGIN = 12  # to the right and above
_LINE = 20  # of text below the display
_ORANGE = "#ff6d00"

_PAINTS = {
    "blue": "#1565c0",
    "green": "#2e7d32",
    "pink": "#d81b7a",
    "purple": "#6a1b9a",
    "red": "#c62828",
    "yellow": "#b58900",
}

# Each shape lies around the point 0 0, some 40 wide and 34 high, in the colour of its tile.
_SHAPES = {
    "crab": (
        '<ellipse rx="12" ry="8" cy="3"/>'
        '<path d="M-11 6l-8 5M-9 9l-6 7M11 6l8 5M9 9l6 7M-10-1l-5-6M10-1l5-6" fill="none" stroke-width="2.5"/>'
        '<path d="M-15-6a6 6 0 1 1 3-9l-4 3 5 2a6 6 0 0 1-4 4zM15-6a6 6 0 1 0-3-9l4 3-5 2a6 6 0 0 0 4 4z"/>'
        '<circle cx="-4" cy="-7" r="2"/><circle cx="4" cy="-7" r="2"/>'
    ),
    "fish": (
        '<path d="M-18 0Q-6-15 8 0Q-6 15-18 0z"/><path d="M5 0l13-10v20z"/>'
        '<circle cx="-10" cy="-2" r="2" fill="#fff" stroke="none"/>'
    ),
    "jellyfish": (
        '<path d="M-15 0a15 15 0 0 1 30 0q-4 4-7.5 0q-3.5 4-7.5 0q-4 4-7.5 0q-3.5 4-7.5 0z"/>'
        '<path d="M-10 4q4 4 0 8t0 6M-3 4q4 4 0 8t0 6M4 4q4 4 0 8t0 6M11 4q4 4 0 8t0 6"'
        ' fill="none" stroke-width="2.5"/>'
    ),
    "seahorse": (
        '<path d="M2-11C9-7 7-3 2 0S-3 7 1 11" fill="none" stroke-width="9"/>'
        '<path d="M1 11C5 19-7 19-6 13" fill="none" stroke-width="4"/>'
        '<path d="M-2-17q5-2 9 2l-3 9-9-3-9 2v-4l9-2zM9-4l6 2-1 8-6-3z"/>'
        '<circle cx="0" cy="-12" r="1.5" fill="#fff" stroke="none"/>'
    ),
    "starfish": (
        '<path d="M0-17l4.5 11 12 1-9 8 3 12L0 9l-10.5 6 3-12-9-8 12-1z" stroke-width="4"/>'
        '<circle r="2" fill="#fff" stroke="none"/>'
    ),
    "turtle": (
        '<ellipse rx="11" ry="12" cy="1"/><ellipse cy="-14" rx="4" ry="5"/>'
        '<path d="M-8-7l-9-5-2 5 8 6zM8-7l9-5 2 5-8 6zM-8 9l-6 6 4 2 6-5zM8 9l6 6-4 2-6-5z"/>'
        '<path d="M0-6l6 4v6l-6 4-6-4v-6z" fill="none" stroke="#fff" stroke-width="1.5"/>'
    ),
}

_TITLE = Labels(
    en="The reef after turn {turn}", pt="O recife após a jogada {turn}", it="La barriera dopo il turno {turn}"
)
_RESERVE = Labels(en="Reserve: {count}", pt="Reserva: {count}", it="Riserva: {count}")
_GOAL = Labels(en="Player {number}: {goal}", pt="Jogador {number}: {goal}", it="Giocatore {number}: {goal}")


def picture(edition: AqualinEdition, seen: Seen, language: Language) -> str:
    """The reef, under it the display and who collects what, and in orange what the latest turn did.

    Every cell carries `data-cell`; a tile carries `data-move`: its cell on the reef, its letters on the display.
    """
    public: Public = seen.public
    grid = edition.grid
    width = _EDGE + grid.columns * _SIDE + _MARGIN
    display_top = _MARGIN + grid.rows * _SIDE + _EDGE
    below = display_top + -(-edition.display.size // grid.columns) * _SIDE
    height = below + _EDGE + 2 * _LINE
    return "".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif"',
            ' text-anchor="middle" stroke-linejoin="round" stroke-linecap="round">',
            f"<title>{_TITLE.say(language, turn=public.turns_played)}</title>",
            f'<rect width="{width}" height="{height}" fill="#f4f8fa"/>',
            *_empty_reef(edition),
            *_latest_turn(edition, public),
            *(
                _tile(edition, tile, _centre(edition, cell), cell, language)
                for cell, tile in sorted(public.reef.items())
            ),
            *_display(edition, public, display_top, language),
            _text(width // 2, below + 21, _RESERVE.say(language, count=public.reserve)),
            *_goals(public, (width // 2, below + 21), language),
            "</svg>",
        ]
    )


def _centre(edition: AqualinEdition, cell: Cell) -> tuple[int, int]:
    row, column = divmod(cells(edition.grid).index(cell), edition.grid.columns)
    return _EDGE + column * _SIDE + _SIDE // 2, _MARGIN + (edition.grid.rows - row) * _SIDE - _SIDE // 2


def _empty_reef(edition: AqualinEdition) -> Iterator[str]:
    for cell in cells(edition.grid):
        x, y = _centre(edition, cell)
        yield _square(x, y, f'fill="#d6ecf3" stroke="#90b8c8" data-cell="{cell}"')
        column, row = cell[0], cell[1:]
        if row == "1":
            yield _text(x, y + 52, column)
        if column == "a":
            yield _text(_EDGE // 2, y + 5, row)


def _latest_turn(edition: AqualinEdition, public: Public) -> Iterator[str]:
    """The way of the slide, and a rim around the tiles that moved: they are drawn over it."""
    if public.slide is not None:
        (x, y), (to_x, to_y) = _centre(edition, public.slide.start), _centre(edition, public.slide.end)
        yield f'<circle cx="{x}" cy="{y}" r="8" fill="{_ORANGE}"/>'
        yield f'<path d="M{x} {y}L{to_x} {to_y}" stroke="{_ORANGE}" stroke-width="5" stroke-dasharray="1 10"/>'
        yield _square(to_x, to_y, f'rx="10" fill="{_ORANGE}"')
    if public.placed is not None:
        yield _square(*_centre(edition, public.placed), f'rx="10" fill="{_ORANGE}"')


def _square(x: int, y: int, looks: str) -> str:
    return f'<rect x="{x - _SIDE // 2}" y="{y - _SIDE // 2}" width="{_SIDE}" height="{_SIDE}" {looks}/>'


def _display(edition: AqualinEdition, public: Public, top: int, language: Language) -> Iterator[str]:
    for place, tile in enumerate(public.display):
        row, column = divmod(place, edition.grid.columns)
        centre = _EDGE + column * _SIDE + _SIDE // 2, top + row * _SIDE + _SIDE // 2
        yield _tile(edition, tile, centre, tile, language)


def _goals(public: Public, under: tuple[int, int], language: Language) -> Iterator[str]:
    x, y = under
    for seat in sorted((public.colours, public.types)):
        goal = (COLOURS if seat == public.colours else TYPES)[language]
        yield _text(x, y + (seat + 1) * _LINE, _GOAL.say(language, number=seat + 1, goal=goal))


def _tile(edition: AqualinEdition, tile: Tile, centre: tuple[int, int], move: str, language: Language) -> str:
    """A colour or an animal that is not drawn here shows by its letters alone, in grey."""
    paint = _PAINTS.get(edition.colour_of(tile).id, "#546e7a")
    shape = _SHAPES.get(edition.type_of(tile).id, "")
    return (
        f'<g transform="translate({centre[0]} {centre[1]})" fill="{paint}" stroke="{paint}" data-move="{move}">'
        f"<title>{escape(edition.name_of(tile, language))}</title>"
        '<rect x="-28" y="-28" width="56" height="56" rx="8" fill="#fff" stroke-width="2.5"/>'
        f'<g transform="translate(0 -5)">{shape}</g>'
        f'<text y="25" font-size="11" font-weight="bold" stroke="none">{tile}</text></g>'
    )


def _text(x: int, y: int, text: str) -> str:
    return f'<text x="{x}" y="{y}" font-size="15" fill="#37474f">{escape(text)}</text>'
