"""What a greedy player thinks a command is worth."""

from collections.abc import Callable

from domain.kernel.messages import Seat
from domain.kernel.view import Seen
from domain.puzzilli.commands import PuzzilliCommand
from domain.puzzilli.edition import PuzzilliEdition


def value(edition: PuzzilliEdition, seen: Seen, seat: Seat) -> Callable[[PuzzilliCommand], float]:
    return lambda command: 0
