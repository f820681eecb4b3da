"""What a player, a stranger or a spectator must not be able to do."""

from typing import Any
from uuid import uuid4

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


READS = ("", "/legal", "/stream", "/replay", "/replay/1", "/replay/3.svg", "/score", "/record", "/rematch")
WRITES = ("/commands", "/resign", "/start", "/rematch", "/seats")


@pytest.mark.parametrize("status", ["open", "cancelled", "running", "finished"])
def test_a_private_match_is_nobody_elses_business(url: str, status: str) -> None:
    owner = Client.new(url, "Owner")
    match = owner.create(game="aqualin", seats=2, visibility="private", autostart=True).json()["match_id"]
    owner.sit(match).raise_for_status()
    if status == "cancelled":
        owner.http.delete(f"/matches/{match}").raise_for_status()
    elif status != "open":
        guest = Client.new(url, "Guest")  # the id is the invitation
        guest.sit(match).raise_for_status()
        assert guest.view(match)["you"] == 1
        if status == "finished":
            guest.post(match, "resign").raise_for_status()
    assert owner.view(match)["status"] == status

    stranger = Client.new(url, "Stranger")
    for outsider in (stranger, Client(url)):
        for what in READS:
            told = outsider.http.get(f"/matches/{match}{what}")
            assert (told.status_code, told.json()["code"]) == (404, "no-such-match"), what
    for what in WRITES:
        if (what, status) == ("/seats", "open"):
            continue
        for body in ({}, {"type": "fly"}, {"type": "place", "tile": "RC", "cell": "a1"}):
            for version in (1, 3, 99):
                sent = None if what in ("/resign", "/start", "/rematch") else {"salt": ""} if what == "/seats" else body
                headers = {"If-Match": f'"{version}"', "Idempotency-Key": str(uuid4())}
                told = stranger.http.post(f"/matches/{match}{what}", json=sent, headers=headers)
                assert (told.status_code, told.json()["code"]) == (404, "no-such-match"), what
    for what in ("", "/seats/0"):
        assert stranger.http.delete(f"/matches/{match}{what}").status_code == 404


@pytest.mark.parametrize("number", ["9" * 5000, "٣", "²", "-1", "1e3", "0x1", ""])
def test_what_is_no_number_is_refused_and_no_fault(url: str, number: str) -> None:
    match, players = table_for(url, "aqualin", 2)
    ask = players[0].http.get
    assert ask(f"/matches/{match}/replay/{number or '_'}").status_code == 404
    assert ask(f"/matches/{match}/replay/{number}.svg").status_code == 404
    for cursor in (f"{number}-0", f"3-{number}", number or "-"):
        told = ask(f"/matches/{match}/legal", params={"cursor": cursor})
        assert (told.status_code, told.json()["code"]) == (400, "bad-cursor")
    if number:
        sent = {
            b"Last-Event-ID": number.encode(),
            b"If-Match": f'"{number}"'.encode(),
            b"Idempotency-Key": str(uuid4()).encode(),
        }
        assert ask(f"/matches/{match}/stream", headers=sent).status_code == 400
        assert players[0].http.post(f"/matches/{match}/commands", json={}, headers=sent).status_code == 400


def test_bodies_that_go_very_deep_are_refused(url: str) -> None:
    player = Client.new(url, "Ana")
    for path, body in (
        ("/players", "[" * 1100),
        ("/matches", '{"options":' * 1100),
        ("/matches", '{"game":' + "[" * 30_000),
    ):
        told = player.http.post(path, content=body, headers={"Content-Type": "application/json"})
        assert told.status_code == 400, told.text


@pytest.mark.parametrize("name", ["a\0b", "a\nb", "\u202eevil", "a\u2028b", " a", "a ", "", "x" * 41])
def test_names_hold_nothing_that_cannot_be_seen(url: str, name: str) -> None:
    assert Client(url).http.post("/players", json={"name": name}).status_code == 400


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
        {"tile": "RC", "cell": "a1"},
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
