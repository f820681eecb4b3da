"""What is said and known in the toy: commands, events, the state and what may be seen of it."""

from typing import ClassVar, Literal, NewType

from msgspec import Struct

from domain.kernel.messages import Command, Event, Seat
from domain.kernel.view import View
from tests.toy.edition import Colour, ToyEdition

Spot = NewType("Spot", int)  # counted from 0; written from 1


class Dig(Command, frozen=True, tag="dig"):
    """Take a random stone out of the bag (TY-2)."""


class Show(Command, frozen=True, tag="show"):
    """Lay the stone in hand on a spot of one's row (TY-3)."""

    spot: Spot


class Bury(Command, frozen=True, tag="bury"):
    """Put the stone in hand back into the bag (TY-4)."""


class Began(Event, frozen=True, tag="began.2"):
    first: Seat


class Began1(Event, frozen=True, tag="began"):
    """What `began.2` was in older releases; it told the number of seats too."""

    first: Seat
    seats: int

    def upcast(self) -> Began:
        return Began(self.first)


class Covered(Event, frozen=True, tag="covered"):
    audience: ClassVar[Literal["all", "seat", "nobody"]] = "nobody"
    colour: Colour


class Dug(Event, frozen=True, tag="dug"):
    audience: ClassVar[Literal["all", "seat", "nobody"]] = "seat"
    seat: Seat
    colour: Colour


class Shown(Event, frozen=True, tag="shown"):
    reveals: ClassVar[bool] = True
    seat: Seat
    spot: Spot
    colour: Colour


class Buried(Event, frozen=True, tag="buried"):
    """Which stone it was follows from the state, and is not said here: all may know this event."""

    seat: Seat


class Lifted(Event, frozen=True, tag="lifted"):
    reveals: ClassVar[bool] = True
    colour: Colour


class Left(Event, frozen=True, tag="left"):
    seat: Seat


Commands = Dig | Show | Bury
Events = Began | Began1 | Covered | Dug | Shown | Buried | Lifted | Left

Row = tuple[Colour | None, ...]


class State(Struct, frozen=True):
    edition: ToyEdition
    rounds: int
    bag: tuple[Colour, ...]  # sorted as in the edition: where a stone lies in it tells nothing
    hands: tuple[Colour | None, ...]
    rows: tuple[Row, ...]
    buried: tuple[bool, ...]
    cup: Colour | None = None
    lifted: bool = False
    first: Seat = Seat(0)
    round: int = 1
    phase: Literal["dig", "show"] = "dig"
    left: tuple[Seat, ...] = ()  # in the order of leaving

    @property
    def staying(self) -> list[Seat]:
        return [Seat(seat) for seat in range(len(self.hands)) if seat not in self.left]


class Public(Struct, frozen=True):
    round: int
    rounds: int
    phase: str
    first: Seat
    rows: tuple[Row, ...]
    holding: tuple[bool, ...]
    buried: tuple[bool, ...]
    left: tuple[Seat, ...]
    cup: Colour | None  # once lifted


class Private(Struct, frozen=True):
    hand: Colour | None


class Revealed(Struct, frozen=True):
    cup: Colour | None
    bag: tuple[Colour, ...]


def view(state: State) -> View:
    public = Public(
        round=state.round,
        rounds=state.rounds,
        phase=state.phase,
        first=state.first,
        rows=state.rows,
        holding=tuple(hand is not None for hand in state.hands),
        buried=state.buried,
        left=state.left,
        cup=state.cup if state.lifted else None,
    )
    return View(public, tuple(Private(hand) for hand in state.hands), Revealed(state.cup, state.bag))
