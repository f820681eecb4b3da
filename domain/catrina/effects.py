"""What a placement brings at once: balloon tiles, chimeras, extra tiles, in this order (VC-7, VC-8, VC-9)."""

from collections.abc import Iterator, Mapping

from domain.catrina.edition import CatrinaEdition
from domain.catrina.events import BalloonFlipped, BalloonTaken, ChimeraCame, StallDoubled
from domain.catrina.state import Village
from domain.catrina.village import completed
from domain.kernel.messages import Seat

Effect = BalloonTaken | BalloonFlipped | ChimeraCame | StallDoubled


def effects(
    edition: CatrinaEdition,
    stacks: Mapping[str, tuple[int, ...]],
    chimeras: Mapping[str, int],
    seat: Seat,
    before: Village,
    after: Village,
) -> Iterator[Effect]:
    """From the stacks as they are, for a village before and after one placement."""
    yield from _balloons(edition, stacks, seat, before, after)
    yield from _chimeras(edition, chimeras, seat, before, after)
    yield from _stalls(edition, seat, before, after)


def reached(mark: int, element: str, before: Village, after: Village) -> bool:
    """Did this placement bring an element's connected count to `mark` or past it?"""
    return before.counts.get(element, 0) < mark <= after.counts.get(element, 0)


def _balloons(
    edition: CatrinaEdition, stacks: Mapping[str, tuple[int, ...]], seat: Seat, before: Village, after: Village
) -> Iterator[Effect]:
    rules = edition.balloons
    for colour in (colour.id for colour in rules.colours):
        tile = before.balloons.get(colour)
        value = tile.value if tile else None
        if reached(rules.take, colour, before, after) and stacks[colour]:
            value = stacks[colour][0]
            yield BalloonTaken(seat, colour, value)
        if reached(rules.flip, colour, before, after) and value is not None:
            yield BalloonFlipped(seat, colour, value + rules.golden)


def _chimeras(
    edition: CatrinaEdition, chimeras: Mapping[str, int], seat: Seat, before: Village, after: Village
) -> Iterator[Effect]:
    left = dict(chimeras)
    for pedestal in completed(edition, before, after):
        for chimera in edition.chimeras:
            if chimera.tiles == len(pedestal.cells) and left[chimera.id]:
                left[chimera.id] -= 1
                yield ChimeraCame(seat, chimera.id, pedestal.cells)


def _stalls(edition: CatrinaEdition, seat: Seat, before: Village, after: Village) -> Iterator[Effect]:
    for stall in edition.stalls.types:
        if reached(edition.stalls.draw, stall.id, before, after):
            yield StallDoubled(seat, stall.id)
