"""Totals and places."""

from domain.kernel.messages import Seat
from domain.kernel.score import Line, places, totals


def test_totals_are_sums_of_lines() -> None:
    lines = [Line(Seat(1), "XX-1", "shoal", 3), Line(Seat(0), "XX-1", "shoal", 1), Line(Seat(1), "XX-2", "empty", -5)]
    assert totals(lines, 3) == (1, -2, 0)


def test_equal_keys_share_a_place_and_the_next_is_left_out() -> None:
    assert places([7, 9, 7, 1]) == (2, 1, 2, 4)
    assert places([(1, 5), (1, 6), (0, 9)]) == (2, 1, 3)
