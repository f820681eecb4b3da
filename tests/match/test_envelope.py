"""A match's life around its play: what the table itself allows and refuses."""

from uuid import UUID

import pytest
from msgspec.structs import replace

from domain.kernel.catalogue import UnknownRules
from domain.kernel.messages import Seat
from domain.kernel.refusal import Refusal
from domain.kernel.score import Result
from domain.match.commands import THE_HOUSE, Cancel, Close, Origin, Resign, Seal, Sit, Stand, Start
from domain.match.decide import MOST_SALT, Stale, check_fresh, decide_create
from domain.match.filing import Unreadable, codec_of
from domain.match.fold import advance, begin
from domain.match.state import Broken
from domain.match.step import GENESIS, Step, commit
from tests.match.table import (
    CATALOGUE,
    MATCH,
    SEED,
    after,
    ann,
    bob,
    cleo,
    created,
    creation,
    dan,
    refusal,
    seated,
    started,
    step_of,
)  # fmt: skip
from tests.toy.game import TOY
from tests.toy.state import Dig

first, second = Seat(0), Seat(1)


def events_of(step: Step) -> list[str]:
    return [type(event).__name__ for event in codec_of(TOY).read(step.open, step.sealed).events]


def test_a_match_pins_what_it_is_played_by() -> None:
    match = created(seed="ab" * 32)
    assert (match.version, match.status, match.players) == (1, "open", (None, None))
    assert match.rules is CATALOGUE.newest("toy")
    assert (match.created.rated, match.created.commitment) == (
        False,
        "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd",
    )


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"seats": 5}, "wrong-number-of-seats"),
        ({"options": {}}, "options-missing"),
        ({"options": {"length": "endless"}}, "unknown-option-value"),
        ({"options": {"length": "long", "depth": "1"}}, "unknown-option"),
    ],
)
def test_a_match_that_its_game_is_not_for_is_not_created(changes: dict[str, object], code: str) -> None:
    with pytest.raises(Refusal, match=code):
        created(**changes)


@pytest.mark.parametrize(
    "changes", [{"game": "chess"}, {"rules_version": 3}, {"edition_digest": "00"}, {"edition": "deluxe"}]
)
def test_what_is_not_in_the_catalogue_cannot_be_pinned(changes: dict[str, object]) -> None:
    with pytest.raises(UnknownRules):
        created(**changes)


def test_sitting_down_and_standing_up() -> None:
    match = after(created(), (bob, Sit(name="Bob")), (cleo, Sit()), (bob, Stand(first)), (dan, Sit()))
    assert match.players == (dan, cleo)
    assert match.names == ("", "")
    assert refusal(match, dan, Sit()) == ("already-seated", {"seat": 0})
    assert refusal(match, ann, Sit()) == ("seat-taken", {"free": []})
    assert refusal(match, ann, Stand(first)) == ("not-your-seat", {"seat": None})
    assert refusal(match, cleo, Stand(first)) == ("not-your-seat", {"seat": 1})
    assert refusal(created(), ann, Sit(Seat(2))) == ("no-such-seat", {"seats": 2})
    assert refusal(created(), ann, Sit(Seat(-1))) == ("no-such-seat", {"seats": 2})
    assert refusal(created(), ann, Sit(salt="ä" * MOST_SALT)) == ("salt-too-long", {"most": MOST_SALT})


def test_a_rematch_reserves_its_seats() -> None:
    match = created(origin=Origin("rematch", UUID(int=5), (bob, cleo)))
    assert refusal(match, ann, Sit()) == ("reserved", {})
    assert refusal(match, cleo, Sit(first)) == ("reserved", {"seat": 1})
    assert after(match, (cleo, Sit())).players == (None, cleo)


def test_only_the_creator_cancels_and_only_before_the_start() -> None:
    assert refusal(created(), bob, Cancel()) == ("not-the-creator", {})
    assert after(created(), (ann, Cancel())).status == "cancelled"
    assert refusal(started(), ann, Cancel()) == ("already-started", {"status": "running"})


def test_starting_needs_every_seat_and_somebody_of_the_table() -> None:
    assert refusal(created(), ann, Start()) == ("seats-free", {"free": [0, 1]})
    assert refusal(seated(), dan, Start()) == ("not-seated", {})
    assert started().status == "running"
    assert refusal(started(), ann, Start()) == ("already-started", {"status": "running"})
    assert refusal(started(), cleo, Sit()) == ("already-started", {"status": "running"})


def test_the_last_to_sit_starts_the_match_where_that_was_agreed() -> None:
    match = after(created(autostart=True), (ann, Sit()))
    step = step_of(match, bob, Sit())
    assert events_of(step) == ["Sat", "Started", "Began", "Covered"]
    assert advance(match, step).events == 3  # counted from *started*


def test_without_its_seed_a_match_cannot_start_or_go_on() -> None:
    assert refusal(seated(), ann, Start(), None) == ("seed-lost", {})
    assert refusal(after(created(autostart=True), (ann, Sit())), bob, Sit(), None) == ("seed-lost", {})
    assert refusal(started(), ann, Dig(), None) == ("seed-lost", {})
    assert refusal(started(), ann, Resign(), None) == ("seed-lost", {})
    assert refusal(started(), dan, Close("lost"), None) == ("seed-lost", {})
    assert refusal(started(), dan, Close("lost", seed_lost=True)) == ("seed-not-lost", {})


def test_play_is_for_actors_of_a_running_match() -> None:
    assert refusal(seated(), ann, Dig()) == ("not-running", {"status": "open"})
    assert refusal(started(), dan, Dig()) == ("not-seated", {})
    assert refusal(after(started(), (ann, Dig())), ann, Dig()) == ("not-your-turn", {"actors": (1,)})
    assert refusal(started(), ann, creation()) == ("already-created", {})


def test_a_seat_leaves_once() -> None:
    match = after(created(seats=3), *[(person, Sit()) for person in (ann, bob, cleo)], (ann, Start()), (bob, Resign()))
    assert match.resigned == (second,)
    assert refusal(match, bob, Resign()) == ("already-left", {})
    assert refusal(match, bob, Dig()) == ("not-your-turn", {"actors": (0, 2)})


def test_the_end_brings_result_seed_and_fingerprint() -> None:
    match = started()
    step = step_of(match, ann, Resign())
    assert events_of(step) == ["Resigned", "Left", "Lifted", "Ended", "Revealed", "Fingerprint"]
    match = advance(match, step)
    assert (match.status, match.seed, match.totals) == ("finished", SEED.hex(), (0, 0))
    assert match.result == Result(True, "left", (2, 1), (second,), ())
    assert (match.started_at, match.ended_at) == (1_030, 1_040)
    assert refusal(match, bob, Dig()) == ("not-running", {"status": "finished"})
    assert refusal(match, bob, Resign()) == ("not-running", {"status": "finished"})


def test_a_fingerprint_is_written_whenever_the_events_cross_a_multiple_of_sixteen() -> None:
    match = started(options={"length": "long"})
    fingerprints = []
    while match.status == "running":
        seat = TOY.actors(match.state)[0]
        person = match.players[seat]
        assert person is not None
        step = step_of(match, person, TOY.default(match.state, seat))
        before, match = match, advance(match, step)
        if "Fingerprint" in events_of(step):
            fingerprints.append((before.events, match.events))
    assert [before // 16 for before, _ in fingerprints] == list(range(len(fingerprints)))
    assert len(fingerprints) == 2


def test_an_administrator_closes_what_nobody_will_finish() -> None:
    closed = after(started(), (dan, Close("they went home")))
    assert (closed.status, closed.seed, closed.result.finished) == ("closed", SEED.hex(), False)
    lost = advance(started(), step_of(started(), dan, Close("key lost", seed_lost=True), None))
    assert (lost.status, lost.seed) == ("closed", None)
    assert refusal(closed, dan, Close("again")) == ("not-running", {"status": "closed"})


def test_seals_come_after_the_end_once_and_hold_no_fingerprint() -> None:
    assert refusal(started(), THE_HOUSE, Seal("aa", "bb")) == ("not-finished", {"status": "running"})
    match = after(started(), (ann, Resign()))
    for _ in range(20):  # more events than there are between two fingerprints
        step = step_of(match, THE_HOUSE, Seal("aa", "bb"), None)
        assert events_of(step) == ["Sealed"]
        match = replace(advance(match, step), seal=None)
    assert refusal(replace(match, seal=match.version), THE_HOUSE, Seal("aa", "bb")) == ("already-sealed", {})


def test_a_command_that_only_others_overtook_is_fresh() -> None:
    match = started()
    dug = after(match, (ann, Dig()))
    check_fresh(dug, bob, match.version)
    for person, named in [(ann, match.version), (dan, match.version), (bob, match.version - 1), (bob, dug.version + 1)]:
        with pytest.raises(Stale) as stale:
            check_fresh(dug, person, named)
        assert stale.value.version == dug.version


def test_unknown_rules_break_the_game_and_not_the_table() -> None:
    draft = decide_create(CATALOGUE, MATCH, ann, UUID(int=1), creation(), SEED).draft
    draft = replace(draft, open=draft.open.replace(b'"rules_version":2', b'"rules_version":9'))
    match = begin(CATALOGUE, commit(draft, GENESIS, 1_000))
    assert match.state == Broken(1, "unknown rules: toy in rules version 9")
    match = after(match, (ann, Sit()), (bob, Sit()))
    assert refusal(match, ann, Start()) == ("cannot-fold", {"why": "unknown rules: toy in rules version 9"})
    assert after(match, (dan, Close("unreadable"))).status == "closed"


@pytest.mark.parametrize(
    ("old", "new"),
    [(b'"seats":2', b'"seats":1000000000000'), (b'"seats":2', b'"seats":-1'), (b'"created"', b'"started"')],
)
def test_a_first_step_that_creates_no_match_is_unreadable(old: bytes, new: bytes) -> None:
    draft = decide_create(CATALOGUE, MATCH, ann, UUID(int=1), creation(), SEED).draft
    step = commit(replace(draft, open=draft.open.replace(old, new)), GENESIS, 1_000)
    with pytest.raises(Unreadable):
        begin(CATALOGUE, step)


@pytest.mark.parametrize("seat", [b"-1", b"99999"])
def test_a_seat_that_no_table_has_breaks_only_the_game(seat: bytes) -> None:
    match = created()
    for _ in range(50):  # unbounded, each would double the table
        step = step_of(created(), ann, Sit(first))
        match = advance(match, replace(step, open=step.open.replace(b'"seat":0', b'"seat":' + seat)))
    assert match.players == (None, None)
