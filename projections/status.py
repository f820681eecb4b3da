"""What the projector says of itself, for the metrics: it writes its status into Redis, whoever serves reads it."""

import math
import time
from collections.abc import Iterable, Iterator
from uuid import UUID

import msgspec
from msgspec import Struct
from prometheus_client import Metric
from prometheus_client.metrics_core import GaugeMetricFamily
from redis.asyncio import Redis

from domain.kernel.codec import encode
from projections.connection import answer
from projections.keys import Keys
from projections.standing import Standing

REPORT_SECONDS = 0.5
MOST_NAMED = 100  # matches in quarantine that metrics name: when all are there, a number says as much


class Status(Struct, frozen=True):
    """`at` is in seconds since 1970, by the projector's clock."""

    at: float
    steps: int
    lag: int
    stalled_seconds: float
    quarantined: int


read_status = msgspec.json.Decoder(Status).decode


class Progress:
    """Counts what a projector does, and reports it."""

    def __init__(self) -> None:
        self.steps = self.heads = self.lag = 0
        self._moved_at, self._reported_at = time.monotonic(), 0.0

    def applied(self, steps: int) -> None:
        self.steps += steps
        self._moved_at = time.monotonic()

    @property
    def stalled_seconds(self) -> float:
        return time.monotonic() - self._moved_at if self.lag else 0.0

    @property
    def report_is_due(self) -> bool:
        return time.monotonic() - self._reported_at > REPORT_SECONDS

    async def report(self, redis: Redis, keys: Keys, standing: Standing) -> None:
        """Raises RedisError."""
        self._reported_at = now = time.monotonic()
        self.lag = max(0, self.heads - standing.steps())
        if not self.lag:
            self._moved_at = now
        quarantined = await answer(redis.hlen(standing.index.matches))
        status = Status(time.time(), self.steps, self.lag, self.stalled_seconds, quarantined)
        await answer(redis.set(keys.status, encode(status)))


def metrics(status: Status | None, quarantine: Iterable[UUID] = ()) -> Iterator[Metric]:
    """A projector that has said nothing was last heard of infinitely long ago."""
    named = GaugeMetricFamily(
        "meeplog_projector_quarantined_match", "1 for each match that cannot be projected", labels=["match"]
    )
    for match_id in sorted(quarantine)[:MOST_NAMED]:
        named.add_metric([str(match_id)], 1)
    yield named
    age = time.time() - status.at if status else math.inf
    yield _gauge("status_age_seconds", "Seconds since the projector last said anything", age)
    if status:
        yield _gauge("steps", "Steps applied by the projector since it started", status.steps)
        yield _gauge("lag_steps", "Steps in the log that are not in the projections yet", status.lag)
        yield _gauge("stalled_seconds", "Seconds without progress while behind", status.stalled_seconds)
        yield _gauge("quarantined", "Matches that cannot be projected", status.quarantined)


def _gauge(name: str, help_: str, value: float) -> Metric:
    return GaugeMetricFamily(f"meeplog_projector_{name}", help_, value)
