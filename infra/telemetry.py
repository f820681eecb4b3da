"""What is counted and timed, as Prometheus reads it. Other rooms add their own metrics with the same library."""

import os
from collections.abc import Iterable
from itertools import chain

from prometheus_client import REGISTRY, CollectorRegistry, Counter, Histogram, Metric, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

TOGETHER = "PROMETHEUS_MULTIPROC_DIR"  # names the directory in which processes keep their counts for each other

FLUSHES = Counter("meeplog_store_flushes", "Calls of the append function")
STEPS = Counter("meeplog_store_steps", "Drafts given to the append function, by outcome", ["outcome"])
FLUSH_SECONDS = Histogram(
    "meeplog_store_flush_seconds",
    "Time of one call of the append function",
    buckets=(0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 1, 5),
)
STORE_FAILURES = Counter("meeplog_store_failures", "Times the database was away or did not answer in time", ["pool"])


class _Collected(Collector):
    def __init__(self, *parts: Iterable[Metric]) -> None:
        self._parts = parts

    def collect(self) -> Iterable[Metric]:
        return chain(*self._parts)


def exposition(more: Iterable[Metric] = ()) -> bytes:
    """All metrics in the text format of Prometheus: of this process, or of all that count together, and `more`."""
    counted: Collector = REGISTRY
    if TOGETHER in os.environ:
        counted = MultiProcessCollector(CollectorRegistry())  # type: ignore[no-untyped-call]
    return generate_latest(_Collected(counted.collect(), more))
