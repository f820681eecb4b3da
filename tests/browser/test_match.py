"""One match on the page: playing by keyboard, saying how it stands, looking back, what comes before and after."""

from collections.abc import Callable
from itertools import islice

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.people import become_player, open_match, sign_in
from tests.service.client import Client, play_randomly, table_for

pytestmark = pytest.mark.browser


def test_a_move_is_played_by_keyboard_alone(person: Callable[[], Page], url: str) -> None:
    match, (ana, _) = table_for(url, "aqualin", 2, options={"first": "0"})
    page = person()
    sign_in(page, ana, "Player 0")
    open_match(page, match)
    count = ana.lawful(match)["count"]
    expect(page.get_by_text(f"60 of {count:,}")).to_be_visible()
    page.get_by_role("button", name="Show more").press("Enter")
    expect(page.get_by_text(f"120 of {count:,}")).to_be_visible()

    page.locator('.board [data-cell="d4"]').press("Enter")
    expect(page.locator('.board [data-cell="d4"]')).to_have_attribute("aria-pressed", "true")
    tile = page.locator(".board [data-move]").first
    name = tile.get_attribute("data-move")
    tile.press("Space")
    expect(page.locator(".choices button")).to_have_count(1)
    expect(page.locator("body")).not_to_contain_text("[object")
    page.locator('.board [data-cell="d4"]').press("Space")
    page.get_by_label("Cells and pieces").press_sequentially("d4")
    expect(page.locator(".choices button")).to_have_count(1)
    page.locator(".choices button").press("Enter")

    expect(page.get_by_text("Waiting for Player 1")).to_be_visible()
    expect(page.locator(".steps li[aria-current]")).to_have_text(f"Player 0 {name}@d4")
    expect(page.locator(".board [tabindex]")).to_have_count(0)
    expect(page.locator(".board")).to_be_focused()
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_text("You are looking at step 3.")).to_be_visible()
    page.locator(".steps button").first.press("Enter")
    expect(page.get_by_text("You are looking at step 1.")).to_be_visible()
    assert ana.view(match)["version"] == 4


def test_the_keyboard_can_leave_the_board(person: Callable[[], Page], url: str) -> None:
    match, (ana, _) = table_for(url, "aqualin", 2, options={"first": "0"})
    page = person()
    sign_in(page, ana, "Player 0")
    open_match(page, match)
    last = page.locator(".board [tabindex]").last
    last.focus()
    page.keyboard.press("Tab")
    expect(last).not_to_be_focused()


def test_a_click_reaches_the_cell_under_an_arrow(person: Callable[[], Page], url: str) -> None:
    match, (ana, bo) = table_for(url, "aqualin", 2, options={"first": "0"})
    ana.play(match, 3, ana.get(match, "legal", contains="a1").json()["commands"][0]["command"]).raise_for_status()
    slides = [
        move
        for move in bo.get(match, "legal", contains="a1").json()["commands"]
        if "-" in move["notation"] and not move["notation"].endswith(move["notation"][:2])
    ]
    bo.play(match, 4, slides[0]["command"]).raise_for_status()
    page = person()
    sign_in(page, ana, "Player 0")
    open_match(page, match)
    cell = page.locator(f'.board [data-cell="{slides[0]["notation"][:2]}"]')
    expect(cell).to_have_attribute("aria-pressed", "false")
    expect(page.locator(".choices button")).not_to_have_count(0)  # the page is whole,
    cell.scroll_into_view_if_needed()  # and nothing on it moves any more
    box = cell.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(cell).to_have_attribute("aria-pressed", "true")


def test_a_move_clicked_twice_happens_once(person: Callable[[], Page], url: str) -> None:
    match, (ana, _) = table_for(url, "aqualin", 2, options={"first": "0"})
    page = person()
    sign_in(page, ana, "Player 0")
    open_match(page, match)
    page.locator(".choices button").first.dblclick()
    expect(page.get_by_text("Waiting for Player 1")).to_be_visible()
    expect(page.locator("#notice")).to_be_hidden()
    assert ana.view(match)["version"] == 4


def test_a_move_whose_answer_was_lost_is_sent_again_under_the_same_key(person: Callable[[], Page], url: str) -> None:
    match, (ana, _) = table_for(url, "aqualin", 2, options={"first": "0"})
    page = person()
    sign_in(page, ana, "Player 0")
    open_match(page, match)
    keys: list[str] = []
    page.on("request", lambda sent: keys.append(sent.headers["idempotency-key"]) if sent.method == "POST" else None)
    page.route("**/commands", lambda route: route.abort(), times=1)
    page.locator(".choices button").first.click()
    expect(page.locator("#notice")).to_have_text("The service cannot be reached. Try again in a moment.")
    page.locator(".choices button").first.click()
    expect(page.get_by_text("Waiting for Player 1")).to_be_visible()
    assert len(keys) == 2
    assert keys[0] == keys[1]


def test_whose_turn_it_is_and_who_has_won_stands_in_words(person: Callable[[], Page], url: str) -> None:
    match, players = table_for(url, "aqualin", 2, options={"first": "0"})
    ana, spectator = person(), person()
    sign_in(ana, players[0], "Player 0")
    for page in (ana, spectator):
        open_match(page, match)
    expect(ana.locator(".stands")).to_have_text("Your turn")
    expect(ana).to_have_title("Your turn · Aqualin · Meeplog")
    expect(spectator.locator(".stands")).to_have_text("Waiting for Player 0")
    expect(spectator).to_have_title("Aqualin · Meeplog")

    last = list(play_randomly(match, players))[-1]["view"]
    winner = last["result"]["winners"][0]
    totals = f"{last['totals'][winner]} : {last['totals'][1 - winner]}"
    expect(spectator.locator(".stands")).to_contain_text(f"Player {winner} wins {totals}")
    expect(ana).to_have_title("Aqualin · Meeplog")
    expect(spectator.locator(".seats li").nth(winner)).to_contain_text("winner")
    expect(spectator.locator(".seats li").nth(1 - winner)).to_contain_text("2.")
    expect(spectator.locator("[data-said]")).to_contain_text("The match is over")

    spectator.get_by_label("Steps").fill("3")
    expect(spectator.locator(".seats li.acting")).to_have_text("Player 00")
    expect(spectator.locator(".seats")).not_to_contain_text("winner")
    box = spectator.locator(".board").bounding_box()
    spectator.get_by_label("Steps").fill("1")
    expect(spectator.get_by_text("Nothing is on the table yet.")).to_be_visible()
    assert spectator.locator(".board").bounding_box() == box

    players[1].post(match, "rematch").raise_for_status()
    for page in (ana, spectator):
        page.get_by_role("link", name="Rematch").click()
        expect(page.locator(".stands")).to_have_text("Waiting for 2 more players")
    expect(ana.get_by_role("button", name="Sit down")).to_be_visible()
    expect(spectator.get_by_role("button", name="Sit down")).not_to_be_visible()


def test_before_the_start_one_may_stand_up_start_or_cancel(person: Callable[[], Page], url: str) -> None:
    ana, bo = Client.new(url, "Ana"), Client.new(url, "Bo")
    match = ana.create(game="aqualin", seats=2, visibility="unlisted").raise_for_status().json()["match_id"]
    page = person()
    page.on("dialog", lambda dialog: dialog.accept())
    sign_in(page, ana, "Ana")
    open_match(page, match)
    page.get_by_role("button", name="Sit down").click()
    expect(page.locator(".stands")).to_have_text("Waiting for one more player")
    expect(page.get_by_label("Link to this match")).to_have_value(page.url)
    page.get_by_role("button", name="Stand up").click()
    expect(page.locator(".stands")).to_have_text("Waiting for 2 more players")
    page.get_by_role("button", name="Sit down").click()
    bo.sit(match).raise_for_status()
    page.get_by_role("button", name="Start the match").click()
    expect(page.locator(".board svg")).to_be_visible()

    match = ana.create(game="aqualin", seats=2).raise_for_status().json()["match_id"]
    open_match(page, match)
    page.get_by_role("button", name="Cancel the match").click()
    expect(page.locator(".stands")).to_have_text("The match is cancelled")


def test_the_link_of_a_private_match_is_an_invitation(person: Callable[[], Page], url: str) -> None:
    ana = Client.new(url, "Ana")
    match = ana.create(game="aqualin", seats=2, visibility="private").raise_for_status().json()["match_id"]
    ana.sit(match).raise_for_status()
    page = person()
    page.goto(f"{url}/#/matches/{match}")
    expect(page.locator("main")).to_contain_text("There is no such match.")
    become_player(page, "Bo")
    page.get_by_role("button", name="Sit down").click()
    expect(page.locator(".seats li")).to_have_text(["Ana", "Boyou"])
    expect(page.locator(".stands")).to_have_text("All seats are taken")

    page.goto(f"{url}/#/matches/00000000-0000-0000-0000-000000000000")
    page.get_by_role("button", name="Sit down").click()
    expect(page.locator("#notice")).to_have_text("There is no such match.")


def test_a_stream_that_breaks_is_said_and_taken_up_again(person: Callable[[], Page], url: str) -> None:
    match, players = table_for(url, "aqualin", 2, options={"first": "0"})
    page = person()
    page.route("**/stream", lambda route: route.abort())
    open_match(page, match)
    expect(page.get_by_text("reconnecting…")).to_be_visible()
    list(islice(play_randomly(match, players), 2))
    page.unroute("**/stream")
    expect(page.get_by_text("reconnecting…")).not_to_be_visible()
    expect(page.locator(".steps li[aria-current]")).to_have_attribute("value", "5")


def test_long_names_scroll_no_page_and_wide_boards_scroll_in_their_box(person: Callable[..., Page], url: str) -> None:
    players = [Client.new(url, letter * 40) for letter in "WM"]
    match = players[0].create(game="catrina", seats=2, autostart=True).raise_for_status().json()["match_id"]
    for player in players:
        player.sit(match).raise_for_status()
    page = person(width=390)
    sign_in(page, players[0], "W" * 40)
    expect(page.locator("[data-list=running]")).to_contain_text("M" * 40)
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    open_match(page, match)
    expect(page.locator(".board svg")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    assert page.locator(".board svg").evaluate("svg => svg.clientWidth") == 700


def test_a_cell_that_is_picked_leaves_the_moves_on_it_alone(person: Callable[[], Page], url: str) -> None:
    match, (ana, _) = table_for(url, "catrina", 2, options={"first": "0"})
    page = person()
    sign_in(page, ana, "Player 0")
    open_match(page, match)
    page.locator('.board [data-cell="1,0"]').click()
    expect(page.locator('.choices button[data-notation*="@1,0"]')).not_to_have_count(0)
    expect(page.locator('.choices button:not([data-notation*="@1,0"])')).to_have_count(0)


def test_a_match_that_comes_too_late_is_not_shown(person: Callable[[], Page], url: str) -> None:
    match, _ = table_for(url, "aqualin", 2)
    page = person()
    held: list[Route] = []
    page.route(f"**/api/v1/matches/{match}", lambda route: held.append(route))
    with page.expect_request(f"**/api/v1/matches/{match}"):
        page.evaluate("match => { location.hash = `#/matches/${match}` }", match)
    page.evaluate("location.hash = '#/nothing'")
    expect(page.locator("main")).to_contain_text("There is no such page.")
    with page.expect_event("requestfinished", lambda request: request.url.endswith(match)):
        held[0].continue_()
    page.evaluate("() => fetch('/api/v1/games').then((answer) => answer.text())")  # the page has had its turn
    expect(page.locator("main")).to_contain_text("There is no such page.")
