"""The score once more, in the plainest way: what the rules' own scoring is compared with."""

from collections import Counter
from collections.abc import Mapping
from functools import cache

from domain.acuarella.edition import AcuarellaEdition
from domain.acuarella.state import Board, State
from tests.acuarella.slow_geometry import squares_of, united


def slow_totals(state: State) -> tuple[int, ...]:
    return tuple(slow_total(state, seat) for seat in range(len(state.boards)))


def slow_total(state: State, seat: int) -> int:
    edition, board = state.edition, state.boards[seat]
    worth = [pigment.points for pigment in edition.pigments] + [edition.wildcards.points]
    total = sum(count * points for count, points in zip(board.pigments, worth, strict=True))
    for trophy, taken_by in zip(edition.trophies, state.full, strict=False):
        total += trophy if taken_by == seat else 0
    total += edition.play.empty_cell * empty_cells(edition, board)
    return total + edition.play.cat * slow_cats(edition, board)


def empty_cells(edition: AcuarellaEdition, board: Board) -> int:
    covered = {divmod(photo, edition.board.columns + 1)[::-1] for photo in board.photos}
    assert len(covered) == len(board.photos)
    for _, _, squares in squares_of(edition, board):
        assert not squares & covered
        covered |= squares
    assert all(0 <= x < edition.board.columns and 0 <= y < edition.board.rows for x, y in covered)
    return edition.board.columns * edition.board.rows - len(covered)


def slow_cats(edition: AcuarellaEdition, board: Board) -> int:
    """Every way to put cats together is tried; only the numbers of pieces of each shape matter."""
    roles = [frozenset(role.shapes) for role in edition.guide]
    shapes = Counter(shape for shape, _, _ in squares_of(edition, board))
    useful = {shape: count for shape, count in sorted(shapes.items()) if any(shape in role for role in roles)}
    return _most_cats(tuple(roles), tuple(useful.items()))


@cache
def _most_cats(roles: tuple[frozenset[str], ...], pieces: tuple[tuple[str, int], ...]) -> int:
    best = 0
    for rest in _one_cat_less(roles, dict(pieces)):
        best = max(best, 1 + _most_cats(roles, rest))
    return best


def _one_cat_less(roles: tuple[frozenset[str], ...], pieces: Mapping[str, int]) -> set[tuple[tuple[str, int], ...]]:
    """What is left after each way to take one piece for each role."""
    if not roles:
        return {tuple(pieces.items())}
    left = set()
    for shape, count in pieces.items():
        if count and shape in roles[0]:
            left |= _one_cat_less(roles[1:], {**pieces, shape: count - 1})
    return left


def slow_unions(edition: AcuarellaEdition, board: Board) -> tuple[Counter[str], int]:
    """The pigments that a board's unions have given, and how many unions gave none."""
    mixes = {frozenset(mix.colours): mix.pigment for mix in edition.palette}
    pieces = squares_of(edition, board)
    given: Counter[str] = Counter()
    for number, (_, colour, squares) in enumerate(pieces):
        for _, other_colour, others in pieces[:number]:
            if united(squares, others):
                given[mixes.get(frozenset((colour, other_colour)), "")] += 1
    return given, given.pop("", 0)
