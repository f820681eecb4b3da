"""A new token for an old one."""

from pathlib import Path

from tests.service.client import Client, eventually
from tests.service.server import Server, serving

TURNS = "/players/me/turns"


def renewed(player: Client) -> Client:
    answer = player.http.post("/players/me/token")
    assert answer.status_code == 201
    return Client(player.url, answer.json()["token"], answer.json()["player_id"])


def test_a_new_token_is_the_same_player(url: str) -> None:
    old = Client.new(url, "Ana")
    match = old.create(game="aqualin", seats=2).json()["match_id"]
    old.sit(match, 1).raise_for_status()
    new = renewed(old)
    assert new.player_id == old.player_id
    assert new.view(match)["you"] == 1


def test_the_old_token_is_worth_nothing_at_once(url: str) -> None:
    old = Client.new(url, "Ana")
    assert old.http.get(TURNS).status_code == 200
    new = renewed(old)
    assert (old.http.get(TURNS).status_code, new.http.get(TURNS).status_code) == (401, 200)
    assert old.http.post("/players/me/token").json()["code"] == "unauthorised"
    assert new.http.get(TURNS).status_code == 200


def test_other_processes_forget_the_old_token_within_seconds(server: Server, tmp_path: Path) -> None:
    old = Client.new(server.url, "Ana")
    token = old.http.headers["Authorization"].removeprefix("Bearer ")
    with serving(server.environment, tmp_path / "http.log") as second:
        elsewhere = Client(second.url, token)
        assert elsewhere.http.get(TURNS).status_code == 200
        new = renewed(old)
        eventually(lambda: elsewhere.http.get(TURNS).status_code, lambda status: status == 401)
        elsewhere.http.headers["Authorization"] = new.http.headers["Authorization"]
        assert elsewhere.http.get(TURNS).status_code == 200


def test_a_process_that_remembers_the_old_token_gives_no_new_one_for_it(server: Server, tmp_path: Path) -> None:
    """Who stole the old one would take the player's place."""
    old = Client.new(server.url, "Ana")
    with serving(server.environment, tmp_path / "http.log") as second:
        elsewhere = Client(second.url, old.http.headers["Authorization"].removeprefix("Bearer "))
        assert elsewhere.http.get(TURNS).status_code == 200
        new = renewed(old)
        answer = elsewhere.http.post("/players/me/token")
        assert (answer.status_code, answer.json()["code"]) == (401, "unauthorised")
        assert elsewhere.http.get(TURNS).status_code == 401
        assert new.http.get(TURNS).status_code == 200


def test_nobody_gets_no_token(url: str) -> None:
    assert Client(url).http.post("/players/me/token").status_code == 401
