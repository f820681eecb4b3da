"""Puzzilli: the rules, in the order of RULES.md."""

from collections.abc import Iterable

import msgspec

from domain.kernel.chance import Chance
from domain.kernel.edition import choose_options
from domain.kernel.game import Options as Chosen
from domain.kernel.messages import Seat
from domain.kernel.refusal import Refusal
from domain.puzzilli.commands import Feed, LetGo, Place, Pull, PuzzilliCommand, Reach
from domain.puzzilli.edition import Options, Piece, PuzzilliEdition
from domain.puzzilli.events import (
    AllPlaced,
    AllPulled,
    Ending,
    Fed,
    Felt,
    Finished,
    Grasped,
    Left,
    Placed,
    Pulled,
    PuzzilliEvent,
    Reached,
    Released,
    RoundBegan,
    Taken,
    ToppedUp,
    WentWithout,
)
from domain.puzzilli.state import (
    Heap,
    Holdings,
    Phase,
    State,
    can_place,
    evolve,
    fitting,
    staying,
    stock,
    tokens_left,
)


def initial(edition: PuzzilliEdition, seats: int, options: Chosen) -> State:
    """Whites and doubloons in the bag, every other piece in its supply or in the reserve (PZ-1)."""
    copies = [dict.fromkeys(pieces, edition.counts.copies) for pieces in edition.pieces_of]
    bag, supplies, unplayed = copies[0], copies[1 : 1 + seats], copies[1 + seats :]
    if edition.doubloon.count:
        bag[edition.special] = edition.doubloon.count
    return State(
        edition,
        msgspec.convert(choose_options(edition, options), Options),
        bag,
        reserve={piece: count for heap in unplayed for piece, count in heap.items()},
        seats=tuple(Holdings(Seat(seat), {}, supply) for seat, supply in enumerate(supplies)),
    )


def setup(_: State, __: Chance) -> list[PuzzilliEvent]:
    """Nothing is drawn: the first round begins."""
    return [RoundBegan(1)]


def actors(state: State) -> tuple[Seat, ...]:
    """The seats that have something left to do in this phase, in whatever order they do it (PZ-2)."""
    if len(state.left) == len(state.seats) - 1:
        return ()
    return tuple([own.seat for own in state.seats if not own.done])


def decide(state: State, seat: Seat, command: PuzzilliCommand, chance: Chance) -> list[PuzzilliEvent]:
    match command:
        case Reach():
            return _reach(state, seat, chance)  # nothing follows: the seat has still to act
        case LetGo():
            return _let_go(state, seat)  # likewise
        case Pull():
            events = _pull(state, seat)
        case Place():
            events = _place(state, seat, command)
        case Feed():
            events = _feed(state, seat, command)
    return _followed(state, events, chance)


def leave(state: State, seat: Seat, chance: Chance) -> list[PuzzilliEvent]:
    """A seat leaves a running match; what it alone kept from going on goes on (PZ-18)."""
    return _followed(state, [Left(seat)], chance)


# The three phases: what a seat may do.


def _check_phase(state: State, phase: Phase) -> None:
    if state.phase != phase:
        raise Refusal("wrong-phase", "PZ-2", phase=state.phase)


def _reach(state: State, seat: Seat, chance: Chance) -> list[PuzzilliEvent]:
    _check_phase(state, "draw")
    own = state.seats[seat]
    if own.hand is not None:
        raise Refusal("hand-full", "PZ-3")
    piece = _draw(state.bag, state.edition.pieces, chance, f"reach:{seat}")
    last = own.reaches + 1 == state.edition.counts.max_reaches
    alone = all(state.seats[other].done for other in staying(state) if other != seat)
    return [
        Reached(seat, final=last or alone),
        Felt(seat, state.edition.felt(piece)),
        Grasped(seat, piece),
    ]


def _draw(heap: Heap, pieces: Iterable[Piece], chance: Chance, purpose: str) -> Piece:
    """One of these pieces in a heap, each copy equally likely; they are numbered in the order given."""
    return chance.choose([piece for piece in pieces if piece in heap for _ in range(heap[piece])], purpose)


def _let_go(state: State, seat: Seat) -> list[PuzzilliEvent]:
    _check_phase(state, "draw")
    own = state.seats[seat]
    if own.hand is None:
        raise Refusal("hand-empty", "PZ-3")
    if own.final:
        raise Refusal("must-pull", "PZ-4", reaches=own.reaches, most=state.edition.counts.max_reaches)
    return [Released(seat)]


def _pull(state: State, seat: Seat) -> list[PuzzilliEvent]:
    _check_phase(state, "draw")
    hand = state.seats[seat].hand
    if hand is None:
        raise Refusal("hand-empty", "PZ-3")
    return [Pulled(seat, hand)]


def _place(state: State, seat: Seat, command: Place) -> list[PuzzilliEvent]:
    _check_phase(state, "place")
    edition, own = state.edition, state.seats[seat]
    piece, cell = command.piece, command.cell
    edition.check_piece(piece)
    edition.check_cell(cell)
    special = own.pulled == edition.special
    if special and not stock(state, piece):
        raise Refusal("not-in-stock", "PZ-7", piece=piece)
    if not special and piece != own.pulled:
        raise Refusal("another-piece", "PZ-6", pulled=own.pulled)
    if cell in own.board:
        raise Refusal("cell-taken", "PZ-6", cell=cell, piece=own.board[cell])
    if cell not in fitting(edition, own.board, piece):
        raise Refusal("same-colour", "PZ-6", cell=cell, colour=edition.colours[edition.colour_of[piece]].id)

    placed = Placed(seat, piece, cell)
    return _taken_for_doubloon(state, placed) if special else [placed]


def _taken_for_doubloon(state: State, placed: Placed) -> list[PuzzilliEvent]:
    """The piece is taken and placed; other doubloons for which nothing that fits is left bring nothing (PZ-7)."""
    taken = Taken(placed.seat, placed.piece)
    after = evolve(evolve(state, taken), placed)
    without = [seat for seat in actors(after) if not can_place(after, after.seats[seat])]
    return [taken, placed, *map(WentWithout, without)]


def _feed(state: State, seat: Seat, command: Feed) -> list[PuzzilliEvent]:
    _check_phase(state, "feed")
    edition, mine = state.edition, 1 + seat
    edition.check_piece(command.piece)
    if command.piece not in edition.pieces_of[mine]:
        raise Refusal("another-colour", "PZ-8", piece=command.piece, colour=edition.colours[mine].id)
    if command.piece not in state.seats[seat].supply:
        raise Refusal("not-in-supply", "PZ-8", piece=command.piece)
    return [Fed(seat, command.piece)]


# What follows by itself.


def _followed(state: State, events: Iterable[PuzzilliEvent], chance: Chance) -> list[PuzzilliEvent]:
    """The events, and what they bring about, until somebody has to act or the match is over."""
    happened: list[PuzzilliEvent] = []
    while events:
        for event in events:
            state = evolve(state, event)
            happened.append(event)
        events = () if actors(state) else _next(state, chance)
    return happened


def _next(state: State, chance: Chance) -> list[PuzzilliEvent]:
    """What comes when nobody is left to act."""
    if state.phase == "over":
        return []
    if len(staying(state)) == 1:
        return [Finished("one-seat-left")]
    match state.phase:
        case "draw":
            return [_look(state)]
        case "place" if state.ending:
            return [Finished(state.ending)]
        case "place":
            return [AllPlaced()]
        case _:
            return _next_round(state, chance)


def _look(state: State) -> AllPulled:
    """All have pulled: the latecomer's token, and whether the match ends (PZ-5, PZ-10)."""
    late = state.pulls[-1]
    if state.options.latecomer == "most-reaches":
        most = max(state.seats[seat].reaches for seat in state.pulls)
        late = [seat for seat in state.pulls if state.seats[seat].reaches == most][-1]
    stuck = tuple(seat for seat in staying(state) if not can_place(state, state.seats[seat]))
    endings: tuple[tuple[Ending, Ending], ...] = (("", "last-token"), ("stuck", "stuck-and-last-token"))
    return AllPulled(late, stuck, endings[bool(stuck)][tokens_left(state) == 1])


def _next_round(state: State, chance: Chance) -> list[PuzzilliEvent]:
    """The reserve tops up the bag (PZ-9); with too few pieces in it for all there is no further round (PZ-11)."""
    topped: list[PuzzilliEvent] = []
    for colour, pieces in zip(state.edition.colours, state.edition.pieces_of, strict=True):
        if any(piece in state.reserve for piece in pieces):
            topped.append(ToppedUp(_draw(state.reserve, pieces, chance, f"reserve:{colour.id}")))
    enough = sum(state.bag.values()) + len(topped) >= len(staying(state))
    return [*topped, RoundBegan(state.round + 1) if enough else Finished("bag-too-small")]


def most_steps(edition: PuzzilliEdition, seats: int, _: Chosen) -> int:
    """Each round takes a latecomer token; in it a seat reaches, lets go of all but the last, pulls, places and feeds.
    Besides, a seat can leave (PZ-19)."""
    in_a_round = 2 * edition.counts.max_reaches + 2
    return edition.latecomer.tokens * seats * in_a_round + seats
