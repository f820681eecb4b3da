"""The toy's components, as data."""

from typing import NewType

from msgspec import Struct

from domain.kernel.edition import Edition
from domain.kernel.words import Labels

Colour = NewType("Colour", str)


class Stones(Struct, frozen=True, forbid_unknown_fields=True):
    colour: Colour
    value: int
    count: int
    label: Labels


class ToyEdition(Edition, frozen=True, forbid_unknown_fields=True, kw_only=True):
    spots: int
    rounds: dict[str, int]  # for each value of the option "length"
    stones: tuple[Stones, ...]

    def __post_init__(self) -> None:
        if set(self.rounds) != set(self.options["length"].values):
            raise ValueError("rounds: not one number for each length")
        if self.spots < max(self.rounds.values()):
            raise ValueError("spots: fewer than rounds")
        if sum(kind.count for kind in self.stones) < 1 + 3 * max(self.rounds.values()):
            raise ValueError("stones: too few for three seats and the cup")

    def kind(self, colour: Colour) -> Stones:
        return next(kind for kind in self.stones if kind.colour == colour)
