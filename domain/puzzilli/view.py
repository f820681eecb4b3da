"""What each audience may see, and the census of all pieces."""

from msgspec import Struct

from domain.kernel.view import View
from domain.puzzilli.edition import PuzzilliEdition
from domain.puzzilli.events import Ending
from domain.puzzilli.state import Counts, Holdings, Options, Phase, State, reserve_colours, tokens_left


class Desk(Struct, frozen=True):
    """What lies and happens openly at a seat.

    `in_bag`: its hand holds a piece in the bag; `final`: that one must be pulled. `pulled`: what lies in front of it.
    """

    colour: str
    board: dict[str, str]  # cell -> piece
    supply: dict[str, int]
    tokens: int
    reaches: int
    in_bag: bool
    final: bool
    pulled: str | None
    done: bool
    left: bool


class Table(Struct, frozen=True):
    """`bag` is with what hands hold in it: what all know by counting, and no more."""

    options: Options
    phase: Phase
    round: int
    ending: Ending
    tokens_left: int
    bag: dict[str, int]
    reserve: dict[str, int]
    pulls: tuple[int, ...]
    seats: tuple[Desk, ...]


class Hand(Struct, frozen=True):
    """What a seat alone knows: the shape it feels."""

    shape: str | None


class Hands(Struct, frozen=True):
    """What nobody knows while the match runs: the piece in each hand."""

    pieces: tuple[str | None, ...]


def view(state: State) -> View:
    edition, held = state.edition, [own.hand for own in state.seats]
    bag = list(state.bag)
    for hand in held:
        if hand is not None:
            bag[hand] += 1
    return View(
        public=Table(
            options=state.options,
            phase=state.phase,
            round=state.round,
            ending=state.ending,
            tokens_left=tokens_left(state),
            bag=_named(edition, tuple(bag)),
            reserve={
                edition.names[kind]: state.stock[kind]
                for colour in reserve_colours(state)
                for kind in edition.kinds_of[colour]
                if state.stock[kind]
            },
            pulls=state.pulls,
            seats=tuple([_desk(state, own) for own in state.seats]),
        ),
        private=tuple(Hand(None if hand is None else edition.shape_of[hand]) for hand in held),
        revealed=Hands(tuple(None if hand is None else edition.names[hand] for hand in held)),
    )


def _desk(state: State, own: Holdings) -> Desk:
    edition, mine = state.edition, 1 + own.seat
    names, cells = edition.names, edition.board.cells
    return Desk(
        colour=edition.colours[mine].id,
        board={cells[cell]: names[kind] for cell, kind in enumerate(own.board) if kind is not None},
        supply={names[kind]: count for kind in edition.kinds_of[mine] if (count := state.stock[kind])},
        tokens=own.tokens,
        reaches=own.reaches,
        in_bag=own.hand is not None,
        final=own.final,
        pulled=None if own.pulled is None else names[own.pulled],
        done=own.done,
        left=own.seat in state.left,
    )


def _named(edition: PuzzilliEdition, counts: Counts) -> dict[str, int]:
    return {edition.names[kind]: count for kind, count in enumerate(counts) if count}


def census(state: State) -> dict[str, int]:
    """How many of each piece there are: in the bag and the hands in it, on the table, on boards, out of the match."""
    edition = state.edition
    counts = [bag + stock for bag, stock in zip(state.bag, state.stock, strict=True)]
    counts[edition.special] += state.gone
    for own in state.seats:
        for kind in (*own.board, own.hand, own.pulled if own.pulled != edition.special else None):
            if kind is not None:
                counts[kind] += 1
    return _named(edition, tuple(counts))
