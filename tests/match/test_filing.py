"""Steps written and read back, by whoever may."""

import pytest

from domain.kernel.messages import Audience, Event, Seat
from domain.match.filing import Unreadable, codec_of, file_step, read_envelope, read_sealed
from tests.toy.edition import Colour
from tests.toy.game import TOY
from tests.toy.state import Began, Buried, Covered, Dig, Dug

first, second = Seat(0), Seat(1)
KEY = bytes(range(32))
EVENTS: list[Event] = [
    Buried(first),
    Dug(second, Colour("blue")),
    Covered(Colour("red")),
    Buried(second),
    Dug(first, Colour("green")),
    Dug(second, Colour("red")),
]


@pytest.mark.parametrize(
    ("audience", "places"),
    [
        (None, [0, 1, 2, 3, 4, 5]),
        ("arbiter", [0, 1, 2, 3, 4, 5]),
        ("spectator", [0, 3]),
        (first, [0, 3, 4]),
        (second, [0, 1, 3, 5]),
    ],
)
def test_each_audience_reads_its_events_in_the_order_of_the_decision(
    audience: Audience | None, places: list[int]
) -> None:
    open_, sealed, _ = file_step(KEY, 5, Dig(), EVENTS, [("dig/0", 1)])
    filed = codec_of(TOY).read(open_, sealed, audience)
    assert filed.command == Dig()
    assert filed.events == tuple(EVENTS[place] for place in places)
    assert filed.draws == (("dig/0", 1),)


def test_a_step_without_secrets_has_no_sealed_part() -> None:
    open_, sealed, digests = file_step(KEY, 5, Dig(), [Buried(first), Buried(second)], [])
    assert open_ == b'{"command":{"type":"dig"},"events":[{"type":"buried","seat":0},{"type":"buried","seat":1}]}'
    assert (sealed, digests) == (b"", b"")


def test_events_of_older_releases_become_todays_unless_wanted_as_stored() -> None:
    stored = b'{"command":{"type":"dig"},"events":[{"type":"began","first":1,"seats":2}]}'
    assert codec_of(TOY).read(stored).events == (Began(second),)
    (as_stored,) = codec_of(TOY).read(stored, as_stored=True).events
    assert type(as_stored).__name__ == "Began1"


DEEP = b"[" * 100_000


@pytest.mark.parametrize(
    ("open_", "sealed"),
    [
        (b"", b""),
        (b"{}", b""),
        (b'{"command":{"type":"dig"},"events":[],"more":1}', b""),
        (b'{"command":{"type":"dig"},"events":[{"type":"buried","seat":"0"}]}', b""),
        (b'{"command":{"type":"d\xffg"},"events":[]}', b""),
        (b'{"command":' + DEEP, b""),
        (b'{"command":{"type":"dig"},"events":[],"at":[0]}', b"[]"),
        (b'{"command":{"type":"dig"},"events":[]}', b"{}"),
        (b'{"command":{"type":"dig"},"events":[]}', b'[{"nonce":"00","part":{"to":null,"at":[0],"events":[]}}]'),
        (b'{"command":{"type":"dig"},"events":[]}', b'[{"nonce":"00","part":' + DEEP),
    ],
)
def test_bytes_that_are_no_step_are_unreadable(open_: bytes, sealed: bytes) -> None:
    with pytest.raises(Unreadable):
        codec_of(TOY).read(open_, sealed)


@pytest.mark.parametrize("sealed", [b"{}", b"[1]", b'[{"nonce":"00","part":' + DEEP, b'[{"nonce":"\xff","part":1}]'])
def test_a_column_that_is_no_list_of_parts_is_unreadable(sealed: bytes) -> None:
    with pytest.raises(Unreadable):
        read_sealed(sealed)


def test_the_envelopes_events_are_read_out_of_any_games_step() -> None:
    step = b'{"command":{"type":"jump"},"events":[{"type":"jumped"},{"type":"resigned","seat":1}]}'
    assert [type(event).__name__ for event in read_envelope(step)] == ["Resigned"]
    assert read_envelope(step.replace(b'"seat":1', b'"seat":"1"')) == ()
    for damaged in (b"", step[:-1], step.replace(b"jump", b"\xff"), b'{"command":' + DEEP, DEEP):
        assert read_envelope(damaged) == ()
