"""What the boards are worth, and who has won."""

from collections.abc import Iterable, Iterator

from domain.kernel.messages import Seat
from domain.kernel.score import Line, Result, Sheet, TieBreak, totals
from domain.puzzilli.edition import Cell, PuzzilliEdition, Shape
from domain.puzzilli.state import Board, Holdings, Options, State, staying

CLAUSES = {"neighbours": "PZ-12", "line": "PZ-13", "colours": "PZ-14", "shapes": "PZ-15"}


def score(state: State) -> Sheet:
    """One line for each piece that brings points, in the order of the cells, and one for a seat's latecomer tokens.

    A line's cells are the piece's own and those of `pieces`, which bring the points.
    """
    return tuple(line for own in state.seats for line in _lines(state, own))


def _lines(state: State, own: Holdings) -> Iterator[Line]:
    edition, seat, board = state.edition, own.seat, own.board
    for at, kind in enumerate(board):
        if kind is None:
            continue
        shape = edition.shapes[kind % len(edition.shapes)]
        cells = _counted(edition, state.options, board, Cell(at), shape)
        if cells:
            yield Line(
                seat,
                CLAUSES[shape.scores],
                shape.id.lower(),
                shape.points * len(cells),
                about=edition.names[kind],
                cells=tuple(edition.board.cells[cell] for cell in (at, *cells)),
                pieces=tuple(edition.names[there] for cell in cells if (there := board[cell]) is not None),
            )
    if own.tokens:
        yield Line(seat, "PZ-16", "latecomer", edition.latecomer.points * own.tokens, about=str(own.tokens))


def board_points(edition: PuzzilliEdition, options: Options, board: Board) -> int:
    """What a board is worth without its lines written out, and without latecomer tokens."""
    shapes = edition.shapes
    pieces = [(Cell(at), shapes[kind % len(shapes)]) for at, kind in enumerate(board) if kind is not None]
    return sum(shape.points * len(_counted(edition, options, board, at, shape)) for at, shape in pieces)


def _counted(edition: PuzzilliEdition, options: Options, board: Board, at: Cell, shape: Shape) -> list[Cell]:
    """The cells whose pieces bring this one its points."""
    neighbours, shape_of = edition.neighbours[at], edition.shape_of

    def holding(cells: tuple[Cell, ...]) -> list[Cell]:
        return [cell for cell in cells if (there := board[cell]) is not None and shape_of[there] == shape.target]

    if shape.scores == "neighbours":
        return holding(neighbours)
    if shape.scores == "line":
        return max([holding(line) for line in edition.lines[at]], key=len)
    around = [(cell, there) for cell in neighbours if (there := board[cell]) is not None]
    if shape.scores == "colours":
        if options.shell == "every-neighbour":
            return [cell for cell, _ in around]
        return _first_of_each((cell, edition.colour_of[there]) for cell, there in around)
    if options.coin == "every-non-coin":
        return [cell for cell, there in around if shape_of[there] != shape.id]
    return _first_of_each((cell, shape_of[there]) for cell, there in around)


def _first_of_each(seen: Iterable[tuple[Cell, object]]) -> list[Cell]:
    """Of the cells that show the same only the first."""
    first: dict[object, Cell] = {}
    for cell, what in seen:
        first.setdefault(what, cell)
    return list(first.values())


def result(state: State) -> Result:
    """Most points, then fewest pieces placed, then a tie (PZ-17); seats that left rank last, the first of them lowest
    (PZ-18)."""
    if state.phase != "over":
        return Result()
    points = totals(score(state), len(state.seats))
    placed = [sum(kind is not None for kind in own.board) for own in state.seats]
    stayed = staying(state)

    def better(seat: Seat, other: Seat) -> bool:
        return (points[seat], -placed[seat]) > (points[other], -placed[other])

    places = [0] * len(state.seats)
    for seat in stayed:
        places[seat] = 1 + sum(better(other, seat) for other in stayed)
    for place, seat in enumerate(reversed(state.left), start=len(stayed) + 1):
        places[seat] = place
    first = tuple(seat for seat in stayed if places[seat] == 1)
    return Result(
        finished=True,
        reason=state.ending,
        places=tuple(places),
        winners=first if len(first) == 1 else (),
        tiebreaks=tuple(_tiebreaks(stayed, points, placed)),
    )


def _tiebreaks(stayed: tuple[Seat, ...], points: tuple[int, ...], placed: list[int]) -> Iterator[TieBreak]:
    """For each total that several seats share, best first: whether pieces part them, and who stays tied."""
    for total in sorted({points[seat] for seat in stayed}, reverse=True):
        tied = tuple(seat for seat in stayed if points[seat] == total)
        counts = sorted({placed[seat] for seat in tied})
        if len(counts) > 1:
            yield TieBreak("PZ-17", tied, "fewest-pieces")
        for count in counts:
            equal = tuple(seat for seat in tied if placed[seat] == count)
            if len(equal) > 1:
                yield TieBreak("PZ-17", equal, "equal")
