"""An administrator ends what nobody will finish."""

import hashlib
from pathlib import Path
from uuid import uuid4

import httpx

from tests.cli.running import run
from tests.service.client import Client, eventually, table_for
from tests.service.server import Server, serving

ABANDONED = {"reason": "both players have left the town"}


def administrator(server: Server, url: str | None = None) -> Client:
    player = Client.new(url or server.url, "Ada")
    done = run("role", player.player_id, "administrator", **server.environment)
    assert done.returncode == 0, done.stderr
    return player


def close(player: Client, match: str, key: str | None = None, reason: object = ABANDONED) -> httpx.Response:
    return player.http.post(f"/matches/{match}/close", json=reason, headers={"Idempotency-Key": key or str(uuid4())})


def test_a_running_match_is_closed_and_its_seed_revealed(server: Server) -> None:
    match, players = table_for(server.url, "aqualin", 2)
    before = players[0].view(match)
    closed = close(administrator(server), match)
    assert closed.status_code == 200
    told = closed.json()
    assert [event["type"] for event in told["events"]] == ["closed", "revealed"]
    assert told["events"][0]["reason"] == ABANDONED["reason"]
    assert (told["version"], told["view"]["status"]) == (before["version"] + 1, "closed")
    seed = bytes.fromhex(told["view"]["seed"])
    assert hashlib.sha256(seed).hexdigest() == before["commitment"]


def test_a_closed_match_is_sealed_and_has_no_result(server: Server) -> None:
    match, players = table_for(server.url, "aqualin", 2)
    version = close(administrator(server), match).raise_for_status().json()["version"]
    view = eventually(lambda: players[0].view(match), lambda seen: seen["sealed_at_version"] is not None)
    assert (view["version"], view["result"], view["actors"]) == (version + 1, None, [])


def test_a_match_is_closed_once(server: Server) -> None:
    match, players = table_for(server.url, "aqualin", 2)
    ada, key = administrator(server), str(uuid4())
    once, again = close(ada, match, key), close(ada, match, key)
    assert (again.status_code, again.content) == (once.status_code, once.content)
    late = close(ada, match)
    assert (late.status_code, late.json()["code"], late.json()["facts"]) == (409, "not-running", {"status": "closed"})
    view = eventually(lambda: players[0].view(match), lambda seen: seen["sealed_at_version"] is not None)
    assert view["version"] == once.json()["version"] + 1


def test_a_closed_match_cannot_be_played_on(server: Server) -> None:
    match, players = table_for(server.url, "aqualin", 2)
    view = players[0].view(match)
    player = players[view["actors"][0]]
    command = player.lawful(match)["commands"][0]["command"]
    version = close(administrator(server), match).raise_for_status().json()["version"]
    eventually(lambda: player.view(match), lambda seen: seen["sealed_at_version"] is not None)
    assert player.play(match, view["version"], command).json()["code"] == "version-conflict"
    assert player.play(match, version + 1, command).json()["code"] == "not-running"
    assert player.post(match, "resign").json()["code"] == "not-running"
    assert player.post(match, "rematch").json()["code"] == "not-finished"
    assert player.lawful(match)["commands"] == []


def test_a_match_that_is_still_open_can_be_closed(server: Server) -> None:
    ana = Client.new(server.url, "Ana")
    match = ana.create(game="puzzilli", seats=4).json()["match_id"]
    ana.sit(match).raise_for_status()
    assert close(administrator(server), match).json()["view"]["status"] == "closed"
    assert Client.new(server.url, "Bo").sit(match).json()["code"] == "already-started"


def test_a_reason_must_be_given(server: Server) -> None:
    match, players = table_for(server.url, "aqualin", 2)
    ada = administrator(server)
    for reason in ({}, {"reason": ""}, {"reason": "x" * 501}, {"reason": "because", "winner": 0}):
        assert close(ada, match, reason=reason).status_code == 400
    assert players[0].view(match)["status"] == "running"


def test_a_match_that_is_not_there_is_not_closed(server: Server) -> None:
    refused = close(administrator(server), str(uuid4()))
    assert (refused.status_code, refused.json()["code"]) == (404, "no-such-match")


def test_an_arbiter_closes_nothing(server: Server) -> None:
    match, _ = table_for(server.url, "aqualin", 2)
    player = Client.new(server.url, "Bea")
    assert run("role", player.player_id, "arbiter", **server.environment).returncode == 0
    refused = close(player, match)
    assert (refused.status_code, refused.json()["code"]) == (403, "not-allowed")


def test_a_match_whose_seed_is_lost_can_only_be_closed(server: Server, tmp_path: Path) -> None:
    """As after a restore without the service key."""
    match, players = table_for(server.url, "aqualin", 2)
    view = players[0].view(match)
    player = players[view["actors"][0]]
    command = player.lawful(match)["commands"][0]["command"]
    with serving(server.environment | {"MEEPLOG_DATA": str(tmp_path)}, tmp_path / "http.log") as keyless:
        token = player.http.headers["Authorization"].removeprefix("Bearer ")
        there = Client(keyless.url, token)
        refused = there.play(match, view["version"], command)
        assert (refused.status_code, refused.json()["code"]) == (409, "seed-lost")
        assert there.post(match, "resign").json()["code"] == "seed-lost"
        assert there.view(match)["public"] == view["public"]

        told = close(administrator(server, keyless.url), match).raise_for_status().json()
        assert (told["view"]["status"], told["view"]["seed"]) == ("closed", None)
        assert told["events"][-1] == {"type": "revealed", "seed": None}
    seen = players[0].view(match, min_version=told["version"])
    assert (seen["status"], seen["seed"]) == ("closed", None)
