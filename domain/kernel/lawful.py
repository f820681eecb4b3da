"""A listing of lawful commands too long to write out."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar, overload

C = TypeVar("C")


@dataclass(frozen=True, slots=True, eq=False)
class Lawful(Sequence[C], Generic[C]):
    """`length` commands in canonical order; `at` makes the one at an index, `holds` tells whether one is among them.

    Short listings are tuples; both are sequences, and nobody needs to know which it is.
    """

    length: int
    at: Callable[[int], C]
    holds: Callable[[C], bool]

    def __len__(self) -> int:
        return self.length

    @overload
    def __getitem__(self, index: int) -> C: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[C]: ...
    def __getitem__(self, index: int | slice) -> C | Sequence[C]:
        if isinstance(index, slice):
            return tuple(self.at(i) for i in range(*index.indices(self.length)))
        if not -self.length <= index < self.length:
            raise IndexError(index)
        return self.at(index % self.length)

    def __iter__(self) -> Iterator[C]:
        return map(self.at, range(self.length))

    def __contains__(self, command: object) -> bool:
        return self.holds(command)  # type: ignore[arg-type]
