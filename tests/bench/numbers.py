"""Percentiles and rates, rounded to what they are worth."""

import time
from collections.abc import Callable, Sequence

Spread = dict[str, float]


def spread(seconds: Sequence[float]) -> Spread:
    """The median and the 99th percentile of times, in milliseconds."""
    ordered = sorted(seconds)
    return {"p50": rounded(1000 * _at(ordered, 0.50)), "p99": rounded(1000 * _at(ordered, 0.99))}


def _at(ordered: Sequence[float], share: float) -> float:
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def rate(work: Callable[[], int], seconds: float) -> float:
    """Units a second, where one call of `work` returns how many units it did; it is called until the time is over."""
    done, began = 0, time.perf_counter()
    while (passed := time.perf_counter() - began) < seconds:
        done += work()
    return rounded(done / passed)


def rounded(value: float) -> float:
    """Four significant digits."""
    return float(f"{value:.4g}")
