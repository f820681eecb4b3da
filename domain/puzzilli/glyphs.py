"""How a piece is drawn: a disc in its colour, the shape in white, the colour's letter on a tab."""

from collections.abc import Iterator
from html import escape

from domain.kernel.words import Language
from domain.puzzilli.edition import Piece, PuzzilliEdition
from domain.puzzilli.nouns import name_of, shape_name

INK = "#1d2b36"

# Each around the point 0 0, some 30 wide and high. A shape that is not drawn here shows by its first letters.
_SHAPES = {
    "Sub": (
        '<path d="M7-2V-13q0-3 4-3" fill="none" stroke-width="3"/><rect x="-13" y="-8" width="22" height="13" rx="5"/>'
        '<path d="M-2 5q0-5 0-5M-9-3h5M0-3h5" fill="none"/><path d="M-8 9q6 6 12 0l2 4q-8 6-16 0z"/>'
    ),
    "Turtle": (
        '<path d="M-8-6l-7-4-1 5 6 5zM8-6l7-4 1 5-6 5zM-7 8l-6 6h6l4-4zM7 8l6 6H7l-4-4z"/>'
        '<ellipse cy="-13" rx="4" ry="4.5"/><ellipse rx="10" ry="11" cy="1"/>'
        '<path d="M0-5l5 3.5v6l-5 3.5-5-3.5v-6z" fill="none"/>'
    ),
    "Fish": (
        '<path d="M-15 0Q-5-12 7 0Q-5 12-15 0z"/><path d="M5 0l10-9q-3 9 0 18z"/>'
        f'<circle cx="-8" cy="-2" r="1.8" fill="{INK}" stroke="none"/>'
    ),
    "Crab": (
        '<path d="M-9 5l-6 2M-8 8l-5 5M9 5l6 2M8 8l5 5M-8 0l-4-5M8 0l4-5" fill="none" stroke-width="2.5"/>'
        '<ellipse rx="10" ry="7" cy="4"/><path d="M-12-5a5 5 0 1 1 3-8l-3 3 4 1a5 5 0 0 1-4 4z"/>'
        '<path d="M12-5a5 5 0 1 0-3-8l3 3-4 1a5 5 0 0 0 4 4z"/>'
        f'<g fill="{INK}" stroke="none"><circle cx="-3" cy="2" r="1.5"/><circle cx="3" cy="2" r="1.5"/></g>'
    ),
    "Starfish": '<path d="M0-15l4 10 11 .5-8.5 7 3 11L0 7.5-9.5 13.5l3-11-8.5-7L-4-5z" stroke-width="2"/>',
    "Shell": (
        '<path d="M-4 12L-14 0Q-14-13 0-13Q14-13 14 0L4 12z"/>'
        '<path d="M0 11V-12M-2 11L-8-10M2 11L8-10M-5 12h10" fill="none"/>'
    ),
    "Coin": '<circle r="13"/><circle r="9" fill="none"/><path d="M-3-4l3-2V6M-3 6h6" fill="none" stroke-width="2.2"/>',
    "Doubloon": '<circle r="14"/><path d="M-9 7L-10-5l5 5 5-8 5 8 5-5L9 7z"/>',
}


def piece(edition: PuzzilliEdition, name: Piece, language: Language, looks: str, size: float = 1) -> Iterator[str]:
    """A piece at the origin of a group with these attributes, some 46 wide at size 1."""
    title = escape(name_of(edition, name, language))
    special = name == edition.special
    fill = "#c9b26a" if special else edition.colours[edition.colour_of[name]].fill
    yield f'<g {looks}><title>{title}</title><g transform="scale({size:g})">'
    yield f'<circle r="22" fill="{fill}" stroke="{INK}" stroke-width="2"/>'
    yield from _shape(edition.felt(name))
    if not special:
        yield f'<circle cx="15" cy="15" r="10" fill="{INK}" stroke="#fff"/>'
        yield f'<text x="15" y="20" font-size="14" font-weight="bold" fill="#fff" text-anchor="middle">{name[0]}</text>'
    yield "</g></g>"


def touched(edition: PuzzilliEdition, shape: str, language: Language, looks: str, size: float) -> Iterator[str]:
    """A shape without a colour: what a hand feels."""
    title = escape(shape_name(edition, shape, language))
    yield f'<g {looks}><title>{title}</title><g transform="scale({size:g})">'
    yield f'<circle r="22" fill="#b9c4cb" stroke="{INK}" stroke-width="2" stroke-dasharray="5 4"/>'
    yield from _shape(shape)
    yield "</g></g>"


def _shape(shape: str) -> Iterator[str]:
    if shape in _SHAPES:
        yield f'<g fill="#fff" stroke="{INK}" stroke-width="1.5">{_SHAPES[shape]}</g>'
    else:
        yield f'<text y="5" font-size="15" text-anchor="middle" fill="{INK}">{shape[:3]}</text>'
