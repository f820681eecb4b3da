"""What greedy players come to with the standard edition: `python -m tests.catrina.figures [MATCHES] [SEATS …]`.

It prints the figures of CATALOGUE.md, a row for each number of seats. A match takes about a second; with 2 seats only
a hundred or more give means that hold.
"""

import sys
from collections import Counter

from domain.catrina.scoring import score
from domain.kernel.score import totals
from tests.catrina.table import greedily, match

SOURCES = ("balloons", "altars", "stalls", "chimeras", "visitors", "butterflies")


def figures(matches: int, seats: int) -> list[float]:
    """Winner and mean a match; the rest a seat: points by source, golden tiles, small and large chimeras, extras."""
    winners = 0
    found: Counter[str] = Counter()
    for seed in range(matches):
        turns = list(match(seats, seed=seed, choose=greedily))
        state = turns[-1].after
        winners += max(totals(score(state), seats))
        for line in score(state):
            found[line.source] += line.points
        for village in state.villages:
            found["golden"] += sum(tile.golden for tile in village.balloons.values())
            found.update(housed.chimera for housed in village.chimeras)
        found["extras"] += len(turns) - seats * sum(state.edition.rows(seats))
    a_seat = [found[name] / matches / seats for name in (*SOURCES, "golden", "small", "large", "extras")]
    return [winners / matches, sum(a_seat[: len(SOURCES)]), *a_seat]


if __name__ == "__main__":
    matches, *asked = map(int, sys.argv[1:] or ["24"])
    print("| seats | matches | winner | mean |", " | ".join((*SOURCES, "golden", "small", "large", "extras")), "|")
    print("| --- " * 14 + "|")
    for seats in asked or range(2, 7):
        print(
            f"| {seats} | {matches} |",
            " | ".join(f"{figure:.1f}" for figure in figures(matches, seats)),
            "|",
            flush=True,
        )
