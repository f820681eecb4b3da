"""How a turn is written: `A1 @2,-1 r90`, and `+ @0,3 r0` for an extra tile."""

import re

from domain.catrina.cells import CELL, Cell
from domain.catrina.commands import CatrinaCommand, Place, Take
from domain.catrina.tiles import TURNS
from domain.kernel.refusal import Refusal

_TURN = re.compile(rf"(\+|[A-Z][1$]) @({CELL}) r(0|90|180|270)")


def notation(command: CatrinaCommand) -> str:
    source = command.space if isinstance(command, Take) else "+"
    return f"{source} @{command.cell} r{command.turn}"


def parse(text: str) -> CatrinaCommand:
    found = _TURN.fullmatch(text)
    if found is None:
        raise Refusal("unreadable", text=text)
    source, cell, degrees = found.groups()
    turn = next(turn for turn in TURNS if str(turn) == degrees)
    return Place(Cell(cell), turn) if source == "+" else Take(source, Cell(cell), turn)
