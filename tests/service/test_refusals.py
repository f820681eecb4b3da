"""What HTTP itself refuses is said in words, in the caller's language."""

import httpx
import pytest

from tests.service.client import Client, table_for
from tests.services import PATIENCE

LARGE = "x" * 70_000


@pytest.mark.parametrize(
    ("method", "path", "body", "status", "says"),
    [
        ("GET", "/nothing", None, 404, "/api/v1/nothing"),
        ("PUT", "/matches", {}, 405, "PUT"),
        ("POST", "/players", {"name": LARGE}, 413, "64 KiB"),
        ("POST", "/players", {"name": " "}, 400, "40"),
        ("POST", "/players", {}, 400, "name"),
        ("POST", "/players", None, 400, "body"),
        ("POST", "/matches", {"game": "aqualin", "seats": "two"}, 400, "seats: "),
        ("GET", "/matches?status=lost", None, 400, "status: "),
        ("GET", "/matches/{match}?as=king", None, 400, "as: "),
        ("POST", "/matches", {"game": "aqualin", "seats": 5}, 422, " 2 "),
        ("POST", "/matches", {"game": "aqualin", "seats": 2, "options": {"first": "9"}}, 422, "drawn, 0, 1"),
    ],
)
def test_a_refusal_is_a_sentence(url: str, method: str, path: str, body: object, status: int, says: str) -> None:
    match, players = table_for(url, "aqualin", 2)
    sentences = set()
    for language in ("en", "pt", "it"):
        refused = players[0].http.request(
            method, path.format(match=match), json=body, headers={"Accept-Language": language}
        )
        assert (refused.status_code, refused.headers["Content-Type"]) == (status, "application/problem+json")
        detail = refused.json()["detail"]
        assert says in detail
        assert "Validation failed" not in detail
        sentences.add(detail)
    assert len(sentences) == 3


def test_answers_that_depend_on_who_asks_say_so(url: str) -> None:
    match, players = table_for(url, "aqualin", 2)
    for what in ("/legal", "/replay", "/replay/3", "/score"):
        headers = players[0].http.get(f"/matches/{match}{what}").headers
        assert headers["Vary"] == "Authorization, Accept-Language"
    assert "Authorization" in Client(url).http.get(f"/matches/{match}").headers["Vary"]


@pytest.mark.parametrize("path", ["/", "/main.js", "/health/live", "/health/ready"])
def test_whoever_only_looks_whether_it_is_there_is_answered(url: str, path: str) -> None:
    looked, got = httpx.head(url + path, timeout=PATIENCE), httpx.get(url + path, timeout=PATIENCE)
    assert (looked.status_code, looked.content) == (200, b"")
    assert looked.headers["Content-Type"] == got.headers["Content-Type"]
    assert got.headers["Content-Type"].count("charset") <= 1
