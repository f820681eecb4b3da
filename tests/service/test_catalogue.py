"""The catalogue as a client that knows no game would read it."""

from typing import Any

import msgspec
import pytest

from domain.catalogue import GAMES
from domain.kernel.words import LANGUAGES
from infra.editions import shipped_catalogue
from tests.service.client import Client

IDS = [game.id for game in GAMES]


def game_of(url: str, id_: str) -> dict[str, Any]:
    listed = Client(url).http.get("/games").raise_for_status().json()["games"]
    found: dict[str, Any] = next(game for game in listed if game["id"] == id_)
    return found


def test_every_game_is_listed_once(url: str) -> None:
    listed = Client(url).http.get("/games").raise_for_status().json()["games"]
    assert [game["id"] for game in listed] == IDS


@pytest.mark.parametrize("id_", IDS)
def test_what_a_reader_sees_has_words_in_three_languages(url: str, id_: str) -> None:
    game = game_of(url, id_)
    titles = [edition["title"] for edition in game["editions"]]
    options = [option for edition in game["editions"] for option in edition["options"].values()]
    labels = [option["label"] for option in options] + [v for option in options for v in option["values"].values()]
    for words in (game["names"], *titles, *labels):
        assert words.keys() == set(LANGUAGES)
        assert all(words.values())


@pytest.mark.parametrize("id_", IDS)
def test_an_edition_says_where_each_of_its_tables_comes_from(url: str, id_: str) -> None:
    for edition in game_of(url, id_)["editions"]:
        whole = Client(url).http.get(f"/games/{id_}/editions/{edition['id']}").raise_for_status().json()
        assert set(edition["provenance"].values()) <= {"rulebook", "public", "reconstructed"}
        assert edition["provenance"].keys() <= whole.keys()
        assert whole["provenance"] == edition["provenance"]


@pytest.mark.parametrize("id_", IDS)
def test_an_edition_is_shown_with_all_it_is_made_of(url: str, id_: str) -> None:
    for rules in shipped_catalogue().editions[id_]:
        whole = Client(url).http.get(f"/games/{id_}/editions/{rules.edition.id}").raise_for_status()
        assert msgspec.json.decode(whole.content, type=type(rules.edition)) == rules.edition


@pytest.mark.parametrize("id_", IDS)
def test_every_option_has_a_default_among_its_values(url: str, id_: str) -> None:
    for edition in game_of(url, id_)["editions"]:
        for option in edition["options"].values():
            assert option["default"] in option["values"]


@pytest.mark.parametrize("id_", IDS)
def test_a_match_can_be_made_of_what_the_catalogue_offers(url: str, id_: str) -> None:
    game, player = game_of(url, id_), Client.new(url, "Ana")
    edition = game["editions"][-1]
    options = {name: list(option["values"])[-1] for name, option in edition["options"].items()}
    for seats in game["seats"]:
        created = player.create(game=id_, edition=edition["id"], seats=seats)
        assert created.status_code == 201, created.text
    chosen = player.create(game=id_, seats=max(game["seats"]), options=options).raise_for_status().json()
    assert player.view(chosen["match_id"])["options"] == options


@pytest.mark.parametrize("id_", IDS)
def test_every_kind_of_command_has_a_schema_and_an_example(url: str, id_: str) -> None:
    game = game_of(url, id_)
    schema = game["commands"]
    named = schema.get("anyOf", [schema])
    kinds = {schema["$defs"][part["$ref"].split("/")[-1]]["properties"]["type"]["enum"][0] for part in named}
    assert {example["type"] for example in game["examples"]} == kinds


@pytest.mark.parametrize("what", ["/games/go/editions/standard", "/games/aqualin/editions/none", "/games/aqualin"])
def test_what_is_not_in_the_catalogue_is_not_found(url: str, what: str) -> None:
    answer = Client(url).http.get(what)
    assert (answer.status_code, answer.headers["content-type"]) == (404, "application/problem+json")


@pytest.mark.parametrize(
    "wanted", [{"game": "go", "seats": 2}, {"game": "aqualin", "seats": 2, "edition": "none"}], ids=["game", "edition"]
)
def test_no_match_is_made_of_what_is_not_there(url: str, wanted: dict[str, Any]) -> None:
    refused = Client.new(url, "Ana").create(**wanted)
    assert (refused.status_code, refused.json()["code"]) == (422, "unknown-game")
