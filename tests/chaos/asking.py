"""Asking again, as the contract has it: after a 503 with Retry-After, and a command under the id it had."""

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import httpx

from tests.service.client import Client, eventually


def wants_another_try(answer: httpx.Response) -> bool:
    return answer.status_code == 503 and "retry-after" in answer.headers


def again(ask: Callable[[], httpx.Response]) -> httpx.Response:
    """The first answer that does not want another try, which must be a success. Fails when none comes in time."""
    return eventually(ask, lambda answer: not wants_another_try(answer)).raise_for_status()


def post(client: Client, path: str, body: Any = None) -> httpx.Response:
    """A command that is done once, however often it is sent."""
    named = {"Idempotency-Key": str(uuid4())}
    return again(lambda: client.http.post(path, json=body, headers=named))


def is_sealed(spectator: Client, match: str) -> bool:
    """Whether the last step of a match is a seal."""
    view = again(lambda: spectator.http.get(f"/matches/{match}")).json()
    return bool(view["sealed_at_version"] == view["version"])
