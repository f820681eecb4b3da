"""The picture of a table: SVG, drawn here. Each seat's board with what lies at it; below, what the bag holds."""

from collections.abc import Iterator
from html import escape
from math import sqrt

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
_HEAD = 60  # above a board: whose it is, and what the seat is doing
_STEP = 42  # between small pieces
_SMALL = 0.62


def picture(edition: PuzzilliEdition, seen: Seen, language: Language) -> str:
    """Cells that the audience can click carry `data-cell` (a seat's own; to those without a seat, all); pieces that
    may be moved carry `data-move`: what lies before a seat, in the supplies and in the reserve."""
    return "".join(_Picture(edition, seen, language).document())


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
        shapes = len(edition.shapes)
        self.board_height = bottom - self.top + 2 * _RADIUS
        self.panel = max(right - self.left + sqrt(3) * _RADIUS, _STEP * shapes, 300) + 2 * _MARGIN
        self.panel_height = _HEAD + self.board_height + _STEP + 2 * _MARGIN
        self.columns = 2 if len(self.table.seats) in (2, 4) else 3

    def document(self) -> Iterator[str]:
        rows = -(-len(self.table.seats) // self.columns)
        width = self.panel * self.columns
        below = _MARGIN + 24 + rows * self.panel_height
        height = below + 34 + _STEP * (len(self.edition.colours) + 1)
        title = self._text("title", round=self.table.round, phase=self._text(self.table.phase))
        if self.table.ending and self.table.phase != "over":
            title += f" ({self._text('last-round')})"
        yield f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}"'
        yield ' font-family="sans-serif" font-size="14" stroke-linejoin="round" stroke-linecap="round">'
        yield f'<title>{escape(title)}</title><rect width="100%" height="100%" fill="#eaf3f6"/>'
        yield self._write(_MARGIN, 26, title, 'font-size="18" font-weight="bold"')
        for seat, desk in enumerate(self.table.seats):
            row, column = divmod(seat, self.columns)
            yield f'<g transform="translate({column * self.panel:.1f} {_MARGIN + 24 + row * self.panel_height:.1f})">'
            yield from self._desk(seat, desk)
            yield "</g>"
        yield f'<g transform="translate(0 {below:.1f})">{"".join(self._below())}</g></svg>'

    def _text(self, name: str, **values: object) -> str:
        return PICTURE[name].say(self.language, **values)

    def _write(self, x: float, y: float, text: str, looks: str = "") -> str:
        return f'<text x="{x:.1f}" y="{y:.1f}" fill="{INK}" {looks}>{escape(text)}</text>'

    # A seat.

    def _desk(self, seat: int, desk: Desk) -> Iterator[str]:
        colour = self.edition.colours[1 + seat]
        inside = self.panel - _MARGIN
        frame = 4 if self.seen.audience == seat else 1.5
        yield f'<rect x="{_MARGIN / 2}" width="{inside:.1f}" height="{self.panel_height - _MARGIN / 2:.1f}" rx="10"'
        yield f' fill="{"#d9e0e3" if desk.left else "#fff"}" stroke="{colour.fill}" stroke-width="{frame}"/>'
        yield f'<circle cx="{_MARGIN + 8}" cy="20" r="9" fill="{colour.fill}" stroke="{INK}"/>'
        name = f"{self._text('player', number=seat + 1)} · {colour.id[0]} · {colour.label[self.language]}"
        yield self._write(_MARGIN + 24, 25, name, 'font-size="16" font-weight="bold"')
        yield self._write(inside - 4, 42, " · ".join(self._doing(seat, desk)), 'text-anchor="end" font-size="13"')
        held = f"{self._text('reaches', count=desk.reaches)} · {self._text('held', count=desk.tokens)}"
        yield self._write(inside - 4, 57, held, 'text-anchor="end" font-size="12" fill-opacity="0.75"')
        yield from self._board(seat, desk)
        yield from self._before(seat, desk)
        yield from self._row(desk.supply, 1 + seat, _MARGIN + _STEP / 2, _HEAD + self.board_height + _STEP / 2 + 12)

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
            at = f'transform="translate({_MARGIN + side + x - self.left:.1f} {_HEAD + _RADIUS + y - self.top + 4:.1f})"'
            yield f"<g {at}>"
            yield f'<polygon points="{points}" fill="#bfe0ea" stroke="#5d93a5" stroke-width="1.5"'
            yield f' data-cell="{cell}"/>' if mine else "/>"
            if cell in desk.board:
                looks = f'data-cell="{cell}"' if mine else ""
                yield from glyphs.piece(self.edition, desk.board[cell], self.language, looks)
            else:
                yield '<text y="4" font-size="11" text-anchor="middle" fill="#4a7686" pointer-events="none">'
                yield f"{cell}</text>"
            yield "</g>"

    def _before(self, seat: int, desk: Desk) -> Iterator[str]:
        """What lies in front of the seat, or what its hand feels."""
        at = f'transform="translate({self.panel - _MARGIN - 24:.1f} {_HEAD + 28})"'
        shape = self._felt(seat)
        if desk.pulled is not None:
            yield from glyphs.piece(self.edition, desk.pulled, self.language, f'{at} data-move="{desk.pulled}"')
        elif shape is not None:
            yield from glyphs.touched(self.edition, shape, self.language, at, 1)

    # The table.

    def _below(self) -> Iterator[str]:
        bag, width = self.table.bag, _STEP * len(self.edition.shapes)
        yield self._write(_MARGIN, 18, self._text("bag", count=sum(bag.values())), 'font-weight="bold"')
        tokens = self._text("tokens", count=self.table.tokens_left)
        yield self._write(self.panel * self.columns - _MARGIN, 18, tokens, 'text-anchor="end" font-weight="bold"')
        for row in range(len(self.edition.colours)):
            yield from self._row(bag, row, _MARGIN + _STEP / 2, 48 + row * _STEP, moves=False)
        special = self.edition.special
        if special in bag:
            y = 48 + len(self.edition.colours) * _STEP
            yield from self._counted(special, bag[special], _MARGIN + _STEP / 2, y, moves=False)
        if self.table.reserve:
            left = width + 3 * _MARGIN
            yield self._write(left, 18, self._text("reserve"), 'font-weight="bold"')
            for row, colour in enumerate(range(1 + len(self.table.seats), len(self.edition.colours))):
                yield from self._row(self.table.reserve, colour, left + _STEP / 2, 48 + row * _STEP)

    def _row(self, heap: Heap, colour: int, x: float, y: float, moves: bool = True) -> Iterator[str]:
        """The pieces of a colour, each shape in its column."""
        for column, piece in enumerate(self.edition.pieces_of[colour]):
            if piece in heap:
                yield from self._counted(piece, heap[piece], x + column * _STEP, y, moves)

    def _counted(self, piece: Piece, count: int, x: float, y: float, moves: bool) -> Iterator[str]:
        looks = f'transform="translate({x:.1f} {y:.1f})"' + (f' data-move="{piece}"' if moves else "")
        yield from glyphs.piece(self.edition, piece, self.language, looks, _SMALL)
        if count > 1:
            yield self._write(x + 8, y - 6, f"×{count}", 'font-size="12" font-weight="bold"')
