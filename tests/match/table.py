"""A table of the toy for the envelope's tests: four people, and a way to send commands one after the other."""

from pathlib import Path
from typing import Any
from uuid import UUID

import pytest

from domain.kernel.catalogue import Catalogue
from domain.kernel.messages import Command, Seat
from domain.kernel.refusal import Refusal
from domain.match.commands import Create, Sit, Start
from domain.match.decide import decide, decide_create
from domain.match.fold import advance, begin
from domain.match.state import Match
from domain.match.step import GENESIS, Step, commit
from tests.toy.game import GAMES

EDITION = (Path(__file__).parents[1] / "toy" / "editions" / "standard.toml").read_bytes()
CATALOGUE = Catalogue(GAMES, [("toy", EDITION)])
RULES = CATALOGUE.newest("toy")
SEED = bytes(range(32))
MATCH = UUID("00112233-4455-6677-8899-aabbccddeeff")
ann, bob, cleo, dan = (UUID(int=number) for number in (0xA, 0xB, 0xC, 0xD))


def creation(**changes: Any) -> Create:
    fields = {
        "game": "toy",
        "rules_version": 2,
        "edition": "standard",
        "edition_digest": RULES.digest,
        "seats": 2,
        "options": {"length": "short"},
    }
    return Create(**{**fields, **changes})


def created(**changes: Any) -> Match:
    decision = decide_create(CATALOGUE, MATCH, ann, UUID(int=1), creation(**changes), SEED)
    return begin(CATALOGUE, commit(decision.draft, GENESIS, 1_000))


def step_of(match: Match, actor: UUID, command: Command, seed: bytes | None = SEED) -> Step:
    decision = decide(match, actor, UUID(int=match.version + 1), command, seed)
    return commit(decision.draft, match.hash, match.at + 10)


def after(match: Match, *wanted: tuple[UUID, Command]) -> Match:
    """The match after these commands, read back from the bytes of their steps."""
    for actor, command in wanted:
        match = advance(match, step_of(match, actor, command))
    return match


def seated(**changes: Any) -> Match:
    return after(created(**changes), (ann, Sit(Seat(0), "salt")), (bob, Sit(Seat(1))))


def started(**changes: Any) -> Match:
    return after(seated(**changes), (ann, Start()))


def refusal(match: Match, actor: UUID, command: Command, seed: bytes | None = SEED) -> tuple[str, dict[str, object]]:
    with pytest.raises(Refusal) as refused:
        decide(match, actor, UUID(int=99), command, seed)
    assert refused.value.clause is None
    return refused.value.code, refused.value.detail
