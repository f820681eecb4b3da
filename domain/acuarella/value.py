"""What a greedy player thinks a command is worth, in points. The figures below are guesses that played well."""

from collections.abc import Callable, Iterable, Sequence
from functools import cache

from domain.acuarella.commands import (
    AcuarellaCommand,
    Exchange,
    Guard,
    Guess,
    Insist,
    LayPhoto,
    Meow,
    Parade,
    Place,
    Purr,
    Reserve,
    Rob,
)
from domain.acuarella.edition import AcuarellaEdition, Card
from domain.acuarella.geometry import Cells, bits
from domain.acuarella.state import cells_of
from domain.acuarella.tables import Piece, tables
from domain.acuarella.view import Public, tile_of
from domain.kernel.messages import Seat
from domain.kernel.view import Seen

BONE = 1.5  # the card it brings
HOLE = -1.2  # an empty cell that no piece can cover any more
USUAL = 7.0  # the best of four pieces, on a board half full
NEXT_TURN = 0.5  # of what a piece would be worth now
CARD_WORTH: dict[Card, float] = {"jealous": 3, "purring": 2, "psychic": 1, "stubborn": 1, "stray": 1}


def value(edition: AcuarellaEdition, seen: Seen, seat: Seat) -> Callable[[AcuarellaCommand], float]:
    """Placings are compared with each other; a card played before placing with the best placing without it; what comes
    after placing with ending the turn, which is worth nothing."""
    position = _Position(edition, seen.public, seat)

    def worth(command: AcuarellaCommand) -> float:
        match command:
            case Place(_, piece, turn, cell):
                return position.placing(piece, turn, cell)
            case LayPhoto(cell):
                return position.photo(cell)
            case Meow(best):
                return float(best == seat)
        return position.card(command)

    return worth


class _Position:
    """A board with what is asked of it many times kept."""

    def __init__(self, edition: AcuarellaEdition, public: Public, seat: Seat) -> None:
        self.edition, self.public, self.known = edition, public, tables(edition)
        self.board = public.boards[seat]
        self.placed = public.turn is not None and public.turn.placed
        self.reserved = public.turn is not None and public.turn.choice == "reserved"
        tiles = [tile_of(self.known, tile) for tile in self.board.tiles]
        self.tiles = [(cells_of(self.known, tile), self.known.colour[tile.piece]) for tile in tiles]
        covered = sum(cells for cells, _ in self.tiles) + sum(1 << self.known.grid.cells[c] for c in self.board.photos)
        self.free = self.known.grid.all & ~covered
        self.bones = sum(1 << bone for bone, _ in self.known.bones)
        trophies = edition.trophies[len(public.full) : len(public.full) + 1]
        self.trophy = trophies[0] if trophies else 0
        photo = -edition.play.empty_cell / edition.play.photo_every
        self.gain = [points + photo for points in self.known.points]
        self.lying = cache(self._lying)
        self.best = cache(self._best)

    def placing(self, piece: str, turn: str, cell: str) -> float:
        known = self.known
        number = known.piece[piece]
        shape = known.shape[number]
        form = known.grid.forms[shape][known.grid.form_of[shape][turn]]
        return self._worth(number, form.cells << known.grid.cells[cell])

    def _worth(self, piece: Piece, cells: Cells) -> float:
        colour = self.known.colour[piece]
        worth, others, bones = self.lying(cells)
        mixes = self.known.mixes[colour]
        for other in others:
            pigment = mixes[other]
            if pigment is not None:
                worth += self.gain[pigment]
        return worth + BONE * bones.count(colour) if bones else worth

    def _lying(self, cells: Cells) -> tuple[float, Sequence[int], Sequence[int]]:
        """What cells are worth whatever the colour; the colours of the pieces they would join; the bones they cover."""
        known = self.known
        left = self.free & ~cells
        worth = -self.edition.play.empty_cell * cells.bit_count() + HOLE * self._holes(left).bit_count()
        if not left:
            worth += self.trophy
        halo = known.grid.halo(cells)
        others = [colour for tile, colour in self.tiles if tile & halo and known.grid.meeting(cells, tile)]
        if not cells & self.bones:
            return worth, others, ()
        return worth, others, [colour for bone, colour in known.bones if cells >> bone & 1]

    def _holes(self, free: Cells) -> Cells:
        """Single empty cells."""
        stride = self.known.grid.stride
        return free & ~(free << 1 | free >> 1 | free << stride | free >> stride)

    def _best(self, name: str | None) -> float:
        """What a piece is worth where it lies best; nothing if it fits nowhere."""
        if name is None:
            return 0.0
        known, piece = self.known, self.known.piece[name]
        return max(
            (
                self._worth(piece, form.cells << anchor)
                for form in known.grid.forms[known.shape[piece]]
                for anchor in bits(known.grid.anchors(form, known.grid.all & ~self.free, not self.tiles))
            ),
            default=0.0,
        )

    def photo(self, cell: str) -> float:
        """In holes, or to fill the board; else it waits, for it would only be in the way of pieces."""
        if self.free.bit_count() <= self.board.photos_in_stock:
            return 1.0
        return 1.0 if self._holes(self.free) >> self.known.grid.cells[cell] & 1 else -1.0

    def card(self, command: AcuarellaCommand) -> float:
        """A card changes what can be placed, or adds something to it."""
        public = self.public
        match command:
            case Purr():
                return float(min(self.edition.wildcards.at_once, self.board.unpaid, public.wildcards))
            case Rob(_, pigment):
                return self._now() + self.gain[self.known.pigment[pigment]]
            case Guess(colour):
                return self._now() + USUAL / 2 * self._in_bag(colour) / max(1, sum(public.bag.values()))
            case Parade() | Guard() if self.reserved:
                return 0.0
            case Insist() | Parade():
                return self._most(public.replacement)
            case Guard():
                return USUAL * self.free.bit_count() / self.known.grid.all.bit_count() + 1
            case Reserve(source):
                return self._reserving(source)
            case Exchange(card):
                return self._now() + CARD_WORTH.get(card, 0.5) / 2
        return 0.0

    def _in_bag(self, colour: str) -> int:
        known = self.known
        pieces = {name for name, piece in known.piece.items() if known.colour[piece] == known.colours[colour]}
        return sum(count for name, count in self.public.bag.items() if name in pieces)

    def _now(self) -> float:
        """The best placing of this turn; nothing once the piece is placed."""
        if self.placed:
            return 0.0
        return self.best(self.board.reserved) if self.reserved else self._most(self.public.available)

    def _most(self, names: Iterable[str | None]) -> float:
        return max(self.best(name) for name in names)

    def _reserving(self, source: str) -> float:
        """The best placing that is left, and a part of what the reserved piece brings next turn beyond the usual."""
        row = list(self.public.available)
        if source in self.known.slots:
            slot = self.known.slots.index(source)
            name, row[slot] = row[slot], self.public.replacement[slot]
        else:
            name = self.public.replacement[self.known.replacements.index(source)]
        later = NEXT_TURN * (self.best(name) - self._most(self.public.available) + 1)
        return later if self.placed else self._most(row) + later
