"""Where the projections of one generation stand: for each slot, bucket → position, as Redis last said."""

from collections.abc import Iterable, Mapping
from typing import Any
from uuid import uuid4

from redis.asyncio import Redis

from domain.match.step import BUCKETS
from projections import scripts
from projections.connection import answer
from projections.index import births_key
from projections.keys import Keys, Slot

KEYS_AT_ONCE = 500
PARTS = 8  # that views are looked at in, while nothing seems to happen to them


class Standing:
    """Positions are Redis's to say: they are read anew at every poll, so what it loses is noticed and done again."""

    def __init__(self, redis: Redis, keys: Keys, generation: str) -> None:
        self._redis, self._keys, self.generation = redis, keys, generation
        self.views = keys.all_views(generation)
        self.lobby, self.players, self.index = keys.lobby(generation), keys.players(generation), keys.index(generation)
        self.boards: dict[str, Slot] = {}
        self.at: dict[Slot, dict[int, int]] = {slot: {} for slot in (*self.views, *self.lists)}
        self._complete: set[Slot] = set()
        self._looks = 0

    @property
    def lists(self) -> list[Slot]:
        """The projections that all buckets write to."""
        return [self.lobby, self.players, self.index, *self.boards.values()]

    def slots(self, bucket: int) -> list[Slot]:
        return [self.views[bucket], *self.lists]

    def position(self, bucket: int) -> int:
        """Of the projection of this bucket that is furthest behind."""
        return min(self.at[slot].get(bucket, 0) for slot in self.slots(bucket))

    def furthest_behind(self, bucket: int) -> tuple[list[Slot], int, int | None]:
        """The projections that are, their position, and that of the next one (None: all stand together).

        A projection that lost something, or has just begun, catches up alone until it stands with the others.
        """
        positions = {slot: self.at[slot].get(bucket, 0) for slot in self.slots(bucket)}
        last = min(positions.values())
        ahead = min((position for position in positions.values() if position > last), default=None)
        return [slot for slot, position in positions.items() if position == last], last, ahead

    def beyond(self, heads: Mapping[int, int]) -> bool:
        """Whether something was applied that the log does not hold."""
        return any(at.get(bucket, 0) > head for at in self.at.values() for bucket, head in heads.items())

    def steps(self) -> int:
        """How many steps all projections have applied."""
        return sum(self.position(bucket) for bucket in range(BUCKETS))

    async def load(self, everything: bool = True) -> None:
        """Reads the positions of all views, or only of one in eight, in turn, and of all lists. Raises RedisError."""
        self._looks += 1
        pipe = self._redis.pipeline(transaction=False)
        slots = [*(self.views if everything else self.views[self._looks % PARTS :: PARTS]), *self.lists]
        for slot in slots:
            scripts.positions(pipe, slot)
        self._read(slots, await answer(pipe.execute()))
        await self.load_boards()

    async def load_boards(self) -> None:
        """Learns which scoreboards there are; one that is new, or that Redis lost, begins where it was first heard of.

        Raises RedisError.
        """
        births: dict[Any, Any] = await answer(self._redis.hgetall(births_key(self.index)))
        boards = {board.decode(): self._keys.scoreboard(self.generation, board.decode()) for board in births}
        pipe = self._redis.pipeline(transaction=False)
        begun = [board for board, slot in boards.items() if len(self.at.get(slot, ())) < BUCKETS]
        for board in begun:
            scripts.begin(pipe, boards[board], births[board.encode()])
        answers = await answer(pipe.execute()) if begun else []
        self._read([boards[board] for board in begun], answers)
        self.boards = boards

    def _read(self, slots: Iterable[Slot], answers: Iterable[bytes]) -> None:
        for slot, packed in zip(slots, answers, strict=True):
            self.at[slot], complete = scripts.read_positions(packed)
            (self._complete.add if complete else self._complete.discard)(slot)

    async def mark_complete(self, heads: Mapping[int, int]) -> None:
        """Marks the lists that have reached these heads. Raises RedisError."""
        pipe = self._redis.pipeline(transaction=False)
        for slot in self.lists:
            if slot not in self._complete and all(self.at[slot].get(bucket, 0) >= heads[bucket] for bucket in heads):
                scripts.mark_complete(pipe, slot, heads)
        if len(pipe):
            await answer(pipe.execute())


def new_generation() -> str:
    return uuid4().hex[:8]


async def active_generation(redis: Redis, keys: Keys) -> str | None:
    """The generation that readers read; None when Redis is empty. Raises RedisError."""
    active = await answer(redis.get(keys.active))
    return active.decode() if isinstance(active, bytes) else active


async def remove_dead(redis: Redis, keys: Keys) -> None:
    """Removes every generation that is neither active nor being built. What is frozen stays so until it lapses.

    Raises RedisError.
    """
    seen: list[bytes] = []
    async for key in redis.scan_iter(f"{keys.prefix}:????????:{{*", count=KEYS_AT_ONCE):
        if not key.endswith(b":frozen"):
            seen.append(key)
        if len(seen) >= KEYS_AT_ONCE:
            await _remove_dead(redis, keys, seen)
            seen.clear()
    await _remove_dead(redis, keys, seen)


async def _remove_dead(redis: Redis, keys: Keys, seen: Iterable[bytes]) -> None:
    """Which generations live is asked after the keys were seen: one is active or being built before it has any. When
    none is active, as after a loss, nothing is removed."""
    named: list[Any] = await answer(redis.mget(keys.active, keys.building))
    living = tuple(f"{keys.prefix}:{name.decode()}:".encode() for name in named if name)
    pipe = redis.pipeline(transaction=False)
    for key in seen:
        if named[0] and not key.startswith(living):
            pipe.unlink(key)
    await answer(pipe.execute())
