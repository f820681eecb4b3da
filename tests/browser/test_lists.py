"""What is around the matches: the lobby, players, scoreboards, and a key that no longer holds."""

from collections.abc import Callable
from functools import partial

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.people import become_player, open_match, remember, sign_in
from tests.service.client import Client, eventually, play_randomly, table_for

pytestmark = pytest.mark.browser


def test_a_key_that_no_longer_holds_is_forgotten(person: Callable[[], Page], url: str) -> None:
    match, players = table_for(url, "aqualin", 2)
    page = person()
    stale = {"player_id": players[0].player_id, "token": f"{players[0].player_id}.nothing", "name": "Player 0"}
    remember(page, stale)
    expect(page.get_by_label("Your name")).to_be_visible()
    expect(page.locator("[data-list=running]")).to_contain_text("Player 0")
    expect(page.locator("#who")).to_have_text("")

    open_match(page, match)
    remember(page, stale)
    expect(page.locator("#notice")).to_contain_text("no longer holds")
    expect(page.locator(".board svg")).to_be_visible()
    become_player(page, "Ana")

    page.on("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="Sign out").click()
    expect(page.locator("#who")).to_have_text("")
    expect(page.get_by_label("Your name")).to_be_visible()
    assert page.evaluate("localStorage.getItem('meeplog.player')") is None


def test_the_lobby_leaves_the_focus_where_it_is(person: Callable[[], Page], url: str) -> None:
    early = Client.new(url, "Early bird")
    early.sit(early.create(game="aqualin", seats=2).raise_for_status().json()["match_id"])
    page = person()
    link = page.locator("[data-list=open] li").filter(has_text="Early bird").get_by_role("link", name="Watch")
    link.focus()
    early.create(game="puzzilli", seats=4).raise_for_status()
    late = Client.new(url, "Late bird")
    late.sit(late.create(game="aqualin", seats=2).raise_for_status().json()["match_id"])
    expect(page.locator("[data-list=open]")).to_contain_text("Late bird")
    expect(link).to_be_focused()
    expect(page.locator("main")).not_to_have_attribute("aria-live", "polite")


def test_the_lobby_offers_what_one_may_do(person: Callable[[], Page], url: str) -> None:
    match, players = table_for(url, "aqualin", 2)
    players[0].post(match, "resign").raise_for_status()
    rematch = players[0].post(match, "rematch").raise_for_status().json()["match_id"]
    running, others = table_for(url, "aqualin", 2)
    stranger, player, sitter = person(), person(), person()
    become_player(stranger, "Stranger")
    sign_in(player, players[1], "Player 1")
    sign_in(sitter, others[0], "Player 0")

    def row(page: Page, status: str, match: str) -> Locator:
        return page.locator(f"[data-list={status}] li", has=page.locator(f'a[href="#/matches/{match}"]'))

    for page in (stranger, player, sitter):
        expect(page.get_by_role("heading", name="New match")).to_be_visible()  # the lobby of somebody with a name
    expect(row(stranger, "open", rematch)).to_contain_text("Watch")
    expect(row(stranger, "open", rematch)).not_to_contain_text("Sit down")
    expect(row(player, "open", rematch)).to_contain_text("Sit down")
    expect(row(stranger, "running", running)).to_contain_text("Watch")
    expect(row(sitter, "running", running).get_by_role("link", name="Play", exact=True)).to_be_visible()


def is_counted(player: Client, game: str) -> bool:
    """Whether the result of the player's match has come to the lists, which it does a moment after the end."""
    board, own = player.http.get(f"/scoreboards/{game}"), player.http.get(f"/players/{player.player_id}")
    if board.status_code == 503 or own.status_code == 503:  # for a moment after the first result of a season
        return False
    ranked = [row["player_id"] for row in board.raise_for_status().json()["rows"]]
    told = own.raise_for_status().json()
    return player.player_id in ranked and told["figures"]["total"]["matches"] == len(told["matches"]) == 1


def test_players_and_scoreboards_have_pages(person: Callable[[], Page], url: str) -> None:
    match, players = table_for(url, "puzzilli", 2)
    *_, last = play_randomly(match, players)
    for player in players:  # pages of players and scoreboards look but once
        eventually(partial(is_counted, player, "puzzilli"), bool)
    page = person()
    page.locator(f'[data-list=finished] a[href="#/players/{players[0].player_id}"]').click()
    expect(page.get_by_role("heading", name="Player 0")).to_be_visible()
    expect(page.locator("table")).to_contain_text("All games")
    expect(page.locator("[data-list=matches] li")).not_to_have_count(0)

    page.goto(f"{url}/#/players/{players[1].player_id}")
    page.locator("table").get_by_role("link", name="Puzzilli").click()
    expect(page.get_by_role("heading", name="Scoreboard: Puzzilli")).to_be_visible()
    row = page.locator("tr", has=page.locator(f'a[href="#/players/{players[1].player_id}"]'))
    expect(row.locator("td").last).to_have_text(str(last["view"]["totals"][1]))


@pytest.mark.parametrize("hash", ["#/nothing", "#/matches/12"])
def test_an_address_of_nothing_says_so(person: Callable[[], Page], url: str, hash: str) -> None:
    page = person()
    page.goto(f"{url}/{hash}")
    expect(page.get_by_text("There is no such page.")).to_be_visible()
    page.get_by_role("link", name="To the matches").click()
    expect(page.get_by_label("Your name")).to_be_visible()


def test_an_unknown_match_or_player_says_so(person: Callable[[], Page], url: str) -> None:
    page = person()
    page.goto(f"{url}/#/matches/00000000-0000-0000-0000-000000000000")
    expect(page.locator("main")).to_contain_text("There is no such match.")
    page.goto(f"{url}/#/players/00000000-0000-0000-0000-000000000000")
    expect(page.locator("main")).to_contain_text("There is no such player.")
