"""A whole match over HTTP, as two strangers would play it, and what can be checked afterwards."""

from domain.match.fold import fold
from domain.record.record import read_record
from domain.record.verify import verify
from infra.editions import shipped_catalogue
from infra.keys import is_signed
from tests.aqualin.slow_scorer import slow_totals
from tests.service.client import Client, eventually, play_randomly, table_for


def test_thirty_six_turns_end_with_what_a_slow_scorer_gives(url: str) -> None:
    match, players = table_for(url, "aqualin", 2)
    answers = list(play_randomly(match, players))
    assert len(answers) == 36

    view = answers[-1]["view"]
    assert (view["status"], view["result"]["reason"]) == ("finished", "reef-full")
    sealed = eventually(lambda: players[0].view(match), lambda seen: seen["sealed_at_version"] is not None)
    assert sealed["version"] == view["version"] + 1

    record = Client(url).get(match, "record").raise_for_status().content
    catalogue = shipped_catalogue()
    report = verify(record, catalogue, is_signed)
    assert report.holds, report.problem
    assert report.salted == (0, 1)
    assert report.sealed_by
    state = fold(catalogue, read_record(record).steps).state
    assert tuple(view["totals"]) == slow_totals(state)

    sheet = Client(url).get(match, "score").raise_for_status().json()
    assert sheet["totals"] == view["totals"]
    assert sheet["outcome"][0] == catalogue.newest("aqualin").words.reasons["reef-full"]["en"]
    assert all(line["clause"] and line["cells"] and line["text"] for line in sheet["lines"])


def test_the_replay_tells_every_step_in_the_readers_language(url: str) -> None:
    match, players = table_for(url, "aqualin", 2)
    answers = list(play_randomly(match, players))
    for language in ("en", "pt", "it"):
        reader = Client(url, **{"Accept-Language": language})
        steps = reader.get(match, "replay").raise_for_status().json()["steps"]
        assert [step["version"] for step in steps] == list(range(1, len(steps) + 1))
        assert all(step["narration"] for step in steps)
        assert sum(bool(step["notation"]) for step in steps) == 36
        assert steps[answers[-1]["version"] - 1]["totals"] == answers[-1]["view"]["totals"]


def test_a_frame_is_what_was_seen_then_and_has_a_picture(url: str) -> None:
    match, players = table_for(url, "aqualin", 2)
    answers = list(play_randomly(match, players))
    for answer in answers[::9]:
        frame = Client(url).get(match, f"replay/{answer['version']}").raise_for_status().json()
        assert frame["view"]["public"] == answer["view"]["public"]
        assert frame["view"]["actors"] == answer["view"]["actors"]
        assert frame["step"]["events"] == answer["events"]
        picture = Client(url).get(match, f"replay/{answer['version']}.svg")
        assert picture.headers["content-type"].startswith("image/svg+xml")
        assert picture.text.startswith("<svg")


def test_a_rematch_swaps_the_goals_and_keeps_the_seats(url: str) -> None:
    match, players = table_for(url, "aqualin", 2, options={"colours": "0", "first": "1"})
    assert players[0].post(match, "rematch").json()["code"] == "not-finished"
    players[1].post(match, "resign").raise_for_status()

    first, second = (player.post(match, "rematch").raise_for_status().json() for player in players)
    assert first["match_id"] == second["match_id"] != match
    linked = eventually(lambda: players[0].get(match, "rematch").json(), lambda seen: bool(seen["matches"]))
    assert linked["matches"] == [first["match_id"]]
    stranger = Client.new(url, "Stranger")
    assert stranger.sit(first["match_id"]).status_code == 403
    assert stranger.post(match, "rematch").status_code == 403
    for player in players:
        player.sit(first["match_id"]).raise_for_status()
    view = players[0].view(first["match_id"], min_version=3)
    assert view["options"] == {"colours": "1", "first": "drawn"}
    assert [seat["player_id"] for seat in view["seats"]] == [player.player_id for player in players]
    assert (view["status"], view["origin"]["match"]) == ("running", match)
