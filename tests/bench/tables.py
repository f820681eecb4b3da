"""Matches to be played under load: made over HTTP, and played out here to know every command beforehand."""

import asyncio
import hashlib
import random
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from itertools import zip_longest
from typing import NamedTuple
from uuid import UUID

import msgspec
from msgspec import Raw, Struct

from domain.kernel.catalogue import Catalogue
from domain.players.random import play_random
from domain.record.playout import playout
from tests.bench.client import HEADER_END, Connection, request

GAME, SEATS = "aqualin", 2
BEFORE = 1 + SEATS + 1  # steps before the play: created, everybody seated, started
SALTS = ("salt of the first", "salt of the second")
MAKERS = 16  # connections over which matches are made


class Player(NamedTuple):
    id: UUID
    token: str


class Table(NamedTuple):
    """A started match, and every command of its play as the bytes of a request."""

    id: UUID
    tokens: Sequence[str]
    commands: list[bytes]

    @property
    def first(self) -> int:
        """The version that the first of the commands leads to."""
        return BEFORE + 1


class _Opened(Struct):
    command: Raw


_command_of = msgspec.json.Decoder(_Opened).decode
_keys = random.Random(1)


async def make_players(url: str, count: int) -> list[Player]:
    connection = await Connection.open(url)
    made = [await connection.post("/api/v1/players", {"name": f"Player {n}"}, None, 201) for n in range(count)]
    connection.close()
    return [Player(UUID(player["player_id"]), player["token"]) for player in made]


async def make_tables(url: str, catalogue: Catalogue, players: Sequence[Player], numbers: range) -> list[Table]:
    """Started matches of Aqualin; of the same numbers and players anywhere come the same commands, ids apart."""

    async with _connections(url) as free:
        made = await asyncio.gather(*(_make(free, players, number) for number in numbers))
    return [_play(catalogue, id_, tokens, number) for number, (id_, tokens) in zip(numbers, made, strict=True)]


@asynccontextmanager
async def _connections(url: str) -> AsyncIterator["asyncio.Queue[Connection]"]:
    free: asyncio.Queue[Connection] = asyncio.Queue()
    for _ in range(MAKERS):
        free.put_nowait(await Connection.open(url))
    yield free
    while not free.empty():
        free.get_nowait().close()


async def _make(
    free: "asyncio.Queue[Connection]", players: Sequence[Player], number: int
) -> tuple[UUID, tuple[str, ...]]:
    sitters = tuple(players[(number * SEATS + seat) % len(players)].token for seat in range(SEATS))
    connection = await free.get()
    wanted = {"game": GAME, "seats": SEATS, "seed": seed_of(number).hex()}
    match = (await connection.post("/api/v1/matches", wanted, sitters[0], 201))["match_id"]
    for seat, token in enumerate(sitters):
        await connection.post(f"/api/v1/matches/{match}/seats", {"seat": seat, "salt": SALTS[seat]}, token, 201)
    await connection.post(f"/api/v1/matches/{match}/start", None, sitters[0], 200)
    free.put_nowait(connection)
    return UUID(match), sitters


def seed_of(number: int) -> bytes:
    return hashlib.sha256(b"bench %d" % number).digest()


def _play(catalogue: Catalogue, id_: UUID, tokens: Sequence[str], number: int) -> Table:
    """The play-out has made-up players; but draws, and so the play, hang on seed, match and salts alone."""
    rules = catalogue.newest(GAME)
    steps = playout(catalogue, rules, SEATS, {}, seed_of(number), [play_random] * SEATS, match_id=id_, salts=SALTS)
    commands = []
    for step, match in steps:
        seat = match.seat_of(step.actor)
        if step.version > BEFORE and seat is not None:
            body = bytes(_command_of(step.open).command)
            commands.append(play_request(id_, tokens[seat], step.version - 1, body))
    return Table(id_, tokens, commands)


def play_request(match: UUID, token: str, version: int, command: bytes) -> bytes:
    key = str(UUID(int=_keys.getrandbits(128)))
    return request(
        "POST", f"/api/v1/matches/{match}/commands", token, command, If_Match=f'"{version}"', Idempotency_Key=key
    )


def body_of(play: bytes) -> bytes:
    return play.split(HEADER_END, 1)[1]


def in_turn(tables: Sequence[Table], at_once: int) -> Iterator[bytes]:
    """The commands of all, match after match in turn, so many matches at once.

    They are far more than the connections. So before the next command of a match is sent, those of all other matches
    are, and most of these are answered: it comes long after the last one, even if that had to wait for the database
    while others had not, as one does whose token is looked up again.
    """
    for start in range(0, len(tables), at_once):
        for turn in zip_longest(*(table.commands for table in tables[start : start + at_once])):
            yield from (command for command in turn if command is not None)
