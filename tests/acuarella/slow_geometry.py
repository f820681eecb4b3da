"""Positions of pieces and their unions once more, in the plainest way: sets of (column, row), no bits, no tables."""

from functools import cache

from domain.acuarella.edition import AcuarellaEdition
from domain.acuarella.state import Board

Square = tuple[int, int]
Corner = tuple[int, int]


def drawing(edition: AcuarellaEdition, shape: str) -> set[Square]:
    rows = next(each.rows for each in edition.shapes if each.id == shape)
    return {(x, len(rows) - 1 - y) for y, row in enumerate(rows) for x, mark in enumerate(row) if mark == "#"}


def lay(edition: AcuarellaEdition, shape: str, turn: str, cell: str) -> set[Square]:
    """The squares of a piece: mirrored if need be, then turned clockwise, then moved to its anchor."""
    squares = drawing(edition, shape)
    if turn.startswith("f"):
        squares = moved({(-x, y) for x, y in squares})
        turn = turn[1:]
    for _ in range({"r0": 0, "r90": 1, "r180": 2, "r270": 3}[turn]):
        squares = moved({(y, -x) for x, y in squares})
    return moved(squares, square(cell))


def moved(squares: set[Square], to: Square = (0, 0)) -> set[Square]:
    left, bottom = min(x for x, _ in squares), min(y for _, y in squares)
    return {(x - left + to[0], y - bottom + to[1]) for x, y in squares}


def square(cell: str) -> Square:
    return ord(cell[0]) - ord("a"), int(cell[1:]) - 1


def border(one: set[Square], other: set[Square]) -> list[frozenset[Corner]]:
    """The unit edges between two pieces, each as its two corners."""
    edges = []
    for x, y in one:
        sides = {
            (x + 1, y): ((x + 1, y), (x + 1, y + 1)),
            (x - 1, y): ((x, y), (x, y + 1)),
            (x, y + 1): ((x, y + 1), (x + 1, y + 1)),
            (x, y - 1): ((x, y), (x + 1, y)),
        }
        edges += [frozenset(corners) for beside, corners in sides.items() if beside in other]
    return edges


def united(one: set[Square], other: set[Square]) -> bool:
    """AC-7: the longest connected run of the common border has at least two edges."""
    runs: list[list[frozenset[Corner]]] = []
    for edge in border(one, other):
        touching = [run for run in runs if any(edge & part for part in run)]
        runs = [run for run in runs if run not in touching] + [[edge, *(part for run in touching for part in run)]]
    return any(len(run) > 1 for run in runs)


def squares_of(edition: AcuarellaEdition, board: Board) -> list[tuple[str, str, set[Square]]]:
    """Shape, colour and squares of each piece of a board, read from the numbers that a state holds."""
    found = []
    for tile in board.tiles:
        shape = edition.shapes[tile.piece // len(edition.colours)].id
        colour = edition.colours[tile.piece % len(edition.colours)].id
        row, column = divmod(tile.anchor, edition.board.columns + 1)
        found.append((shape, colour, moved(forms(edition, shape)[tile.form][1], (column, row))))
    return found


@cache
def forms(edition: AcuarellaEdition, shape: str) -> list[tuple[str, set[Square]]]:
    """The different positions of a shape, each with the first turn that gives it."""
    found: list[tuple[str, set[Square]]] = []
    for turn in ("r0", "r90", "r180", "r270", "fr0", "fr90", "fr180", "fr270"):
        squares = lay(edition, shape, turn, "a1")
        if all(squares != other for _, other in found):
            found.append((turn, squares))
    return found
