"""The toy's score and result, in rules version 1: kept as it was."""

from collections.abc import Iterator
from itertools import pairwise

from domain.kernel.messages import Seat
from domain.kernel.score import Line, Result, Sheet, TieBreak, places, totals
from tests.toy.state import State

NEIGHBOURS = 1  # point


def score(state: State) -> Sheet:
    return tuple(line for seat in range(len(state.rows)) for line in _lines(state, Seat(seat)))


def _lines(state: State, seat: Seat) -> Iterator[Line]:
    row = [(stone, f"{seat + 1}.{spot}") for spot, stone in enumerate(state.rows[seat], 1)]
    for stone, cell in row:
        if stone is not None:
            yield Line(seat, "TY-6", "stone", state.edition.kind(stone).value, stone, (cell,))
    for (left, cell), (right, next_cell) in pairwise(row):
        if left is not None and left == right:
            yield Line(seat, "TY-7", "neighbours", NEIGHBOURS, left, (cell, next_cell))
    for stone, cell in row:
        if state.lifted and stone is not None and stone == state.cup:
            yield Line(seat, "TY-8", "cup", 1, stone, (cell,))


def result(state: State) -> Result:
    if not state.lifted:
        return Result()
    seats, points = range(len(state.rows)), totals(score(state), len(state.rows))
    # A leaver ranks below all who stay, and below those who left after it.
    stayed = [state.left.index(Seat(seat)) if seat in state.left else len(state.left) for seat in seats]
    ranks = places((stayed[seat], points[seat], not state.buried[seat]) for seat in seats)
    best = [seat for seat in state.staying if points[seat] == max(points[seat] for seat in state.staying)]
    winners = tuple(Seat(seat) for seat in seats if ranks[seat] == 1)
    reason = "left" if len(state.staying) == 1 else "rounds"
    tiebreaks: list[TieBreak] = []
    if len(winners) < len(best):
        tiebreaks.append(TieBreak("TY-9", tuple(best), "not-buried"))
    if len(winners) > 1:
        tiebreaks.append(TieBreak("TY-9", winners, "shared"))
    return Result(True, reason, ranks, winners, tuple(tiebreaks))
