"""Players made of code, at a table of the toy."""

from collections import Counter
from typing import Any

from msgspec.structs import replace

from domain.kernel.chance import Chance
from domain.kernel.messages import Seat
from domain.kernel.view import Seen, see
from domain.players import PLAYERS
from domain.players.greedy import play_greedy
from domain.players.random import play_random
from tests.match.table import RULES
from tests.toy import rules
from tests.toy.edition import Colour
from tests.toy.game import TOY
from tests.toy.state import Bury, Commands, Show, Spot, view

first = Seat(0)
EDITION: Any = RULES.edition


def seen_with(*row: str | None) -> tuple[Seen, tuple[Commands, ...]]:
    """A red stone in hand and some in the row: what the seat sees, and what it may do."""
    state = rules.initial(EDITION, 2, {"length": "long"})
    mine = tuple(Colour(stone) if stone else None for stone in row)
    state = replace(state, phase="show", hands=(Colour("red"), None), rows=(mine, state.rows[1]))
    return see(view(state), first), tuple(rules.legal(state, first))


def test_random_plays_every_lawful_command_alike() -> None:
    seen, lawful = seen_with(None, None, None, None)
    chance = Chance(b"mine", {})
    played = Counter(play_random(TOY, EDITION, seen, first, lawful, chance) for _ in range(5_000))
    assert set(played) == set(lawful)
    assert all(900 < count < 1100 for count in played.values())


def test_greedy_plays_what_is_worth_most() -> None:
    seen, lawful = seen_with("red", None, "red", None)
    assert play_greedy(TOY, EDITION, seen, first, lawful, Chance(b"mine", {})) == Show(Spot(1))


def test_greedy_parts_equals_by_chance() -> None:
    seen, lawful = seen_with(None, "red", None, "blue")
    chance = Chance(b"mine", {})
    played = Counter(play_greedy(TOY, EDITION, seen, first, lawful, chance) for _ in range(400))
    assert played.keys() == {Show(Spot(0)), Show(Spot(2))}
    assert min(played.values()) > 150
    assert Bury() not in played


def test_players_are_known_by_name() -> None:
    assert {"random": play_random, "greedy": play_greedy} == PLAYERS
