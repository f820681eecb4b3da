"""What a player made of code is: a function from what its seat sees to one of its lawful commands."""

from collections.abc import Callable, Sequence
from typing import Any

from domain.kernel.catalogue import AnyGame
from domain.kernel.chance import Chance
from domain.kernel.messages import Seat
from domain.kernel.view import Seen

Player = Callable[[AnyGame, Any, Seen, Seat, Sequence[Any], Chance], Any]
"""(game, edition, what the seat sees, seat, its lawful commands, chance) -> one of them.

It never gets a state, and its chance has a key of its own: what a player draws tells nothing of the match's draws.
"""
