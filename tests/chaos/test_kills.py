"""Ten tables play while everything is killed, again and again: nothing acknowledged is lost, nothing is done twice."""

import os
import random
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest
from rich import print as show

from tests.chaos.house import House, house, wait_until
from tests.chaos.ledger import Ledger, settle
from tests.chaos.table import Table

pytestmark = pytest.mark.chaos

TABLES = 10
TIMES = 2 if os.environ.get("SHORT") else 10  # for each kind of fault


def test_kills_and_flushes_under_play(tmp_path: Path) -> None:
    with house(tmp_path / "data") as served:
        tables = [Table(served.url, number) for number in range(TABLES)]
        for table in tables:
            table.start()
        ledger = Ledger(faults=_break(served, tables))
        for table in tables:
            table.stop.set()
        for table in tables:
            table.join()
            if table.failure:
                raise table.failure
            ledger.repeated_requests += table.repeats
        served.wait_until_ready()
        wait_until(lambda: _all_sealed(served, tables))
        settle(
            served.url,
            served.environment,
            [match for table in tables for match in table.matches],
            [promise for table in tables for promise in table.promises],
            ledger,
        )
    show(ledger)
    assert ledger.acknowledged > 0
    assert ledger.wrong == {}


def _break(served: House, tables: list[Table]) -> dict[str, int]:
    """Every kind of fault, shuffled; between two of them every table gets something done."""
    faults: dict[str, Callable[[], None]] = {
        part: lambda part=part: served.kill(part)  # type: ignore[misc]
        for part in ("http", "projector", "postgres", "valkey")
    }
    faults["flushall"] = served.flush_redis
    order = [name for name in faults for _ in range(TIMES)]
    random.Random(1).shuffle(order)
    for name in order:
        faults[name]()
        done = [len(table.promises) for table in tables]
        wait_until(
            lambda done=done: all(  # type: ignore[misc]
                len(table.promises) > before or not table.is_alive() for table, before in zip(tables, done, strict=True)
            )
        )
    return {name: order.count(name) for name in faults}


def _all_sealed(served: House, tables: list[Table]) -> bool:
    """The sweep comes by for what a killed process left unsealed."""
    with httpx.Client(base_url=f"{served.url}/api/v1/matches/", timeout=60) as spectator:
        views = (spectator.get(match).raise_for_status().json() for table in tables for match in table.matches)
        return all(view["sealed_at_version"] == view["version"] for view in views)
