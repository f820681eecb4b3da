"""The score sheet and the result (VC-11, VC-12, VC-13)."""

from collections.abc import Iterator

from domain.catrina.cells import Cell, reading
from domain.catrina.edition import CatrinaEdition
from domain.catrina.state import State, Village
from domain.kernel.messages import Seat
from domain.kernel.score import Line, Result, Sheet, TieBreak, places, totals


def score(state: State) -> Sheet:
    return tuple(
        line
        for seat, village in enumerate(state.villages)
        for line in village_lines(state.edition, Seat(seat), village)
    )


def village_lines(edition: CatrinaEdition, seat: Seat, village: Village) -> Iterator[Line]:
    """One seat's lines, in the order of the score pad; what is worth nothing has no line."""
    where = _where(edition, village)
    counts = village.counts
    for colour in edition.balloons.colours:
        if tile := village.balloons.get(colour.id):
            yield Line(seat, "VC-7", "balloons", tile.value, colour.id, where[colour.id])
    for altar in edition.altars:
        wanted = sum(counts.get(element, 0) for element in altar.wants)
        if points := altar.rate * wanted * counts.get(altar.id, 0):
            yield Line(seat, "VC-11", "altars", points, altar.id, where[altar.id], altar.wants)
    stalls = tuple(stall.id for stall in edition.stalls.types if stall.id in counts)
    if stalls and (points := edition.stalls.points[len(stalls) - 1]):
        yield Line(seat, "VC-11", "stalls", points, "", _together(where, stalls), stalls)
    for housed in village.chimeras:
        points = edition.chimera[housed.chimera].points
        yield Line(seat, "VC-8", "chimeras", points, housed.chimera, housed.cells)
    for guest in edition.guests:
        if points := guest.points * counts.get(guest.id, 0):
            yield Line(seat, "VC-11", guest.source, points, guest.id, where[guest.id])


def _where(edition: CatrinaEdition, village: Village) -> dict[str, tuple[Cell, ...]]:
    """The cells on which each element is connected, in reading order."""
    found: dict[str, dict[Cell, None]] = {}
    for cell in sorted(village.tiles, key=reading):
        placed = village.tiles[cell]
        holds = edition.shapes[placed.tile].holds
        for element in (element for path in placed.joined for element in holds[path]):
            found.setdefault(element, {})[cell] = None
    return {element: tuple(cells) for element, cells in found.items()}


def _together(where: dict[str, tuple[Cell, ...]], elements: tuple[str, ...]) -> tuple[Cell, ...]:
    return tuple(sorted({cell for element in elements for cell in where[element]}, key=reading))


def result(state: State) -> Result:
    """Most points win and a tie is shared; whoever left is last, the earlier the lower."""
    if not state.ended:
        return Result()
    points = totals(score(state), state.seats)
    stayed = [Seat(seat) for seat in range(state.seats) if seat not in state.left]
    ranking = places(
        (1, points[seat]) if seat in stayed else (0, state.left.index(Seat(seat))) for seat in range(state.seats)
    )
    tied = [tuple(seat for seat in stayed if ranking[seat] == place) for place in sorted(set(ranking))]
    return Result(
        finished=True,
        reason=state.ended,
        places=ranking,
        winners=tuple(Seat(seat) for seat, place in enumerate(ranking) if place == 1),
        tiebreaks=tuple(TieBreak("VC-12", seats, "shared") for seats in tied if len(seats) > 1),
    )
