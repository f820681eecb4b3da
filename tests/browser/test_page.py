"""The page, as people use it: two play, one watches, and afterwards somebody looks back."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.people import become_player
from tests.service.client import Client, play_randomly, table_for

pytestmark = pytest.mark.browser


def test_two_people_play_and_a_third_watches(person: Callable[[], Page]) -> None:
    ana, bo, spectator = person(), person(), person()
    become_player(ana, "Ana")
    become_player(bo, "Bo")
    ana.get_by_label("Who goes first").select_option("0")
    ana.get_by_role("button", name="Create and sit down").click()
    expect(ana.locator(".seats")).to_contain_text("Ana")

    bo.locator("[data-list=open]").get_by_role("listitem").filter(has_text="Ana").get_by_role("button").click()
    expect(bo.locator(".seats")).to_contain_text("Bo")
    spectator.goto(bo.url)
    spectator.reload()

    expect(ana.get_by_text("Your moves")).to_be_visible()
    ana.locator(".board [data-move]").first.click()
    ana.locator('.board [data-cell="d4"]').click()
    expect(ana.locator(".choices button")).to_have_count(1)
    expect(ana.locator("body")).not_to_contain_text("[object")
    notation = ana.locator(".choices button").get_attribute("data-notation")
    assert notation is not None
    assert notation.endswith("@d4")
    ana.locator(".choices button").click()

    for watcher in (ana, bo, spectator):
        expect(watcher.locator(".steps li[aria-current]")).to_have_text(f"Ana {notation}")
        expect(watcher.locator("[data-said]")).to_contain_text("d4")
    expect(bo.get_by_text("Your moves")).to_be_visible()
    expect(ana.get_by_text("Your moves")).not_to_be_visible()
    expect(spectator.get_by_text("Your moves")).not_to_be_visible()


def test_a_finished_match_can_be_stepped_through_and_its_score_is_explained(
    person: Callable[[], Page], url: str
) -> None:
    match, players = table_for(url, "aqualin", 2)
    answers = list(play_randomly(match, players))
    page = person()
    page.goto(f"{url}/#/matches/{match}")
    page.reload()

    totals = answers[-1]["view"]["totals"]
    expect(page.locator("table tr").last).to_contain_text(str(totals[1]))
    expect(page.locator("table")).to_contain_text("AQ-12")
    expect(page.get_by_text(Client(url).get(match, "score").json()["outcome"][0])).to_be_visible()

    expect(page.get_by_role("link", name="Rules")).to_have_attribute("href", "/rules/aqualin")
    with page.expect_popup() as opened:
        page.get_by_role("link", name="AQ-12").first.click()
    expect(opened.value.locator("tr:target")).to_contain_text("AQ-12")
    expect(opened.value.locator("tr:target")).to_be_in_viewport()
    opened.value.close()

    page.get_by_label("Steps").fill("4")
    expect(page.locator(".steps li[aria-current]")).to_have_attribute("value", "4")
    expect(page.locator(".board svg")).to_be_visible()
    assert page.locator(".board [data-cell]").count() == 36
    before = page.locator(".board").inner_html()
    page.keyboard.press("Escape")
    page.locator("h1").click()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".steps li[aria-current]")).to_have_attribute("value", "5")
    expect(page.locator(".board svg")).to_be_visible()
    page.wait_for_function("before => document.querySelector('.board').innerHTML !== before", arg=before)


@pytest.mark.parametrize(("language", "said"), [("pt", "Nova partida"), ("it", "Nuova partita")])
def test_the_page_speaks_the_readers_language(person: Callable[..., Page], language: str, said: str) -> None:
    page = person(language)
    page.locator("form input").fill("Carla")
    page.locator("form button").click()
    expect(page.get_by_role("heading", name=said)).to_be_visible()
    page.locator("#language").select_option("en")
    expect(page.get_by_role("heading", name="New match")).to_be_visible()


def test_a_browser_of_another_language_gets_english(person: Callable[..., Page]) -> None:
    page = person("de-DE")
    expect(page.locator("#language")).to_have_value("en")
    expect(page.locator("html")).to_have_attribute("lang", "en")
