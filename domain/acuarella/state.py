"""A position, and the questions the rules ask of it."""

from collections.abc import Iterable, Iterator

from msgspec import Struct

from domain.acuarella.edition import AcuarellaEdition, Card
from domain.acuarella.events import Choice, Ending
from domain.acuarella.geometry import Cell, Cells, Form
from domain.acuarella.tables import Piece, Tables, tables
from domain.kernel.game import Options
from domain.kernel.messages import Seat

IMMEDIATE: frozenset[Card] = frozenset({"stray", "hairball"})  # cards that may be played when drawn (AC-11)


class Tile(Struct, frozen=True):
    """A piece on a board: which of its shape's forms, and the cell of its anchor."""

    piece: Piece
    form: int
    anchor: Cell


class Board(Struct, frozen=True):
    """All that lies before a seat."""

    pigments: tuple[int, ...]  # how many of each; the wildcards are the last
    tiles: tuple[Tile, ...] = ()
    photos: tuple[Cell, ...] = ()
    collected: int = 0  # pigments ever (AC-12)
    unpaid: int = 0  # unions that gave neither pigment nor wildcard (AC-15)
    hand: tuple[Card, ...] = ()
    reserved: Piece | None = None


class Turn(Struct, frozen=True):
    """The turn that runs. `fresh` are the cards drawn in it."""

    seat: Seat
    choice: Choice
    placed: bool = False
    card_played: bool = False
    fresh: tuple[Card, ...] = ()


class End(Struct, frozen=True):
    """Who triggered the end, why, and whose final turns are still to come, in order (AC-22)."""

    seat: Seat
    reason: Ending
    turns: tuple[Seat, ...]


class Verdict(Struct, frozen=True):
    """Whom a tied seat names as the best meow; None shares (AC-26)."""

    seat: Seat
    best: Seat | None


class State(Struct, frozen=True):
    edition: AcuarellaEdition
    options: dict[str, str]
    boards: tuple[Board, ...]
    bag: tuple[Piece, ...]  # in order, like the deck: a draw indexes them
    deck: tuple[Card, ...]
    available: tuple[Piece | None, ...]
    replacement: tuple[Piece | None, ...]
    discard: tuple[Card, ...] = ()
    drawn: Piece | None = None  # for the first turn of the match (AC-4)
    turn: Turn | None = None
    end: End | None = None
    full: tuple[Seat, ...] = ()  # boards, in the order they became full (AC-24)
    left: tuple[Seat, ...] = ()  # in the order they left
    absent: tuple[Seat, ...] = ()  # left when the scores were counted: they do not rank last (AC-26)
    tied: tuple[Seat, ...] = ()
    verdicts: tuple[Verdict, ...] = ()
    over: Ending | None = None


def initial(edition: AcuarellaEdition, seats: int, options: Options) -> State:
    """All pieces in the bag, all cards in the deck; for two seats some cards stay in the box (AC-2)."""
    known = tables(edition)
    removed = edition.play.removed_for_two if seats == 2 else 0
    empty = (None,) * edition.play.slots
    return State(
        edition=edition,
        options=dict(options),
        boards=(Board(pigments=(0,) * len(known.pigments)),) * seats,
        bag=tuple(Piece(piece) for piece in range(len(known.pieces)) for _ in range(edition.copies)),
        deck=tuple(card.id for card in edition.cards for _ in range(card.count - removed)),
        available=empty,
        replacement=empty,
    )


def form_of(known: Tables, tile: Tile) -> Form:
    return known.grid.forms[known.shape[tile.piece]][tile.form]


def cells_of(known: Tables, tile: Tile) -> Cells:
    return form_of(known, tile).cells << tile.anchor


def covered(known: Tables, board: Board) -> Cells:
    """The cells under pieces and photos."""
    cells = 0
    for tile in board.tiles:
        cells |= cells_of(known, tile)
    for photo in board.photos:
        cells |= 1 << photo
    return cells


def is_full(known: Tables, board: Board) -> bool:
    return covered(known, board) == known.grid.all


def fits(known: Tables, board: Board, piece: Piece) -> bool:
    """Whether a piece can be placed on a board in any way (AC-6)."""
    under, first = covered(known, board), not board.tiles
    return any(known.grid.anchors(form, under, first) for form in known.grid.forms[known.shape[piece]])


def any_fits(known: Tables, board: Board, pieces: tuple[Piece | None, ...]) -> bool:
    return any(piece is not None and fits(known, board, piece) for piece in pieces)


def photos_earned(edition: AcuarellaEdition, board: Board) -> int:
    """AC-12."""
    return board.collected // edition.play.photo_every


def photos_in_stock(edition: AcuarellaEdition, board: Board) -> int:
    return photos_earned(edition, board) - len(board.photos)


def wildcards_left(state: State) -> int:
    return state.edition.wildcards.count - sum(board.pigments[-1] for board in state.boards)


def at_table(state: State) -> tuple[Seat, ...]:
    """The seats that have not left."""
    return tuple(Seat(seat) for seat in range(len(state.boards)) if seat not in state.left + state.absent)


def playing(state: State) -> Turn:
    """The turn that runs, where the caller knows that one does."""
    assert state.turn is not None
    return state.turn


def row(state: State) -> dict[str, Piece]:
    """The pieces of the row by slot; empty slots left out."""
    known = tables(state.edition)
    slots = zip(known.slots + known.replacements, state.available + state.replacement, strict=True)
    return {slot: piece for slot, piece in slots if piece is not None}


def choices(state: State) -> Iterator[tuple[str, Piece]]:
    """The pieces among which this turn's is chosen, with their sources (AC-4, AC-14, AC-17, AC-20)."""
    known, turn = tables(state.edition), playing(state)
    pieces: Iterable[tuple[str, Piece | None]]
    match turn.choice:
        case "available":
            pieces = zip(known.slots, state.available, strict=True)
        case "replacement":
            pieces = zip(known.replacements, state.replacement, strict=True)
        case "bag":
            pieces = (("B", piece) for piece in dict.fromkeys(state.bag))
        case "drawn":
            pieces = (("B", state.drawn),)
        case "reserved":
            pieces = (("S", state.boards[turn.seat].reserved),)
    return ((source, piece) for source, piece in pieces if piece is not None)


def richest(state: State, seat: Seat) -> tuple[Seat, ...]:
    """The other seats with the most pigments, of those that have not left (AC-16)."""
    counts = {other: sum(state.boards[other].pigments) for other in at_table(state) if other != seat}
    return tuple(other for other, count in counts.items() if count == max(counts.values()))


def leaves_enough(state: State, source: str) -> bool:
    """Whether a seat that has still to place can place an available piece once this one is reserved (AC-20)."""
    known, turn = tables(state.edition), playing(state)
    if turn.placed or source in known.replacements:
        return True
    slot = known.slots.index(source)
    left = (*state.available[:slot], state.replacement[slot], *state.available[slot + 1 :])
    return any_fits(known, state.boards[turn.seat], left)
