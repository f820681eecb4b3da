"""What was promised against what is there: zeros where zeros must be."""

from collections import Counter
from collections.abc import Iterable

import httpx
import msgspec
from msgspec import Struct

from domain.match.fold import fold
from domain.record.record import read_record
from domain.record.verify import verify
from infra.editions import shipped_catalogue
from infra.keys import is_signed
from projections.match_view import render, seen_by
from tests.chaos.table import Promise


class Ledger(Struct):
    """Counts. Everything below `steps` must be zero."""

    faults: dict[str, int]
    matches: int = 0
    acknowledged: int = 0
    repeated_requests: int = 0
    steps: int = 0
    missing: int = 0  # acknowledged, and not there at its version
    doubled: int = 0  # the same command twice
    unfinished: int = 0
    unsealed: int = 0
    records_that_do_not_hold: int = 0
    views_unlike_the_fold: int = 0

    @property
    def wrong(self) -> dict[str, int]:
        names = ("missing", "doubled", "unfinished", "unsealed", "records_that_do_not_hold", "views_unlike_the_fold")
        return {name: getattr(self, name) for name in names if getattr(self, name)}


def settle(url: str, matches: Iterable[str], promises: Iterable[Promise], ledger: Ledger) -> Ledger:
    """Reads every record and every view, and compares."""
    catalogue = shipped_catalogue()
    stored: dict[str, list[str]] = {}
    for match in matches:
        data = httpx.get(f"{url}/api/v1/matches/{match}/record", timeout=60).raise_for_status().content
        report = verify(data, catalogue, is_signed)
        ledger.records_that_do_not_hold += not report.holds
        steps = read_record(data).steps
        folded = fold(catalogue, steps)
        stored[match] = [str(step.command_id) for step in steps]
        ledger.matches += 1
        ledger.steps += len(steps)
        ledger.doubled += sum(count - 1 for count in Counter((step.actor, step.command_id) for step in steps).values())
        ledger.unfinished += folded.status != "finished"
        ledger.unsealed += folded.seal != folded.version
        view = httpx.get(f"{url}/api/v1/matches/{match}", params={"min_version": folded.version}, timeout=60)
        ledger.views_unlike_the_fold += view.json() != msgspec.json.decode(seen_by(render(folded), None))
    for promise in promises:
        ledger.acknowledged += 1
        there = stored.get(promise.match, [])
        ledger.missing += len(there) < promise.version or there[promise.version - 1] != promise.key
    return ledger
