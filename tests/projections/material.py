"""Matches for the tests of projections: played out, and put into a store as a service would."""

import asyncio
import hashlib
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Sequence
from contextlib import asynccontextmanager, suppress
from itertools import zip_longest
from typing import TypeVar
from uuid import UUID

from domain.match.fold import fold
from domain.match.state import Match
from domain.match.step import Draft, Step
from domain.players import PLAYERS
from domain.record.playout import Played, playout
from infra.step_store import Appended, StepStore
from projections.projector import Projector
from tests.conformance.material import catalogue
from tests.services import PATIENCE

T = TypeVar("T")


def played(name: str, game: str = "toy", seats: int = 2) -> tuple[Played, ...]:
    """A whole match of random players."""
    rules = catalogue().newest(game)
    seed = hashlib.sha256(f"{game} {seats} {name}".encode()).digest()
    return tuple(playout(catalogue(), rules, seats, {}, seed, [PLAYERS["random"]] * seats))


def steps(match: Iterable[Played]) -> list[Step]:
    return [moment.step for moment in match]


def draft_of(step: Step) -> Draft:
    return Draft(step.match_id, step.version, step.actor, step.command_id, step.open, step.sealed, step.digests)


async def append(store: StepStore, *matches: Sequence[Step]) -> None:
    """Matches side by side, one step of each at a time."""
    for row in zip_longest(*matches):
        outcomes = await store.append_many([draft_of(step) for step in row if step])
        assert all(isinstance(outcome, Appended) for outcome in outcomes), outcomes


async def folded(store: StepStore, match_id: UUID) -> Match:
    return fold(catalogue(), await store.read(match_id))


async def until(found: Callable[[], Awaitable[T]], holds: Callable[[T], object]) -> T:
    """What is found as soon as it is as it should be."""
    deadline = time.monotonic() + PATIENCE
    while not holds(value := await found()):
        assert time.monotonic() < deadline, f"still {value!r}"
        await asyncio.sleep(0.01)
    return value


@asynccontextmanager
async def running(projector: Projector) -> AsyncIterator[None]:
    """The projector at work while the block runs."""
    task = asyncio.create_task(projector.run())
    try:
        yield
    finally:
        while not task.done():  # a client of Redis may swallow a cancellation
            task.cancel()
            await asyncio.wait([task], timeout=1)
        with suppress(asyncio.CancelledError):
            await task
