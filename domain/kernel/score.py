"""The score sheet, and what it comes to."""

from collections.abc import Iterable

from msgspec import Struct

from domain.kernel.messages import Seat


class Line(Struct, frozen=True):
    """One reason for points: whose, under which clause, from which source, and what shows it.

    `source` is a short stable name by which points are summed and explained ("colour-shoal"); `about` says which one
    ("blue"). Evidence: `cells` and `pieces` in the game's notation, `steps` by number.
    """

    seat: Seat
    clause: str
    source: str
    points: int
    about: str = ""
    cells: tuple[str, ...] = ()
    pieces: tuple[str, ...] = ()
    steps: tuple[int, ...] = ()


Sheet = tuple[Line, ...]


def totals(sheet: Iterable[Line], seats: int) -> tuple[int, ...]:
    """The sum of each seat's lines: the only place where totals are computed."""
    sums = [0] * seats
    for line in sheet:
        sums[line.seat] += line.points
    return tuple(sums)


class TieBreak(Struct, frozen=True):
    """Why some seats with equal totals rank as they do: the clause, the seats in question, and a stable reason."""

    clause: str
    seats: tuple[Seat, ...]
    reason: str


class Result(Struct, frozen=True):
    """How a match stands. While it runs: `Result()`.

    `reason` names the way it ended. `places` holds each seat's place, from 1; seats that share one have the same. One
    winner wins, several share, none is a tie.
    """

    finished: bool = False
    reason: str = ""
    places: tuple[int, ...] = ()
    winners: tuple[Seat, ...] = ()
    tiebreaks: tuple[TieBreak, ...] = ()


def places(keys: Iterable[object]) -> tuple[int, ...]:
    """Competition places (1, 2, 2, 4) for one sortable key a seat, the greatest first."""
    keys = list(keys)
    return tuple(1 + sum(other > key for other in keys) for key in keys)  # type: ignore[operator]
