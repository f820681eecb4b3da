"""The rules as a page: every clause that a refusal or a score line names has an address."""

import re

import httpx
import pytest

from domain.catalogue import GAMES
from tests.conformance.material import clauses
from tests.service.client import Client
from tests.services import PATIENCE


@pytest.mark.parametrize("game", [game.id for game in GAMES])
def test_every_clause_can_be_linked_to(url: str, game: str) -> None:
    (told,) = [each for each in Client(url).http.get("/games").json()["games"] if each["id"] == game]
    page = httpx.get(url + told["rules"], timeout=PATIENCE)
    assert page.headers["content-type"].startswith("text/html")
    assert set(re.findall(r'<tr id="([A-Z]+-[0-9]+)">', page.text)) == set(clauses(game))
    assert f"<title>{told['names']['en']} · Meeplog</title>" in page.text


@pytest.mark.parametrize("game", ["go", "%2e%2e", "kernel"])
def test_there_are_no_rules_of_what_is_no_game(url: str, game: str) -> None:
    assert httpx.get(f"{url}/rules/{game}", timeout=PATIENCE).status_code == 404
