"""The picture of a table: SVG, drawn here. Each seat's board with what lies at it; beside or below, what the bag holds.

It is wider than high, as screens are: two or four seats have their supplies beside their boards, three below them.
"""

from collections.abc import Iterator, Sequence
from html import escape
from math import sqrt
from typing import NamedTuple

from domain.kernel.view import Seen
from domain.kernel.words import Language
from domain.puzzilli import glyphs
from domain.puzzilli.edition import Piece, PuzzilliEdition
from domain.puzzilli.glyphs import INK
from domain.puzzilli.nouns import shape_name
from domain.puzzilli.state import Heap
from domain.puzzilli.texts import PICTURE
from domain.puzzilli.view import Desk, Table

_RADIUS = 36  # of a cell
_MARGIN = 16
_TITLE = 40
_HEAD = 58  # above a board: whose it is, what the seat is doing, what it has pulled
_HEADING = 28  # above the bag and the reserve
_STEP, _LINE = 42, 50  # between small pieces, which have their counts below them
_SMALL = 0.74
_WIDE = 4  # small pieces in a line of a bag beside the boards


def picture(edition: PuzzilliEdition, seen: Seen, language: Language) -> str:
    """Cells that the audience can click carry `data-cell` (a seat's own; to those without a seat, all); pieces that
    may be moved carry `data-move`: what lies before a seat, in the supplies and in the reserve."""
    return "".join(_Picture(edition, seen, language).document())


class _Place(NamedTuple):
    """Where a heap of the whole table lies."""

    label: str
    heap: Heap
    x: float
    y: float
    columns: int
    moves: bool

    @property
    def bottom(self) -> float:
        """At least two lines below its heading, so that the picture seldom grows."""
        return self.y + _HEADING + max(2, -(-len(self.heap) // self.columns)) * _LINE


class _Picture:
    """One picture being drawn: the measures that follow from the edition, and who looks."""

    def __init__(self, edition: PuzzilliEdition, seen: Seen, language: Language) -> None:
        self.edition, self.seen, self.language = edition, seen, language
        self.table: Table = seen.public
        self.centres = {
            cell: (sqrt(3) * _RADIUS * (q + r / 2), 1.5 * _RADIUS * r) for cell, (q, r) in edition.places.items()
        }
        self.left, self.top = (min(axis) for axis in zip(*self.centres.values(), strict=True))
        right, bottom = (max(axis) for axis in zip(*self.centres.values(), strict=True))
        board_width, self.board_height = right - self.left + sqrt(3) * _RADIUS, bottom - self.top + 2 * _RADIUS
        seats, shapes = len(self.table.seats), len(edition.shapes)
        self.beside = seats != 3  # the supply lies beside the board
        self.abreast = 2 if self.beside else shapes  # pieces in a line of it
        supply_width, supply_height = self.abreast * _STEP, -(-shapes // self.abreast) * _LINE
        if self.beside:
            inside, high = board_width + _STEP / 2 + supply_width, max(self.board_height, supply_height + 36)
        else:
            inside, high = max(board_width, supply_width), self.board_height + supply_height + 34
        self.panel, self.panel_height = max(inside, 300) + 2 * _MARGIN, _HEAD + high + _MARGIN
        self.columns = 3 if seats == 3 else 2
        self.right, self.below = self.panel * self.columns, _TITLE + -(-seats // self.columns) * self.panel_height

    def document(self) -> Iterator[str]:
        heaps = list(self._heaps())
        width = max(self.right, *(place.x + place.columns * _STEP for place in heaps)) + _MARGIN / 2
        height = max(self.below, *(place.bottom for place in heaps)) + _MARGIN / 2
        title = self._text("title", round=self.table.round, phase=self._text(self.table.phase))
        if self.table.ending and self.table.phase != "over":
            title += f" ({self._text('last-round')})"
        yield f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}"'
        yield ' font-family="sans-serif" font-size="15" stroke-linejoin="round" stroke-linecap="round">'
        yield f'<title>{escape(title)}</title><rect width="100%" height="100%" fill="#eaf3f6"/>'
        yield self._write(_MARGIN, 27, title, 'font-size="20" font-weight="bold"')
        tokens = self._text("tokens", count=self.table.tokens_left)
        yield self._write(width - _MARGIN, 27, tokens, 'text-anchor="end" font-size="16"')
        for seat, desk in enumerate(self.table.seats):
            row, column = divmod(seat, self.columns)
            yield f'<g transform="translate({column * self.panel:.1f} {_TITLE + row * self.panel_height:.1f})">'
            yield from self._desk(seat, desk)
            yield "</g>"
        for place in heaps:
            yield self._write(place.x, place.y + 18, place.label, 'font-size="16" font-weight="bold"')
            pieces = [piece for piece in self.edition.pieces if piece in place.heap]
            yield from self._laid(pieces, place.heap, (place.x, place.y + _HEADING), place.columns, place.moves)
        yield "</svg>"

    def _heaps(self) -> Iterator[_Place]:
        """The bag and the reserve: beside the boards of four seats, below those of fewer."""
        label, reserve = self._text("bag", count=sum(self.table.bag.values())), self._text("reserve")
        if len(self.table.seats) > 3:
            bag = _Place(label, self.table.bag, self.right + _MARGIN, _TITLE, _WIDE, moves=False)
            beside, below, columns = bag.x, bag.bottom, _WIDE
        else:
            columns = max(len(self.edition.shapes), _WIDE)
            beside, below = self.right - _MARGIN / 2 - columns * _STEP, self.below
            wide = int((beside if self.table.reserve else self.right) - 2 * _MARGIN) // _STEP
            bag = _Place(label, self.table.bag, _MARGIN, below, max(wide, _WIDE), moves=False)
        yield bag
        if self.table.reserve:
            yield _Place(reserve, self.table.reserve, beside, below, columns, moves=True)

    def _text(self, name: str, **values: object) -> str:
        return PICTURE[name].say(self.language, **values)

    def _write(self, x: float, y: float, text: str, looks: str = "") -> str:
        return f'<text x="{x:.1f}" y="{y:.1f}" fill="{INK}" {looks}>{escape(text)}</text>'

    # A seat.

    def _desk(self, seat: int, desk: Desk) -> Iterator[str]:
        colour = self.edition.colours[1 + seat]
        end = self.panel - _MARGIN
        bottom = self.panel_height - _MARGIN
        frame = 4 if self.seen.audience == seat else 1.5
        yield f'<rect x="{_MARGIN / 2}" width="{end:.1f}" height="{self.panel_height - _MARGIN / 2:.1f}" rx="10"'
        yield f' fill="{"#d9e0e3" if desk.left else "#fff"}" stroke="{colour.fill}" stroke-width="{frame}"/>'
        yield f'<circle cx="{_MARGIN + 9}" cy="20" r="9" fill="{colour.fill}" stroke="{INK}"/>'
        name = f"{self._text('player', number=seat + 1)} · {colour.id[0]} · {colour.label[self.language]}"
        yield self._write(_MARGIN + 25, 26, name, 'font-size="17" font-weight="bold"')
        yield self._write(_MARGIN, 48, " · ".join(self._doing(seat, desk)))
        yield from self._before(seat, desk)
        yield from self._board(seat, desk)
        counts = self._text("reaches", count=desk.reaches), self._text("held", count=desk.tokens)
        for line, text in enumerate(reversed(counts if self.beside else [" · ".join(counts)])):
            yield self._write(end, bottom - line * 18, text, 'text-anchor="end" fill-opacity="0.8"')
        at = (end - 2 * _STEP, _HEAD) if self.beside else (_MARGIN, _HEAD + self.board_height + _MARGIN / 2)
        yield from self._laid(self.edition.pieces_of[1 + seat], desk.supply, at, self.abreast, moves=True)

    def _doing(self, seat: int, desk: Desk) -> Iterator[str]:
        shape = self._felt(seat)
        if desk.left:
            yield self._text("left")
        elif shape is not None:
            yield self._text("feels", shape=shape_name(self.edition, shape, self.language))
        elif desk.in_bag:
            yield self._text("in-bag")
        elif desk.done:
            yield self._text("done")
        if desk.final and self.table.phase != "over":
            yield self._text("final")

    def _felt(self, seat: int) -> str | None:
        """The shape in the seat's hand, where the audience may know it."""
        if self.seen.audience == seat and len(self.seen.private) == 1:
            shape: str | None = self.seen.private[0].shape
        elif len(self.seen.private) > 1:
            shape = self.seen.private[seat].shape
        else:
            shape = None
        return shape

    def _board(self, seat: int, desk: Desk) -> Iterator[str]:
        mine = self.seen.audience in (seat, "spectator", "arbiter")
        side = sqrt(3) / 2 * _RADIUS
        corners = ((0, -_RADIUS), (side, -_RADIUS / 2), (side, _RADIUS / 2))
        points = " ".join(f"{x:.1f},{y:.1f}" for x, y in (*corners, *((-x, -y) for x, y in corners)))
        for cell, (x, y) in self.centres.items():
            at = f'transform="translate({_MARGIN + side + x - self.left:.1f} {_HEAD + _RADIUS + y - self.top:.1f})"'
            yield f"<g {at}>"
            yield f'<polygon points="{points}" fill="#bfe0ea" stroke="#5d93a5" stroke-width="1.5"'
            yield f' data-cell="{cell}"/>' if mine else "/>"
            if cell in desk.board:
                looks = f'data-cell="{cell}"' if mine else ""
                yield from glyphs.piece(self.edition, desk.board[cell], self.language, looks)
            else:
                yield '<text y="5" font-size="14" text-anchor="middle" fill="#4a7686" pointer-events="none">'
                yield f"{cell}</text>"
            yield "</g>"

    def _before(self, seat: int, desk: Desk) -> Iterator[str]:
        """What lies in front of the seat, or what its hand feels."""
        at = f'transform="translate({self.panel - _MARGIN - 22:.1f} {_HEAD / 2 - 1:.1f})"'
        shape = self._felt(seat)
        if desk.pulled is not None:
            yield from glyphs.piece(self.edition, desk.pulled, self.language, f'{at} data-move="{desk.pulled}"')
        elif shape is not None:
            yield from glyphs.touched(self.edition, shape, self.language, at, 1)

    # Pieces that lie in heaps.

    def _laid(
        self, pieces: Sequence[Piece], heap: Heap, at: tuple[float, float], columns: int, moves: bool
    ) -> Iterator[str]:
        """Each piece has its place in the lines of so many; those that the heap does not hold leave theirs empty."""
        for index, piece in enumerate(pieces):
            if count := heap.get(piece):
                line, column = divmod(index, columns)
                x, y = at[0] + (column + 0.5) * _STEP, at[1] + (line + 0.36) * _LINE
                looks = f'transform="translate({x:.1f} {y:.1f})"' + (f' data-move="{piece}"' if moves else "")
                yield from glyphs.piece(self.edition, piece, self.language, looks, _SMALL)
                if count > 1:
                    yield self._write(x, y + 30, f"×{count}", 'text-anchor="middle" font-size="14" font-weight="bold"')
