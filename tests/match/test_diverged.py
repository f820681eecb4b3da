"""A match that is folded otherwise than it was decided is marked where its next fingerprint stands."""

from dataclasses import replace
from itertools import pairwise

from msgspec import structs

from domain.kernel.catalogue import Catalogue
from domain.match.filing import codec_of
from domain.match.fold import advance, begin
from domain.match.telling import tell
from domain.players.random import play_random
from domain.record.playout import playout
from tests.match.table import CATALOGUE, EDITION
from tests.toy.game import TOY
from tests.toy.state import Buried, Events, State


def forgets_the_stone(before: State, event: Events) -> State:
    """As a mended rule that nobody gave a new version would fold it."""
    after = TOY.evolve(before, event)
    return structs.replace(after, bag=before.bag) if isinstance(event, Buried) else after


def marked(catalogue: Catalogue) -> list[int]:
    """The steps marked in a match that was played by today's rules, as this catalogue folds it."""
    rules = CATALOGUE.newest("toy")
    steps = [step for step, _ in playout(CATALOGUE, rules, 3, {"length": "long"}, bytes(32), [play_random] * 3)]
    matches = [begin(catalogue, steps[0])]
    for step in steps[1:]:
        matches.append(advance(matches[-1], step))
    found = []
    for (before, after), step in zip(pairwise(matches), steps[1:], strict=True):
        filed = codec_of(TOY).read(step.open, step.sealed)
        told = tell(before, after, before.seat_of(step.actor), filed.command, filed.events, "spectator", "en")
        found += [step.version] if told.diverged else []
    return found


def test_as_it_was_played_nothing_is_marked() -> None:
    assert marked(CATALOGUE) == []


def test_folded_by_other_rules_it_is_marked() -> None:
    other = Catalogue([replace(TOY, evolve=forgets_the_stone)], [("toy", EDITION)])
    assert len(marked(other)) == 2  # every sixteen events, and at the end
