"""Errors as `application/problem+json` (RFC 9457): one place that knows which exception is which problem.

Beside the standard members a problem has `code` (stable), `clause` (the rule that refuses, or null) and `facts` (what a
client needs to explain it); `detail` is a sentence in the caller's language.
"""

import logging
from collections.abc import Mapping
from typing import Any
from uuid import uuid4

import msgspec
from litestar import Request, Response
from litestar.exceptions import HTTPException, ValidationException
from litestar.types import ExceptionHandlersMap

from domain.kernel.catalogue import UnknownRules
from domain.kernel.codec import encode
from domain.kernel.refusal import Refusal
from domain.kernel.words import Labels, Language
from domain.match.decide import Stale
from infra.keys import SeedLost
from infra.pool import StoreUnavailable
from projections.reader import BadCursor, ProjectionsUnavailable
from service.languages import language_of
from service.messages import MESSAGES
from service.tables import KeyReused, NoSuchMatch, TooLate

log = logging.getLogger(__name__)


# The envelope's refusals that HTTP has a better word for than "unprocessable".
_STATUS = {
    "already-created": 409,
    "already-started": 409,
    "already-seated": 409,
    "seat-taken": 409,
    "already-left": 409,
    "not-running": 409,
    "cannot-fold": 409,
    "seed-lost": 409,
    "reserved": 403,
    "not-your-seat": 403,
    "not-the-creator": 403,
    "not-the-house": 403,
    "not-seated": 403,
}


class Problem(Exception):
    """An answer that is not a success. `code` has a message in `service/messages.py`."""

    def __init__(self, status: int, code: str, headers: Mapping[str, str] | None = None, /, **facts: object) -> None:
        super().__init__(status, code, facts)
        self.status, self.code, self.headers, self.facts = status, code, headers or {}, facts


class RuleRefusal(Exception):
    """A refusal together with the messages of the game that it may come from."""

    def __init__(self, refusal: Refusal, messages: Mapping[str, Labels]) -> None:
        super().__init__(refusal)
        self.refusal, self.messages = refusal, messages


def _answer(
    status: int,
    code: str,
    detail: str,
    facts: Mapping[str, object],
    clause: str | None = None,
    headers: Mapping[str, str] | None = None,
) -> Response[bytes]:
    """The response; facts also stand at the top level where api clients expect them (`version` of a conflict)."""
    body: dict[str, object] = {"type": f"urn:meeplog:problem:{code}", "title": code.replace("-", " "), "status": status}
    body |= {"detail": detail, "code": code, "clause": clause, "facts": facts}
    if "version" in facts:
        body["version"] = facts["version"]
    return Response(
        encode(body), status_code=status, media_type="application/problem+json", headers=dict(headers or {})
    )


def say(messages: Mapping[str, Labels], code: str, language: Language, facts: Mapping[str, object]) -> str:
    """The message of a code, filled with the facts; the bare code where there is none."""
    if code not in messages:
        return code
    listed = {
        name: ", ".join(map(str, fact)) if isinstance(fact, list | tuple) else fact for name, fact in facts.items()
    }
    return messages[code].say(language, **listed)


Any_ = Request[Any, Any, Any]


def _problem(request: Any_, error: Problem) -> Response[bytes]:
    detail = say(MESSAGES, error.code, language_of(request), error.facts)
    return _answer(error.status, error.code, detail, error.facts, headers=error.headers)


def _rule(request: Any_, error: RuleRefusal) -> Response[bytes]:
    refusal = error.refusal
    detail = say({**MESSAGES, **error.messages}, refusal.code, language_of(request), refusal.detail)
    status = 422 if refusal.clause else _STATUS.get(refusal.code, 422)
    return _answer(status, refusal.code, detail, refusal.detail, refusal.clause)


def _refusal(request: Any_, error: Refusal) -> Response[bytes]:
    return _rule(request, RuleRefusal(error, {}))


def _as(status: int, code: str, **headers: str) -> Any:
    """A handler for an exception that says all by its type; `retry_after` and the like become headers."""
    named = {name.replace("_", "-").title(): value for name, value in headers.items()}

    def handler(request: Any_, error: Exception) -> Response[bytes]:
        return _problem(request, Problem(status, code, named))

    return handler


def _stale(request: Any_, error: Stale) -> Response[bytes]:
    return _problem(request, Problem(409, "version-conflict", version=error.version))


def _unknown_rules(request: Any_, error: UnknownRules) -> Response[bytes]:
    return _problem(request, Problem(422, "unknown-game", what=str(error)))


def _validation(request: Any_, error: msgspec.DecodeError) -> Response[bytes]:
    return _problem(request, Problem(400, "malformed", why=str(error)))


def _too_deep(request: Any_, error: RecursionError) -> Response[bytes]:
    """Nothing of ours calls itself as deep as what a caller may send."""
    log.warning("nested too deep: %s", error)
    return _problem(request, Problem(400, "malformed", why="nested too deep"))


def _http(request: Any_, error: HTTPException) -> Response[bytes]:
    """What Litestar itself refuses: unknown paths, methods, bodies too large, parameters of the wrong type."""
    codes = {404: "no-such-path", 405: "method-not-allowed", 413: "too-large"}
    if error.status_code >= 500:
        return _unexpected(request, error)
    facts: dict[str, object] = {}
    if code := codes.get(error.status_code):
        facts = {"method": request.method, "path": request.url.path}
    else:
        code, facts = "malformed", {"why": _why(error)}
    return _problem(request, Problem(error.status_code, code, error.headers, **facts))


def _why(error: HTTPException) -> str:
    """Which parts of the request cannot be read, and why; "data" is the framework's name for the whole body."""
    if not isinstance(error, ValidationException) or not isinstance(error.extra, list):
        return str(error.detail)
    if any(each["message"] == "'data'" for each in error.extra):
        return "there is no body"
    named = [("" if each["key"] == "data" else f"{each['key'].rstrip('_')}: ", each["message"]) for each in error.extra]
    return "; ".join(name + message for name, message in named)


def _unexpected(_: Any_, error: Exception) -> Response[bytes]:
    """A fault of ours: the caller gets a number to quote, the log gets the rest."""
    number = uuid4()
    log.error("unexpected error %s", number, exc_info=error)
    return _answer(500, "unexpected", f"Unexpected error {number}", {"number": str(number)})


def problem_answer(request: Any_, error: Exception) -> Response[bytes]:
    """What an exception is answered with, for those who are not called by the framework."""
    handler = next(HANDLERS[kind] for kind in type(error).__mro__ if kind in HANDLERS)
    answer: Response[bytes] = handler(request, error)
    return answer


HANDLERS: ExceptionHandlersMap = {
    Problem: _problem,
    RuleRefusal: _rule,
    Refusal: _refusal,
    Stale: _stale,
    UnknownRules: _unknown_rules,
    NoSuchMatch: _as(404, "no-such-match"),
    SeedLost: _as(409, "seed-lost"),
    KeyReused: _as(422, "idempotency-key-reused"),
    TooLate: _as(422, "too-late"),
    StoreUnavailable: _as(503, "store-unavailable", retry_after="1"),
    ProjectionsUnavailable: _as(503, "lists-unavailable", retry_after="2"),
    BadCursor: _as(400, "bad-cursor"),
    msgspec.DecodeError: _validation,
    RecursionError: _too_deep,
    HTTPException: _http,
    Exception: _unexpected,
}
