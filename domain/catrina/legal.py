"""Every lawful command: each available tile, on each free cell, in each turn that looks different."""

from collections.abc import Callable, Sequence

from domain.catrina.board import available
from domain.catrina.cells import Cell
from domain.catrina.commands import CatrinaCommand, Place, Take
from domain.catrina.state import State
from domain.catrina.tiles import Turn
from domain.kernel.lawful import Lawful
from domain.kernel.messages import Seat

Option = tuple[str, tuple[Turn, ...]]


def legal(state: State, seat: Seat) -> Sequence[CatrinaCommand]:
    """In the order of spaces, then cells, then turns."""
    if seat != state.turn:
        return ()
    free = state.villages[seat].free
    if state.extra is not None:
        turns = state.edition.shapes[state.extra].turns
        return tuple(Place(cell, turn) for cell in free for turn in turns)
    options = [(space, state.edition.shapes[tile].turns) for space, tile in available(state.rows).items()]
    return Lawful(len(free) * sum(len(turns) for _, turns in options), _at(options, free), _holds(options, free))


def default(state: State, seat: Seat) -> CatrinaCommand:
    """The first lawful command."""
    return legal(state, seat)[0]


def _at(options: list[Option], free: tuple[Cell, ...]) -> Callable[[int], CatrinaCommand]:
    def at(index: int) -> CatrinaCommand:
        for space, turns in options:
            if index < len(free) * len(turns):
                return Take(space, free[index // len(turns)], turns[index % len(turns)])
            index -= len(free) * len(turns)
        raise IndexError(index)

    return at


def _holds(options: list[Option], free: tuple[Cell, ...]) -> Callable[[CatrinaCommand], bool]:
    def holds(command: CatrinaCommand) -> bool:
        return (
            isinstance(command, Take) and command.cell in free and command.turn in dict(options).get(command.space, ())
        )

    return holds
