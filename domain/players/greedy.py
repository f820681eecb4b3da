"""The player that takes what is worth most at once, by the game's own estimate."""

from collections.abc import Sequence
from typing import Any

from domain.kernel.catalogue import AnyGame
from domain.kernel.chance import Chance
from domain.kernel.messages import Seat
from domain.kernel.view import Seen


def play_greedy(game: AnyGame, edition: Any, seen: Seen, seat: Seat, lawful: Sequence[Any], chance: Chance) -> Any:
    """Equals are parted by chance."""
    value = game.value(edition, seen, seat)
    worth = [value(command) for command in lawful]
    most = max(worth)
    best = [index for index, points in enumerate(worth) if points == most]
    return lawful[chance.choose(best, "move")]
