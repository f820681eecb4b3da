"""The Lua scripts, sent whole with each call: Redis keeps them compiled, and a restarted one need not be told again."""

from collections.abc import Iterable, Mapping, Sequence
from importlib.resources import files

import msgspec
from redis.asyncio.client import Pipeline

from domain.match.step import BUCKETS
from projections.keys import Keys, Slot, Write

_APPLY, _BEGIN, _COMPLETE, _POSITIONS, _SWITCH, _PAGE, _TURNS, _RANKING = (
    (files("projections") / "lua" / f"{name}.lua").read_text()
    for name in ("apply", "begin", "complete", "positions", "switch", "page", "turns", "ranking")
)

Move = tuple[int, int, int, Sequence[Write]]
"""(bucket, from, to, writes)"""


def apply(pipe: Pipeline, slot: Slot, moves: Iterable[Move]) -> None:
    """Answers where each bucket stands afterwards; None when the generation is frozen."""
    pipe.eval(_APPLY, 2, slot.at, slot.frozen, msgspec.msgpack.encode(list(moves)))


def mark_complete(pipe: Pipeline, slot: Slot, heads: Mapping[int, int]) -> None:
    """Answers 1 if the projection stands at these heads or beyond."""
    pipe.eval(_COMPLETE, 1, slot.at, msgspec.msgpack.encode(list(heads.items())))


def begin(pipe: Pipeline, slot: Slot, birth: bytes) -> None:
    """Begins at positions as `positions` answers them, unless the generation is frozen. Answers like `positions`."""
    pipe.eval(_BEGIN, 2, slot.at, slot.frozen, birth, BUCKETS)


def positions(pipe: Pipeline, slot: Slot) -> None:
    pipe.eval(_POSITIONS, 1, slot.at)


def read_positions(answer: bytes) -> tuple[dict[int, int], bool]:
    """What `positions` or `begin` answered: bucket → position, and whether the projection is marked complete."""
    flat = msgspec.msgpack.decode(answer, type=list[str])
    fields = dict(zip(flat[::2], flat[1::2], strict=True))
    complete = fields.pop("complete", None) is not None
    return {int(bucket): int(position) for bucket, position in fields.items()}, complete


def switch(pipe: Pipeline, keys: Keys, generation: str) -> None:
    """Answers 1 if readers now read this generation, 0 if its rebuild has lost the claim."""
    pipe.eval(_SWITCH, 2, keys.active, keys.building, generation)


def page(pipe: Pipeline, slot: Slot, list_: str, after: str | None, limit: int) -> None:
    """Answers [complete, members, summaries]."""
    pipe.eval(_PAGE, 3, slot.at, list_, slot.matches, _bound(after), limit)


def turns(pipe: Pipeline, slot: Slot, turns_: str, limit: int) -> None:
    """Answers [complete, summaries]."""
    pipe.eval(_TURNS, 3, slot.at, turns_, slot.matches, limit)


def ranking(pipe: Pipeline, slot: Slot, after: str | None, limit: int) -> None:
    """Answers [complete, members, names, matches played, how many come before the first, how many of them are better].

    Those before the first that are not better are tied with it.
    """
    keys = slot.at, slot.key("ranking"), slot.key("names"), slot.key("played")
    pipe.eval(_RANKING, 4, *keys, _bound(after), limit)


def _bound(after: str | None) -> str:
    return f"({after}" if after else "+"
