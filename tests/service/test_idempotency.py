"""Saying the same thing twice does it once, and is answered alike."""

import asyncio
from typing import Any, NamedTuple
from uuid import uuid4

import httpx
import pytest

from tests.service.client import Client, play_randomly, table_for
from tests.services import PATIENCE

FIFTY = 50


class Call(NamedTuple):
    """Something that the first player may ask of a match in which `seated` players sit, and what it brings about."""

    method: str
    what: str
    seated: int
    event: str
    body: dict[str, Any] | None = None


CALLS = {
    "sit": Call("POST", "/seats", 0, "sat", {"seat": 1, "salt": "a"}),
    "stand": Call("DELETE", "/seats/0", 1, "stood"),
    "cancel": Call("DELETE", "", 1, "cancelled"),
    "start": Call("POST", "/start", 2, "started"),
    "resign": Call("POST", "/resign", 3, "resigned"),
}


@pytest.mark.anyio
async def test_fifty_times_at_once_is_one_step_and_one_answer(url: str) -> None:
    match, players = table_for(url, "aqualin", 2)
    view = players[0].view(match)
    player = players[view["actors"][0]]
    command = player.lawful(match)["commands"][0]["command"]
    headers = {"If-Match": f'"{view["version"]}"', "Idempotency-Key": str(uuid4())}
    async with httpx.AsyncClient(base_url=url, headers=player.http.headers, timeout=PATIENCE) as http:
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


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_what_is_asked_of_a_match_twice_with_one_key_happens_once(url: str, call: Call) -> None:
    players = [Client.new(url, "Ana"), Client.new(url, "Bo"), Client.new(url, "Eva")]
    match = players[0].create(game="puzzilli", seats=max(call.seated, 2)).raise_for_status().json()["match_id"]
    for player in players[: call.seated]:
        player.sit(match).raise_for_status()
    if call.what == "/resign":
        players[0].post(match, "start").raise_for_status()
    key = {"Idempotency-Key": str(uuid4())}
    once, again = (
        players[0].http.request(call.method, f"/matches/{match}{call.what}", json=call.body, headers=key)
        for _ in range(2)
    )
    assert once.is_success
    assert (again.status_code, again.content, again.headers["etag"]) == (
        once.status_code,
        once.content,
        once.headers["etag"],
    )
    steps = players[0].get(match, "replay").json()["steps"]
    frames = [players[0].get(match, f"replay/{step['version']}").json() for step in steps]
    happened = [event["type"] for frame in frames for event in frame["step"]["events"]]
    assert happened.count(call.event) == (max(call.seated, 1) if call.event == "sat" else 1)


def test_another_request_under_the_key_of_a_seat_is_refused(url: str) -> None:
    ana = Client.new(url, "Ana")
    match = ana.create(game="puzzilli", seats=2).json()["match_id"]
    key = {"Idempotency-Key": str(uuid4())}
    ana.http.post(f"/matches/{match}/seats", json={"seat": 0}, headers=key).raise_for_status()
    other = ana.http.post(f"/matches/{match}/seats", json={"seat": 1}, headers=key)
    assert (other.status_code, other.json()["code"]) == (422, "idempotency-key-reused")
    assert ana.http.delete(f"/matches/{match}/seats/0", headers=key).json()["code"] == "idempotency-key-reused"
    assert [seat["player_id"] for seat in ana.view(match)["seats"]] == [ana.player_id, None]


def test_a_key_is_its_players_own(url: str) -> None:
    ana, bo = Client.new(url, "Ana"), Client.new(url, "Bo")
    key, another = {"Idempotency-Key": str(uuid4())}, {"Idempotency-Key": str(uuid4())}
    wanted = {"game": "aqualin", "seats": 2}
    match, other = (
        player.http.post("/matches", json=wanted, headers=key).raise_for_status().json()["match_id"]
        for player in (ana, bo)
    )
    assert match != other
    for player in (ana, bo):
        player.http.post(f"/matches/{match}/seats", json={}, headers=another).raise_for_status()
    assert ana.view(match, min_version=3)["version"] == 3


@pytest.mark.anyio
async def test_fifty_rematches_at_once_are_one_match(url: str) -> None:
    match, players = table_for(url, "aqualin", 2)
    players[0].post(match, "resign").raise_for_status()
    where, ways = f"{url}/api/v1/matches/{match}/rematch", [player.http.headers for player in players]
    async with httpx.AsyncClient(timeout=PATIENCE) as http:
        answers = await asyncio.gather(
            *(http.post(where, headers={"Authorization": ways[n % 2]["Authorization"]}) for n in range(FIFTY))
        )
    assert {answer.status_code for answer in answers} == {201}
    assert len({answer.content for answer in answers}) == 1
    again = answers[0].json()["match_id"]
    assert players[0].view(again)["version"] == 1


def test_a_key_that_is_no_uuid_is_refused(url: str) -> None:
    answer = Client.new(url, "Ana").http.post(
        "/matches", json={"game": "aqualin", "seats": 2}, headers={"Idempotency-Key": "again"}
    )
    assert (answer.status_code, answer.json()["code"]) == (400, "malformed")


def test_two_different_moves_of_one_seat_at_one_version(url: str) -> None:
    match, players = table_for(url, "aqualin", 2)
    view = players[0].view(match)
    player = players[view["actors"][0]]
    first, second = (entry["command"] for entry in player.lawful(match)["commands"][:2])
    player.play(match, view["version"], first).raise_for_status()
    late = player.play(match, view["version"], second)
    assert (late.status_code, late.json()["version"]) == (409, view["version"] + 1)
