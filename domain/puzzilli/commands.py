"""What a seat can want. Pieces and cells are written as people write them: "White Crab", "-1,2"."""

from domain.kernel.messages import Command
from domain.puzzilli.edition import Cell, Piece


class Reach(Command, frozen=True, tag="reach"):
    """Put the hand into the bag and close it on a piece (PZ-3)."""


class LetGo(Command, frozen=True, tag="let_go"):
    """Let the piece in the hand slip back into the bag (PZ-3)."""


class Pull(Command, frozen=True, tag="pull"):
    """Take the piece in the hand out of the bag, in front of everyone (PZ-3)."""


class Place(Command, frozen=True, tag="place"):
    """Put a piece on an empty cell of one's own board: the one pulled (PZ-6), or for a doubloon any that lies in a
    supply or in the reserve (PZ-7)."""

    piece: Piece
    cell: Cell


class Feed(Command, frozen=True, tag="feed"):
    """Put a piece of one's own supply into the bag (PZ-8)."""

    piece: Piece


PuzzilliCommand = Reach | LetGo | Pull | Place | Feed
EXAMPLES: tuple[PuzzilliCommand, ...] = (
    Reach(),
    LetGo(),
    Pull(),
    Place(Piece("White Crab"), Cell("-1,2")),
    Feed(Piece("Red Sub")),
)
