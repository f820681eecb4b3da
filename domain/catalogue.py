"""Which games there are, and in which rules versions: one line each."""

from domain.acuarella.game import ACUARELLA
from domain.aqualin.game import AQUALIN
from domain.kernel.catalogue import AnyGame

GAMES: tuple[AnyGame, ...] = (ACUARELLA, AQUALIN)
