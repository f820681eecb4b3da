"""Every metric of the store moves through the real path."""

import re

import pytest

from infra.pool import StoreUnavailable, open_database
from infra.step_store import StepStore
from infra.telemetry import exposition
from tests.infra.drafts import draft
from tests.services import TestDatabase

pytestmark = pytest.mark.anyio


def value(sample: str) -> float:
    found = re.search(rf"^{re.escape(sample)} (\S+)$", exposition().decode(), re.MULTILINE)
    return float(found[1]) if found else 0.0


async def test_appends_and_failures_are_counted(module_database: TestDatabase) -> None:
    samples = [
        "meeplog_store_flushes_total",
        'meeplog_store_steps_total{outcome="appended"}',
        'meeplog_store_steps_total{outcome="done"}',
        "meeplog_store_flush_seconds_count",
        'meeplog_store_failures_total{pool="commands"}',
    ]
    before = [value(sample) for sample in samples]
    async with open_database(module_database.url) as pools:
        store = StepStore(pools.commands)
        first = draft()
        await store.append_many([first, draft()])
        await store.append(first)
    with pytest.raises(StoreUnavailable):
        await store.append(first)
    after = [value(sample) for sample in samples]
    assert [new - old for new, old in zip(after, before, strict=True)] == [2, 2, 1, 3, 1]
