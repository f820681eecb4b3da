"""What a greedy player thinks a command is worth, in points."""

from collections.abc import Callable, Iterable, Mapping
from functools import cache

from domain.kernel.messages import Seat
from domain.kernel.view import Seen
from domain.puzzilli.commands import Feed, LetGo, Place, Pull, PuzzilliCommand
from domain.puzzilli.edition import Kind, PuzzilliEdition
from domain.puzzilli.scoring import board_points
from domain.puzzilli.state import Board, Options, fitting
from domain.puzzilli.view import Desk, Table

STUCK = -1.0  # a piece that fits nowhere
LATE = 0.4  # another try may cost a latecomer token, and time
ROOM = 0.03  # for each colour on each cell where a piece may still go


def value(edition: PuzzilliEdition, seen: Seen, seat: Seat) -> Callable[[PuzzilliCommand], float]:
    """Placing is worth the points it brings, and the room it leaves. A piece in the hand is worth what it would bring
    in each colour in which its shape may be in the bag; letting it go, what the bag promises on average. The bag is fed
    with what is good here and bad elsewhere."""
    table: Table = seen.public
    boards = [_Board(edition, table.options, desk) for desk in table.seats]
    mine = boards[seat]
    rivals = [board for board, desk in zip(boards, table.seats, strict=True) if board is not mine and not desk.left]
    hand = seen.private[0].shape

    def worth(command: PuzzilliCommand) -> float:
        match command:
            case Place(piece, cell):
                return mine.gain(edition.kind(piece), cell)
            case Pull() if not table.seats[seat].final:
                return mine.mean(_with_shape(edition, table.bag, hand))
            case LetGo():
                return mine.mean(_typical(edition, table.bag)) - LATE
            case Feed(piece):
                kind = edition.kind(piece)
                return mine.best(kind) - sum(rival.best(kind) for rival in rivals) / len(rivals)
            case _:
                return 0  # there is no choice

    return worth


def _with_shape(edition: PuzzilliEdition, bag: Mapping[str, int], shape: str | None) -> list[tuple[Kind, int]]:
    """The kinds of this shape in the bag, and how many there are of each."""
    kinds = ((edition.kind(name), count) for name, count in bag.items())
    return [(kind, count) for kind, count in kinds if edition.shape_of[kind] == shape]


def _typical(edition: PuzzilliEdition, bag: Mapping[str, int]) -> Iterable[tuple[Kind, int]]:
    """One kind for each shape in the bag, and how many have that shape: near enough, and quick."""
    found: dict[str, tuple[Kind, int]] = {}
    for name, count in bag.items():
        kind = edition.kind(name)
        first, many = found.get(edition.shape_of[kind], (kind, 0))
        found[edition.shape_of[kind]] = first, many + count
    return found.values()


class _Board:
    """A board, and what more pieces would bring to it."""

    def __init__(self, edition: PuzzilliEdition, options: Options, desk: Desk) -> None:
        self._edition, self._options = edition, options
        pieces = (desk.board.get(cell) for cell in edition.board.cells)
        self._pieces: Board = tuple(None if piece is None else edition.kind(piece) for piece in pieces)
        self._points = cache(lambda: board_points(edition, options, self._pieces))
        self.best = cache(self._best)

    def gain(self, kind: Kind, cell: str) -> float:
        after = self._with(kind, self._edition.cell(cell))
        rooms = sum(len(fitting(self._edition, after, kinds[0])) for kinds in self._edition.kinds_of)
        return board_points(self._edition, self._options, after) - self._points() + ROOM * rooms

    def _best(self, kind: Kind) -> float:
        """The points that a piece brings where it brings most; a doubloon is as good as a piece that brings a few."""
        edition = self._edition
        if kind == edition.special:
            return 2
        cells = fitting(edition, self._pieces, kind)
        points = [board_points(edition, self._options, self._with(kind, cell)) for cell in cells]
        return max(points) - self._points() if points else STUCK

    def mean(self, kinds: Iterable[tuple[Kind, int]]) -> float:
        """Of the best of each kind, weighed by how many there are."""
        weighed = [(self.best(kind), count) for kind, count in kinds]
        return sum(points * count for points, count in weighed) / sum(count for _, count in weighed)

    def _with(self, kind: Kind, cell: int) -> Board:
        return (*self._pieces[:cell], kind, *self._pieces[cell + 1 :])
