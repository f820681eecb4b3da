"""Ten tables play while everything is killed, again and again: nothing acknowledged is lost, nothing is done twice."""

import os
import random
from collections.abc import Callable
from pathlib import Path

import pytest
from rich import print as show

from tests.chaos.asking import is_sealed
from tests.chaos.house import House, house, wait_until
from tests.chaos.ledger import Ledger, settle
from tests.chaos.table import Table
from tests.service.client import Client
from tests.service.conftest import closing_clients

pytestmark = pytest.mark.chaos
__all__ = ["closing_clients"]

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
            table.end()
            ledger.repeated_requests += table.repeats
        served.wait_until_ready()
        spectator, matches = Client(served.url), [match for table in tables for match in table.matches]
        # The sweep comes by for what a killed process left unsealed.
        wait_until(lambda: all(is_sealed(spectator, match) for match in matches))
        promises = [promise for table in tables for promise in table.promises]
        settle(served.url, served.environment, matches, promises, ledger)
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
