"""Drafts for the tests of the store."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import TypeVar
from uuid import uuid4

from msgspec.structs import replace

from domain.match.step import Draft
from infra.pool import StoreUnavailable
from tests.services import PATIENCE

T = TypeVar("T")


def draft(version: int = 1, of: Draft | None = None, **changes: object) -> Draft:
    """A draft of a new match, or the next one by the same actor in the match of another draft."""
    first = of or Draft(uuid4(), 1, uuid4(), uuid4(), b'{"command":{},"events":[]}')
    return replace(first, version=version, **({"command_id": uuid4()} | changes))


async def until_back(call: Callable[[], Awaitable[T]]) -> T:
    """What is answered once the database is there again."""
    deadline = time.monotonic() + 2 * PATIENCE
    while True:
        try:
            return await call()
        except StoreUnavailable:
            if time.monotonic() > deadline:
                raise
            await asyncio.sleep(0.05)
