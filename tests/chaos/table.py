"""Two clients at one table who play match after match, whatever breaks, and write down what they were promised."""

import threading
import time
from typing import Any
from uuid import uuid4

import httpx
from msgspec import Struct

from tests.service.client import Client
from tests.services import PATIENCE

PAUSE = 0.05  # seconds before a request is repeated


class Promise(Struct, frozen=True):
    """A command that was acknowledged: its key, and the version it was said to have become."""

    match: str
    key: str
    version: int


class Table(threading.Thread):
    """Plays until told to stop, and ends the match it is in. `failure` is what ended it otherwise."""

    def __init__(self, url: str, number: int) -> None:
        super().__init__(daemon=True)
        self.url, self.number = url, number
        self.stop = threading.Event()
        self.players: list[Client] = []
        self.promises: list[Promise] = []
        self.matches: list[str] = []
        self.repeats = 0
        self.failure: BaseException | None = None

    def run(self) -> None:
        try:
            self.players = [self._player(seat) for seat in range(2)]
            while not self.stop.is_set():
                self._play_match()
        except BaseException as error:
            self.failure = error
        finally:
            for player in self.players:
                player.http.close()

    def end(self) -> None:
        """Waits until it has stopped; raises what has failed."""
        self.join(2 * PATIENCE)
        assert not self.is_alive(), f"table {self.number} does not come to an end"
        if self.failure:
            raise self.failure

    def _player(self, seat: int) -> Client:
        name = f"Table {self.number} seat {seat}"
        made = self._again(lambda: httpx.post(f"{self.url}/api/v1/players", json={"name": name}, timeout=PATIENCE))
        return Client(self.url, made.json()["token"], made.json()["player_id"])

    def _play_match(self) -> None:
        ana, bo = self.players
        key = {"Idempotency-Key": str(uuid4())}
        wanted = {"game": "aqualin", "seats": 2, "autostart": True}
        match = self._again(lambda: ana.http.post("/matches", json=wanted, headers=key)).json()["match_id"]
        self.matches.append(match)
        for player in (ana, bo):
            sitting = {"Idempotency-Key": str(uuid4())}
            self._again(lambda p=player, h=sitting: p.http.post(f"/matches/{match}/seats", json={}, headers=h))
        view = self._view(match)
        while view["status"] == "running":
            view = self._turn(match, view)

    def _turn(self, match: str, view: dict[str, Any]) -> dict[str, Any]:
        player, key = self.players[view["actors"][0]], str(uuid4())
        lawful = self._again(lambda: player.get(match, "legal")).json()
        if lawful["version"] != view["version"] or not lawful["commands"]:
            return self._view(match)
        command = lawful["commands"][view["version"] * 31 % len(lawful["commands"])]["command"]
        answer = self._again(lambda: player.play(match, view["version"], command, key))
        self.promises.append(Promise(match, key, answer.json()["version"]))
        after: dict[str, Any] = answer.json()["view"]
        assert after["match_id"] == match, "another's answer"
        return after

    def _view(self, match: str) -> dict[str, Any]:
        view: dict[str, Any] = self._again(lambda: self.players[0].http.get(f"/matches/{match}")).json()
        return view

    def _again(self, ask: Any) -> httpx.Response:
        """Asks until there is an answer: over dropped connections and 5xx, always with the same key."""
        deadline = time.monotonic() + 2 * PATIENCE
        while time.monotonic() < deadline:
            try:
                answer: httpx.Response = ask()
            except httpx.TransportError:
                answer = httpx.Response(599)
            if answer.status_code < 500:
                return answer.raise_for_status()
            self.repeats += 1
            time.sleep(PAUSE)
        raise AssertionError(f"no answer but {answer.status_code}")
