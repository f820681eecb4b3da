"""Headers that calls need, that answers bring, and that pages from elsewhere may use."""

from uuid import uuid4

import httpx
import pytest

from tests.service.client import Client, table_for
from tests.services import PATIENCE

ELSEWHERE = {"Origin": "https://example.org"}


@pytest.mark.parametrize("way", [{}, ELSEWHERE], ids=["express", "elsewhere"])
@pytest.mark.parametrize("missing", ["If-Match", "Idempotency-Key"])
def test_a_command_without_its_headers_is_refused(url: str, missing: str, way: dict[str, str]) -> None:
    match, players = table_for(url, "aqualin", 2)
    view = players[0].view(match)
    player = players[view["actors"][0]]
    command = player.lawful(match)["commands"][0]["command"]
    headers = {"If-Match": f'"{view["version"]}"', "Idempotency-Key": str(uuid4())} | way
    del headers[missing]
    refused = player.http.post(f"/matches/{match}/commands", json=command, headers=headers)
    assert (refused.status_code, refused.headers["content-type"]) == (428, "application/problem+json")
    assert (refused.json()["code"], refused.json()["facts"]) == ("header-missing", {"header": missing})
    assert player.view(match)["version"] == view["version"]


@pytest.mark.parametrize(
    ("header", "nonsense"), [("If-Match", '"now"'), ("If-Match", "*"), ("If-Match", ""), ("Idempotency-Key", "again")]
)
def test_headers_that_cannot_be_read_are_named(url: str, header: str, nonsense: str) -> None:
    match, players = table_for(url, "aqualin", 2)
    refused = players[0].play(match, 4, {"type": "place"}, **{header: nonsense})
    assert (refused.status_code, refused.json()["code"]) == (400, "malformed")
    assert header in refused.json()["facts"]["why"]


@pytest.mark.parametrize("tag", ['"{}"', 'W/"{}"', "{}"])
def test_a_version_may_be_named_as_any_etag(url: str, tag: str) -> None:
    match, players = table_for(url, "aqualin", 2)
    view = players[0].view(match)
    player = players[view["actors"][0]]
    command = player.lawful(match)["commands"][0]["command"]
    played = player.play(match, view["version"], command, **{"If-Match": tag.format(view["version"])})
    assert (played.status_code, played.headers["etag"]) == (200, f'"{view["version"] + 1}"')


@pytest.mark.parametrize("tag", ['"{}"', 'W/"{}"', '"1", "{}"', "*"])
def test_a_match_that_is_known_is_not_sent_again(url: str, tag: str) -> None:
    match, players = table_for(url, "aqualin", 2)
    version = players[0].view(match)["version"]
    answer = players[0].http.get(f"/matches/{match}", headers={"If-None-Match": tag.format(version)})
    assert (answer.status_code, answer.content, answer.headers["etag"]) == (304, b"", f'"{version}"')
    assert "Authorization" in answer.headers["vary"]


@pytest.mark.parametrize("known", ['"1"', 'W/"1"', "1", '"', ""])
def test_a_match_that_went_on_is_sent(url: str, known: str) -> None:
    match, players = table_for(url, "aqualin", 2)
    version = players[0].view(match)["version"]
    answer = players[0].http.get(f"/matches/{match}", headers={"If-None-Match": known})
    assert (answer.status_code, answer.headers["etag"]) == (200, f'"{version}"')


def test_what_was_created_is_where_the_answer_says(url: str) -> None:
    joined = httpx.post(f"{url}/api/v1/players", json={"name": "Ana"}, timeout=PATIENCE)
    ana = Client(url, joined.json()["token"], joined.json()["player_id"])
    bo = Client.new(url, "Bo")
    created = ana.create(game="aqualin", seats=2)
    match = created.json()["match_id"]
    for player in (ana, bo):
        player.sit(match).raise_for_status()
    ana.post(match, "start").raise_for_status()
    ana.post(match, "resign").raise_for_status()
    again = ana.post(match, "rematch")

    for answer, name in ((joined, "player_id"), (created, "match_id"), (again, "match_id")):
        assert answer.status_code == 201
        found = ana.http.get(f"{url}{answer.headers['location']}").raise_for_status()
        assert found.json()[name] == answer.json()[name]
    assert created.headers["etag"] == again.headers["etag"] == '"1"'


def test_a_page_from_elsewhere_is_told_that_it_may_play(url: str) -> None:
    wanted = ["authorization", "content-type", "idempotency-key", "if-match"]
    asked = {"Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": ",".join(wanted)}
    answer = httpx.options(f"{url}/api/v1/matches/{uuid4()}/commands", headers=ELSEWHERE | asked)
    assert answer.is_success
    assert answer.headers["access-control-allow-origin"] == "*"
    assert listed(answer, "allow-methods") & {"POST", "*"}
    allowed = listed(answer, "allow-headers")
    assert {"*", "AUTHORIZATION"} <= allowed or {name.upper() for name in wanted} <= allowed


def test_a_page_from_elsewhere_may_read_versions_and_places(url: str) -> None:
    match, players = table_for(url, "aqualin", 2)
    answer = players[0].http.get(f"/matches/{match}", headers=ELSEWHERE)
    assert answer.headers["access-control-allow-origin"] == "*"
    assert {"ETAG", "LOCATION"} <= listed(answer, "expose-headers")


def test_a_page_from_elsewhere_may_read_why_it_was_refused(url: str) -> None:
    match, players = table_for(url, "aqualin", 2)
    for refused in (
        players[0].play(match, 1, {"type": "place"}, **ELSEWHERE),
        Client(url).play(match, 1, {}, **ELSEWHERE),
        players[0].http.get(f"/matches/{uuid4()}", headers=ELSEWHERE),
        players[0].http.get("/nothing", headers=ELSEWHERE),
    ):
        assert refused.is_client_error
        assert refused.headers["access-control-allow-origin"] == "*", refused.text


def listed(answer: httpx.Response, name: str) -> set[str]:
    return {entry.strip().upper() for entry in answer.headers[f"access-control-{name}"].split(",")}
