"""What a greedy player thinks a command is worth, in points."""

from collections.abc import Callable
from functools import cache

from domain.kernel.messages import Seat
from domain.kernel.view import Seen
from domain.puzzilli.commands import Feed, LetGo, Place, Pull, PuzzilliCommand
from domain.puzzilli.edition import Cell, Options, Piece, PuzzilliEdition
from domain.puzzilli.scoring import board_points
from domain.puzzilli.state import Board, Heap, fitting
from domain.puzzilli.view import Table

STUCK = -1.0  # a piece that fits nowhere
SPECIAL = 2.0  # a doubloon, which brings the best there is
LATE = 0.4  # another try may cost a latecomer token, and time


def value(edition: PuzzilliEdition, seen: Seen, seat: Seat) -> Callable[[PuzzilliCommand], float]:
    """Placing is worth the points it brings now. A piece in the hand is worth what it would bring, on average over the
    colours in which its shape may be in the bag; letting it go, what the bag promises on average. The bag is fed with
    what is good here and bad elsewhere."""
    table: Table = seen.public
    boards = [_Board(edition, table.options, desk.board) for desk in table.seats]
    mine = boards[seat]
    rivals = [board for board, desk in zip(boards, table.seats, strict=True) if board is not mine and not desk.left]
    hand = seen.private[0].shape

    def worth(command: PuzzilliCommand) -> float:
        match command:
            case Place(piece, cell):
                return mine.gain(piece, cell)
            case Pull() if not table.seats[seat].final:
                return mine.mean(_with_shape(edition, table.bag, hand))
            case LetGo():
                return mine.mean(_typical(edition, table.bag)) - LATE
            case Feed(piece):
                return mine.best(piece) - sum(rival.best(piece) for rival in rivals) / len(rivals)
            case _:
                return 0  # there is no choice

    return worth


def _with_shape(edition: PuzzilliEdition, bag: Heap, shape: str | None) -> list[tuple[Piece, int]]:
    """The pieces in the bag that feel like this, and how many there are of each."""
    return [(piece, bag[piece]) for piece in edition.pieces if piece in bag and edition.felt(piece) == shape]


def _typical(edition: PuzzilliEdition, bag: Heap) -> list[tuple[Piece, int]]:
    """One piece for each shape in the bag, and how many feel like it: near enough, and quick."""
    found: dict[str, tuple[Piece, int]] = {}
    for piece in edition.pieces:
        if piece in bag:
            first, many = found.get(edition.felt(piece), (piece, 0))
            found[edition.felt(piece)] = first, many + bag[piece]
    return list(found.values())


class _Board:
    """A board, and what more pieces would bring to it."""

    def __init__(self, edition: PuzzilliEdition, options: Options, board: Board) -> None:
        self._edition, self._options, self._board = edition, options, board
        self._points = cache(lambda: board_points(edition, options, board))
        self.best = cache(self._best)

    def gain(self, piece: Piece, cell: Cell) -> float:
        """The points that a piece brings on this cell."""
        return board_points(self._edition, self._options, {**self._board, cell: piece}) - self._points()

    def mean(self, pieces: list[tuple[Piece, int]]) -> float:
        """Of the best of each piece, weighed by how many there are."""
        return sum(self.best(piece) * count for piece, count in pieces) / sum(count for _, count in pieces)

    def _best(self, piece: Piece) -> float:
        """The points that a piece brings where it brings most."""
        if piece == self._edition.special:
            return SPECIAL
        return max((self.gain(piece, cell) for cell in fitting(self._edition, self._board, piece)), default=STUCK)
