"""A listing by its length, what stands at an index, and what it holds."""

import pytest

from domain.kernel.lawful import Lawful

EVEN = Lawful(5, lambda index: 2 * index, lambda number: number in range(0, 10, 2))


def test_it_is_a_sequence() -> None:
    assert list(EVEN) == [0, 2, 4, 6, 8]
    assert (len(EVEN), EVEN[0], EVEN[4], EVEN[-1], EVEN[-5]) == (5, 0, 8, 8, 0)
    assert (EVEN[1:3], EVEN[::-2], EVEN[7:]) == ((2, 4), (8, 4, 0), ())
    assert 6 in EVEN
    assert 7 not in EVEN
    assert list(reversed(EVEN)) == [8, 6, 4, 2, 0]


@pytest.mark.parametrize("index", [5, -6])
def test_beyond_its_ends_there_is_nothing(index: int) -> None:
    with pytest.raises(IndexError):
        EVEN[index]
