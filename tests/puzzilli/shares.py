"""`python -m tests.puzzilli.shares [MATCHES]` prints how matches end, with what points, and how fast they go."""

import sys
import time
from collections import Counter

from domain.kernel.catalogue import Catalogue
from domain.players import PLAYERS
from domain.puzzilli.game import PUZZILLI
from domain.record.playout import playout
from tests.puzzilli.play import SHIPPED


def shares(player: str, seats: int, matches: int) -> tuple[Counter[str], list[int], int]:
    """Of so many matches between equals: how often each way to end came, all totals, and the number of steps."""
    catalogue = Catalogue([PUZZILLI], [("puzzilli", (SHIPPED / "standard.toml").read_bytes())])
    reasons, totals, steps = Counter[str](), list[int](), 0
    for number in range(matches):
        seed = f"{player} {seats} {number}".encode().ljust(32, b".")
        *_, last = playout(catalogue, catalogue.newest("puzzilli"), seats, {}, seed, [PLAYERS[player]] * seats)
        reasons[last.match.result.reason] += 1
        totals += last.match.totals
        steps += last.match.version
    return reasons, totals, steps


def main(matches: int) -> None:
    for player in ("random", "greedy"):
        for seats in PUZZILLI.seats:
            started = time.process_time()
            reasons, totals, steps = shares(player, seats, matches)
            took = time.process_time() - started
            ends = ", ".join(f"{reason} {count / matches:.0%}" for reason, count in reasons.most_common())
            points = f"{sum(totals) / len(totals):.1f} points, {steps / matches:.0f} steps"
            print(f"{player}, {seats} seats: {ends}; {points}; {matches / took:.0f} matches/s of processor time")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 200)
