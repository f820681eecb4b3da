"""The toy's rules, in the order of RULES.md."""

from collections.abc import Sequence
from typing import TypeVar, assert_never

from msgspec.structs import replace

from domain.kernel.chance import Chance
from domain.kernel.game import Options
from domain.kernel.messages import Seat
from domain.kernel.refusal import Refusal
from tests.toy.edition import Colour, ToyEdition
from tests.toy.state import (
    Began,
    Began1,
    Buried,
    Bury,
    Commands,
    Covered,
    Dig,
    Dug,
    Events,
    Left,
    Lifted,
    Show,
    Shown,
    Spot,
    State,
)

T = TypeVar("T")


def initial(edition: ToyEdition, seats: int, options: Options) -> State:
    return State(
        edition=edition,
        rounds=edition.rounds[options["length"]],
        bag=tuple(kind.colour for kind in edition.stones for _ in range(kind.count)),
        hands=(None,) * seats,
        rows=((None,) * edition.spots,) * seats,
        buried=(False,) * seats,
    )


def setup(state: State, chance: Chance) -> list[Events]:
    first = Seat(chance.below(len(state.hands), "first"))
    return [Began(first), Covered(chance.choose(state.bag, "cup"))]


def decide(state: State, seat: Seat, command: Commands, chance: Chance) -> list[Events]:
    match command:
        case Dig():
            if state.phase != "dig":
                raise Refusal("not-in-this-phase", "TY-2", phase=state.phase)
            # The purpose names the seat: what the others do in between changes no number of this one.
            return [Dug(seat, chance.choose(state.bag, f"dig/{seat}"))]
        case Show(spot):
            if state.phase != "show":
                raise Refusal("not-in-this-phase", "TY-3", phase=state.phase)
            if not 0 <= spot < state.edition.spots:
                raise Refusal("no-such-spot", "TY-3", spots=state.edition.spots)
            if state.rows[seat][spot] is not None:
                raise Refusal("spot-taken", "TY-3", spot=spot + 1)
            return _to_the_end(state, [Shown(seat, spot, _held(state, seat))])
        case Bury():
            if state.phase != "show":
                raise Refusal("not-in-this-phase", "TY-4", phase=state.phase)
            if state.buried[seat]:
                raise Refusal("buried-before", "TY-4")
            return _to_the_end(state, [Buried(seat)])


def leave(state: State, seat: Seat, _: Chance) -> list[Events]:
    return _to_the_end(state, [Left(seat)])


def _to_the_end(state: State, events: list[Events]) -> list[Events]:
    """The events, and the lifting of the cup if they were the last."""
    for event in events:
        state = evolve(state, event)
    over = state.round > state.rounds or len(state.staying) == 1
    return [*events, Lifted(state.cup)] if over and state.cup is not None else events


def evolve(state: State, event: Events) -> State:
    match event:
        case Began(first) | Began1(first):
            return replace(state, first=first)
        case Covered(colour):
            return replace(state, bag=_without(state.bag, colour), cup=colour)
        case Dug(seat, colour):
            return _turn(replace(state, bag=_without(state.bag, colour), hands=_put(state.hands, seat, colour)))
        case Shown(seat, spot, colour):
            row = _put(state.rows[seat], spot, colour)
            return _turn(replace(state, hands=_put(state.hands, seat, None), rows=_put(state.rows, seat, row)))
        case Buried(seat):
            return _turn(replace(_into_the_bag(state, seat), buried=_put(state.buried, seat, True)))
        case Left(seat):
            return _turn(replace(_into_the_bag(state, seat), left=(*state.left, seat)))
        case Lifted():
            return replace(state, lifted=True)
        case _:
            assert_never(event)


def _turn(state: State) -> State:
    """The next phase, when all have done what the phase asks for."""
    if state.phase == "dig" and all(state.hands[seat] is not None for seat in state.staying):
        return replace(state, phase="show")
    if state.phase == "show" and not any(state.hands):
        return replace(state, phase="dig", round=state.round + 1)
    return state


def actors(state: State) -> tuple[Seat, ...]:
    if state.lifted:
        return ()
    if state.phase == "dig":
        return tuple(seat for seat in state.staying if state.hands[seat] is None)
    clockwise = [*range(state.first, len(state.hands)), *range(state.first)]
    return (next(Seat(seat) for seat in clockwise if state.hands[seat] is not None),)


def legal(state: State, seat: Seat) -> Sequence[Commands]:
    if seat not in actors(state):
        return ()
    if state.phase == "dig":
        return (Dig(),)
    shows = tuple(Show(Spot(spot)) for spot, stone in enumerate(state.rows[seat]) if stone is None)
    return shows if state.buried[seat] else (*shows, Bury())


def default(state: State, seat: Seat) -> Commands:
    return legal(state, seat)[0]


def census(state: State) -> dict[str, int]:
    stones = [*state.bag, *state.hands, state.cup, *(stone for row in state.rows for stone in row)]
    return {kind.colour: stones.count(kind.colour) for kind in state.edition.stones}


def most_steps(edition: ToyEdition, seats: int, options: Options) -> int:
    return 2 * seats * edition.rounds[options["length"]]


def _held(state: State, seat: Seat) -> Colour:
    stone = state.hands[seat]
    assert stone is not None  # an actor of the phase "show" has one
    return stone


def _without(bag: tuple[Colour, ...], colour: Colour) -> tuple[Colour, ...]:
    place = bag.index(colour)
    return bag[:place] + bag[place + 1 :]


def _into_the_bag(state: State, seat: Seat) -> State:
    stone = state.hands[seat]
    if stone is None:
        return state
    order = [kind.colour for kind in state.edition.stones]
    bag = sorted((*state.bag, stone), key=order.index)
    return replace(state, bag=tuple(bag), hands=_put(state.hands, seat, None))


def _put(values: tuple[T, ...], place: int, value: T) -> tuple[T, ...]:
    return (*values[:place], value, *values[place + 1 :])
