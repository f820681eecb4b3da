"""For operators: is the process alive, can it serve, what has it counted."""

from typing import Any

from litestar import Controller, Request, Response, get, route
from prometheus_client import Gauge
from redis.exceptions import RedisError

from infra import telemetry
from infra.pool import StoreUnavailable
from projections.connection import answer
from projections.reader import ProjectionsUnavailable
from projections.status import metrics as projector_metrics
from service.context import context_of
from service.http.answers import GET_OR_HEAD, json_answer

Asked = Request[Any, Any, Any]

STARTED = Gauge(
    "meeplog_http_started_seconds", "When a process that serves HTTP started, since 1970", multiprocess_mode="all"
)


class Health(Controller):
    tags = ("health",)

    @route("/health/live", http_method=GET_OR_HEAD, summary="The process answers")
    async def live(self) -> Response[bytes]:
        return json_answer({"status": "live"})

    @route("/health/ready", http_method=GET_OR_HEAD, summary="What the process needs is there")
    async def ready(self, request: Asked) -> Response[bytes]:
        """503 without the database. Without Redis it serves on, and says that lists are missing."""
        context = context_of(request)
        parts = {"database": "up", "redis": "up"}
        try:
            await context.store.heads(())
        except StoreUnavailable:
            parts["database"] = "down"
        try:
            await answer(context.redis.ping())
        except (RedisError, OSError):
            parts["redis"] = "down"
        ready = parts["database"] == "up"
        return json_answer({"status": "ready" if ready else "not ready", **parts}, 200 if ready else 503)

    @get("/metrics", summary="Metrics in the format of Prometheus")
    async def metrics(self, request: Asked) -> Response[bytes]:
        reader = context_of(request).reader
        try:
            projector = projector_metrics(await reader.status(), await reader.quarantine())
        except ProjectionsUnavailable:
            projector = projector_metrics(None)
        return Response(telemetry.exposition(projector), media_type="text/plain; version=0.0.4")
