"""Lobby, archive, player pages and scoreboards: what the projector keeps up, as HTTP shows it."""

from typing import Any

import httpx

from tests.service.client import Client, eventually, play_randomly, table_for


def ids(answer: httpx.Response) -> list[str]:
    return [match["match_id"] for match in answer.raise_for_status().json()["matches"]]


def test_a_match_goes_from_the_lobby_to_the_archive(url: str) -> None:
    ana, bo = Client.new(url, "Ana"), Client.new(url, "Bo")
    match = ana.create(game="aqualin", seats=2).json()["match_id"]

    def listed(status: str) -> bool:
        return match in ids(Client(url).http.get("/matches", params={"status": status, "game": "aqualin"}))

    eventually(lambda: listed("open"), bool)
    for player in (ana, bo):
        player.sit(match).raise_for_status()
    ana.post(match, "start").raise_for_status()
    eventually(lambda: listed("running") and not listed("open"), bool)
    waiting = ana.view(match)["actors"][0]
    eventually(lambda: match in ids((ana, bo)[waiting].http.get("/players/me/turns")), bool)
    assert match not in ids((bo, ana)[waiting].http.get("/players/me/turns"))
    ana.post(match, "resign").raise_for_status()
    eventually(lambda: listed("finished") and not listed("running"), bool)
    eventually(lambda: ids((ana, bo)[waiting].http.get("/players/me/turns")), lambda waits: waits == [])


def test_unlisted_matches_are_shown_to_who_plays_them(url: str) -> None:
    match, players = table_for(url, "aqualin", 2, visibility="unlisted")
    mine = {"player": players[0].player_id}
    eventually(lambda: match in ids(players[0].http.get("/matches", params=mine)), bool)
    assert match not in ids(players[1].http.get("/matches", params=mine))
    assert match not in ids(Client(url).http.get("/matches", params={"status": "running"}))


def test_wins_and_totals_reach_the_scoreboard_and_the_player(url: str) -> None:
    match, players = table_for(url, "aqualin", 2)
    *_, last = play_randomly(match, players)
    view = last["view"]
    winner = view["result"]["winners"][0]

    def figures(seat: int) -> dict[str, int]:
        page = Client(url).http.get(f"/players/{players[seat].player_id}").raise_for_status().json()
        found: dict[str, int] = page["figures"]["by_game"].get("aqualin", {"matches": 0})
        return found

    won = eventually(lambda: figures(winner), lambda seen: seen["matches"] == 1)
    lost = eventually(lambda: figures(1 - winner), lambda seen: seen["matches"] == 1)
    assert (won["wins"], lost["wins"]) == (1, 0)

    def rows() -> dict[str, Any]:
        """Of no board when it has just begun, and is not complete yet."""
        answer = Client(url).http.get("/scoreboards/aqualin")
        return {} if answer.status_code == 503 else {row["player_id"]: row for row in answer.json()["rows"]}

    row = eventually(rows, lambda seen: {player.player_id for player in players} <= seen.keys())[
        players[winner].player_id
    ]
    assert (row["wins"], row["best_total"], row["name"]) == (1, view["totals"][winner], f"Player {winner}")


def test_pages_follow_each_other_without_gap(url: str) -> None:
    player = Client.new(url, "Ana")
    made = [player.create(game="aqualin", seats=2).json()["match_id"] for _ in range(60)]
    mine = {"player": player.player_id}

    def listed() -> list[str]:
        found: list[str] = []
        cursor: str | None = ""
        while cursor is not None:
            page = player.http.get("/matches", params=mine | ({"cursor": cursor} if cursor else {}))
            assert len(ids(page)) <= 50
            found += ids(page)
            cursor = page.json()["cursor"]
        return found

    everything = eventually(listed, lambda found: len(found) >= len(made))
    assert sorted(everything) == sorted(made)
    assert player.http.get("/matches", params={"cursor": "here"}).json()["code"] == "bad-cursor"
