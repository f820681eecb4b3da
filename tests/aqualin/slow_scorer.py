"""The score once more, in the plainest way: what the rules' own scoring is compared with."""

from collections import Counter

from domain.aqualin.state import State


def slow_totals(state: State) -> tuple[int, ...]:
    colours, types = slow_points(state, 0), slow_points(state, 1)
    return (colours, types) if state.colours == 0 else (types, colours)


def slow_points(state: State, letter: int) -> int:
    """Every tile starts with a number of its own; touching tiles that agree take the lower one until none changes."""
    reef = state.reef
    number = {cell: count for count, cell in enumerate(reef)}
    before = None
    while number != before:
        before = dict(number)
        for a in reef:
            for b in reef:
                if reef[a][letter] == reef[b][letter] and _side_by_side(a, b):
                    number[a] = min(number[a], number[b])
    sizes = Counter(number.values())
    return sum(state.edition.shoals.points[size] for size in sizes.values())


def _side_by_side(a: str, b: str) -> bool:
    return abs(ord(a[0]) - ord(b[0])) + abs(int(a[1:]) - int(b[1:])) == 1
