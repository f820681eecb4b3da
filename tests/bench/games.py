"""What needs no server: per game, folding stored bytes, listing lawful commands, verifying, simulating."""

import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from itertools import cycle
from pathlib import Path
from statistics import median

import msgspec

from domain.kernel.catalogue import Catalogue
from domain.match.filing import codec_of
from domain.match.fold import fold
from domain.match.state import Match
from domain.match.step import Step
from domain.record.record import read_record
from domain.record.verify import verify
from infra.keys import is_signed
from tests.bench.numbers import rate, rounded
from tests.bench.plan import PATIENCE, Plan
from tests.bench.progress import say

LISTED = 200  # lawful commands of a first page
MOMENTS = (0.5, 0.75)  # of a match, where its lawful commands are listed

Figures = dict[str, dict[str, object]]
Played = Sequence[Step]


def measure_games(catalogue: Catalogue, plan: Plan) -> Figures:
    figures: Figures = {
        name: {} for name in ("simulate_matches_per_s", "verify_matches_per_s", "fold_events_per_s", "listing_ms")
    }
    for game in sorted(catalogue.editions):
        say(f"{game}: simulating, verifying, folding, listing")
        figures["simulate_matches_per_s"][game], records = _simulate(game, plan.matches)
        matches = [read_record(record).steps for record in records]
        figures["verify_matches_per_s"][game] = _verify_rate(catalogue, records, plan.domain)
        figures["fold_events_per_s"][game] = _fold_rate(catalogue, matches, plan.domain)
        figures["listing_ms"][game] = _listing(catalogue, matches)
    return figures


def _simulate(game: str, matches: int) -> tuple[float, list[bytes]]:
    """As the command line does it, writing records; and these."""
    with tempfile.TemporaryDirectory(prefix="meeplog-bench-") as folder:
        options = ["--matches", str(matches), "--seed", "bench", "--out", folder, "--json"]
        command = [sys.executable, "-m", "service.cli", "simulate", game, *options]
        run = subprocess.run(command, stdout=subprocess.PIPE, check=True, timeout=PATIENCE)
        records = [file.read_bytes() for file in sorted(Path(folder).glob("*.jsonl"))]
    return float(msgspec.json.decode(run.stdout)["matches_per_s"]), records


def _verify_rate(catalogue: Catalogue, records: Sequence[bytes], seconds: float) -> float:
    again = cycle(records)

    def one() -> int:
        report = verify(next(again), catalogue, is_signed)
        assert report.holds, report.problem
        return 1

    return rate(one, seconds)


def _fold_rate(catalogue: Catalogue, matches: Sequence[Played], seconds: float) -> float:
    """Events a second from stored bytes to a match, reading included."""
    again = cycle([(steps, _events(catalogue, steps)) for steps in matches])

    def one() -> int:
        steps, events = next(again)
        fold(catalogue, steps)
        return events

    return rate(one, seconds)


def _events(catalogue: Catalogue, steps: Played) -> int:
    rules = fold(catalogue, steps).rules
    assert rules is not None
    return sum(len(codec_of(rules.game).read(step.open, step.sealed).events) for step in steps)


def _listing(catalogue: Catalogue, matches: Sequence[Played]) -> dict[str, float]:
    """Medians: `page` is how many there are, one of them and the first 200; `whole` is each of them."""
    positions = [fold(catalogue, steps[: round(len(steps) * moment)]) for steps in matches for moment in MOMENTS]
    running = [match for match in positions if match.status == "running"]
    return {
        "page": rounded(1000 * median(_time_page(match) for match in running)),
        "whole": rounded(1000 * median(_time_whole(match) for match in running)),
        "commands": median(len(_legal(match)) for match in running),
    }


def _legal(match: Match) -> Sequence[object]:
    assert match.rules is not None
    game = match.rules.game
    return game.legal(match.state, game.actors(match.state)[0])


def _time_page(match: Match) -> float:
    began = time.perf_counter()
    lawful = _legal(match)
    _ = lawful[len(lawful) // 2], lawful[:LISTED]
    return time.perf_counter() - began


def _time_whole(match: Match) -> float:
    began = time.perf_counter()
    list(_legal(match))
    return time.perf_counter() - began
