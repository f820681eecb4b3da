"""Drafts for the tests of the store."""

from uuid import uuid4

from msgspec.structs import replace

from domain.match.step import Draft


def draft(version: int = 1, of: Draft | None = None, **changes: object) -> Draft:
    """A draft of a new match, or the next one by the same actor in the match of another draft."""
    first = of or Draft(uuid4(), 1, uuid4(), uuid4(), b'{"command":{},"events":[]}')
    return replace(first, version=version, **({"command_id": uuid4()} | changes))
