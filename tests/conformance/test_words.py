"""Everything that people read exists in their language, and pictures are pictures."""

import itertools
from uuid import UUID
from xml.etree import ElementTree

from msgspec.structs import astuple, replace

from domain.kernel.codec import encode
from domain.kernel.messages import Audience
from domain.kernel.words import LANGUAGES, Language
from domain.match.commands import Sit, Start
from domain.match.events import Created, Ended, EnvelopeEvent, Resigned, Started
from domain.match.filing import codec_of
from domain.match.state import Match
from domain.match.step import Step
from domain.match.telling import tell
from domain.match.words import narrate
from domain.record.playout import take
from tests.conformance.material import Table
from tests.conformance.played import audiences, every_position, matches, positions, seed_of, seen_by, some

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
            if len(envelope) > 1:  # else the match goes on, and what the leave brought about is told last
                assert told.endswith(envelope[-1])
            assert told.count(envelope[0]) == 1
            assert "{" not in told


def test_the_start_is_told_with_what_the_set_up_brought(table: Table) -> None:
    played = matches(table)[0]
    start = 1 + table.seats  # after *create* and a *sit* for each seat
    for audience in audiences(table):
        for language in LANGUAGES:
            told = narrated(table, played[start - 1].match, played[start].step, played[start].match, audience, language)
            begins, _, brought = told.partition(narrate([Started()], [], language))
            assert begins == ""
            assert brought.strip()
            assert "{" not in told


def test_whoever_starts_a_match_its_set_up_is_told_alike(table: Table) -> None:
    """One of those at the table, the last to sit, or somebody who only made it."""
    played = matches(table)[0]
    seated, open_ = (played[at].match for at in (table.seats, table.seats - 1))
    seed, last, stranger = seed_of(table, "random"), seated.players[-1], UUID(int=1)
    assert last is not None
    by_hand, by_itself = played[1 + table.seats], take(changed(open_, autostart=True), last, Sit(), seed)
    by_another = take(changed(seated, creator=stranger), stranger, Start(), seed)
    for language in LANGUAGES:
        told = narrated(table, seated, by_hand.step, by_hand.match, "spectator", language)
        assert narrated(table, seated, by_another.step, by_another.match, "spectator", language) == told
        sits = narrated(table, open_, by_itself.step, by_itself.match, "spectator", language)
        assert sits.endswith(told)
        assert len(sits) > len(told)


def narrated(table: Table, before: Match, step: Step, after: Match, audience: Audience, language: Language) -> str:
    filed = codec_of(table.rules.game).read(step.open, step.sealed)
    told = tell(before, after, before.seat_of(step.actor), filed.command, filed.events, audience, language)
    return told.narration


def changed(match: Match, **changes: object) -> Match:
    created: Created = replace(match.created, **changes)
    return replace(match, created=created)


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
