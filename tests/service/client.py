"""A client as a stranger would write it: plain HTTP and JSON."""

import time
from collections.abc import Callable, Iterator
from typing import Any, TypeVar
from uuid import uuid4

import httpx

from tests.services import PATIENCE

T = TypeVar("T")

OPENED: list[httpx.Client] = []  # closed after each test


class Client:
    """One player (without a token a spectator) of one server. Answers are responses; nothing is raised for them."""

    def __init__(self, url: str, token: str | None = None, player_id: str = "", **headers: str) -> None:
        self.url, self.player_id = url, player_id
        if token:
            headers["Authorization"] = f"Bearer {token}"
        self.http = httpx.Client(base_url=f"{url}/api/v1", headers=headers, timeout=PATIENCE)
        OPENED.append(self.http)

    @classmethod
    def new(cls, url: str, name: str) -> "Client":
        created = httpx.post(f"{url}/api/v1/players", json={"name": name}, timeout=PATIENCE).raise_for_status().json()
        return cls(url, created["token"], created["player_id"])

    def create(self, **wanted: Any) -> httpx.Response:
        return self.http.post("/matches", json=wanted, headers={"Idempotency-Key": str(uuid4())})

    def sit(self, match: str, seat: int | None = None, salt: str = "") -> httpx.Response:
        return self.http.post(f"/matches/{match}/seats", json={"seat": seat, "salt": salt})

    def view(self, match: str, **parameters: Any) -> dict[str, Any]:
        body: dict[str, Any] = self.http.get(f"/matches/{match}", params=parameters).raise_for_status().json()
        return body

    def view_status(self, match: str) -> int:
        return self.http.get(f"/matches/{match}").status_code

    def play(self, match: str, version: int, command: Any, key: str | None = None, **headers: str) -> httpx.Response:
        named = {"If-Match": f'"{version}"', "Idempotency-Key": key or str(uuid4())}
        return self.http.post(f"/matches/{match}/commands", json=command, headers=named | headers)

    def post(self, match: str, what: str, body: Any = None) -> httpx.Response:
        return self.http.post(f"/matches/{match}/{what}", json=body)

    def get(self, match: str, what: str, **parameters: Any) -> httpx.Response:
        return self.http.get(f"/matches/{match}/{what}", params=parameters)

    def lawful(self, match: str, start: int = 0) -> dict[str, Any]:
        """One page of lawful commands, beginning at an index of the newest version."""
        page: dict[str, Any] = self.get(match, "legal").raise_for_status().json()
        if start:
            page = self.get(match, "legal", cursor=f"{page['version']}-{start}").raise_for_status().json()
        return page


def eventually(look: Callable[[], T], good: Callable[[T], bool]) -> T:
    """Looks again until what is seen is good; fails in the end."""
    deadline = time.monotonic() + PATIENCE
    while not good(seen := look()):
        assert time.monotonic() < deadline, seen
        time.sleep(0.02)
    return seen


def table_for(url: str, game: str, seats: int, **wanted: Any) -> tuple[str, list[Client]]:
    """A started match and its players in seat order."""
    players = [Client.new(url, f"Player {seat}") for seat in range(seats)]
    match = players[0].create(game=game, seats=seats, autostart=True, **wanted).raise_for_status().json()["match_id"]
    for seat, player in enumerate(players):
        player.sit(match, seat, salt=f"salt {seat}").raise_for_status()
    return match, players


def play_randomly(match: str, players: list[Client]) -> Iterator[dict[str, Any]]:
    """Plays to the end; each turn takes another place of the listing. Yields the answers."""
    view = players[0].view(match)
    while view["status"] == "running":
        seat = view["actors"][0]
        count = players[seat].lawful(match)["count"]
        page = players[seat].lawful(match, (view["version"] * 7919) % count)
        answer = players[seat].play(match, page["version"], page["commands"][0]["command"])
        view = answer.raise_for_status().json()["view"]
        yield answer.json()
