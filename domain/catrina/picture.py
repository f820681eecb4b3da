"""The picture of a table: SVG, drawn here. The board above, a panel for each village below it."""

from collections.abc import Iterator
from html import escape
from string import ascii_uppercase

from domain.catrina.board import FIRST, LAST, Row
from domain.catrina.cells import CENTRE, Cell, position
from domain.catrina.drawing import icon, tile_picture
from domain.catrina.edition import CatrinaEdition
from domain.catrina.state import Placed, Village
from domain.catrina.tiles import TileId
from domain.catrina.view import Table
from domain.kernel.view import Seen
from domain.kernel.words import Labels, Language

_WIDTH = 1320
_MARGIN = 16
_SPACE = 78  # of the board
_BOARD = 2 * _MARGIN + 26  # its height beside the rows
_NAME = 40  # the first line of a panel
_COUNT = 40  # the width of an element and its number in the lines below that
_LINE = 28
_ORANGE = "#e8590c"
_RIM = f'<rect x="-48" y="-48" width="96" height="96" rx="5" fill="none" stroke="{_ORANGE}" stroke-width="5"/>'

_TITLE = Labels(en="Viva Catrina, round {round}", pt="Viva Catrina, rodada {round}", it="Viva Catrina, round {round}")
_PLAYER = Labels(en="Player {number}", pt="Jogador {number}", it="Giocatore {number}")
_BAG = Labels(en="Bag: {count}", pt="Saco: {count}", it="Sacchetto: {count}")
_ROUND = Labels(en="Round {round} of {rounds}", pt="Rodada {round} de {rounds}", it="Round {round} di {rounds}")
_EXTRA = Labels(en="Extra tile", pt="Peça extra", it="Tessera extra")
_LEFT = Labels(en="left", pt="saiu", it="ha lasciato")


def picture(edition: CatrinaEdition, seen: Seen, language: Language) -> str:
    """Available tiles carry `data-move` (their space, or `+` for the extra tile), the cells of the village whose turn
    it is `data-cell`; after the end the cells of every village do. Panels carry `data-seat`."""
    table: Table = seen.public
    columns = 2 if len(table.villages) in (2, 4) else 3
    panel_width = (_WIDTH - _MARGIN) // columns - _MARGIN
    panel_height = panel_width * 7 // 8
    top = _BOARD + len(table.spaces) * _SPACE
    lines = -(-max(1, len(table.villages)) // columns)
    height = top + lines * (panel_height + _MARGIN)
    return "".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height}" font-family="sans-serif"',
            ' text-anchor="middle" stroke-linejoin="round" stroke-linecap="butt">',
            f"<title>{_TITLE.say(language, round=table.round)}</title>",
            f'<rect width="{_WIDTH}" height="{height}" fill="#2b2140"/>',
            *_board(edition, table, language),
            *(
                part
                for seat, village in enumerate(table.villages)
                for part in _panel(
                    edition,
                    table,
                    seat,
                    village,
                    (
                        _MARGIN + seat % columns * (panel_width + _MARGIN),
                        top + seat // columns * (panel_height + _MARGIN),
                        panel_width,
                        panel_height,
                    ),
                    language,
                )
            ),
            "</svg>",
        ]
    )


def _board(edition: CatrinaEdition, table: Table, language: Language) -> Iterator[str]:
    yield _text(_MARGIN, 30, _ROUND.say(language, round=table.round, rounds=len(table.villages)), 18, "start", "#fff")
    for index, spaces in enumerate(table.spaces):
        row = table.rows[index] if index < len(table.rows) else Row(())
        y = 44 + index * _SPACE + _SPACE // 2
        yield _text(_MARGIN + 14, y + 8, ascii_uppercase[index], 24, "middle", "#fff")
        for space in range(spaces):
            x = _MARGIN + 40 + space * _SPACE + _SPACE // 2
            yield (f'<rect x="{x - 37}" y="{y - 37}" width="74" height="74" rx="6" fill="#40315f" stroke="#6d5a96"/>')
            place = space - row.gone
            if 0 <= place < len(row.tiles):
                yield from _on_board(edition, table, row, place, ascii_uppercase[index], (x, y), language)
    yield from _supplies(edition, table, language)


def _on_board(
    edition: CatrinaEdition, table: Table, row: Row, place: int, letter: str, at: tuple[int, int], language: Language
) -> Iterator[str]:
    """An available tile has a rim and its name above it."""
    end = FIRST if place == 0 else LAST if place == len(row.tiles) - 1 else None
    free = end is not None and table.extra is None and not table.ended
    move = f' data-move="{letter}{end}"' if free else ""
    yield f'<g transform="translate({at[0]} {at[1]}) scale(0.72)"{move}>'
    yield from _tile(edition, row.tiles[place], language)
    if free:
        yield _RIM
        yield f'<rect x="-50" y="-50" width="30" height="20" rx="5" fill="{_ORANGE}"/>'
        yield f'<text x="-35" y="-35" font-size="15" font-weight="bold" fill="#fff">{letter}{end}</text>'
    yield "</g>"


def _tile(edition: CatrinaEdition, tile: TileId, language: Language) -> Iterator[str]:
    """A tile that lies in no village: unturned, nothing pale."""
    paths = tuple(range(len(edition.tile[tile].paths)))
    yield '<g data-turns="">'
    yield from tile_picture(edition, edition.tile[tile], Placed(tile, 0, paths), language)
    yield "</g>"


def _supplies(edition: CatrinaEdition, table: Table, language: Language) -> Iterator[str]:
    """Beside the rows: balloon tiles, chimeras, the bag, the extra tile."""
    left = _MARGIN + 40 + max(table.spaces) * _SPACE + 24
    for index, colour in enumerate(edition.balloons.colours):
        y = 52 + index * 36
        yield f'<g transform="translate({left + 10} {y})">{icon(colour)}</g>'
        for place, value in enumerate(table.stacks[colour.id]):
            yield _token(left + 44 + place * 30, y, str(value), colour.ink, "#fff")
    x = left + 190
    for index, chimera in enumerate(edition.chimeras):
        y = 58 + index * 44
        yield f'<g transform="translate({x + 12} {y})">{_chimera(chimera.mark)}</g>'
        yield _text(x + 36, y + 6, f"{table.chimeras[chimera.id]} × {chimera.points}", 17, "start", "#fff")
    yield _text(x, 64 + len(edition.chimeras) * 44, _BAG.say(language, count=table.bag), 17, "start", "#fff")
    if table.extra is not None:
        yield _text(_WIDTH - 74, 36, _EXTRA[language], 16, "middle", "#fff")
        move = "" if table.ended else ' data-move="+"'
        yield f'<g transform="translate({_WIDTH - 74} 98)"{move}>'
        yield from _tile(edition, table.extra, language)
        if move:
            yield _RIM
        yield "</g>"


def _panel(
    edition: CatrinaEdition,
    table: Table,
    seat: int,
    village: Village,
    frame: tuple[int, int, int, int],
    language: Language,
) -> Iterator[str]:
    x, y, width, height = frame
    acting = seat == table.turn
    rim = f'stroke="{_ORANGE}" stroke-width="4"' if acting else 'stroke="#6d5a96" stroke-width="2"'
    yield f'<g transform="translate({x} {y})" data-seat="{seat}">'
    yield f'<rect width="{width}" height="{height}" rx="10" fill="#efe6f7" {rim}/>'
    yield from _header(edition, table, seat, village, width, language)
    clickable = acting or bool(table.ended)
    cells = [position(cell) for cell in (*village.tiles, *(village.free if acting else ()))]
    west, east = min(x for x, _ in cells), max(x for x, _ in cells)
    south, north = min(y for _, y in cells), max(y for _, y in cells)
    header = _header_height(edition, width)
    room = height - header - 8
    scale = min(0.9, (width - 16) / (100 * (east - west + 1)), room / (100 * (north - south + 1)))
    middle_x, middle_y = 50 * (east + west), -50 * (north + south)
    yield (
        f'<g transform="translate({width / 2 - middle_x * scale:.1f} {header + room / 2 - middle_y * scale:.1f})'
        f' scale({scale:.3f})">'
    )
    if acting:
        yield from map(_free_cell, village.free)
    for cell, placed in village.tiles.items():
        at = position(cell)
        click = f' data-cell="{cell}"' if clickable else ""
        yield f'<g transform="translate({100 * at[0]} {-100 * at[1]})"{click}>'
        yield from tile_picture(edition, edition.tile[placed.tile], placed, language)
        if cell == village.latest != CENTRE:
            yield _RIM
        yield "</g>"
    for housed in village.chimeras:
        points = [position(cell) for cell in housed.cells]
        at_x, at_y = (sum(100 * p[axis] for p in points) / len(points) for axis in (0, 1))
        mark = edition.chimera[housed.chimera].mark
        yield f'<g transform="translate({at_x:.0f} {-at_y:.0f}) scale(1.4)">{_chimera(mark)}</g>'
    yield "</g></g>"


def _free_cell(cell: Cell) -> str:
    x, y = position(cell)
    return (
        f'<g transform="translate({100 * x} {-100 * y})" data-cell="{cell}">'
        '<rect x="-47" y="-47" width="94" height="94" rx="6" fill="#fff" stroke="#a58cc4" stroke-dasharray="8 6"/>'
        f'<text y="8" font-size="24" fill="#6d5a96">{cell}</text></g>'
    )


def _header(
    edition: CatrinaEdition, table: Table, seat: int, village: Village, width: int, language: Language
) -> Iterator[str]:
    """The token, who, balloon tiles; below, how many of each element are connected."""
    x = 14
    if seat == table.token:
        yield f'<g transform="translate({x + 13} 21)">{_CATRINA}</g>'
        x += 36
    name = _PLAYER.say(language, number=seat + 1) + (f" ({_LEFT[language]})" if seat in table.left else "")
    yield _text(x, 27, name, 18, "start", "#2b2140")
    x = width - 24
    for colour in reversed(edition.balloons.colours):
        if tile := village.balloons.get(colour.id):
            rim = "#f2b705" if tile.golden else "#fff"
            yield _token(x, 21, f"{colour.mark}{tile.value}", colour.ink, rim)
            x -= 34
    shown = [element for element in edition.elements.values() if element.id in village.counts]
    for index, element in enumerate(shown):
        line, place = divmod(index, width // _COUNT)
        x, y = 20 + place * _COUNT, _NAME + 14 + line * _LINE
        title = f"<title>{escape(element.label[language])}</title>"
        yield f'<g transform="translate({x} {y})">{title}{icon(element)}</g>'
        yield _text(x + 12, y + 5, str(village.counts[element.id]), 14, "start", "#2b2140")


def _header_height(edition: CatrinaEdition, width: int) -> int:
    return _NAME + _LINE * -(-len(edition.elements) // (width // _COUNT)) + 4


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


def _token(x: int, y: int, text: str, ink: str, rim: str) -> str:
    return (
        f'<g transform="translate({x} {y})"><circle r="13" fill="{ink}" stroke="{rim}" stroke-width="3"/>'
        f'<text y="5" font-size="13" font-weight="bold" fill="#fff">{escape(text)}</text></g>'
    )


def _text(x: int, y: int, text: str, size: int, anchor: str, ink: str) -> str:
    return f'<text x="{x}" y="{y}" font-size="{size}" text-anchor="{anchor}" fill="{ink}">{escape(text)}</text>'
