"""Commands past the framework, whose share of a request costs more than deciding a step and storing it.

It is the same call as `Play.command`, which documents it, and which still takes what is unusual: requests of pages from
elsewhere, and bodies that are too large or do not say how large they are.
"""

import re
from collections.abc import Mapping
from typing import Any, NamedTuple
from uuid import UUID

from litestar import Litestar, Request
from litestar.enums import ScopeType
from litestar.types import ASGIApp, Receive, Scope, Send

from service.http.answers import moment_body, version_headers
from service.http.numbers import whole
from service.http.play import play
from service.http.unread import read_out
from service.problems import problem_answer

MOST_BODY = 64 * 1024  # bytes; no command comes near it
_COMMANDS = re.compile("/api/v1/matches/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/commands")


class _Asked(NamedTuple):
    match_id: UUID
    headers: Mapping[str, str]
    length: int


def express(app: Litestar) -> ASGIApp:
    """The application with the short way to play a command."""
    long_way = read_out(app)

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        asked = _read(scope)
        if asked is None:
            await long_way(scope, receive, send)
        elif (body := await _body(receive, asked.length)) is not None:
            try:
                moment, seat = await play(app.state.context, asked, asked.match_id, body)
                written, headers = moment_body(asked, moment, seat), version_headers(moment.match.version)
            except Exception as error:
                request: Request[Any, Any, Any] = Request(scope, receive, send)
                await problem_answer(request, error).to_asgi_response(None, request)(scope, receive, send)
            else:
                await _send(send, written, headers)

    return answer


def _read(scope: Scope) -> _Asked | None:
    """None for what the framework is to see to."""
    if scope["type"] != ScopeType.HTTP or scope["method"] != "POST" or not (to := _COMMANDS.fullmatch(scope["path"])):
        return None
    headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
    length = whole(headers.get("content-length", ""))
    if "origin" in headers or length is None or length > MOST_BODY:
        return None
    return _Asked(UUID(to[1]), headers, length)


async def _body(receive: Receive, length: int) -> bytes | None:
    """As soon as it is whole: the message that says so comes a turn of the loop later. None: the client has left."""
    body = b""
    while len(body) < length:
        message = await receive()
        if message["type"] != "http.request":
            return None
        body += message["body"]
    return body


async def _send(send: Send, body: bytes, headers: Mapping[str, str]) -> None:
    fields = {"content-type": "application/json", "content-length": str(len(body)), **headers}
    encoded = [(name.lower().encode(), value.encode()) for name, value in fields.items()]
    await send({"type": "http.response.start", "status": 200, "headers": encoded})
    await send({"type": "http.response.body", "body": body, "more_body": False})
