"""What the boards are worth, and who has won."""

from collections.abc import Iterable, Iterator

from domain.kernel.messages import Seat
from domain.kernel.score import Line, Result, Sheet, TieBreak, totals
from domain.puzzilli.edition import Cell, Options, PuzzilliEdition
from domain.puzzilli.state import Board, Holdings, State, staying

CLAUSES = {"neighbours": "PZ-12", "line": "PZ-13", "colours": "PZ-14", "shapes": "PZ-15"}


def score(state: State) -> Sheet:
    """One line for each piece that brings points, in the order of the cells, and one for a seat's latecomer tokens.

    A line's cells are the piece's own and those of `pieces`, which bring the points.
    """
    return tuple(line for own in state.seats for line in _lines(state, own))


def _lines(state: State, own: Holdings) -> Iterator[Line]:
    edition, seat, board = state.edition, own.seat, own.board
    for cell in edition.board.cells:
        if cell in board and (counted := _counted(edition, state.options, board, cell)):
            shape = edition.shape_of[board[cell]]
            yield Line(
                seat,
                CLAUSES[shape.scores],
                shape.id.lower(),
                shape.points * len(counted),
                about=board[cell],
                cells=(cell, *counted),
                pieces=tuple([board[other] for other in counted]),
            )
    if own.tokens:
        yield Line(seat, "PZ-16", "latecomer", edition.latecomer.points * own.tokens, about=str(own.tokens))


def board_points(edition: PuzzilliEdition, options: Options, board: Board) -> int:
    """What a board is worth without its lines written out, and without latecomer tokens."""
    shape_of = edition.shape_of
    return sum([shape_of[board[cell]].points * len(_counted(edition, options, board, cell)) for cell in board])


def _counted(edition: PuzzilliEdition, options: Options, board: Board, cell: Cell) -> list[Cell]:
    """The cells whose pieces bring the one on this cell its points."""
    shape, shape_of = edition.shape_of[board[cell]], edition.shape_of
    around = [near for near in edition.neighbours[cell] if near in board]
    match shape.scores:
        case "neighbours":
            return [near for near in around if shape_of[board[near]].id == shape.target]
        case "line":
            found = [[far for far in line if far in board] for line in edition.lines[cell]]
            return max([[far for far in line if shape_of[board[far]].id == shape.target] for line in found], key=len)
        case "colours" if options.shell == "distinct-colours":
            return _first_of_each((near, edition.colour_of[board[near]]) for near in around)
        case "colours":
            return around
        case "shapes" if options.coin == "distinct-shapes":
            return _first_of_each((near, shape_of[board[near]].id) for near in around)
        case "shapes":
            return [near for near in around if shape_of[board[near]].id != shape.id]


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
    placed = [len(own.board) for own in state.seats]
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
