"""Puzzilli: the rules, in the order of RULES.md."""

from collections.abc import Iterable

import msgspec

from domain.kernel.chance import Chance
from domain.kernel.edition import choose_options
from domain.kernel.game import Options as Chosen
from domain.kernel.messages import Seat
from domain.kernel.refusal import Refusal
from domain.puzzilli.commands import Feed, LetGo, Place, Pull, PuzzilliCommand, Reach
from domain.puzzilli.edition import Kind, PuzzilliEdition
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
    Counts,
    Holdings,
    Options,
    Phase,
    State,
    can_place,
    evolve,
    fitting,
    reserve_colours,
    staying,
    tokens_left,
)


def initial(edition: PuzzilliEdition, seats: int, options: Chosen) -> State:
    """Whites and doubloons in the bag, every other piece in its supply or in the reserve (PZ-1)."""
    whites = edition.kinds_of[0]
    copies = [edition.counts.copies] * edition.special
    return State(
        edition,
        msgspec.convert(choose_options(edition, options), Options),
        bag=(*(copies[kind] if kind in whites else 0 for kind in range(edition.special)), edition.doubloon.count),
        stock=(*(0 if kind in whites else copies[kind] for kind in range(edition.special)), 0),
        seats=tuple(Holdings(Seat(seat), (None,) * len(edition.board.cells), done=True) for seat in range(seats)),
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
            events = _reach(state, seat, chance)
        case LetGo():
            events = _let_go(state, seat)
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
    kind = _nth(state.bag, chance.below(sum(state.bag), f"reach:{seat}"))
    last = own.reaches + 1 == state.edition.counts.max_reaches
    alone = all(state.seats[other].done for other in staying(state) if other != seat)
    return [
        Reached(seat, final=last or alone),
        Felt(seat, state.edition.shape_of[kind]),
        Grasped(seat, state.edition.names[kind]),
    ]


def _nth(counts: Counts, index: int) -> Kind:
    """The kind of the piece with this index among all that are counted, in the edition's order."""
    kind = 0
    while index >= counts[kind]:
        index -= counts[kind]
        kind += 1
    return Kind(kind)


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
    return [Pulled(seat, state.edition.names[hand])]


def _place(state: State, seat: Seat, command: Place) -> list[PuzzilliEvent]:
    _check_phase(state, "place")
    edition, own = state.edition, state.seats[seat]
    kind, cell = edition.kind(command.piece), edition.cell(command.cell)
    assert own.pulled is not None  # else the seat is no actor
    special = own.pulled == edition.special
    if special and not state.stock[kind]:
        raise Refusal("not-in-stock", "PZ-7", piece=command.piece)
    if not special and kind != own.pulled:
        raise Refusal("another-piece", "PZ-6", pulled=edition.names[own.pulled])
    if own.board[cell] is not None:
        raise Refusal("cell-taken", "PZ-6", cell=command.cell)
    if cell not in fitting(edition, own.board, kind):
        raise Refusal("same-colour", "PZ-6", cell=command.cell, colour=edition.colours[edition.colour_of[kind]].id)

    placed = Placed(seat, command.piece, command.cell)
    return _taken_for_doubloon(state, placed) if special else [placed]


def _taken_for_doubloon(state: State, placed: Placed) -> list[PuzzilliEvent]:
    """The piece is taken and placed; other doubloons for which nothing that fits is left bring nothing (PZ-7)."""
    taken = Taken(placed.seat, placed.piece)
    after = evolve(state, taken)
    waiting = [seat for seat in actors(after) if seat != placed.seat]
    without = [seat for seat in waiting if not can_place(after, after.seats[seat])]
    return [taken, placed, *map(WentWithout, without)]


def _feed(state: State, seat: Seat, command: Feed) -> list[PuzzilliEvent]:
    _check_phase(state, "feed")
    kind, mine = state.edition.kind(command.piece), state.edition.colours[1 + seat]
    if kind not in state.edition.kinds_of[1 + seat]:
        raise Refusal("another-colour", "PZ-8", piece=command.piece, colour=mine.id)
    if not state.stock[kind]:
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
    edition, topped = state.edition, list[PuzzilliEvent]()
    for colour in reserve_colours(state):
        kinds = edition.kinds_of[colour]
        stock = tuple(state.stock[kind] for kind in kinds)
        if any(stock):
            index = chance.below(sum(stock), f"reserve:{edition.colours[colour].id}")
            topped.append(ToppedUp(edition.names[kinds[_nth(stock, index)]]))
    enough = sum(state.bag) + len(topped) >= len(staying(state))
    return [*topped, RoundBegan(state.round + 1) if enough else Finished("bag-too-small")]


def most_steps(edition: PuzzilliEdition, seats: int, _: Chosen) -> int:
    """Each round takes a latecomer token; in it a seat reaches, lets go of all but the last, pulls, places and feeds.
    Besides, a seat can leave (PZ-19)."""
    in_a_round = 2 * edition.counts.max_reaches + 2
    return edition.latecomer.tokens * seats * in_a_round + seats
