"""Nobody learns what is hidden from it.

Two matches that differ only in what an audience cannot know must look the same to it. Such pairs are found by playing
on from one position with two secrets: the same commands are sent in both worlds, and as long as an audience is told the
same of their steps, whatever else it may see or ask must be answered alike, though the states differ.
"""

import base64
import hashlib
from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec

from domain.kernel.catalogue import union_members
from domain.kernel.codec import encode
from domain.kernel.messages import Audience, Event, Seat
from domain.kernel.refusal import Refusal
from domain.kernel.words import LANGUAGES
from domain.match.decide import match_key
from domain.match.events import Fingerprint
from domain.match.filing import codec_of, read_sealed
from domain.match.state import Match
from domain.match.step import Step
from domain.match.telling import picture, seen, tell
from domain.record.playout import Played, take
from domain.record.record import write_record
from tests.conformance.material import Table
from tests.conformance.played import audiences, every_position, matches, positions, seed_of, some

FROM = 6  # positions of a match from which
WORLDS = 40  # other worlds branch off,
FURTHEST = 12  # to be followed for so many steps at most
COMPARED = 24  # pairs for one audience at one table, at most
SCANNED = 5  # views and pictures of each match


def hides_something(table: Table) -> bool:
    events: Any = union_members(table.rules.game.events)
    return any(event.audience != "all" for event in events)


class Pair(NamedTuple):
    """One audience, and a step in two worlds of which it is told the same."""

    audience: Audience
    before: tuple[Match, Match]
    steps: tuple[Step, Step]
    after: tuple[Match, Match]


def told(table: Table, step: Step, audience: Audience) -> tuple[Any, ...]:
    """The command, draws and events that an audience may read."""
    filed = codec_of(table.rules.game).read(step.open, step.sealed, audience)
    return filed.command, filed.draws, filed.events


def shape(step: Step, audience: Audience) -> tuple[Any, ...]:
    """What the writing of a step shows besides: where the events stand that the audience may read, and how many parts
    there are. (Their digests and nonces look random.)"""
    places = [msgspec.json.decode(part).get("at") for part in (step.open, *own_parts(step, audience))]
    return places, len(step.digests) // 32


def own_parts(step: Step, audience: Audience) -> list[bytes]:
    parts = [bytes(part.part) for part in read_sealed(step.sealed)]
    return [part for part in parts if audience == "arbiter" or msgspec.json.decode(part)["to"] == audience]


def pairs(table: Table) -> Iterator[Pair]:
    """Pairs of running matches that are different, and the same to somebody."""
    for match in matches(table)[:2]:
        seated = 1 + table.seats  # the match before *start*: with it the set-up's draws differ too
        for start in some(FROM, len(match) - seated):
            for world in range(WORLDS if hides_something(table) else 5):
                yield from branch(table, match[seated + start - 1 :], hashlib.sha256(b"world %d" % world).digest())


def branch(table: Table, here: tuple[Played, ...], other_seed: bytes) -> Iterator[Pair]:
    mine = other = here[0].match
    same = set(audiences(table)) - {"arbiter"}
    for step, after in here[1 : 1 + FURTHEST]:
        command = codec_of(table.rules.game).read(step.open, step.sealed).command
        assert command is not None
        try:
            other_step, other_after = take(other, step.actor, command, other_seed)
        except Refusal as refusal:
            if mine.seat_of(step.actor) in same:
                raise AssertionError(f"{command} is refused for what its seat cannot know") from refusal
            return
        same = {audience for audience in same if told(table, step, audience) == told(table, other_step, audience)}
        if not same or after.status != "running":
            return
        if after.state != other_after.state:
            for audience in same:
                yield Pair(audience, (mine, other), (step, other_step), (after, other_after))
        mine, other = after, other_after


def test_worlds_that_differ_only_in_the_hidden_look_the_same(table: Table) -> None:
    found: dict[Audience, list[Pair]] = {audience: [] for audience in audiences(table) if audience != "arbiter"}
    for pair in pairs(table):
        found[pair.audience].append(pair)
    for several in found.values():
        assert bool(several) == hides_something(table), "no such worlds: nothing was tested"
        several.sort(key=lambda pair: pair.after[0].version)
        for index in some(COMPARED, len(several)):
            mine, theirs = (look(table, several[index], world) for world in (0, 1))
            for one, other in zip(mine, theirs, strict=True):
                assert one == other


def look(table: Table, pair: Pair, world: int) -> Iterator[Any]:
    """All that an audience is shown of one of the two worlds, and all answers to what it may try."""
    game, audience, match = table.rules.game, pair.audience, pair.after[world]
    step, before = pair.steps[world], pair.before[world]
    filed = codec_of(game).read(step.open, step.sealed)
    yield shape(step, audience)
    yield encode(seen(match, audience))
    for language in LANGUAGES:
        yield tell(before, match, before.seat_of(step.actor), filed.command, filed.events, audience, language)
    yield picture(match, audience, "en")
    yield from (game.actors(match.state), game.score(match.state), game.result(match.state), match.since)
    if isinstance(audience, int):
        listing = game.legal(match.state, audience)
        yield [listing[index] for index in some(200, len(listing))]
        yield game.default(match.state, audience) if listing else None
        for position in positions(table):
            if position.of_game and position.command not in listing:
                yield refusal_of(match, audience, position.command)


def refusal_of(match: Match, seat: Seat, command: Any) -> tuple[object, ...]:
    person = match.players[seat]
    assert person is not None
    try:
        take(match, person, command, bytes(32))
    except Refusal as refusal:
        return refusal.args
    raise AssertionError(f"{command} is not in the listing, and is accepted")


def test_what_is_told_of_a_running_match_holds_no_secret(table: Table) -> None:
    """Neither the seed, nor the match key, nor the nonces and bytes of parts for others."""
    for match, name in zip(matches(table), ("random", "greedy", "leaving"), strict=True):
        seed = seed_of(table, name)
        key = match_key(seed, match[-1].match.id, match[-1].match.salts)
        secrets = [write(secret) for secret in (seed, key) for write in (bytes, hexed, base64.b64encode)]
        for audience in audiences(table):
            running = [played for played in match if played.match.status == "running"]
            for step, _ in running:
                shown = step.open + b"".join(own_parts(step, audience))
                assert not [secret for secret in (*secrets, *kept_from(step, audience)) if secret in shown]
            for place in some(SCANNED, len(running)):
                step, after = running[place]
                shown = encode(seen(after, audience)) + picture(after, audience, "en").encode()
                assert not [secret for secret in (*secrets, *kept_from(step, audience)) if secret in shown]

            record = b"".join(write_record(running[-1].match, [step for step, _ in match[:-1]], audience))
            hidden = [secret for step, _ in match[:-1] for secret in kept_from(step, audience)]
            assert not [secret for secret in (*secrets, *hidden) if secret in record]


def kept_from(step: Step, audience: Audience) -> list[bytes]:
    """The nonces and events of a step's parts for others."""
    parts = [(part.nonce, msgspec.json.decode(part.part)) for part in read_sealed(step.sealed)]
    others = [(nonce, part) for nonce, part in parts if audience not in ("arbiter", part["to"])]
    return [secret for nonce, part in others for secret in (nonce.encode(), *map(encode, part["events"]))]


def hexed(secret: bytes) -> bytes:
    return secret.hex().encode()


def test_digests_cannot_be_found_by_guessing(table: Table) -> None:
    """Who guesses a hidden part, and hashes the guess, does not see that it is right; and no two nonces are alike."""
    for match in matches(table):
        nonces = []
        for step, _ in match:
            for index, part in enumerate(read_sealed(step.sealed)):
                nonce, digest = bytes.fromhex(part.nonce), step.digests[32 * index : 32 * index + 32]
                assert hashlib.sha256(nonce + part.part).digest() == digest
                assert hashlib.sha256(part.part).digest() != digest
                nonces.append(nonce)
        assert len(set(nonces)) == len(nonces)
        assert all(len(nonce) == 16 for nonce in nonces)


def test_a_game_that_hides_nothing_has_nothing_hidden(table: Table) -> None:
    if hides_something(table):
        return
    for match in every_position(table):
        for position in match:
            view = position.game.view(position.after.state)
            assert not any(view.private)
            assert view.revealed is None
            sealed: list[Event] = [event for event in position.events if event.audience != "all"]
            assert all(isinstance(event, Fingerprint) for event in sealed)
