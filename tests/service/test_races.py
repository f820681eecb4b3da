"""Many commands at one version: one is played, and whoever comes late is told so."""

import asyncio
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx
import pytest

from tests.service.client import Client, table_for
from tests.service.server import Server, serving
from tests.services import PATIENCE

pytestmark = pytest.mark.anyio

MANY = 20


async def volley(
    urls: Sequence[str], match: str, player: Client, version: int, commands: Sequence[Any]
) -> list[httpx.Response]:
    """Each command under a key of its own, all at once."""
    async with httpx.AsyncClient(headers=player.http.headers, timeout=PATIENCE) as http:
        return await asyncio.gather(
            *(
                http.post(
                    f"{urls[n % len(urls)]}/api/v1/matches/{match}/commands",
                    json=command,
                    headers={"If-Match": f'"{version}"', "Idempotency-Key": str(uuid4())},
                )
                for n, command in enumerate(commands)
            )
        )


def assert_one_was_played(match: str, player: Client, version: int, answers: Sequence[httpx.Response]) -> None:
    [played] = [answer.json() for answer in answers if answer.status_code == 200]
    assert played["version"] == version + 1
    late = [answer for answer in answers if answer.status_code != 200]
    assert {answer.status_code for answer in late} == {409}
    assert {(told["code"], told["version"]) for told in (answer.json() for answer in late)} == {
        ("version-conflict", version + 1)
    }
    assert player.view(match, min_version=version + 1)["version"] == version + 1
    assert player.get(match, f"replay/{version + 1}").json()["step"]["events"] == played["events"]


async def test_of_many_different_moves_of_one_seat_one_is_played(url: str) -> None:
    match, players = table_for(url, "aqualin", 2)
    view = players[0].view(match)
    player, version = players[view["actors"][0]], view["version"]
    commands = [entry["command"] for entry in player.lawful(match)["commands"][:MANY]]
    assert len({json.dumps(command) for command in commands}) == MANY
    assert_one_was_played(match, player, version, await volley([url], match, player, version, commands))


async def test_the_same_move_under_different_keys_is_played_once(url: str) -> None:
    match, players = table_for(url, "aqualin", 2)
    view = players[0].view(match)
    player, version = players[view["actors"][0]], view["version"]
    commands = [player.lawful(match)["commands"][0]["command"]] * MANY
    assert_one_was_played(match, player, version, await volley([url], match, player, version, commands))


async def test_of_many_moves_at_two_processes_one_is_played(server: Server, tmp_path: Path) -> None:
    with serving(server.environment, tmp_path / "second.log") as second:
        match, players = table_for(server.url, "aqualin", 2)
        Client(second.url).get(match, "legal").raise_for_status()  # now both processes know the match
        view = players[0].view(match)
        while (version := view["version"]) < 10:
            player = players[view["actors"][0]]
            commands = [entry["command"] for entry in player.lawful(match)["commands"][:MANY]]
            answers = await volley([server.url, second.url], match, player, version, commands)
            assert_one_was_played(match, player, version, answers)
            view = player.view(match, min_version=version + 1)


async def test_seats_that_act_together_all_get_through(url: str) -> None:
    match, players = table_for(url, "puzzilli", 4)
    view = players[0].view(match)
    assert view["actors"] == [0, 1, 2, 3]
    volleys = [volley([url], match, player, view["version"], [{"type": "reach"}]) for player in players]
    answers = [answer for [answer] in await asyncio.gather(*volleys)]
    assert {answer.status_code for answer in answers} == {200}
    committed = sorted(answer.json()["version"] for answer in answers)
    assert committed == list(range(view["version"] + 1, view["version"] + 5))


async def test_two_who_want_one_seat_do_not_share_it(url: str) -> None:
    ana = Client.new(url, "Ana")
    match = ana.create(game="puzzilli", seats=4).json()["match_id"]
    people = [Client.new(url, f"Player {n}") for n in range(8)]
    async with httpx.AsyncClient(timeout=PATIENCE) as http:
        answers = await asyncio.gather(
            *(
                http.post(f"{url}/api/v1/matches/{match}/seats", json={"seat": 2}, headers=player.http.headers)
                for player in people
            )
        )
    assert sorted(answer.status_code for answer in answers) == [201] + [409] * 7
    assert {answer.json()["code"] for answer in answers if answer.status_code == 409} == {"seat-taken"}
    [sits] = [player for player, answer in zip(people, answers, strict=True) if answer.status_code == 201]
    seats = [seat["player_id"] for seat in ana.view(match, min_version=2)["seats"]]
    assert seats == [None, None, sits.player_id, None]
