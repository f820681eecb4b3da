"""Everything that people read exists in their language, and pictures are pictures."""

import itertools
from xml.etree import ElementTree

from msgspec.structs import astuple

from domain.kernel.codec import encode
from domain.kernel.words import LANGUAGES
from domain.match.events import Ended, EnvelopeEvent, Resigned
from domain.match.telling import tell
from domain.match.words import narrate
from tests.conformance.material import Table
from tests.conformance.played import audiences, every_position, positions, seen_by, some

SVG = "{http://www.w3.org/2000/svg}"


def test_commands_have_labels(table: Table) -> None:
    words = table.rules.words
    for position in positions(table):
        for seat in position.actors:
            listing = position.game.legal(position.state, seat)
            for index in some(10, len(listing)):
                for language in LANGUAGES:
                    assert words.label(listing[index], language).strip()


def test_steps_are_told_to_every_audience(table: Table) -> None:
    names = [f"Player {seat}" for seat in range(table.seats)]
    for position in positions(table):
        seat = position.match.seat_of(position.step.actor)
        if not position.of_game or seat is None:
            continue
        for audience in audiences(table):
            before, after = seen_by(position.match, audience), seen_by(position.after, audience)
            told = [
                event
                for event in position.events
                if not isinstance(event, EnvelopeEvent)
                and (event.audience == "all" or audience in ("arbiter", *_seat_of(event)))
            ]
            for language in LANGUAGES:
                text = table.rules.words.narrate(before, position.command, told, after, seat, names, language)
                assert text.strip()
                assert "{" not in text


def test_a_leave_is_told_first_and_the_end_last(table: Table) -> None:
    for position in (position for match in every_position(table) for position in match):
        if position.leaver is None:
            continue
        for language in LANGUAGES:
            told = tell(
                position.match,
                position.after,
                position.leaver,
                position.command,
                position.events,
                "spectator",
                language,
            ).narration
            envelope = [
                narrate([event], position.after.names, language)
                for event in position.events
                if isinstance(event, Resigned | Ended)
            ]
            assert told.startswith(envelope[0])
            assert told.endswith(envelope[-1])
            assert told.count(envelope[0]) == 1
            assert "{" not in told


def _seat_of(event: object) -> tuple[object, ...]:
    return (getattr(event, "seat", None),) if getattr(event, "audience", None) == "seat" else ()


def test_lines_of_the_score_sheet_are_described(table: Table) -> None:
    for position in positions(table):
        for line in position.game.score(position.after.state):
            for language in LANGUAGES:
                assert str(abs(line.points)) in table.rules.words.describe(line, language)


def test_ends_and_tiebreaks_have_their_texts(table: Table) -> None:
    reasons = table.rules.words.reasons
    for position in positions(table):
        if position.after.status == "finished":
            result = position.after.result
            assert {result.reason, *(tiebreak.reason for tiebreak in result.tiebreaks)} <= reasons.keys()
    for labels in (table.rules.game.names, *reasons.values()):
        assert all(text.strip() for text in astuple(labels))


def test_pictures_are_whole_documents(table: Table) -> None:
    languages, drawn = itertools.cycle(LANGUAGES), set[bytes]()
    for position in positions(table):
        for audience in audiences(table):
            seen = seen_by(position.after, audience)
            look = encode([seen.public, seen.private, seen.revealed])
            if look not in drawn:
                drawn.add(look)
                document = ElementTree.fromstring(table.rules.words.picture(seen, next(languages)))
                assert document.tag == f"{SVG}svg"
                assert len(document.attrib["viewBox"].split()) == 4
                title = document.find(f"{SVG}title")
                assert title is not None
                assert title.text
                assert document.find(f".//{SVG}script") is None
                assert document.find(".//*[@data-cell]") is not None
