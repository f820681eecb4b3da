"""Four clients play Puzzilli round after round, all at once: nobody waits for ever, and nothing is lost or doubled."""

import asyncio
import os
import random
from collections import Counter
from contextlib import AsyncExitStack
from itertools import count
from typing import Any
from uuid import uuid4

import httpx
import pytest
from httpx_sse import aconnect_sse
from msgspec import Struct, field
from rich import print as show

from domain.kernel.messages import Seat
from domain.match.fold import advance, begin, read_step
from domain.puzzilli.events import AllPulled, Pulled, RoundBegan
from domain.puzzilli.view import census
from domain.record.record import read_record
from infra.editions import shipped_catalogue
from tests.chaos.ledger import Ledger, settle
from tests.chaos.table import Promise
from tests.service.conftest import server
from tests.service.server import Server
from tests.services import PATIENCE

pytestmark = pytest.mark.chaos
__all__ = ["server"]

SEATS = 4
ROUNDS, MATCHES = (60, 8) if os.environ.get("SHORT") else (1000, 100)  # at least
OPTIONS: tuple[dict[str, str], ...] = ({}, {"latecomer": "most-reaches"}, {"end": "at-once"})


class Rounds(Struct):
    """Counts. Everything below `refused` must be zero."""

    matches: int = 0
    rounds: int = 0
    commands: int = 0
    streamed: int = 0
    refused: Counter[str] = field(default_factory=Counter)  # lawful commands, by code
    conflicts: int = 0
    missed_or_streamed_twice: int = 0
    rounds_without_one_token: int = 0
    tokens_for_another: int = 0  # than the last to pull, where that decides
    pieces_lost_or_doubled: int = 0


class Guest:
    """One player with one client: follows each match as it is streamed, and acts whenever it may."""

    def __init__(self, http: httpx.AsyncClient, rounds: Rounds, chance: random.Random) -> None:
        self.http, self.rounds, self.chance = http, rounds, chance
        self.promises: list[Promise] = []

    async def play(self, match: str, seat: int) -> None:
        self.match, self.view, self.news = match, dict[str, Any](version=0, status="open", actors=[]), asyncio.Event()
        following = asyncio.create_task(self._follow())
        while self.view["status"] != "finished":
            await (self._act() if seat in self.view["actors"] else self._newer(self.view["version"]))
        await asyncio.wait_for(following, PATIENCE)

    async def _act(self) -> None:
        """A lawful command by chance. It names the version last seen, however much others have done since."""
        version = self.view["version"]
        lawful = (await self.http.get(f"/matches/{self.match}/legal")).raise_for_status().json()["commands"]
        if not lawful:  # the last view was old
            return await self._newer(version)
        key = str(uuid4())
        headers = {"If-Match": f'"{version}"', "Idempotency-Key": key}
        command = self.chance.choice(lawful)["command"]
        answer = await self.http.post(f"/matches/{self.match}/commands", json=command, headers=headers)
        if answer.status_code == 200:
            self.promises.append(Promise(self.match, key, answer.json()["version"]))
            self._learn(answer.json()["view"])
        else:
            self.rounds.refused[answer.json()["code"]] += 1
            self.rounds.conflicts += answer.status_code == 409
        return None

    async def _follow(self) -> None:
        """From the first version to the seal."""
        path, seen = f"/matches/{self.match}/stream", 0
        async with aconnect_sse(self.http, "GET", path, headers={"Last-Event-ID": "0"}) as source:
            async for event in source.aiter_sse():
                self.rounds.streamed += 1
                self.rounds.missed_or_streamed_twice += int(event.id) != seen + 1
                seen, view = int(event.id), event.json()["view"]
                self._learn(view)
                if view["sealed_at_version"]:
                    return

    def _learn(self, view: dict[str, Any]) -> None:
        if view["version"] > self.view["version"]:
            self.view = view
            self.news.set()

    async def _newer(self, version: int) -> None:
        while self.view["version"] <= version:
            self.news.clear()
            await asyncio.wait_for(self.news.wait(), PATIENCE)


@pytest.mark.anyio
async def test_a_thousand_rounds(server: Server) -> None:
    url, rounds, matches = server.url, Rounds(), list[str]()
    async with AsyncExitStack() as stack:
        guests = [await _guest(stack, url, rounds, seat) for seat in range(SEATS)]
        for number in count():
            if rounds.rounds >= ROUNDS and rounds.matches >= MATCHES:
                break
            match = await _seated(guests, OPTIONS[number % len(OPTIONS)])
            async with asyncio.timeout(5 * PATIENCE):
                await asyncio.gather(*(guest.play(match, seat) for seat, guest in enumerate(guests)))
            _count(rounds, (await guests[0].http.get(f"/matches/{match}/record")).raise_for_status().content)
            matches.append(match)
    promises = [promise for guest in guests for promise in guest.promises]
    rounds.commands = len(promises)
    ledger = await asyncio.to_thread(settle, url, server.environment, matches, promises, Ledger(faults={}))
    show(rounds, ledger)
    assert rounds.rounds >= ROUNDS
    assert ledger.wrong == {}
    assert rounds.conflicts == rounds.missed_or_streamed_twice == rounds.rounds_without_one_token == 0
    assert rounds.tokens_for_another == rounds.pieces_lost_or_doubled == 0


async def _guest(stack: AsyncExitStack, url: str, rounds: Rounds, number: int) -> Guest:
    api = f"{url}/api/v1"
    http = await stack.enter_async_context(httpx.AsyncClient(base_url=api, timeout=PATIENCE))
    made = (await http.post("/players", json={"name": f"Guest {number}"})).raise_for_status().json()
    http.headers["Authorization"] = f"Bearer {made['token']}"
    return Guest(http, rounds, random.Random(number))


async def _seated(guests: list[Guest], options: dict[str, str]) -> str:
    wanted = {"game": "puzzilli", "seats": SEATS, "autostart": True, "options": options}
    match: str = (await guests[0].http.post("/matches", json=wanted)).raise_for_status().json()["match_id"]
    for guest in guests:
        (await guest.http.post(f"/matches/{match}/seats", json={})).raise_for_status()
    return match


def _count(rounds: Rounds, record: bytes) -> None:
    """What a record tells of its rounds, and where all pieces are after each step."""
    first, *steps = read_record(record).steps
    match = begin(shipped_catalogue(), first)
    pulls, tokens, pieces = list[Seat](), list[int](), dict[str, int]()
    for step in steps:
        filed = read_step(match, step)
        match = advance(match, step, filed)
        for event in filed.events:
            if isinstance(event, RoundBegan):
                tokens.append(0)
            elif isinstance(event, Pulled):
                pulls.append(event.seat)
            elif isinstance(event, AllPulled):
                tokens[-1] += 1
                last_pull = match.created.options["latecomer"] == "last-pull"
                rounds.tokens_for_another += last_pull and event.late != pulls[-1]
        if match.state is not None:
            pieces = pieces or census(match.state)
            rounds.pieces_lost_or_doubled += census(match.state) != pieces
    rounds.matches += 1
    rounds.rounds += len(tokens)
    rounds.rounds_without_one_token += sum(many != 1 for many in tokens)
    rounds.rounds_without_one_token += sum(own.tokens for own in match.state.seats) != len(tokens)
