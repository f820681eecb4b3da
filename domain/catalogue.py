"""Which games there are, and in which rules versions: one line each."""

from domain.aqualin.game import AQUALIN
from domain.kernel.catalogue import AnyGame

GAMES: tuple[AnyGame, ...] = (AQUALIN,)
