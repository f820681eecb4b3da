"""The player that takes whatever comes."""

from collections.abc import Sequence
from typing import Any

from domain.kernel.catalogue import AnyGame
from domain.kernel.chance import Chance
from domain.kernel.messages import Seat
from domain.kernel.view import Seen


def play_random(game: AnyGame, edition: Any, seen: Seen, seat: Seat, lawful: Sequence[Any], chance: Chance) -> Any:
    return chance.choose(lawful, "move")
