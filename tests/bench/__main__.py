"""`python -m tests.bench`: what the house can do on this machine, as one JSON object. Progress on standard error.

Real servers throughout: PostgreSQL with durable commits, Valkey, and what `meeplog serve` runs on them.
"""

import argparse
import os
import sys
import tempfile
from pathlib import Path
from typing import Any

import msgspec
import uvloop

from infra.editions import shipped_catalogue
from tests.bench.games import measure_games
from tests.bench.house import House, open_house
from tests.bench.load import Load, measure_load
from tests.bench.machine import machine
from tests.bench.peers import measure_peers, ratios
from tests.bench.plan import FULL, SHORT, Plan
from tests.bench.progress import say
from tests.bench.rebuilding import measure_rebuild
from tests.bench.seeks import measure_seeks
from tests.bench.store import measure_store
from tests.bench.streams import measure_streams
from tests.bench.tables import make_players
from tests.bench.wrk import Failed, WrkMissing, find_wrk


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("--short", action="store_true", help="only see that every part works (or SHORT=1)")
    short = parser.parse_args().short or os.environ.get("SHORT") == "1"
    try:
        find_wrk()
        figures = measure(SHORT if short else FULL)
    except (WrkMissing, Failed) as error:
        print(f"bench: {error}", file=sys.stderr)
        return 1
    print(msgspec.json.format(msgspec.json.encode(figures), indent=2).decode())
    return 0


def measure(plan: Plan) -> dict[str, Any]:
    figures: dict[str, Any] = {}
    with tempfile.TemporaryDirectory(prefix="meeplog-bench-") as folder, open_house(Path(folder)) as house:
        figures["machine"] = machine(house)
        figures |= uvloop.run(_measure_served(house, plan))
    figures |= measure_games(shipped_catalogue(), plan)
    figures["peers"] = measure_peers(plan.peers)
    figures["ratios"] = ratios(figures, figures["peers"])
    return figures


async def _measure_served(house: House, plan: Plan) -> dict[str, Any]:
    catalogue = shipped_catalogue()
    say("players")
    players = await make_players(house.url, plan.players)
    load = Load(house, catalogue, plan, players)
    figures: dict[str, Any] = await measure_load(house, load, catalogue, plan)
    say("streams")
    watched = await load.make(plan.watchers)
    figures |= await measure_streams(load, watched, plan, figures["commands_per_s"])
    say("replay")
    figures |= await measure_seeks(house, watched, load.oldest, plan.seeks)
    say("rebuild")
    figures |= await measure_rebuild(house, catalogue)
    say("step store")
    figures |= await measure_store(house, catalogue, plan.store_groups)
    return figures


if __name__ == "__main__":
    sys.exit(main())
