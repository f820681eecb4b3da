"""What a greedy player thinks a turn is worth."""

from collections.abc import Callable, Mapping
from functools import cache

from domain.aqualin.edition import AqualinEdition
from domain.aqualin.messages import Place, Slide
from domain.aqualin.reef import Cell, Tile, neighbours
from domain.aqualin.scoring import COLOUR, TYPE, Letter, groups
from domain.aqualin.view import Public
from domain.kernel.messages import Seat
from domain.kernel.view import Seen


def value(edition: AqualinEdition, seen: Seen, seat: Seat) -> Callable[[Place], float]:
    """By how much a turn moves the seat's lead over its rival, in points (AQ-12, AQ-13).

    The shoals after a slide are found once for all turns that begin with it.
    """
    public: Public = seen.public
    own, rival = (COLOUR, TYPE) if seat == public.colours else (TYPE, COLOUR)

    @cache
    def after(slide: Slide | None) -> tuple[_Shoals, _Shoals]:
        reef = dict(public.reef)
        if slide is not None:
            reef[slide.end] = reef.pop(slide.start)
        return _Shoals(edition, reef, own), _Shoals(edition, reef, rival)

    before = after(None)[0].points - after(None)[1].points

    def worth(turn: Place) -> float:
        mine, theirs = after(turn.slide)
        return mine.points_with(turn.tile, turn.cell) - theirs.points_with(turn.tile, turn.cell) - before

    return worth


class _Shoals:
    """The shoals of one letter: what they are worth, and would be with one tile more."""

    def __init__(self, edition: AqualinEdition, reef: Mapping[Cell, Tile], letter: Letter) -> None:
        self._worth = edition.shoals.points
        self._near = neighbours(edition.grid)
        self._reef, self._letter = reef, letter
        shoals = list(groups(edition.grid, reef, letter))
        self._shoal = {cell: shoal for shoal in shoals for cell in shoal}
        self.points = sum(self._worth[len(shoal)] for shoal in shoals)

    def points_with(self, tile: Tile, cell: Cell) -> int:
        """The points once a tile joins the shoals around an empty cell."""
        reef, letter = self._reef, self._letter
        kind = tile[letter]
        joined = {self._shoal[near] for near in self._near[cell] if near in reef and reef[near][letter] == kind}
        if not joined:
            return self.points
        sizes = [len(shoal) for shoal in joined]
        return self.points + self._worth[1 + sum(sizes)] - sum(self._worth[size] for size in sizes)
