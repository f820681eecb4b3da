"""What is refused before it was read is read all the same, and thrown away.

An answer given before the whole body has come (too large, no such call) makes the server close the connection without
saying so, and the client's next request on it fails.
"""

from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, ReceiveMessage, Scope, Send

MOST_UNREAD = 1024 * 1024  # bytes; who sends more for nothing is cut off
BODILESS = ("GET", "HEAD", "OPTIONS")


def read_out(app: ASGIApp) -> ASGIApp:
    """The application, whose answers wait for the end of the request."""

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP or scope["method"] in BODILESS:
            await app(scope, receive, send)
            return
        allowed, more = MOST_UNREAD, True

        async def heard() -> ReceiveMessage:
            nonlocal allowed, more
            message = await receive()
            body = message["body"] if message["type"] == "http.request" else b""
            more = message["type"] == "http.request" and message["more_body"]
            allowed -= len(body)
            return message

        async def afterwards(message: Message) -> None:
            while more and allowed > 0:
                await heard()
            await send(message)

        await app(scope, heard, afterwards)

    return answer
