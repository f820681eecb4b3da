"""All that a reader is shown of a match, so that it can be compared with what another match shows, or searched."""

import json
import logging
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from contextlib import ExitStack
from typing import Any, NamedTuple
from uuid import UUID

import httpx
import redis
from httpx_sse import ServerSentEvent
from litestar.types import ASGIApp

from domain.kernel.messages import Audience, Seat
from service.tables import Tables
from tests.service.client import Client, eventually
from tests.service.server import Server
from tests.service.test_stream import events

READS = ("", "/legal", "/stream", "/replay", "/replay/{step}", "/score", "/record", "/rematch")
"""The ways to read one match. A `Reader` goes them all."""

# What is another in every match: hashes, nonces, seeds, salts, signatures; times; ids of commands; places in Redis.
_MASKS = (
    (re.compile(r"\b(?:[0-9a-f]{128}|[0-9a-f]{64}|[0-9a-f]{32})\b"), "<digits>"),
    (re.compile(r"\b1\d{15}\b"), "<time>"),
    (re.compile(r'"command_id":"[0-9a-f-]{36}"'), '"command_id":"<id>"'),
    (re.compile(r"\b[0-9a-f]{16}<match>"), "<time><match>"),
    (re.compile(r"\{b\d+\}"), "<bucket>"),
)
# In log lines besides: times, all other ids, ports, addresses in memory.
_LOG_MASKS = (
    (re.compile(r"\b\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d(?:[.,]\d+)?"), "<time>"),
    (re.compile(r"\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b"), "<id>"),
    (re.compile(r"(127\.0\.0\.1\W{1,4})\d+"), r"\1<port>"),
    (re.compile(r"\b0x[0-9a-f]+\b"), "<address>"),
)


def masked(text: str, match: str) -> str:
    text = text.replace(match, "<match>").replace(UUID(match).hex, "<match>")
    for pattern, mask in _MASKS:
        text = pattern.sub(mask, text)
    return text


def unpaired(lines: Counter[str], matches: Collection[str]) -> list[str]:
    """Which of the lines that were logged of two matches, with masks, are not about both. Not every line names its
    match; but one that has its like is there an even number of times."""
    found = Counter[str]()
    for line, times in lines.items():
        for match in matches:
            line = masked(line, match)
        for pattern, mask in _LOG_MASKS:
            line = pattern.sub(mask, line)
        found[line] += times
    return [line for line, times in found.items() if times % 2]


def talkative() -> ASGIApp:
    """The application, but with a leak: it logs the events of each step."""
    from service.app import create_app  # what it imports warns, which is an error in a test

    committed: Any = Tables._committed

    def and_logged(self: Tables, table: Any, command: Any, decision: Any, outcome: Any) -> Any:
        logging.getLogger(__name__).info("%s", decision.events)
        return committed(self, table, command, decision, outcome)

    Tables._committed = and_logged  # type: ignore[method-assign]
    return create_app()


class Shown(NamedTuple):
    """What was asked, and what was answered, with masks."""

    asked: str
    status: int
    headers: list[tuple[str, str]]
    body: str


def shown(answer: httpx.Response, match: str) -> Shown:
    asked = f"{answer.request.method} {answer.request.url}"
    headers = [(name, masked(value, match)) for name, value in sorted(answer.headers.items()) if name != "date"]
    return Shown(masked(asked, match), answer.status_code, headers, masked(answer.text, match))


class Reader:
    """A client that looks at one match. `raw` keeps all that it was shown, without masks."""

    def __init__(self, client: Client, match: str, streams: ExitStack) -> None:
        self.client, self.match = client, match
        self.raw: list[str] = []
        self._live = streams.enter_context(events(client, match))
        next(self._live)  # the newest

    def ask(self, what: str, method: str = "GET", **options: Any) -> Shown:
        answer = self.client.http.request(method, f"/matches/{self.match}{what}", **options)
        self.raw += [str(answer.headers), answer.text]
        return shown(answer, self.match)

    def live(self) -> Iterator[Shown]:
        """The next event of the stream."""
        yield self._heard(next(self._live))

    def streamed(self, version: int) -> Iterator[Shown]:
        """All events up to a version, of a new stream."""
        with events(self.client, self.match, 0) as stream:
            for _ in range(version):
                yield self._heard(next(stream))

    def _heard(self, event: ServerSentEvent) -> Shown:
        self.raw.append(event.data)
        return Shown(f"event {event.id}", 200, [], masked(f"{event.event} {event.data}", self.match))

    def now(self) -> Iterator[Shown]:
        yield self.ask("")
        yield self.ask("/legal")

    def more(self, version: int) -> Iterator[Shown]:
        """The same in other ways."""
        yield self.ask("?as=spectator")
        yield self.ask(f"?min_version={version}")
        yield self.ask("", headers={"If-None-Match": f'"{version}"'})
        yield self.ask("/legal?contains=White")

    def history(self, steps: Iterable[int], language: str = "en") -> Iterator[Shown]:
        looks = ["/replay", "/score", "/rematch"]
        looks += [what for step in steps for what in (f"/replay/{step}", f"/replay/{step}.svg", f"/score?step={step}")]
        for what in looks:
            yield self.ask(what, headers={"Accept-Language": language})

    def record(self) -> Iterator[Shown]:
        yield self.ask("/record")

    def lists(self, player: str, version: int) -> Iterator[Shown]:
        """What the lists about a player show of the match, once they know of this version."""

        def entry(path: str) -> Any:
            answer = self.client.http.get(path)
            found = [listed for listed in answer.json().get("matches", ()) if listed["match_id"] == self.match]
            self.raw.append(json.dumps(found))
            return answer.status_code, found

        paths = (f"/matches?player={player}", f"/players/{player}", "/players/me/turns")
        eventually(lambda: entry(paths[0])[1], lambda found: bool(found) and found[0]["version"] == version)
        for path in paths:
            status, found = entry(path)
            yield Shown(path, status, [], masked(json.dumps(found), self.match))

    def errors(self, version: int) -> Iterator[Shown]:
        """What nobody may do to a running match, and what there is not."""
        for what in ("", f"/{version}", f"/{version}.svg"):
            yield self.ask(f"/replay{what}?reveal=1")
        for what in ("/replay/0", f"/replay/{version + 1}", "/score?step=x", "/legal?cursor=1-0", "/nothing"):
            yield self.ask(what)
        yield self.ask("/stream", headers={"Last-Event-ID": "x"})
        yield self.ask("/seats", "POST", json={})
        yield self.ask("/close", "POST", json={"reason": "because"})
        yield self.ask("/start", "POST")
        yield self.ask("/rematch", "POST")
        yield self.ask("", "DELETE")
        yield self.ask("/seats/0", "DELETE")


class Kept(NamedTuple):
    """Something in Redis: a field of a hash, a member, or a whole value."""

    key: str
    field: str
    value: str

    @property
    def audience(self) -> Audience:
        """Whom it is for: frames are kept for each audience, everything else for all."""
        name = self.key.split(".")[1] if ":frame:" in self.key else ""
        return Seat(int(name)) if name.isdecimal() else "spectator"

    @property
    def is_private(self) -> bool:
        """The parts of a view that are for one seat each, in their order."""
        return ":view:" in self.key and self.field == "private"


def in_redis(server: Server, match: str, version: int) -> list[Kept]:
    """What the projector keeps of a match, once it has come to this version, and frames."""
    hex_id, prefix = UUID(match).hex, server.environment["MEEPLOG_REDIS_PREFIX"]
    url = server.environment["MEEPLOG_REDIS_URL"]
    with redis.Redis.from_url(url, decode_responses=True, encoding="latin-1") as client:  # not all is text
        [view] = eventually(lambda: set(client.scan_iter(f"{prefix}*:view:{hex_id}", count=10_000)), bool)
        eventually(lambda: client.hget(view, "version"), lambda seen: seen == str(version))
        return [
            Kept(key, *entry)
            for key in set(client.scan_iter(f"{prefix}*", count=10_000))  # it may name one twice
            if hex_id in key or not re.search(":(view|frame):", key)
            for entry in _entries(client, key)
            if any(id_ in text for id_ in (match, hex_id) for text in (key, *entry))
        ]


def shown_in_redis(server: Server, match: str, version: int, whose: Collection[Audience]) -> list[Kept]:
    """The same with masks, and without the parts of seats that are not among `whose`."""
    shown = []
    for kept in in_redis(server, match, version):
        if kept.is_private:
            parts = json.loads(kept.value)
            kept = kept._replace(value=str([part for seat, part in enumerate(parts) if seat in whose]))
        if kept.audience in whose:
            shown.append(Kept(*(masked(text, match) for text in kept)))
    return sorted(shown)


def _entries(client: Any, key: str) -> Iterable[tuple[str, str]]:
    match client.type(key):
        case "hash":
            return list(client.hgetall(key).items())
        case "zset":
            return [(member, "") for member in client.zrange(key, 0, -1)]
        case "set":
            return [(member, "") for member in client.smembers(key)]
        case "string":
            return [("", client.get(key) or "")]
        case "none":  # its time was over
            return []
        case other:
            raise AssertionError(f"{key} is a {other}")
