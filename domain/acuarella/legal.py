"""Every lawful command of a position.

Placings are counted and found by bits, and only written out when somebody looks at them.
"""

from bisect import bisect_right
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import accumulate

from msgspec import Struct

from domain.acuarella.commands import (
    AcuarellaCommand,
    Done,
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
from domain.acuarella.edition import CARDS, Card
from domain.acuarella.geometry import Cells, bits
from domain.acuarella.state import (
    IMMEDIATE,
    State,
    any_fits,
    choices,
    covered,
    leaves_enough,
    photos_in_stock,
    playing,
    richest,
    row,
)
from domain.acuarella.tables import tables
from domain.kernel.lawful import Lawful
from domain.kernel.messages import Seat

_cells = lru_cache(maxsize=4096)(bits)


def actors(state: State) -> tuple[Seat, ...]:
    if state.over is not None:
        return ()
    if state.turn is not None:
        return (state.turn.seat,)
    judged = {verdict.seat for verdict in state.verdicts}
    return tuple(seat for seat in state.tied if seat not in judged)


def legal(state: State, seat: Seat) -> Sequence[AcuarellaCommand]:
    if seat not in actors(state):
        return ()
    if state.turn is None:
        return tuple(Meow(best) for best in (*state.tied, None))
    if state.turn.placed:
        return (*after_placing(state), Done())
    return _before_placing(state, tuple(_card_plays(state)))


def after_placing(state: State) -> tuple[AcuarellaCommand, ...]:
    """What is lawful beside ending the turn: photos (AC-13) and cards (AC-11)."""
    known, turn = tables(state.edition), playing(state)
    board = state.boards[turn.seat]
    photos: tuple[AcuarellaCommand, ...] = ()
    if photos_in_stock(state.edition, board):
        empty = known.grid.all & ~covered(known, board)
        photos = tuple(LayPhoto(known.grid.names[cell]) for cell in bits(empty))
    return (*photos, *_card_plays(state))


class _Run(Struct, frozen=True):
    """All anchors of one form of one piece."""

    source: str
    piece: str
    turn: str
    anchors: Cells


def _before_placing(state: State, plays: tuple[AcuarellaCommand, ...]) -> Lawful[AcuarellaCommand]:
    """First the placings: by source, piece, form and anchor. Then the cards."""
    known = tables(state.edition)
    runs = _runs(state)
    ends = tuple(accumulate(run.anchors.bit_count() for run in runs))
    placings = ends[-1] if ends else 0
    names = known.grid.names

    def at(index: int) -> AcuarellaCommand:
        if index >= placings:
            return plays[index - placings]
        found = bisect_right(ends, index)
        run = runs[found]
        anchors = _cells(run.anchors)
        return Place(run.source, run.piece, run.turn, names[anchors[index - ends[found]]])

    def holds(command: AcuarellaCommand) -> bool:
        if not isinstance(command, Place):
            return command in plays
        cell = known.grid.cells.get(command.cell)
        lies = (command.source, command.piece, command.turn)
        return cell is not None and any(
            (run.source, run.piece, run.turn) == lies and run.anchors >> cell & 1 for run in runs
        )

    return Lawful(placings + len(plays), at, holds)


def _runs(state: State) -> tuple[_Run, ...]:
    known = tables(state.edition)
    board = state.boards[playing(state).seat]
    under, first = covered(known, board), not board.tiles
    lies: dict[int, list[tuple[str, Cells]]] = {}
    runs = []
    for source, piece in choices(state):
        shape = known.shape[piece]
        if shape not in lies:
            forms = ((form.turn, known.grid.anchors(form, under, first)) for form in known.grid.forms[shape])
            lies[shape] = [(turn, anchors) for turn, anchors in forms if anchors]
        runs += [_Run(source, known.pieces[piece], turn, anchors) for turn, anchors in lies[shape]]
    return tuple(runs)


def _card_plays(state: State) -> list[AcuarellaCommand]:
    """One card a turn: before placing any that was not drawn in this turn, but Purring Cat after placing; and then the
    immediate ones just drawn (AC-11)."""
    turn = playing(state)
    hand = state.boards[turn.seat].hand
    if turn.card_played or not hand:
        return []
    if turn.placed:
        playable = {card for card in turn.fresh if card in IMMEDIATE}
        if hand.count("purring") > turn.fresh.count("purring"):
            playable.add("purring")
    else:
        playable = set(hand) - {"purring"}
    return [command for card in CARDS if card in playable for command in _PLAYS[card](state, turn.seat)]


def _psychic(state: State, seat: Seat) -> list[AcuarellaCommand]:
    if not state.bag or state.boards[seat].reserved is not None:
        return []
    return [Guess(colour.id) for colour in state.edition.colours]


def _purring(state: State, seat: Seat) -> list[AcuarellaCommand]:
    return [Purr()] if state.boards[seat].unpaid else []


def _jealous(state: State, seat: Seat) -> list[AcuarellaCommand]:
    own = state.boards[seat].pigments
    return [
        Rob(victim, name)
        for victim in richest(state, seat)
        for name, mine, theirs in zip(tables(state.edition).pigments, own, state.boards[victim].pigments, strict=True)
        if theirs and not mine
    ]


def _stubborn(state: State, seat: Seat) -> list[AcuarellaCommand]:
    board = state.boards[seat]
    possible = board.reserved is None and any_fits(tables(state.edition), board, state.replacement)
    return [Insist()] if possible else []


def _parade(_: State, __: Seat) -> list[AcuarellaCommand]:
    return [Parade()]


def _guardian(_: State, __: Seat) -> list[AcuarellaCommand]:
    return [Guard()]


def _stray(state: State, seat: Seat) -> list[AcuarellaCommand]:
    if state.boards[seat].reserved is not None:
        return []
    return [Reserve(source) for source in row(state) if leaves_enough(state, source)]


def _hairball(state: State, _: Seat) -> list[AcuarellaCommand]:
    return [Exchange(card) for card in CARDS if card in state.discard and card != "hairball"]


_PLAYS: dict[Card, Callable[[State, Seat], list[AcuarellaCommand]]] = {
    "psychic": _psychic,
    "purring": _purring,
    "jealous": _jealous,
    "stubborn": _stubborn,
    "parade": _parade,
    "guardian": _guardian,
    "stray": _stray,
    "hairball": _hairball,
}
