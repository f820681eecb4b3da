"""How the tests come to the page as somebody."""

import json

from playwright.sync_api import Page, expect

from tests.service.client import Client


def become_player(page: Page, name: str) -> None:
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Become a player").click()
    expect(page.locator("#who")).to_have_text(name)


def sign_in(page: Page, client: Client, name: str) -> None:
    """The page as the player whom a client plays for."""
    token = client.http.headers["Authorization"].removeprefix("Bearer ")
    remember(page, {"player_id": client.player_id, "token": token, "name": name})


def remember(page: Page, player: dict[str, str]) -> None:
    page.evaluate("player => localStorage.setItem('meeplog.player', player)", json.dumps(player))
    page.reload()


def open_match(page: Page, match: str) -> None:
    page.evaluate("match => { location.hash = `#/matches/${match}` }", match)
    expect(page.locator(".seats li")).not_to_have_count(0)
