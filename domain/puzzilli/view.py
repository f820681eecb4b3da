"""What each audience may see, and the census of all pieces."""

from collections import Counter

from msgspec import Struct

from domain.kernel.messages import Seat
from domain.kernel.view import View
from domain.puzzilli.edition import Options, Piece
from domain.puzzilli.events import Ending
from domain.puzzilli.state import Board, Heap, Holdings, Phase, State, tokens_left


class Desk(Struct, frozen=True):
    """What lies and happens openly at a seat.

    `in_bag`: its hand holds a piece in the bag; `final`: that one must be pulled. `pulled`: what lies in front of it.
    """

    colour: str
    board: Board
    supply: Heap
    tokens: int
    reaches: int
    in_bag: bool
    final: bool
    pulled: Piece | None
    done: bool
    left: bool


class Table(Struct, frozen=True):
    """`bag` is with what hands hold in it: what all know by counting, and no more."""

    options: Options
    phase: Phase
    round: int
    ending: Ending
    tokens_left: int
    bag: Heap
    reserve: Heap
    pulls: tuple[Seat, ...]
    seats: tuple[Desk, ...]


class Hand(Struct, frozen=True):
    """What a seat alone knows: the shape it feels."""

    shape: str | None


class Hands(Struct, frozen=True):
    """What nobody knows while the match runs: the piece in each hand."""

    pieces: tuple[Piece | None, ...]


def view(state: State) -> View:
    edition, hands = state.edition, [own.hand for own in state.seats]
    # In the edition's order: the heap's own tells what hands took out of it and put back.
    bag = {piece: many for piece in edition.pieces if (many := state.bag.get(piece, 0) + hands.count(piece))}
    return View(
        public=Table(
            options=state.options,
            phase=state.phase,
            round=state.round,
            ending=state.ending,
            tokens_left=tokens_left(state),
            bag=bag,
            reserve=state.reserve,
            pulls=state.pulls,
            seats=tuple([_desk(state, own) for own in state.seats]),
        ),
        private=tuple([Hand(None if hand is None else edition.felt(hand)) for hand in hands]),
        revealed=Hands(tuple(hands)),
    )


def _desk(state: State, own: Holdings) -> Desk:
    return Desk(
        colour=state.edition.colours[1 + own.seat].id,
        board=own.board,
        supply=own.supply,
        tokens=own.tokens,
        reaches=own.reaches,
        in_bag=own.hand is not None,
        final=own.final,
        pulled=own.pulled,
        done=own.done,
        left=own.seat in state.left,
    )


def census(state: State) -> dict[str, int]:
    """How many of each piece there are: in the bag and the hands in it, on the table, on boards, out of the match."""
    special = state.edition.special
    counts = Counter[str](state.bag) + Counter(state.reserve) + Counter({special: state.gone})
    for own in state.seats:
        lone = (own.hand, own.pulled if own.pulled != special else None)
        counts += Counter(own.supply) + Counter(own.board.values()) + Counter(piece for piece in lone if piece)
    return dict(counts)
