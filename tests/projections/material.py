"""Matches for the tests of projections: played out, and put into a store as a service would."""

import hashlib
from collections.abc import Iterable, Sequence
from itertools import zip_longest

from domain.match.step import Draft, Step
from domain.players import PLAYERS
from domain.record.playout import Played, playout
from infra.step_store import Appended, StepStore
from tests.conformance.material import catalogue


def played(name: str, game: str = "toy", seats: int = 2) -> tuple[Played, ...]:
    """A whole match of random players."""
    rules = catalogue().newest(game)
    seed = hashlib.sha256(f"{game} {seats} {name}".encode()).digest()
    return tuple(playout(catalogue(), rules, seats, {}, seed, [PLAYERS["random"]] * seats))


def steps(match: Iterable[Played]) -> list[Step]:
    return [moment.step for moment in match]


def draft_of(step: Step) -> Draft:
    return Draft(
        step.match_id, step.version, step.actor, step.command_id, step.open, step.sealed, step.digests, not_after=None
    )


async def append(store: StepStore, *matches: Sequence[Step]) -> None:
    """Matches side by side, one step of each at a time."""
    for row in zip_longest(*matches):
        outcomes = await store.append_many([draft_of(step) for step in row if step])
        assert all(isinstance(outcome, Appended) for outcome in outcomes), outcomes
