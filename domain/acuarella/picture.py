"""The picture of a table: the row with the Catotem, the bag, and every seat's board with all that lies beside it."""

from collections import Counter
from collections.abc import Iterator
from html import escape
from itertools import combinations

from domain.acuarella.drawing import (
    INK,
    PAPER,
    QUIET,
    Point,
    bone,
    box,
    drop,
    dull,
    face,
    group,
    letter,
    photo,
    piece,
    standing,
    text,
)
from domain.acuarella.edition import WILDCARD, AcuarellaEdition, Card, Colour
from domain.acuarella.geometry import bits
from domain.acuarella.state import Tile, cells_of
from domain.acuarella.tables import tables
from domain.acuarella.view import Public, SeenBoard, tile_of
from domain.kernel.messages import Seat
from domain.kernel.view import Seen
from domain.kernel.words import Labels, Language

SIDE = 38  # of a cell of a board
SMALL = 17  # of a cell of a piece in the row
SLOT = 84  # of a place of the row
EDGE = 22  # for the names of rows and columns
BESIDE = 250  # the width of what lies beside a board
GAP = 18
GREY = "#b9b4bd"
ACTIVE = "#d2691e"

_TITLE = Labels(en="Acuarella", pt="Acuarella", it="Acuarella")
_TURN = Labels(en="turn: player {number}", pt="turno: jogador {number}", it="turno: giocatore {number}")
_MEOWING = Labels(en="who meows best?", pt="quem mia melhor?", it="chi miagola meglio?")
_OVER = Labels(en="the match is over", pt="a partida terminou", it="la partita è finita")
_PLAYER = Labels(en="Player {number}", pt="Jogador {number}", it="Giocatore {number}")
_AVAILABLE = Labels(en="Available", pt="Disponíveis", it="Disponibili")
_REPLACEMENT = Labels(en="Replacement", pt="Reposição", it="Ricambio")
_BAG = Labels(en="Bag: {count}", pt="Saco: {count}", it="Sacchetto: {count}")
_DECK = Labels(en="Deck: {count}", pt="Baralho: {count}", it="Mazzo: {count}")
_DISCARD = Labels(en="Discard pile: {count}", pt="Descarte: {count}", it="Scarti: {count}")
_WILDCARDS = Labels(en="Wildcards: {count}", pt="Fichas coringa: {count}", it="Jolly: {count}")
_PHOTOS = Labels(en="Photos in stock: {count}", pt="Fotos em estoque: {count}", it="Foto da parte: {count}")
_RESERVED = Labels(en="Reserved", pt="Reservado", it="Riservato")
_CHOSEN = Labels(en="To place", pt="A posicionar", it="Da posizionare")
_TROPHY = Labels(en="Trophy no. {number}", pt="Troféu nº {number}", it="Trofeo n. {number}")
_FULL = Labels(en="Full", pt="Cheio", it="Piena")
_LEFT = Labels(en="left", pt="saiu", it="uscito")
_NO_PIGMENT = Labels(en="no pigment", pt="sem pigmento", it="nessun pigmento")


def picture(edition: AcuarellaEdition, seen: Seen, language: Language) -> str:
    """Everything that can be touched carries what stands in the notation of its moves: cells of the viewer's board (or,
    for those who only watch, of the board whose turn it is) `data-cell`, pieces and cards `data-move`."""
    return "".join(_Picture(edition, seen, language).lines())


class _Picture:
    def __init__(self, edition: AcuarellaEdition, seen: Seen, language: Language) -> None:
        self.edition, self.language, self.known = edition, language, tables(edition)
        self.public: Public = seen.public
        turn = self.public.turn
        watched = turn.seat if turn else Seat(0)
        self.touched = watched if isinstance(seen.audience, str) else seen.audience
        self.columns = 2 if len(self.public.boards) > 1 else 1
        self.board_width = EDGE + edition.board.columns * SIDE + BESIDE
        alone = any(board.reserved for board in self.public.boards) or self.public.drawn is not None
        beside = max(map(self._depth, self.public.boards)) + (SLOT if alone else 0)
        self.board_height = 36 + max(edition.board.rows * SIDE + EDGE, beside)
        self.pigments = {pigment.id: (pigment.ink, pigment.mark, pigment.label) for pigment in edition.pigments}
        self.pigments[WILDCARD] = (GREY, "?", Labels(en="wildcard", pt="coringa", it="jolly"))
        self.cards = {card.id: card.label for card in edition.cards}

    def say(self, label: Labels, **values: object) -> str:
        return label.say(self.language, **values)

    def lines(self) -> Iterator[str]:
        row_height = 2 * SLOT + 60
        bag_width = (len(self.edition.colours) + 1) * 30 + 20
        slots_width = 110 + self.edition.play.slots * (SLOT + 6)
        across = max(self.columns * (self.board_width + GAP), slots_width + bag_width + 200) + GAP
        row_height = max(row_height, 60 + len(self.edition.shapes) * 22)
        down = -(-len(self.public.boards) // self.columns)
        height = row_height + down * (self.board_height + GAP) + GAP
        yield f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {across} {height}" font-family="sans-serif">'
        yield f"<title>{escape(self._title())}</title>"
        yield box(0, 0, across, height, 'fill="#f3eee6"')
        yield from self._row(GAP, 34)
        yield from self._bag(GAP + slots_width, 34)
        yield from self._piles(GAP + slots_width + bag_width, 50)
        yield text(GAP, 24, self._title(), 16, bold=True)
        for seat, board in enumerate(self.public.boards):
            x = GAP + seat % self.columns * (self.board_width + GAP)
            y = row_height + seat // self.columns * (self.board_height + GAP)
            yield from self._seat(Seat(seat), board, x, y)
        yield "</svg>"

    def _title(self) -> str:
        public = self.public
        if public.over:
            now = self.say(_OVER)
        elif public.turn is None:
            now = self.say(_MEOWING)
        else:
            now = self.say(_TURN, number=public.turn.seat + 1)
        return f"{self.say(_TITLE)}: {now}"

    # The middle of the table

    def _row(self, x: float, y: float) -> Iterator[str]:
        """Replacement pieces behind the Catotem, available ones before it."""
        turn = self.public.turn
        sides = (
            (_REPLACEMENT, self.known.replacements, self.public.replacement, "replacement"),
            (_AVAILABLE, self.known.slots, self.public.available, "available"),
        )
        for line, (label, slots, pieces, choice) in enumerate(sides):
            top = y + line * (SLOT + 14)
            yield text(x, top + (12 if line == 0 else SLOT - 4), self.say(label), 11)
            for number, (slot, name) in enumerate(zip(slots, pieces, strict=True)):
                chosen = turn is not None and turn.choice == choice and not turn.placed
                left = x + 82 + number * (SLOT + 6)
                yield from self._place(left, top, slot, name, chosen)
        yield _catotem(x + 34, y + SLOT + 6)

    def _place(self, x: float, y: float, source: str, name: str | None, chosen: bool) -> Iterator[str]:
        """A piece off the boards: in the row, reserved, or drawn for this turn."""
        rim = f'fill="{PAPER}" stroke="{ACTIVE if chosen else QUIET}" stroke-width="{2.5 if chosen else 1}" rx="8"'
        content = [box(x, y, SLOT, SLOT, rim), text(x + 6, y + 14, source, 11)]
        if name is None:
            yield group(content)
            return
        number = self.known.piece[name]
        form, colour = self.known.grid.forms[self.known.shape[number]][0], self._colour(name)
        centre = x + SLOT / 2, y + SLOT / 2 + 4
        content.append(group([standing(self.known.grid, form, colour, SMALL, centre)], 'data-turns=""'))
        yield group(content, f'data-move="{source}:{escape(name)}"', name)

    def _bag(self, x: float, y: float) -> Iterator[str]:
        """How many of each piece are in the bag, by shape and colour: anybody could count them."""
        bag, turn = self.public.bag, self.public.turn
        yield text(x, y + 12, self.say(_BAG, count=sum(bag.values())), 12, bold=True)
        for column, colour in enumerate(self.edition.colours):
            yield box(x + 38 + column * 30, y + 20, 22, 16, f'fill="{colour.ink}" stroke="{INK}" rx="3"')
            yield letter(x + 49 + column * 30, y + 28, colour.mark, 11, colour.ink)
        for line, shape in enumerate(self.edition.shapes):
            top = y + 54 + line * 20
            yield text(x, top, shape.id, 12)
            for column, colour in enumerate(self.edition.colours):
                name = f"{shape.id}-{colour.id}"
                count = text(x + 49 + column * 30, top, str(bag[name]) if name in bag else "·", 12, "middle")
                choosing = turn is not None and turn.choice == "bag" and not turn.placed and name in bag
                yield group([count], f'data-move="B:{escape(name)}" font-weight="bold"', name) if choosing else count

    def _piles(self, x: float, y: float) -> Iterator[str]:
        public = self.public
        for line, (label, count) in enumerate(
            ((_DECK, len(public.deck)), (_DISCARD, len(public.discard)), (_WILDCARDS, public.wildcards))
        ):
            yield text(x, y + line * 20, self.say(label, count=count), 12, bold=True)
        for line, (card, count) in enumerate(Counter(public.discard).items()):
            yield text(x, y + 62 + line * 15, f"{self.cards[card][self.language]}: {count}", 11)

    # The seats

    def _seat(self, seat: Seat, board: SeenBoard, x: float, y: float) -> Iterator[str]:
        turn = self.public.turn
        acting = turn is not None and turn.seat == seat
        rim = f'stroke="{ACTIVE if acting else GREY}" stroke-width="{3 if acting else 1}"'
        yield box(x - 8, y - 2, self.board_width + 12, self.board_height + 6, f'fill="#faf7f1" rx="10" {rim}')
        yield text(x + 4, y + 20, self._headline(seat), 15, bold=True)
        origin = x + EDGE, y + 34 + self.edition.board.rows * SIDE
        yield from self._grid(seat, board, origin)
        yield from self._beside(seat, board, origin[0] + self.edition.board.columns * SIDE + 16, y + 34)

    def _headline(self, seat: Seat) -> str:
        public = self.public
        words = [self.say(_PLAYER, number=seat + 1)]
        if seat in public.full:
            place = public.full.index(seat)
            trophy = place < len(self.edition.trophies)
            words.append(self.say(_TROPHY, number=place + 1) if trophy else self.say(_FULL))
        if seat in public.left + public.absent:
            words.append(self.say(_LEFT))
        return " · ".join(words)

    def _grid(self, seat: Seat, board: SeenBoard, origin: Point) -> Iterator[str]:
        """Cells with bones under them, photos, pieces, and pigments where two pieces are united."""
        grid, known = self.known.grid, self.known
        left, bottom = origin
        bones = dict(known.bones)
        tiles = [tile_of(known, tile) for tile in board.tiles]
        for cell, name in grid.names.items():
            row, column = divmod(cell, grid.stride)
            x, y = left + column * SIDE, bottom - row * SIDE
            mark = f' data-cell="{name}"' if seat == self.touched else ""
            yield box(x, y - SIDE, SIDE, SIDE, f'fill="{PAPER}" stroke="{GREY}"{mark}')
            if column == 0:
                yield text(left - 7, y - SIDE / 2 + 4, name[1:], 11, "end")
            if row == 0:
                yield text(x + SIDE / 2, bottom + 15, name[0], 11, "middle")
            if cell in bones:
                yield group([bone(x + SIDE / 2, y - SIDE / 2, SIDE * 0.86, self.edition.colours[bones[cell]])], _IDLE)
            if name in board.photos:
                yield group([photo(x, y, SIDE)], _IDLE)
        for tile in tiles:
            colour = self.edition.colours[known.colour[tile.piece]]
            drawn = piece(grid, cells_of(known, tile), colour, SIDE, origin)
            yield group([drawn], _IDLE, f"{known.pieces[tile.piece]}@{grid.names[tile.anchor]}")
        for one, other in combinations(tiles, 2):
            yield from self._union(one, other, origin)

    def _union(self, one: Tile, other: Tile, origin: Point) -> Iterator[str]:
        known, grid = self.known, self.known.grid
        corners = bits(grid.meeting(cells_of(known, one), cells_of(known, other)))
        if not corners:
            return
        row, column = divmod(corners[len(corners) // 2], grid.stride)
        x, y = origin[0] + column * SIDE, origin[1] - row * SIDE
        pigment = known.mixes[known.colour[one.piece]][known.colour[other.piece]]
        if pigment is None:
            yield group([dull(x, y, 9)], _IDLE, self.say(_NO_PIGMENT))
        else:
            ink, mark, label = self.pigments[known.pigments[pigment]]
            yield group([drop(x, y, 9, ink, mark)], _IDLE, label[self.language])

    def _beside(self, seat: Seat, board: SeenBoard, x: float, y: float) -> Iterator[str]:
        """Pigments held, photos in stock, cards, and a piece reserved or drawn."""
        for place, (name, count) in enumerate(board.pigments.items()):
            ink, mark, label = self.pigments[name]
            left, top = x + place % 4 * 56, y + 12 + place // 4 * 28
            content = [drop(left + 10, top, 11, ink, mark), text(left + 25, top + 5, f"×{count}", 13)]
            yield group(content, title=label[self.language])
        below = y + 12 + -(-len(board.pigments) // 4) * 28
        yield text(x, below + 8, self.say(_PHOTOS, count=board.photos_in_stock), 12)
        for place, card in enumerate(board.hand):
            yield from self._card(card, x, below + 18 + place * 24, seat)
        below = y + self._depth(board)
        if board.reserved is not None:
            yield from self._lonely(_RESERVED, "S", board.reserved, x, below, seat)
        turn = self.public.turn
        if turn is not None and turn.seat == seat and self.public.drawn is not None:
            yield from self._lonely(_CHOSEN, "B", self.public.drawn, x, below, seat)

    def _depth(self, board: SeenBoard) -> int:
        """How far down beside a board its pigments, photos and cards reach."""
        return 38 + -(-len(board.pigments) // 4) * 28 + len(board.hand) * 24

    def _card(self, card: Card, x: float, y: float, seat: Seat) -> Iterator[str]:
        content = [
            box(x, y, BESIDE - 44, 20, f'fill="#e9dff0" stroke="{QUIET}" rx="5"'),
            text(x + 8, y + 14, self.cards[card][self.language], 12),
        ]
        yield group(content, f'data-move="!{card}"' if seat == self.touched else "")

    def _lonely(self, label: Labels, source: str, name: str, x: float, y: float, seat: Seat) -> Iterator[str]:
        turn = self.public.turn
        chosen = turn is not None and turn.seat == seat and turn.choice in ("reserved", "drawn") and not turn.placed
        yield text(x + SLOT + 8, y + 20, self.say(label), 12)
        yield from self._place(x, y, source, name, chosen)

    def _colour(self, name: str) -> Colour:
        return self.edition.colours[self.known.colour[self.known.piece[name]]]


_IDLE = 'pointer-events="none"'  # so that clicks reach the cell below


def _catotem(x: float, y: float) -> str:
    """Two cats, one on the other; it faces downwards, to the available pieces."""
    return group([face(x, y - 14, 26), face(x, y + 8, 30), f'<path d="M{x - 6} {y + 24}h12l-6 8z" fill="{INK}"/>'])
