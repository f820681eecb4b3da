"""Saying the same thing twice does it once, and is answered alike."""

import asyncio
from uuid import uuid4

import httpx
import pytest

from tests.service.client import Client, play_randomly, table_for

FIFTY = 50


@pytest.mark.anyio
async def test_fifty_times_at_once_is_one_step_and_one_answer(url: str) -> None:
    match, players = table_for(url, "aqualin", 2)
    view = players[0].view(match)
    player = players[view["actors"][0]]
    command = player.lawful(match)["commands"][0]["command"]
    headers = {"If-Match": f'"{view["version"]}"', "Idempotency-Key": str(uuid4())}
    async with httpx.AsyncClient(base_url=url, headers=player.http.headers, timeout=60) as http:
        answers = await asyncio.gather(
            *(http.post(f"/api/v1/matches/{match}/commands", json=command, headers=headers) for _ in range(FIFTY))
        )
    assert {answer.status_code for answer in answers} == {200}
    assert len({answer.content for answer in answers}) == 1
    assert player.view(match, min_version=view["version"] + 1)["version"] == view["version"] + 1


def test_a_repeat_is_answered_alike_after_the_match_went_on(url: str) -> None:
    match, players = table_for(url, "aqualin", 2)
    view = players[0].view(match)
    player, key = players[view["actors"][0]], str(uuid4())
    command = player.lawful(match)["commands"][5]["command"]
    once = player.play(match, view["version"], command, key)
    list(play_randomly(match, players))
    again = player.play(match, view["version"], command, key)
    assert (again.status_code, again.content) == (200, once.content)


def test_another_command_under_the_same_key_is_refused(url: str) -> None:
    match, players = table_for(url, "aqualin", 2)
    view = players[0].view(match)
    player, key = players[view["actors"][0]], str(uuid4())
    first, second = (entry["command"] for entry in player.lawful(match)["commands"][:2])
    player.play(match, view["version"], first, key).raise_for_status()
    assert player.play(match, view["version"], second, key).json()["code"] == "idempotency-key-reused"


def test_a_refused_key_may_be_used_again(url: str) -> None:
    match, players = table_for(url, "aqualin", 2)
    view = players[0].view(match)
    player, key = players[view["actors"][0]], str(uuid4())
    command = player.lawful(match)["commands"][0]["command"]
    assert player.play(match, view["version"], {**command, "cell": "z9"}, key).status_code == 422
    assert player.play(match, view["version"], command, key).status_code == 200


def test_a_match_created_twice_with_one_key_is_one_match(url: str) -> None:
    player, key = Client.new(url, "Ana"), {"Idempotency-Key": str(uuid4())}
    wanted = {"game": "aqualin", "seats": 2}
    first, second = (player.http.post("/matches", json=wanted, headers=key) for _ in range(2))
    assert (first.status_code, first.json()) == (second.status_code, second.json())
    other = player.http.post("/matches", json={**wanted, "rated": False}, headers=key)
    assert (other.status_code, other.json()["code"]) == (422, "idempotency-key-reused")


def test_two_different_moves_of_one_seat_at_one_version(url: str) -> None:
    match, players = table_for(url, "aqualin", 2)
    view = players[0].view(match)
    player = players[view["actors"][0]]
    first, second = (entry["command"] for entry in player.lawful(match)["commands"][:2])
    player.play(match, view["version"], first).raise_for_status()
    late = player.play(match, view["version"], second)
    assert (late.status_code, late.json()["version"]) == (409, view["version"] + 1)
