"""What a greedy player thinks a placement is worth: points now, and a guess at those to come."""

from collections.abc import Callable, Iterable, Mapping

from domain.catrina.board import available
from domain.catrina.cells import Cell, beside
from domain.catrina.commands import CatrinaCommand, Take
from domain.catrina.edition import CatrinaEdition
from domain.catrina.effects import effects
from domain.catrina.events import BalloonFlipped, BalloonTaken, ChimeraCame
from domain.catrina.state import Village
from domain.catrina.tiles import Kind
from domain.catrina.view import Table
from domain.catrina.village import Pedestal, pedestal, place
from domain.kernel.messages import Seat
from domain.kernel.view import Seen

# Guesses in points, tuned by simulation (CATALOGUE.md).
EXTRA_TILE = 3.5  # about what a tile brings
NEW_STALL = 1.5  # beside its points: the second of its type brings a tile
ALTAR = 2  # elements still to come that it will pay for
BALLOON = 0.5  # how much of a balloon tile lies in the balloons before the last
UNCONNECTED = 0.3  # how much of a guest that a later tile may connect
OPEN_ENDS = (0.0, 1.0, 1.6, 2.0, 2.3, 2.5)  # connected paths of a kind that lead on
ALMOST = 0.45  # how much of a chimera lies in a pedestal that needs one tile more
MISSING_TILE = 0.8  # how much of that is left for each further tile
ASIDE = 0.6  # how much of that is left while the pedestal is not connected
DEAD_PART = 0.2  # a part of a pedestal that can never pay stands in the way
SOON = 8  # with fewer placements than this to come, hopes fade


def value(edition: CatrinaEdition, seen: Seen, seat: Seat) -> Callable[[CatrinaCommand], float]:
    table: Table = seen.public
    before = table.villages[seat]
    tiles = available(table.rows)
    later = _later(table)
    ends_before = _ends(edition, before, before.tiles)
    counted_before = _counted(edition, table, before, later)

    def worth(command: CatrinaCommand) -> float:
        tile = tiles[command.space] if isinstance(command, Take) else table.extra
        assert tile is not None
        after = place(edition, before, tile, command.cell, command.turn)
        # Each once, and in a fixed order: what is summed up in another order may be worth a hair more or less.
        beside_it = [cell for cell in beside(command.cell) if cell in before.tiles]
        changed = [cell for cell, placed in after.tiles.items() if before.tiles.get(cell) is not placed]
        around = list(dict.fromkeys(beside_it + changed))
        known = [cell for cell in around if cell != command.cell]
        ends, gone = _ends(edition, after, around), _ends(edition, before, known)
        hope = _waiting(edition, table, after, around) - _waiting(edition, table, before, known)
        for kind, number in ends_before.items():
            hope += _open(number + ends[kind] - gone[kind]) - _open(number)
        gained = _counted(edition, table, after, later) - counted_before
        for effect in effects(edition, table.stacks, table.chimeras, seat, before, after):
            match effect:
                case BalloonTaken(_, _, points):
                    gained += points
                case BalloonFlipped():
                    gained += edition.balloons.golden
                case ChimeraCame(_, chimera, _):
                    gained += edition.chimera[chimera].points
                case _:
                    gained += EXTRA_TILE
        return gained + later * hope

    return worth


def _later(table: Table) -> float:
    """How much of what needs more tiles can still come: from 1 down to 0 at the last placement."""
    seats = len(table.villages)
    to_come = sum(len(row.tiles) for row in table.rows) + (seats - table.round) * sum(table.spaces)
    return min(1.0, to_come / (seats - len(table.left)) / SOON)


def _counted(edition: CatrinaEdition, table: Table, village: Village, later: float) -> float:
    """Points for connected elements, and what more of them would bring."""
    counts = village.counts
    points = float(sum(guest.points * counts.get(guest.id, 0) for guest in edition.guests))
    if stalls := sum(stall.id in counts for stall in edition.stalls.types):
        points += edition.stalls.points[stalls - 1] + later * NEW_STALL * stalls
    for altar in edition.altars:
        if altar.id in counts:
            wanted = sum(counts.get(element, 0) for element in altar.wants)
            points += altar.rate * counts[altar.id] * (wanted + later * ALTAR)
    rules = edition.balloons
    for colour in rules.colours:
        count = counts.get(colour.id, 0)
        stack = table.stacks[colour.id]
        if count < rules.take and stack:
            points += later * BALLOON * stack[0] * count / rules.take
    return points


def _ends(edition: CatrinaEdition, village: Village, cells: Iterable[Cell]) -> Mapping[Kind, int]:
    """How many connected paths of each kind lead from these cells onto free ones."""
    ends: dict[Kind, int] = {"paved": 0, "trail": 0}
    for cell in cells:
        placed = village.tiles[cell]
        shape = edition.shapes[placed.tile]
        for neighbour, path, kind in zip(
            beside(cell), shape.path_at[placed.turn], shape.kind_at[placed.turn], strict=True
        ):
            if kind and path in placed.joined and neighbour not in village.tiles:
                ends[kind] += 1
    return ends


def _open(ends: int) -> float:
    return OPEN_ENDS[min(ends, len(OPEN_ENDS) - 1)]


def _waiting(edition: CatrinaEdition, table: Table, village: Village, cells: Iterable[Cell]) -> float:
    """Guests on these cells that wait to be connected, and pedestals there that are not closed."""
    hope = 0.0
    done: set[tuple[Cell, int]] = set()
    for cell in cells:
        placed = village.tiles[cell]
        shape = edition.shapes[placed.tile]
        for path, holds in enumerate(shape.holds):
            if holds and path not in placed.joined:
                hope += UNCONNECTED * sum(guest.points * holds.count(guest.id) for guest in edition.guests)
        for part in range(len(shape.parts)):
            if (cell, part) not in done:
                whole = pedestal(edition.shapes, village.tiles, cell, part)
                done |= whole.parts
                hope += _promise(edition, table, village, whole)
    return hope


def _promise(edition: CatrinaEdition, table: Table, village: Village, whole: Pedestal) -> float:
    """The best chimera that an open pedestal may still house, less for each tile that is missing."""
    if whole.closed:
        return 0.0
    size = len(whole.cells)
    least = size + len(whole.opens)
    fit = (
        ALMOST * chimera.points * MISSING_TILE ** (chimera.tiles - size - 1)
        for chimera in edition.chimeras
        if chimera.tiles >= least and table.chimeras[chimera.id]
    )
    if whole.dead or not (best := max(fit, default=0.0)):
        return -DEAD_PART * size
    return best if whole.connected else best * ASIDE
