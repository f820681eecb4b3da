"""Chance: a draw is decided when it happens, from the match key, its purpose and its number. Draw scheme 1."""

import hmac
import struct
from collections.abc import Mapping, Sequence
from types import TracebackType
from typing import Self, TypeVar

from domain.kernel.refusal import Refusal

T = TypeVar("T")
_RANGE = 1 << 64
_TAIL = struct.Struct(">QI")


def length_prefixed(text: bytes) -> bytes:
    """Its length as two big-endian bytes, then the text: so that no two lists of texts read alike."""
    return len(text).to_bytes(2, "big") + text


class RefusedAfterDraw(RuntimeError):
    """A rule refused after it had drawn, and so told what was drawn: a fault of the rule, not of the seat."""


class Chance:
    """The draws of one command. Counters count per purpose and go on from those of the match.

    Draw `n` of a purpose is the first 8 bytes of HMAC-SHA256(key, length-prefixed purpose ‖ uint64 n ‖ uint32 retry)
    as a big-endian number, modulo the number of outcomes; numbers that would favour some outcomes are drawn again.

    As a context manager it turns a refusal that follows a draw into `RefusedAfterDraw`.
    """

    def __init__(self, key: bytes, counters: Mapping[str, int]) -> None:
        self._key = key
        self._before = counters
        self._counters: dict[str, int] | None = None  # copied by the first draw only: most commands draw nothing
        self.draws: list[tuple[str, int]] = []

    @property
    def counters(self) -> Mapping[str, int]:
        return self._before if self._counters is None else self._counters

    def below(self, outcomes: int, purpose: str) -> int:
        """A uniform number from 0 to `outcomes` - 1."""
        if not 1 <= outcomes <= _RANGE or purpose == "blind":  # the nonces of sealed parts have that name
            raise ValueError(f"cannot draw one of {outcomes} for {purpose!r}")
        if self._counters is None:
            self._counters = dict(self._before)
        counter = self._counters.get(purpose, 0)
        self._counters[purpose] = counter + 1
        self.draws.append((purpose, counter))
        label = length_prefixed(purpose.encode())
        fair = _RANGE - _RANGE % outcomes
        retry = 0
        while True:
            digest = hmac.digest(self._key, label + _TAIL.pack(counter, retry), "sha256")
            number = int.from_bytes(digest[:8], "big")
            if number < fair:
                return number % outcomes
            retry += 1

    def choose(self, items: Sequence[T], purpose: str) -> T:
        return items[self.below(len(items), purpose)]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, _: type[BaseException] | None, error: BaseException | None, __: TracebackType | None) -> None:
        if isinstance(error, Refusal) and self.draws:
            raise RefusedAfterDraw(f"{error.code} ({error.clause}) after {self.draws}") from error
