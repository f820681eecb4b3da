"""The picture of a table: SVG, drawn here. The rows of the board run down on the left, a panel for each village beside
them, the largest for who looks.
"""

from collections.abc import Iterator
from html import escape
from string import ascii_uppercase
from typing import NamedTuple

from domain.catrina.board import FIRST, LAST, Row
from domain.catrina.cells import CENTRE, Cell, position
from domain.catrina.drawing import icon, tile_picture
from domain.catrina.edition import CatrinaEdition
from domain.catrina.state import Placed, Village
from domain.catrina.tiles import TileId
from domain.catrina.view import Table
from domain.kernel.view import Seen
from domain.kernel.words import Labels, Language

_WIDTH, _HEIGHT = 1320, 768
_GAP = 14
_STRIP = 54  # the line above the panels, with what lies beside the rows
_LETTER = 34  # above a row
_EXTRA_TILE = 122  # the place of the extra tile, below the rows
_NAME = 40  # the first line of a panel
_ITEM, _LINE = 54, 34  # an element and its number
_LARGEST = 1.2  # scale of a village
_ORANGE = "#e8590c"
_RIM = f'<rect x="-48" y="-48" width="96" height="96" rx="5" fill="none" stroke="{_ORANGE}" stroke-width="5"/>'

_TITLE = Labels(en="Viva Catrina, round {round}", pt="Viva Catrina, rodada {round}", it="Viva Catrina, round {round}")
_PLAYER = Labels(en="Player {number}", pt="Jogador {number}", it="Giocatore {number}")
_BAG = Labels(en="Bag: {count}", pt="Saco: {count}", it="Sacchetto: {count}")
_ROUND = Labels(en="Round {round} of {rounds}", pt="Rodada {round} de {rounds}", it="Round {round} di {rounds}")
_EXTRA = Labels(en="Extra tile", pt="Peça extra", it="Tessera extra")
_LEFT = Labels(en="left", pt="saiu", it="ha lasciato")


def picture(edition: CatrinaEdition, seen: Seen, language: Language) -> str:
    """Available tiles carry `data-move` (their space, or `+` for the extra tile), the cells of the largest village
    `data-cell`, its free ones when it is its turn; after the end those of every village. Panels carry `data-seat`."""
    return "".join(_Picture(edition, seen, language).document())


class _Frame(NamedTuple):
    x: float
    y: float
    width: float
    height: float

    def grid(self, count: int) -> Iterator["_Frame"]:
        """So many frames in this one, as square as can be; those of the last line fill it."""
        across, down = self.width + _GAP, self.height + _GAP
        columns = max(range(1, count + 1), key=lambda tried: min(across / tried, down / -(-count // tried)), default=1)
        height = down / max(1, -(-count // columns))
        for index in range(count):
            line, column = divmod(index, columns)
            width = across / min(columns, count - line * columns)
            yield _Frame(self.x + column * width, self.y + line * height, width - _GAP, height - _GAP)


class _Fit(NamedTuple):
    """How a village and its items lie in a panel: these in lines from `items` on."""

    scale: float
    room: _Frame
    items: _Frame


class _Picture:
    """One picture being drawn. `large` is the seat whose village is the largest: who looks, else whose turn it is."""

    def __init__(self, edition: CatrinaEdition, seen: Seen, language: Language) -> None:
        self.edition, self.language = edition, language
        self.table: Table = seen.public
        self.large = self.table.turn if isinstance(seen.audience, str) else seen.audience
        spaces = self.table.spaces
        self.space = min(78.0, (_HEIGHT - _LETTER - _EXTRA_TILE - _GAP) / max(spaces), 400 / len(spaces))
        self.left = 2 * _GAP + max(len(spaces) * self.space, 110)

    def document(self) -> Iterator[str]:
        yield f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" font-family="sans-serif"'
        yield ' text-anchor="middle" stroke-linejoin="round" stroke-linecap="butt">'
        yield f"<title>{_TITLE.say(self.language, round=self.table.round)}</title>"
        yield f'<rect width="{_WIDTH}" height="{_HEIGHT}" fill="#2b2140"/>'
        for index in range(len(self.table.spaces)):
            yield from self._row(index)
        yield from self._extra()
        yield from self._supplies()
        panels = list(zip(self.table.villages, self._frames(), strict=True))
        fits = [self._fit(seat, village, frame) for seat, (village, frame) in enumerate(panels)]
        most = _LARGEST if self.large is None or not fits else fits[self.large].scale
        for seat, (village, frame) in enumerate(panels):
            fit = fits[seat]._replace(scale=min(most, fits[seat].scale))
            yield from self._panel(seat, village, frame, fit)
        yield "</svg>"

    def _frames(self) -> list[_Frame]:
        count = len(self.table.villages)
        area = _Frame(self.left, _STRIP, _WIDTH - self.left - _GAP, _HEIGHT - _STRIP - _GAP)
        if self.large is None or not count:
            return list(area.grid(count))
        own = area._replace(width=area.width * 0.52)
        others = area._replace(x=own.x + own.width + _GAP, width=area.width - own.width - _GAP)
        frames = list(others.grid(count - 1))
        return [*frames[: self.large], own, *frames[self.large :]]

    # The board and what lies beside it.

    def _row(self, index: int) -> Iterator[str]:
        row = self.table.rows[index] if index < len(self.table.rows) else Row(())
        x = _GAP + (index + 0.5) * self.space
        yield _text(x, 28, ascii_uppercase[index], 24, "middle", "#fff")
        for space in range(self.table.spaces[index]):
            yield f'<g transform="translate({x:.1f} {_LETTER + (space + 0.5) * self.space:.1f})'
            yield f' scale({self.space / 108:.3f})">'
            yield '<rect x="-51" y="-51" width="102" height="102" rx="8" fill="#40315f" stroke="#6d5a96"/>'
            place = space - row.gone
            if 0 <= place < len(row.tiles):
                yield from self._on_board(row, place, ascii_uppercase[index])
            yield "</g>"

    def _on_board(self, row: Row, place: int, letter: str) -> Iterator[str]:
        """An available tile has a rim and its name above it."""
        end = FIRST if place == 0 else LAST if place == len(row.tiles) - 1 else None
        free = end is not None and self.table.extra is None and not self.table.ended
        yield f'<g data-move="{letter}{end}">' if free else "<g>"
        yield from self._tile(row.tiles[place])
        if free:
            yield _RIM
            yield f'<rect x="-50" y="-50" width="38" height="26" rx="5" fill="{_ORANGE}"/>'
            yield f'<text x="-31" y="-30" font-size="21" font-weight="bold" fill="#fff">{letter}{end}</text>'
        yield "</g>"

    def _tile(self, tile: TileId) -> Iterator[str]:
        """A tile that lies in no village: unturned, nothing pale."""
        paths = tuple(range(len(self.edition.tile[tile].paths)))
        yield '<g data-turns="">'
        yield from tile_picture(self.edition, self.edition.tile[tile], Placed(tile, 0, paths), self.language)
        yield "</g>"

    def _extra(self) -> Iterator[str]:
        if self.table.extra is None:
            return
        move = "" if self.table.ended else ' data-move="+"'
        x, y = self.left / 2, _HEIGHT - _EXTRA_TILE
        yield _text(x, y + 12, _EXTRA[self.language], 18, "middle", "#fff")
        yield f'<g transform="translate({x:.1f} {y + 64}) scale(0.88)"{move}>'
        yield from self._tile(self.table.extra)
        if move:
            yield _RIM
        yield "</g>"

    def _supplies(self) -> Iterator[str]:
        """In one line: the round, the bag, chimeras, balloon tiles."""
        table, x, y = self.table, self.left, 28
        now = _ROUND.say(self.language, round=table.round, rounds=len(table.villages))
        yield _text(x, y + 7, now, 20, "start", "#fff")
        yield _text(x + 172, y + 7, _BAG.say(self.language, count=table.bag), 20, "start", "#fff")
        x += 330
        for chimera in self.edition.chimeras:
            yield f'<g transform="translate({x:.1f} {y})">{_chimera(chimera.mark)}</g>'
            yield _text(x + 24, y + 7, f"{table.chimeras[chimera.id]} × {chimera.points}", 19, "start", "#fff")
            x += 106
        for colour in self.edition.balloons.colours:
            yield f'<g transform="translate({x:.1f} {y}) scale(1.2)">{icon(colour)}</g>'
            for place, value in enumerate(table.stacks[colour.id]):
                yield f'<g transform="translate({x + 30 + place * 27:.1f} {y})">{_token(str(value), colour.ink)}</g>'
            x += 40 + 27 * len(table.stacks[colour.id])

    # Villages.

    def _cells(self, seat: int, village: Village) -> list[tuple[int, int]]:
        """What there must be room for: the largest village keeps it for its free cells when it waits, too."""
        free = village.free if seat == self.large and not self.table.ended else ()
        return [position(cell) for cell in (*village.tiles, *free)]

    def _fit(self, seat: int, village: Village, frame: _Frame) -> _Fit:
        """The items above the village or to its right, whichever leaves it larger."""
        columns, rows = (max(axis) - min(axis) + 1 for axis in zip(*self._cells(seat, village), strict=True))
        count = len(village.counts) + len(village.balloons)
        inside = _Frame(_GAP, _NAME, frame.width - 2 * _GAP, frame.height - _NAME - _GAP)
        high = -(-count // int(inside.width // _ITEM)) * _LINE
        wide = -(-count // int(inside.height // _LINE)) * _ITEM
        choices = (
            (inside._replace(y=_NAME + high, height=inside.height - high), inside),
            (
                inside._replace(width=inside.width - wide - _GAP),
                inside._replace(x=_GAP + inside.width - wide, width=wide),
            ),
        )
        return max(
            _Fit(min(_LARGEST, room.width / (100 * columns), room.height / (100 * rows)), room, items)
            for room, items in choices
        )

    def _panel(self, seat: int, village: Village, frame: _Frame, fit: _Fit) -> Iterator[str]:
        acting = seat == self.table.turn
        rim = f'stroke="{_ORANGE}" stroke-width="4"' if acting else 'stroke="#6d5a96" stroke-width="2"'
        yield f'<g transform="translate({frame.x:.1f} {frame.y:.1f})" data-seat="{seat}">'
        yield f'<rect width="{frame.width:.1f}" height="{frame.height:.1f}" rx="10" fill="#efe6f7" {rim}/>'
        x = 14
        if seat == self.table.token:
            yield f'<g transform="translate({x + 13} 21)">{_CATRINA}</g>'
            x += 36
        name = _PLAYER.say(self.language, number=seat + 1)
        name += f" ({_LEFT[self.language]})" if seat in self.table.left else ""
        yield _text(x, 28, name, 20, "start", "#2b2140")
        for index, item in enumerate(self._items(village)):
            line, column = divmod(index, max(1, int(fit.items.width // _ITEM)))
            at_x, at_y = fit.items.x + column * _ITEM + 16, fit.items.y + line * _LINE + 17
            yield f'<g transform="translate({at_x:.1f} {at_y:.1f})">{item}</g>'
        yield from self._village(seat, village, fit)
        yield "</g>"

    def _items(self, village: Village) -> Iterator[str]:
        """Balloon tiles, and how many of each element are connected."""
        for colour in self.edition.balloons.colours:
            if tile := village.balloons.get(colour.id):
                yield _token(f"{colour.mark}{tile.value}", colour.ink, "#f2b705" if tile.golden else "#fff")
        for element in self.edition.elements.values():
            if count := village.counts.get(element.id):
                title = f"<title>{escape(element.label[self.language])}</title>"
                number = _text(16, 7, str(count), 19, "start", "#2b2140")
                yield f'{title}<g transform="scale(1.2)">{icon(element)}</g>{number}'

    def _village(self, seat: int, village: Village, fit: _Fit) -> Iterator[str]:
        (west, east), (south, north) = (
            (min(axis), max(axis)) for axis in zip(*self._cells(seat, village), strict=True)
        )
        x = fit.room.x + fit.room.width / 2 - 50 * (east + west) * fit.scale
        y = fit.room.y + fit.room.height / 2 + 50 * (north + south) * fit.scale
        yield f'<g transform="translate({x:.1f} {y:.1f}) scale({fit.scale:.3f})">'
        if seat == self.table.turn == self.large:
            yield from map(_free_cell, village.free)
        for cell, placed in village.tiles.items():
            at = position(cell)
            click = f' data-cell="{cell}"' if seat == self.large or self.table.ended else ""
            yield f'<g transform="translate({100 * at[0]} {-100 * at[1]})"{click}>'
            yield from tile_picture(self.edition, self.edition.tile[placed.tile], placed, self.language)
            if cell == village.latest != CENTRE:
                yield _RIM
            yield "</g>"
        for housed in village.chimeras:
            points = [position(cell) for cell in housed.cells]
            at_x, at_y = (sum(100 * p[axis] for p in points) / len(points) for axis in (0, 1))
            mark = self.edition.chimera[housed.chimera].mark
            yield f'<g transform="translate({at_x:.0f} {-at_y:.0f}) scale(1.4)">{_chimera(mark)}</g>'
        yield "</g>"


def _free_cell(cell: Cell) -> str:
    x, y = position(cell)
    return (
        f'<g transform="translate({100 * x} {-100 * y})" data-cell="{cell}">'
        '<rect x="-47" y="-47" width="94" height="94" rx="6" fill="#fff" stroke="#a58cc4" stroke-dasharray="8 6"/>'
        f'<text y="9" font-size="28" fill="#6d5a96">{cell}</text></g>'
    )


_CATRINA = (
    '<circle r="13" fill="#fff" stroke="#2b2140" stroke-width="2"/><circle cx="-5" cy="-2" r="3.5" fill="#2b2140"/>'
    '<circle cx="5" cy="-2" r="3.5" fill="#2b2140"/><path d="M0 2l-2 4h4z" fill="#2b2140"/>'
    '<path d="M-6 9h12" stroke="#2b2140" stroke-width="2"/><path d="M-10-10a14 8 0 0 1 20 0z" fill="#d6336c"/>'
)


def _chimera(mark: str) -> str:
    """A winged creature, with its size's letter."""
    return (
        '<path d="M-4 6C-20 8-18-12-6-6-6-14 6-14 6-6 18-12 20 8 4 6z" fill="#0b7285" stroke="#fff"/>'
        f'<text y="4" font-size="13" font-weight="bold" fill="#fff">{escape(mark)}</text>'
    )


def _token(text: str, ink: str, rim: str = "#fff") -> str:
    return (
        f'<circle r="13" fill="{ink}" stroke="{rim}" stroke-width="3"/>'
        f'<text y="5" font-size="15" font-weight="bold" fill="#fff">{escape(text)}</text>'
    )


def _text(x: float, y: float, text: str, size: int, anchor: str, ink: str) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" text-anchor="{anchor}" fill="{ink}">{escape(text)}</text>'
