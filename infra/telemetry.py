"""What is counted and timed, as Prometheus reads it. Other rooms add their own metrics with the same library."""

from prometheus_client import REGISTRY, Counter, Histogram, generate_latest

FLUSHES = Counter("meeplog_store_flushes", "Calls of the append function")
STEPS = Counter("meeplog_store_steps", "Drafts given to the append function, by outcome", ["outcome"])
FLUSH_SECONDS = Histogram(
    "meeplog_store_flush_seconds",
    "Time of one call of the append function",
    buckets=(0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 1, 5),
)
STORE_FAILURES = Counter("meeplog_store_failures", "Times the database was away or did not answer in time", ["pool"])


def exposition() -> bytes:
    """All metrics of this process in the text format of Prometheus."""
    return generate_latest(REGISTRY)
