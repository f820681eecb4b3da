"""What may be seen: everything but the order of the bag, which nobody knows."""

from collections import Counter

from msgspec import Struct

from domain.catrina.board import Row
from domain.catrina.state import State, Village
from domain.catrina.tiles import TileId
from domain.kernel.messages import Seat
from domain.kernel.view import View


class Table(Struct, frozen=True):
    """The open table. `bag` is the number of tiles in it; villages lie as they are kept, open to all."""

    villages: tuple[Village, ...]
    rows: tuple[Row, ...]
    spaces: tuple[int, ...]  # of each row
    bag: int
    stacks: dict[str, tuple[int, ...]]
    chimeras: dict[str, int]
    round: int
    token: Seat | None
    turn: Seat | None
    extra: TileId | None
    owed: tuple[str, ...]
    left: tuple[Seat, ...]
    ended: str


def view(state: State) -> View:
    table = Table(
        villages=state.villages,
        rows=state.rows,
        spaces=state.edition.rows(state.seats),
        bag=len(state.bag),
        stacks=state.stacks,
        chimeras=state.chimeras,
        round=state.round,
        token=state.token,
        turn=state.turn,
        extra=state.extra,
        owed=state.owed,
        left=state.left,
        ended=state.ended,
    )
    return View(table, (None,) * state.seats)


def census(state: State) -> dict[str, int]:
    """Every tile, balloon tile and chimera by name, wherever it lies."""
    pieces: Counter[str] = Counter((*state.bag, *state.starts))
    pieces.update(tile for row in state.rows for tile in row.tiles)
    if state.extra is not None:
        pieces[state.extra] += 1
    for colour, values in state.stacks.items():
        pieces[f"balloon tile {colour}"] += len(values)
    for size, left in state.chimeras.items():
        pieces[f"chimera {size}"] += left
    for village in state.villages:
        pieces.update(placed.tile for placed in village.tiles.values())
        pieces.update(f"balloon tile {colour}" for colour in village.balloons)
        pieces.update(f"chimera {housed.chimera}" for housed in village.chimeras)
    return pieces
