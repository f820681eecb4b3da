"""Players made of code, by name."""

from collections.abc import Mapping

from domain.players.greedy import play_greedy
from domain.players.player import Player
from domain.players.random import play_random

PLAYERS: Mapping[str, Player] = {"random": play_random, "greedy": play_greedy}
