"""Choosing a move on the board: what it shows, what gives way, and who is who."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from domain.catalogue import GAMES
from tests.browser.people import open_match, sign_in
from tests.service.client import Client, table_for

pytestmark = pytest.mark.browser


def marked(cells: Locator) -> set[str]:
    return set(cells.evaluate_all("cells => cells.map((cell) => cell.dataset.cell)"))


@pytest.mark.parametrize("game", [game.id for game in GAMES])
def test_pictures_call_the_players_by_their_names(person: Callable[..., Page], url: str, game: str) -> None:
    ana, bo = Client.new(url, "Ana"), Client.new(url, "Bo <i>" + "o" * 30)
    match = ana.create(game=game, seats=2, autostart=True).raise_for_status().json()["match_id"]
    for player in (ana, bo):
        player.sit(match).raise_for_status()
    page = person()
    open_match(page, match)
    for language in ("en", "pt", "it"):
        page.locator("#language").select_option(language)
        for name in ("Ana", "Bo <i>ooooooooo…"):
            expect(page.locator(".board")).to_contain_text(name)
        expect(page.locator(".board")).not_to_contain_text(re.compile(r"(player|jogador|giocatore) \d", re.IGNORECASE))


def test_a_pick_that_goes_with_no_other_takes_its_place(person: Callable[..., Page], url: str) -> None:
    match, (ana, _) = table_for(url, "catrina", 2, options={"first": "0"})
    page = person()
    sign_in(page, ana, "Player 0")
    open_match(page, match)
    picked = page.locator(".moves .chip")
    for name, left in (
        ('[data-move="A1"]', ["A1"]),
        ('[data-cell="1,0"]', ["A1", "1,0"]),
        ('[data-cell="0,1"]', ["A1", "0,1"]),
        ('[data-move="B1"]', ["0,1", "B1"]),
        ('[data-cell="0,0"]', ["0,1", "B1"]),
    ):
        page.locator(f".board {name}").click()
        expect(picked).to_have_text(left)
    expect(page.locator("#notice")).to_have_text("No move with 0,0 now.")
    expect(page.locator(".choices button")).not_to_have_count(0)
    page.locator('.board [data-move="A1"]').click()
    expect(page.locator("#notice")).to_be_hidden()


def test_a_move_shows_its_piece_as_it_turns_it(person: Callable[..., Page], url: str) -> None:
    match, (ana, _) = table_for(url, "catrina", 2, options={"first": "0"})
    page = person()
    sign_in(page, ana, "Player 0")
    open_match(page, match)
    expect(page.locator(".choices button")).not_to_have_count(0)
    for move in page.locator(".choices button").all()[:4]:
        degrees = (move.get_attribute("data-notation") or "").rpartition(" r")[2]
        expect(move.locator("svg > [data-turns]")).to_have_attribute("transform", re.compile(rf"^rotate\({degrees} "))


def test_the_board_shows_where_a_piece_may_go_and_what_a_move_covers(person: Callable[..., Page], url: str) -> None:
    match, (ana, _) = table_for(url, "acuarella", 2, options={"first": "0"})
    command = ana.lawful(match)["commands"][0]["command"]
    source = f"{command['source']}:{command['piece']}"
    moves = ana.get(match, "legal", contains=source).json()
    assert moves["cursor"] is None
    page = person()
    sign_in(page, ana, "Player 0")
    open_match(page, match)
    page.locator(f'.board [data-move="{source}"]').click()
    expect(page.locator(".moves .chip")).to_have_text(source)  # and nothing moves below the mouse any more
    expect(page.locator(".moves h2")).to_have_text(f"Your moves ({moves['count']})")
    anchors = {move["command"]["cell"] for move in moves["commands"]}
    assert marked(page.locator(".board [data-cell].may")) == anchors

    first = page.locator(".choices button").first
    first.hover()
    expect(page.locator(".board [data-move].aimed")).to_have_attribute("data-move", source)
    covered = re.findall(r"\b[a-g][1-7]\b", moves["commands"][0]["label"])
    assert len(covered) > 1
    assert marked(page.locator(".board [data-cell].aimed")) == set(covered)


def test_on_a_phone_the_moves_are_below_the_board_and_ones_own_part_is_in_sight(
    person: Callable[..., Page], url: str
) -> None:
    match, (_, bo) = table_for(url, "acuarella", 2, options={"first": "1"})
    page = person(width=390)
    sign_in(page, bo, "Player 1")
    open_match(page, match)
    expect(page.locator(".choices button")).not_to_have_count(0)
    for cell in ("a1", "g1"):
        box = page.locator(f'.board [data-cell="{cell}"]').bounding_box()
        assert box is not None
        assert 0 < box["x"] < 390 - box["width"]
    board, moves, slider = (page.locator(place).bounding_box() for place in (".board", ".moves", "[type=range]"))
    assert board is not None
    assert moves is not None
    assert slider is not None
    assert board["y"] < moves["y"] < slider["y"]
