"""Which games there are, and in which rules versions: one line each."""

from domain.kernel.catalogue import AnyGame

GAMES: tuple[AnyGame, ...] = ()
