"""What may be seen: everything. Bag and deck lie open, since what is in them follows from what is not."""

from collections import Counter
from collections.abc import Mapping

from msgspec import Struct

from domain.acuarella.edition import WILDCARD, Card
from domain.acuarella.events import Choice, Ending
from domain.acuarella.state import (
    Board,
    End,
    State,
    Tile,
    Turn,
    Verdict,
    form_of,
    photos_in_stock,
    wildcards_left,
)
from domain.acuarella.tables import Piece, Tables, tables
from domain.kernel.messages import Seat
from domain.kernel.view import View


class SeenTile(Struct, frozen=True):
    piece: str
    turn: str
    cell: str


class SeenBoard(Struct, frozen=True):
    tiles: tuple[SeenTile, ...]
    photos: tuple[str, ...]
    photos_in_stock: int
    pigments: Mapping[str, int]  # those it holds; wildcards are one of them
    collected: int  # pigments ever
    unpaid: int  # unions that gave neither pigment nor wildcard
    hand: tuple[Card, ...]
    reserved: str | None


class SeenTurn(Struct, frozen=True):
    seat: Seat
    choice: Choice
    placed: bool
    card_played: bool
    fresh: tuple[Card, ...]


class Public(Struct, frozen=True):
    boards: tuple[SeenBoard, ...]
    available: tuple[str | None, ...]
    replacement: tuple[str | None, ...]
    bag: Mapping[str, int]
    deck: tuple[Card, ...]  # in the edition's order, which says nothing of the next draw
    discard: tuple[Card, ...]
    wildcards: int
    drawn: str | None  # the piece of the first turn of the match
    turn: SeenTurn | None
    end: End | None
    full: tuple[Seat, ...]
    left: tuple[Seat, ...]
    absent: tuple[Seat, ...]
    tied: tuple[Seat, ...]
    verdicts: tuple[Verdict, ...]
    over: Ending | None


def view(state: State) -> View:
    known = tables(state.edition)
    public = Public(
        boards=tuple(_board(known, state, board) for board in state.boards),
        available=tuple(_name(known, piece) for piece in state.available),
        replacement=tuple(_name(known, piece) for piece in state.replacement),
        bag={known.pieces[piece]: count for piece, count in Counter(state.bag).items()},
        deck=state.deck,
        discard=state.discard,
        wildcards=wildcards_left(state),
        drawn=_name(known, state.drawn),
        turn=None if state.turn is None else _turn(state.turn),
        end=state.end,
        full=state.full,
        left=state.left,
        absent=state.absent,
        tied=state.tied,
        verdicts=state.verdicts,
        over=state.over,
    )
    return View(public, private=())


def _board(known: Tables, state: State, board: Board) -> SeenBoard:
    return SeenBoard(
        tiles=tuple(
            SeenTile(known.pieces[tile.piece], form_of(known, tile).turn, known.grid.names[tile.anchor])
            for tile in board.tiles
        ),
        photos=tuple(known.grid.names[cell] for cell in board.photos),
        photos_in_stock=photos_in_stock(state.edition, board),
        pigments={name: count for name, count in zip(known.pigments, board.pigments, strict=True) if count},
        collected=board.collected,
        unpaid=board.unpaid,
        hand=board.hand,
        reserved=_name(known, board.reserved),
    )


def _turn(turn: Turn) -> SeenTurn:
    return SeenTurn(turn.seat, turn.choice, turn.placed, turn.card_played, turn.fresh)


def _name(known: Tables, piece: Piece | None) -> str | None:
    return None if piece is None else known.pieces[piece]


def tile_of(known: Tables, seen: SeenTile) -> Tile:
    """The tile behind what is seen of it: pictures and values reckon with cells."""
    piece = known.piece[seen.piece]
    return Tile(piece, known.grid.form_of[known.shape[piece]][seen.turn], known.grid.cells[seen.cell])


def census(state: State) -> Mapping[str, int]:
    """Pieces and cards by name, and the wildcards."""
    known = tables(state.edition)
    pieces = [*state.bag, *state.available, *state.replacement]
    pieces += [tile.piece for board in state.boards for tile in board.tiles]
    pieces += [board.reserved for board in state.boards]
    pieces.append(state.drawn)
    cards = [*state.deck, *state.discard, *(card for board in state.boards for card in board.hand)]
    found = Counter(known.pieces[piece] for piece in pieces if piece is not None)
    found.update(cards)
    found[WILDCARD] = wildcards_left(state) + sum(board.pigments[-1] for board in state.boards)
    return found
