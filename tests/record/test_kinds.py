"""Records of matches that run, are called off or closed; of editions that do not ship; of games nobody here knows."""

import hashlib
import json

import pytest

from domain.kernel.catalogue import Catalogue
from domain.kernel.messages import Audience, Seat
from tests.record.forge import Line, dump, forge, lines_of
from tests.record.material import (
    cancelled,
    catalogue,
    check,
    closed,
    played,
    problem,
    record,
    tiny_aqualin,
    tiny_edition,
    toy,
)
from tests.toy.game import GAMES as TOY_GAMES

RUNNING = played(toy(), 3)[:9]  # in the middle of a round, with stones in hand
UNCHECKED = "running: decisions, draws and fingerprints not checked"


@pytest.mark.parametrize("audience", ["spectator", Seat(0), Seat(1), "arbiter"])
def test_a_running_match_is_checked_as_far_as_its_audience_can(audience: Audience) -> None:
    report = check(record(RUNNING, audience))
    assert report.problem is None
    assert report.checked == ["form", "hash chain", "header"]
    assert report.unchecked == [UNCHECKED]


def test_an_audience_has_its_parts_and_the_digests_of_the_others() -> None:
    def addressees(audience: Audience) -> list[int | str | None]:
        parts = [part for line in lines_of(record(RUNNING, audience))[1:] for part in line.get("sealed", ())]
        return [part["part"]["to"] if "part" in part else "digest" for part in parts]

    everything = addressees("arbiter")
    assert set(everything) == {None, 0, 1, 2}
    assert addressees(Seat(1)) == [to if to == 1 else "digest" for to in everything]
    assert set(addressees("spectator")) == {"digest"}


def test_every_audience_has_the_same_chain() -> None:
    hashes = [
        [line["hash"] for line in lines_of(record(RUNNING, audience))[1:]]
        for audience in ("spectator", Seat(0), "arbiter")
    ]
    assert hashes[0] == hashes[1] == hashes[2]


def test_a_running_record_holds_no_seed() -> None:
    for audience in ("spectator", Seat(0), "arbiter"):
        assert bytes(range(32)).hex().encode() not in record(RUNNING, audience)


def test_a_part_of_a_running_match_cannot_be_another() -> None:
    data = record(RUNNING, Seat(0))
    step = next(line["version"] for line in lines_of(data)[1:] if "part" in line.get("sealed", [{}])[0])
    changed = data.replace(b'"type":"dug","seat":0,"colour":"red"', b'"type":"dug","seat":0,"colour":"blue"')
    assert changed != data
    assert problem(changed) == (step, "hash")


def test_the_reveal_shows_every_part_to_everybody() -> None:
    match = played(toy(), 3)
    assert record(match, "spectator") == record(match, Seat(1)) == record(match, "arbiter")
    assert b'"digest":"' not in record(match).replace(b'"fingerprint","digest":"', b"")


def test_a_finished_record_cut_short_is_a_running_one_and_says_so() -> None:
    def cut(lines: list[Line]) -> None:
        del lines[9:]
        lines[0]["status"] = "running"

    assert check(forge(record(played(toy(), 3)), cut)).unchecked == [UNCHECKED]


def test_a_cancelled_match() -> None:
    report = check(record(cancelled()))
    assert report.problem is None
    assert report.unchecked == ["cancelled: decisions, draws and fingerprints not checked"]


def test_a_closed_match_is_decided_again() -> None:
    report = check(record(closed(seed_lost=False)))
    assert report.problem is None
    assert report.checked[-4:] == ["decisions", "draws", "nonces", "fingerprints"]


def test_a_match_whose_seed_is_lost_still_opens_its_parts_and_its_fingerprints_are_checked() -> None:
    report = check(record(closed(seed_lost=True)))
    assert report.problem is None
    assert report.checked[-1] == "fingerprints"
    assert report.unchecked == ["the seed is lost: decisions and draws not checked", "unsigned"]


def test_nobody_can_lose_a_seed_and_hide_a_part() -> None:
    def hide(lines: list[Line]) -> None:
        part = lines[6]["sealed"][0]
        digest = hashlib.sha256(bytes.fromhex(part["nonce"]) + dump(part["part"])).hexdigest()
        lines[6]["sealed"] = [{"digest": digest}]

    assert problem(forge(record(closed(seed_lost=True)), hide)) == (6, "sealed parts")


def test_an_edition_that_is_not_shipped_travels_with_the_record() -> None:
    data = record(played(tiny_aqualin(), 2))
    assert lines_of(data)[0]["edition_file"].encode() == tiny_edition()
    elsewhere = catalogue_without_tiny()
    assert check(data, elsewhere).problem is None

    def leave_it_out(lines: list[Line]) -> None:
        del lines[0]["edition_file"]

    assert problem(forge(data, leave_it_out), elsewhere) == (1, "rules")


def test_an_edition_file_may_come_along_although_it_is_shipped() -> None:
    shipped = Catalogue(catalogue().games.values(), [("aqualin", tiny_edition())])
    assert check(record(played(tiny_aqualin(), 2)), shipped).problem is None


def test_another_edition_file_is_found() -> None:
    def one_point_more(lines: list[Line]) -> None:
        lines[0]["edition_file"] = lines[0]["edition_file"].replace("[0, 0, 2, 5]", "[0, 0, 3, 6]")

    def with_its_digest(lines: list[Line]) -> None:
        one_point_more(lines)
        digest = hashlib.sha256(lines[0]["edition_file"].encode()).hexdigest()
        lines[0]["edition_digest"] = digest
        for place in (lines[1]["open"]["command"], lines[1]["open"]["events"][0]):
            place["edition_digest"] = digest

    data = record(played(tiny_aqualin(), 2))
    assert problem(forge(data, one_point_more), catalogue_without_tiny()) == (0, "edition")
    assert problem(forge(data, with_its_digest), catalogue_without_tiny()) == (10, "decision")


@pytest.mark.parametrize("file", ["", "id = 3", "= =", "[options.length]\nvalues = {}", "\x00"])
def test_an_edition_file_that_is_none_is_a_problem_and_no_crash(file: str) -> None:
    def change(lines: list[Line]) -> None:
        digest = hashlib.sha256(file.encode()).hexdigest()
        lines[0] |= {"edition_digest": digest, "edition_file": file}
        for place in (lines[1]["open"]["command"], lines[1]["open"]["events"][0]):
            place["edition_digest"] = digest

    assert problem(forge(record(played(toy(), 3)), change))[1] in ("rules", "edition")


def test_a_game_that_is_not_known_here_is_a_problem() -> None:
    only_toy = Catalogue(TOY_GAMES, [])
    report = check(record(played(tiny_aqualin(), 2)), only_toy)
    assert report.problem is not None
    assert (report.problem.step, report.problem.check) == (1, "rules")
    assert "aqualin" in report.problem.why


def test_a_rules_version_that_is_not_known_here_is_a_problem() -> None:
    newest_only = Catalogue([TOY_GAMES[-1]], [], [("toy", toy().file)])
    assert problem(record(played(toy(1), 2)), newest_only) == (1, "rules")
    assert check(record(played(toy(1), 2))).problem is None


def catalogue_without_tiny() -> Catalogue:
    standard = catalogue().newest("aqualin").file
    return Catalogue(catalogue().games.values(), [("aqualin", standard), ("toy", toy().file)])


def test_steps_of_an_older_release_hold_although_events_are_written_otherwise_today() -> None:
    """The toy's `began` of older releases told the number of seats; today's `began.2` does not."""

    def as_before(lines: list[Line]) -> None:
        began = lines[5]["open"]["events"][1]
        assert began["type"] == "began.2"
        lines[5]["open"]["events"][1] = {"type": "began", "first": began["first"], "seats": 3}

    def another_first(lines: list[Line]) -> None:
        as_before(lines)
        lines[5]["open"]["events"][1]["first"] ^= 1

    def with_spaces(lines: list[Line]) -> None:
        as_before(lines)
        event = lines[5]["open"]["events"][1]
        lines[5]["open"]["events"][1] = {"first": event["first"], "type": "began", "seats": 3}

    data = record(played(toy(), 3))
    assert check(forge(data, as_before)).problem is None
    assert problem(forge(data, another_first)) == (5, "decision")
    assert problem(forge(data, with_spaces)) == (5, "decision")


def test_lines_are_json_objects_that_any_reader_can_read() -> None:
    for line in record(played(toy(), 3)).splitlines():
        assert isinstance(json.loads(line), dict)
