"""Clients on `domain/players`: one thread a seat, each with only what HTTP tells it."""

import threading
from collections.abc import Sequence
from typing import Any
from uuid import uuid4

import msgspec

from domain.kernel.catalogue import Rules
from domain.kernel.chance import Chance
from domain.kernel.messages import Command, Seat
from domain.kernel.view import Seen
from domain.players import PLAYERS
from infra.editions import shipped_catalogue
from tests.service.client import Client, table_for

LONG = 600.0  # seconds for a whole match: only to fail in the end, never to pass

_catalogue = shipped_catalogue()


class Bot(threading.Thread):
    """Plays one seat to the end of the match. `refused` counts answers that were no commits, by code."""

    def __init__(self, client: Client, match: str, seat: int, rules: Rules, player: str) -> None:
        super().__init__(daemon=True)
        self.client, self.match, self.seat, self.rules = client, match, Seat(seat), rules
        self.choose = PLAYERS[player]
        self.chance = Chance(uuid4().bytes, {})
        self.commits = 0
        self.refused: list[str] = []
        self.failure: BaseException | None = None

    def run(self) -> None:
        try:
            view = self.client.view(self.match)
            while view["status"] == "running":
                view = self._act(view) if self.seat in view["actors"] else self._wait(view)
        except BaseException as error:
            self.failure = error

    def _act(self, view: dict[str, Any]) -> dict[str, Any]:
        lawful = self._lawful(view["version"])
        if not lawful:  # others have moved on meanwhile
            return self._wait(view)
        seen = Seen(self.seat, *self._parts(view))
        command = self.choose(self.rules.game, self.rules.edition, seen, self.seat, lawful, self.chance)
        answer = self.client.play(self.match, view["version"], msgspec.to_builtins(command))
        if answer.status_code == 200:
            self.commits += 1
            after: dict[str, Any] = answer.json()["view"]
            return after
        assert answer.status_code in (409, 422), answer.text
        self.refused.append(answer.json()["code"])
        return self.client.view(self.match, min_version=view["version"] + 1)

    def _wait(self, view: dict[str, Any]) -> dict[str, Any]:
        return self.client.view(self.match, min_version=view["version"] + 1)

    def _lawful(self, version: int) -> list[Command]:
        """The commands of that version, page by page; none when the match has gone on."""
        commands: list[Command] = []
        cursor: dict[str, str] = {}
        while True:
            answer = self.client.get(self.match, "legal", **cursor)
            if answer.status_code == 409 or (page := answer.raise_for_status().json())["version"] != version:
                return []
            commands += (msgspec.convert(entry["command"], self.rules.game.commands) for entry in page["commands"])
            if page["cursor"] is None:
                return commands
            cursor = {"cursor": page["cursor"]}

    def _parts(self, view: dict[str, Any]) -> tuple[Any, tuple[Any, ...]]:
        """The public and the private part in the game's own types, which its first view shows."""
        game = self.rules.game
        first = game.view(game.initial(self.rules.edition, len(view["seats"]), view["options"]))
        private = (msgspec.convert(view["private"], type(first.private[self.seat])),) if first.private else ()
        return msgspec.convert(view["public"], type(first.public)), private


def bots_for(match: str, clients: Sequence[Client], game: str, player: str = "random") -> list[Bot]:
    rules = _catalogue.newest(game)
    return [Bot(client, match, seat, rules, player) for seat, client in enumerate(clients)]


def play_out(url: str, game: str, seats: int, player: str, **wanted: Any) -> tuple[str, list[Bot]]:
    """A match of bots, one thread each, played to the end."""
    match, clients = table_for(url, game, seats, **wanted)
    bots = bots_for(match, clients, game, player)
    for bot in bots:
        bot.start()
    for bot in bots:
        bot.join(LONG)
        assert not bot.is_alive()
        if bot.failure:
            raise bot.failure
    return match, bots
