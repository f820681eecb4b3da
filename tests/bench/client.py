"""A client that costs next to nothing, for what is timed by the client: one HTTP/1.1 connection, kept open."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any, Self
from urllib.parse import urlsplit

import msgspec

from tests.bench.plan import PATIENCE

HEADER_END = b"\r\n\r\n"


class Unexpected(RuntimeError):
    """An answer with another status than the one that was counted on."""


class Connection:
    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer

    @classmethod
    async def open(cls, url: str) -> Self:
        parts = urlsplit(url)
        return cls(*await asyncio.open_connection(parts.hostname, parts.port))

    def close(self) -> None:
        self._writer.close()

    async def ask(self, request: bytes, status: int = 200) -> bytes:
        """The body of the answer. Raises `Unexpected` for another status."""
        self._writer.write(request)
        async with asyncio.timeout(PATIENCE):
            head = await self._reader.readuntil(HEADER_END)
            fields = dict(line.lower().split(b": ", 1) for line in head.rstrip().split(b"\r\n")[1:])
            body = await self._reader.readexactly(int(fields.get(b"content-length", 0)))
        if int(head[9:12]) != status:
            raise Unexpected(f"{int(head[9:12])} instead of {status} for {request[:60]!r}: {body[:500].decode()}")
        return body

    async def post(self, path: str, body: object, token: str | None, status: int) -> Any:
        return msgspec.json.decode(await self.ask(request("POST", path, token, msgspec.json.encode(body)), status))

    async def events(self, path: str, token: str | None) -> AsyncIterator[int]:
        """The ids of server-sent events, as they arrive."""
        self._writer.write(request("GET", path, token))
        await self._reader.readuntil(HEADER_END)
        async for line in self._reader:
            if line.startswith(b"id: "):
                yield int(line[4:])


def request(method: str, path: str, token: str | None = None, body: bytes = b"", **headers: str) -> bytes:
    """The bytes of a request; `_` in the name of a header stands for a hyphen."""
    fields = {"Host": "127.0.0.1", **{name.replace("_", "-"): value for name, value in headers.items()}}
    if token:
        fields["Authorization"] = f"Bearer {token}"
    if method == "POST":
        fields |= {"Content-Type": "application/json", "Content-Length": str(len(body))}
    lines = "".join(f"{name}: {value}\r\n" for name, value in fields.items())
    return f"{method} {path} HTTP/1.1\r\n{lines}\r\n".encode() + body
