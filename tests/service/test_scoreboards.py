"""Scoreboards page by page and season by season, and players that are asked for."""

from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

import pytest

from tests.service.client import Client, eventually, table_for

PAGE = 50


def board(url: str, **asked: Any) -> dict[str, Any]:
    """Once it is complete: after the first result of a season that takes a moment."""
    client = Client(url)
    answer = eventually(lambda: client.http.get("/scoreboards/aqualin", params=asked), lambda it: it.status_code != 503)
    found: dict[str, Any] = answer.raise_for_status().json()
    return found


def ranking(url: str) -> list[dict[str, Any]]:
    """The rows of all pages."""
    page = board(url)
    rows: list[dict[str, Any]] = page["rows"]
    while page["cursor"] is not None:
        page = board(url, cursor=page["cursor"])
        rows += page["rows"]
    return rows


def ranked(url: str) -> list[str]:
    return [row["player_id"] for row in ranking(url)]


def resigned(url: str) -> list[str]:
    """The players of a match that is over."""
    match, players = table_for(url, "aqualin", 2)
    players[0].post(match, "resign").raise_for_status()
    return [player.player_id for player in players]


def test_pages_of_a_scoreboard_follow_each_other_without_gap(url: str) -> None:
    playing = [player for _ in range(PAGE // 2 + 1) for player in resigned(url)]
    eventually(lambda: ranked(url), lambda seen: set(playing) <= set(seen) and len(seen) == len(set(seen)))


def test_a_scoreboard_begins_with_the_best(url: str) -> None:
    _, winner = resigned(url)
    eventually(lambda: ranked(url), lambda seen: winner in seen)

    def in_order(rows: list[dict[str, Any]]) -> bool:
        figures = [(row["wins"], row["shared_wins"], row["best_total"]) for row in rows]
        places = [figures.index(own) + 1 for own in figures]
        return figures == sorted(figures, reverse=True) and [row["place"] for row in rows] == places

    eventually(lambda: ranking(url), in_order)


def test_a_season_is_a_year(url: str) -> None:
    _, winner = resigned(url)
    eventually(lambda: ranked(url), lambda seen: winner in seen)
    season = board(url)["season"]
    assert season in (datetime.now(UTC).year, datetime.now(UTC).year - 1)
    eventually(lambda: (board(url, season=season), board(url)), lambda seen: seen[0] == seen[1])
    assert board(url, season=1999) == {"game": "aqualin", "season": 1999, "rows": [], "cursor": None}


@pytest.mark.parametrize(
    ("asked", "code"),
    [({"season": "last"}, "malformed"), ({"cursor": "here"}, "bad-cursor"), ({"cursor": ""}, "bad-cursor")],
)
def test_seasons_and_cursors_that_are_none_are_refused(url: str, asked: dict[str, str], code: str) -> None:
    answer = Client(url).http.get("/scoreboards/aqualin", params=asked)
    assert (answer.status_code, answer.json()["code"]) == (400, code)


@pytest.mark.parametrize(
    ("what", "code"),
    [
        ("/scoreboards/go", "unknown-game"),
        (f"/players/{uuid4()}", "no-such-player"),
        ("/players/ana", "no-such-path"),
        (f"/matches/{uuid4()}", "no-such-match"),
    ],
    ids=["scoreboard", "player", "no id", "match"],
)
def test_what_is_not_there_is_not_found(url: str, what: str, code: str) -> None:
    answer = Client(url).http.get(what)
    assert (answer.status_code, answer.headers["content-type"]) == (404, "application/problem+json")
    assert answer.json()["code"] == code


def test_a_player_who_has_played_nothing_has_a_page(url: str) -> None:
    player = Client.new(url, "Ana")
    page = Client(url).http.get(f"/players/{player.player_id}").raise_for_status().json()
    assert (page["name"], page["matches"], page["cursor"]) == ("Ana", [], None)
    assert page["figures"]["total"] == {"matches": 0, "wins": 0, "shared_wins": 0}


def test_turns_are_told_to_their_player_alone(url: str) -> None:
    answer = Client(url).http.get("/players/me/turns")
    assert (answer.status_code, answer.headers["www-authenticate"]) == (401, "Bearer")
