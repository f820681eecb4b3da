"""The toy's score once more, in the plainest way: what the rules' own scoring is compared with."""

from tests.toy.state import State


def slow_totals(state: State, neighbours: int = 2) -> list[int]:
    value = {kind.colour: kind.value for kind in state.edition.stones}
    points = []
    for row in state.rows:
        total = sum(value[stone] for stone in row if stone)
        total += neighbours * sum(bool(row[spot]) and row[spot] == row[spot - 1] for spot in range(1, len(row)))
        if state.lifted:
            total += row.count(state.cup)
        points.append(total)
    return points
