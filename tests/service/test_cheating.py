"""What a player, a stranger or a spectator must not be able to do."""

from typing import Any

import pytest

from tests.service.client import Client, play_randomly, table_for


def test_a_player_of_one_seat_can_do_nothing_for_another(url: str) -> None:
    match, players = table_for(url, "aqualin", 2)
    view = players[0].view(match)
    mover, waiter = players[view["actors"][0]], players[1 - view["actors"][0]]
    command = mover.lawful(match)["commands"][0]["command"]
    refused = waiter.play(match, view["version"], command)
    assert (refused.status_code, refused.json()["code"]) == (422, "not-your-turn")
    assert refused.json()["facts"]["actors"] == view["actors"]
    stood = waiter.http.delete(f"/matches/{match}/seats/{view['actors'][0]}")
    assert stood.status_code == 409
    assert waiter.lawful(match)["commands"] == []
    assert players[0].view(match) == view


def test_a_stranger_watches_and_does_nothing(url: str) -> None:
    match, players = table_for(url, "aqualin", 2)
    view = players[0].view(match)
    command = players[view["actors"][0]].lawful(match)["commands"][0]["command"]
    stranger = Client.new(url, "Stranger")
    assert stranger.view(match)["public"] == view["public"]
    assert stranger.play(match, view["version"], command).status_code == 403
    assert stranger.post(match, "resign").status_code == 403
    assert stranger.post(match, "close", {"reason": "because"}).status_code == 403
    nobody = Client(url)
    assert nobody.play(match, view["version"], command).status_code == 401
    assert Client(url, token="00000000-0000-0000-0000-000000000000.nonsense").view_status(match) == 401
    assert players[0].view(match)["version"] == view["version"]


def test_a_player_can_look_as_a_spectator_does(url: str) -> None:
    match, players = table_for(url, "puzzilli", 2)
    assert players[0].view(match)["private"] is not None
    assert players[0].view(match, **{"as": "spectator"}) == Client(url).view(match)
    assert players[0].http.get(f"/matches/{match}", params={"as": "arbiter"}).status_code == 400


def test_a_seat_is_left_by_its_player_alone(url: str) -> None:
    ana, bo = Client.new(url, "Ana"), Client.new(url, "Bo")
    match = ana.create(game="aqualin", seats=2).json()["match_id"]
    ana.sit(match, 0).raise_for_status()
    assert bo.sit(match, 0).status_code == 409
    assert bo.http.delete(f"/matches/{match}/seats/0").status_code == 403
    assert bo.http.delete(f"/matches/{match}").status_code == 403
    assert ana.sit(match, 1).status_code == 409  # one seat for one player
    assert ana.post(match, "start").json()["code"] == "seats-free"
    ana.http.delete(f"/matches/{match}/seats/0").raise_for_status()
    assert bo.sit(match, 0).status_code == 201


def test_a_private_match_is_nobody_elses_business(url: str) -> None:
    match, players = table_for(url, "aqualin", 2, visibility="private")
    stranger = Client.new(url, "Stranger")
    for what in ("", "/legal", "/stream", "/replay", "/replay/1", "/replay/3.svg", "/score", "/record"):
        for outsider in (stranger, Client(url)):
            assert outsider.http.get(f"/matches/{match}{what}").status_code == 404, what
    assert players[1].view(match)["you"] == 1


def test_the_seed_is_nowhere_before_the_end(url: str) -> None:
    match, players = table_for(url, "aqualin", 2)
    while_running = _everything(match, players)
    *_, last = play_randomly(match, players)
    seed = last["view"]["seed"]
    assert len(bytes.fromhex(seed)) == 32
    assert all(seed not in text for text in while_running)


def test_a_chosen_seed_is_shown_at_once_and_makes_the_match_unrated(url: str) -> None:
    seed = "5e" * 32
    match, _players = table_for(url, "aqualin", 2, seed=seed)
    view = Client(url).view(match)
    assert (view["seed"], view["seed_chosen"], view["rated"]) == (seed, True, False)


def test_a_listing_is_narrowed_by_a_few_short_names(url: str) -> None:
    match, players = table_for(url, "aqualin", 2)
    for names in (["a1"] * 9, ["a" * 61]):
        assert players[0].http.get(f"/matches/{match}/legal", params={"contains": names}).status_code == 400


def test_nothing_hidden_can_be_asked_for_while_the_match_runs(url: str) -> None:
    match, players = table_for(url, "aqualin", 2)
    for what in ("replay", "replay/3"):
        assert players[0].get(match, what, reveal=True).status_code == 403


@pytest.mark.parametrize(
    "command",
    [
        {},
        [],
        None,
        "place",
        {"type": "place"},
        {"type": "take"},
        {"type": "place", "tile": 3, "cell": "a1"},
        {"type": "place", "tile": "RC", "cell": "a1", "result": "I win"},
        {"type": "place", "tile": "RC", "cell": "a1", "slide": {"from": "a1"}},
        {"type": "ended", "totals": [99, 0]},
        {"type": "seal", "public_key": "00", "signature": "00"},
        {"type": "close", "reason": "because"},
    ],
)
def test_what_is_no_command_of_the_game_is_refused(url: str, command: Any) -> None:
    match, players = table_for(url, "aqualin", 2)
    view = players[0].view(match)
    refused = players[view["actors"][0]].play(match, view["version"], command)
    assert (refused.status_code, refused.json()["code"]) == (422, "malformed")
    assert players[0].view(match)["version"] == view["version"]


def _everything(match: str, players: list[Client]) -> list[str]:
    """All that can be read of a running match, by everybody."""
    texts = []
    for reader in (*players, Client(players[0].url)):
        for what in ("", "/legal", "/replay", "/replay/3", "/replay/3.svg", "/score", "/record"):
            answer = reader.http.get(f"/matches/{match}{what}").raise_for_status()
            texts.append(answer.text + str(answer.headers))
    return texts
