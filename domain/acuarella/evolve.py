"""What each event does to a position. Nothing is checked or drawn here."""

from typing import Any, TypeVar

from msgspec.structs import replace

from domain.acuarella.edition import Card
from domain.acuarella.events import (
    AcuarellaEvent,
    BoardFilled,
    BoneCovered,
    CatAssembled,
    Decided,
    EndTriggered,
    Exchanged,
    FirstChosen,
    FirstDrawn,
    Guarded,
    Guessed,
    Insisted,
    Joined,
    Left,
    Meowed,
    Paraded,
    PhotosLaid,
    Placed,
    Purred,
    Refilled,
    Reserved,
    Returned,
    Robbed,
    RowLaid,
    Tied,
    TurnBegan,
    TurnSkipped,
)
from domain.acuarella.state import End, State, Tile, Turn, Verdict, playing
from domain.acuarella.tables import Piece, Tables, tables
from domain.kernel.messages import Seat

T = TypeVar("T")


def evolve(state: State, event: AcuarellaEvent) -> State:
    known = tables(state.edition)
    match event:
        case Placed(seat, source, piece, turn, cell):
            return _placed(known, state, seat, source, known.piece[piece], turn, cell)
        case Refilled(slot, piece):
            return _refilled(known, state, slot, known.piece[piece])
        case Joined(seat, _, pigment):
            if pigment is None:
                return _on_board(state, seat, unpaid=state.boards[seat].unpaid + 1)
            return _collected(state, seat, known.pigment[pigment], 1)
        case TurnBegan(seat, choice):
            return replace(state, turn=Turn(seat, choice), end=_next_final(state.end))
        case TurnSkipped():
            return replace(state, end=_next_final(state.end))
        case PhotosLaid(seat, cells):
            photos = tuple(known.grid.cells[cell] for cell in cells)
            return _on_board(state, seat, photos=state.boards[seat].photos + photos)
        case BoneCovered(seat, _, card, reshuffled):
            return _drew(known, state, seat, card, reshuffled)
        case BoardFilled(seat, _):
            return replace(state, full=(*state.full, seat))
        case FirstChosen(seat):
            return replace(state, turn=Turn(seat, "drawn"))
        case RowLaid(available, replacement):
            front, behind = (tuple(known.piece[name] for name in names) for names in (available, replacement))
            return replace(state, available=front, replacement=behind, bag=_without(state.bag, *front, *behind))
        case FirstDrawn(name):
            drawn = known.piece[name]
            return replace(state, bag=_without(state.bag, drawn), drawn=drawn)
        case Guessed(seat, _, _, chooses):
            state = _played(state, seat, "psychic")
            return _choosing(state, "bag") if chooses else state
        case Purred(seat, wildcards):
            state = _collected(_played(state, seat, "purring"), seat, -1, wildcards)
            return _on_board(state, seat, unpaid=state.boards[seat].unpaid - wildcards)
        case Robbed(seat, victim, pigment):
            number = known.pigment[pigment]
            state = _collected(_played(state, seat, "jealous"), seat, number, 1)
            return _on_board(state, victim, pigments=_counted(state.boards[victim].pigments, number, -1))
        case Insisted(seat):
            return _choosing(_played(state, seat, "stubborn"), "replacement")
        case Paraded(seat):
            state = _played(state, seat, "parade")
            return replace(state, available=state.replacement, replacement=state.available)
        case Guarded(seat, pieces):
            new = tuple(known.piece[piece] for piece in pieces)
            back = (piece for piece in state.available[: len(new)] if piece is not None)
            bag = _with(_without(state.bag, *new), *back)
            return replace(_played(state, seat, "guardian"), available=(*new, *state.available[len(new) :]), bag=bag)
        case Reserved(seat, source, piece):
            state = _emptied(known, _played(state, seat, "stray"), source)
            return _on_board(state, seat, reserved=known.piece[piece])
        case Exchanged(seat, card):
            return _exchanged(state, seat, card)
        case Returned(seat, piece):
            return replace(_on_board(state, seat, reserved=None), bag=_with(state.bag, known.piece[piece]))
        case EndTriggered(seat, reason, turns):
            return replace(state, end=End(seat, reason, turns))
        case CatAssembled():  # said for those who watch; the score is counted from the boards
            return state
        case Tied(seats):
            return replace(state, tied=seats, turn=None)
        case Meowed(seat, best):
            return _judged(state, seat, best)
        case Left(seat):
            return _left(state, seat)
        case Decided(reason):
            return replace(state, over=reason, turn=None)


def _placed(known: Tables, state: State, seat: Seat, source: str, piece: Piece, turn: str, cell: str) -> State:
    running = playing(state)
    board = state.boards[seat]
    tile = Tile(piece, known.grid.form_of[known.shape[piece]][turn], known.grid.cells[cell])
    if source == "B":
        bag = state.bag if running.choice == "drawn" else _without(state.bag, piece)
        state = replace(state, bag=bag, drawn=None)
    elif source != "S":
        state = _emptied(known, state, source)
    reserved = None if source == "S" else board.reserved
    state = _on_board(state, seat, tiles=(*board.tiles, tile), reserved=reserved)
    return replace(state, turn=replace(running, placed=True))


def _emptied(known: Tables, state: State, source: str) -> State:
    """The row without the piece of a slot."""
    if source in known.slots:
        return replace(state, available=_put(state.available, known.slots.index(source), None))
    return replace(state, replacement=_put(state.replacement, known.replacements.index(source), None))


def _refilled(known: Tables, state: State, slot: str, piece: Piece) -> State:
    if slot in known.slots:  # the replacement piece moves up
        at = known.slots.index(slot)
        available, replacement = _put(state.available, at, piece), _put(state.replacement, at, None)
        return replace(state, available=available, replacement=replacement)
    at = known.replacements.index(slot)
    return replace(state, replacement=_put(state.replacement, at, piece), bag=_without(state.bag, piece))


def _drew(known: Tables, state: State, seat: Seat, card: Card | None, reshuffled: bool) -> State:
    if card is None:
        return state
    deck, discard = state.deck, state.discard
    if reshuffled:
        deck, discard = tuple(sorted(discard, key=known.deck.index)), ()
    return replace(_took_card(state, seat, card), deck=_without(deck, card), discard=discard)


def _exchanged(state: State, seat: Seat, card: Card) -> State:
    state = replace(_took_card(state, seat, card), discard=_without(state.discard, card))
    return _played(state, seat, "hairball")


def _took_card(state: State, seat: Seat, card: Card) -> State:
    turn = playing(state)
    state = _on_board(state, seat, hand=(*state.boards[seat].hand, card))
    return replace(state, turn=replace(turn, fresh=(*turn.fresh, card)))


def _played(state: State, seat: Seat, card: Card) -> State:
    """A card goes from hand to the discard pile, and is the turn's one card (AC-11)."""
    state = _on_board(state, seat, hand=_without(state.boards[seat].hand, card))
    return replace(state, discard=(*state.discard, card), turn=replace(playing(state), card_played=True))


def _choosing(state: State, choice: Any) -> State:
    return replace(state, turn=replace(playing(state), choice=choice))


def _collected(state: State, seat: Seat, pigment: int, count: int) -> State:
    board = state.boards[seat]
    return _on_board(state, seat, pigments=_counted(board.pigments, pigment, count), collected=board.collected + count)


def _left(state: State, seat: Seat) -> State:
    """Pieces in hand go back into the bag, cards to the discard pile; no final turn is left for the seat."""
    board, turn = state.boards[seat], state.turn
    pieces = [] if board.reserved is None else [board.reserved]
    drawn = state.drawn
    if turn is not None and turn.seat == seat and drawn is not None:
        pieces.append(drawn)
        drawn = None
    end = state.end and replace(state.end, turns=tuple(other for other in state.end.turns if other != seat))
    state = replace(
        _on_board(state, seat, hand=(), reserved=None),
        bag=_with(state.bag, *pieces),
        discard=state.discard + board.hand,
        drawn=drawn,
        end=end,
    )
    if not state.tied:
        return replace(state, left=(*state.left, seat))
    state = replace(state, absent=(*state.absent, seat))
    return _judged(state, seat, None) if seat in state.tied else state


def _judged(state: State, seat: Seat, best: Seat | None) -> State:
    others = tuple(verdict for verdict in state.verdicts if verdict.seat != seat)
    return replace(state, verdicts=(*others, Verdict(seat, best)))


def _next_final(end: End | None) -> End | None:
    return end and replace(end, turns=end.turns[1:])


def _on_board(state: State, seat: Seat, **changes: Any) -> State:
    return replace(state, boards=_put(state.boards, seat, replace(state.boards[seat], **changes)))


def _counted(counts: tuple[int, ...], at: int, change: int) -> tuple[int, ...]:
    return _put(counts, at % len(counts), counts[at] + change)


def _put(items: tuple[T, ...], at: int, item: T) -> tuple[T, ...]:
    return (*items[:at], item, *items[at + 1 :])


def _without(items: tuple[T, ...], *gone: T) -> tuple[T, ...]:
    for item in gone:
        at = items.index(item)
        items = items[:at] + items[at + 1 :]
    return items


def _with(bag: tuple[Piece, ...], *pieces: Piece) -> tuple[Piece, ...]:
    return tuple(sorted(bag + pieces))
