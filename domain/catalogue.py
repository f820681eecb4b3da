"""Which games there are, and in which rules versions: one line each."""

from domain.acuarella.game import ACUARELLA
from domain.aqualin.game import AQUALIN
from domain.catrina.game import CATRINA
from domain.kernel.catalogue import AnyGame
from domain.puzzilli.game import PUZZILLI

GAMES: tuple[AnyGame, ...] = (AQUALIN, PUZZILLI, ACUARELLA, CATRINA)
