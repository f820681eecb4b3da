"""Names in Redis. Everything derived lies under one prefix, in generations that stand beside each other.

A slot is what one script call may touch: all keys with the same `{tag}` lie on one node of a cluster. Each projection
has a slot of its own in each generation, match views one for each bucket:

<prefix>:<generation>:{b17}:…                        match views of bucket 17 (`views.py`)
<prefix>:<generation>:{lobby}:…                      public lists (`lobby.py`)
<prefix>:<generation>:{players}:…                    lists, turns and figures of each player (`players.py`)
<prefix>:<generation>:{index}:…                      backlinks, scoreboards there are, … (`index.py`)
<prefix>:<generation>:{scoreboard:aqualin:2026}:…    one scoreboard (`scoreboards.py`)
<prefix>:{b17}:frame:…                               replay frames, with a time to live, in no generation
<prefix>:{house}:active                              the generation that readers read
<prefix>:{house}:building                            the one that a rebuild fills; it lapses when the rebuild dies
<prefix>:{house}:leader                              the projector at work, of several; it lapses when that one dies
<prefix>:{house}:status                              what the projector says of itself
"""

from uuid import UUID

from msgspec import Struct

from domain.match.step import BUCKETS, bucket_of
from infra.settings import REDIS_PREFIX

Write = tuple[str | int, ...]
"""A Redis command and its arguments, all keys in one slot; or `RANK` or `BIRTH`, which only `apply.lua` knows. Never
bytes: the MessagePack that scripts read has none."""


class Slot(Struct, frozen=True):
    """The keys of one projection in one generation."""

    base: str

    def key(self, *names: str) -> str:
        return ":".join((self.base, *names))

    @property
    def at(self) -> str:
        """Hash bucket → position; the field `complete` once it had reached the heads of all buckets."""
        return self.key("at")

    @property
    def frozen(self) -> str:
        """While it is there nothing is applied: a new generation is about to take over."""
        return self.key("frozen")

    @property
    def matches(self) -> str:
        """Hash match id → what this projection holds of that match."""
        return self.key("matches")


class Keys(Struct, frozen=True):
    prefix: str = REDIS_PREFIX

    @property
    def commits(self) -> str:
        """The channel of news: messages are lines of `bucket match-id version`, published after commits."""
        return f"{self.prefix}:commits"

    @property
    def active(self) -> str:
        return f"{self.prefix}:{{house}}:active"

    @property
    def building(self) -> str:
        return f"{self.prefix}:{{house}}:building"

    @property
    def leader(self) -> str:
        return f"{self.prefix}:{{house}}:leader"

    @property
    def status(self) -> str:
        return f"{self.prefix}:{{house}}:status"

    def frame(self, match_id: UUID, name: str) -> str:
        return f"{self.prefix}:{{b{bucket_of(match_id)}}}:frame:{match_id.hex}:{name}"

    def views(self, generation: str, bucket: int) -> Slot:
        return self._slot(generation, f"b{bucket}")

    def lobby(self, generation: str) -> Slot:
        return self._slot(generation, "lobby")

    def players(self, generation: str) -> Slot:
        return self._slot(generation, "players")

    def index(self, generation: str) -> Slot:
        return self._slot(generation, "index")

    def scoreboard(self, generation: str, board: str) -> Slot:
        """`board` is `<game>:<season>`."""
        return self._slot(generation, f"scoreboard:{board}")

    def all_views(self, generation: str) -> list[Slot]:
        return [self.views(generation, bucket) for bucket in range(BUCKETS)]

    def _slot(self, generation: str, tag: str) -> Slot:
        return Slot(f"{self.prefix}:{generation}:{{{tag}}}")
