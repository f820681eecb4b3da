"""Boards and positions filled at random, for tests of everything that is counted on them."""

import random

from msgspec.structs import replace

from domain.acuarella.edition import AcuarellaEdition
from domain.acuarella.geometry import bits
from domain.acuarella.state import Board, State, Tile, covered
from domain.acuarella.tables import Piece, tables
from domain.kernel.messages import Seat
from tests.acuarella.table import STANDARD, position


def random_board(some: random.Random, edition: AcuarellaEdition = STANDARD) -> Board:
    """Pieces laid wherever they fit, then photos, some pigments and a few wildcards."""
    known = tables(edition)
    board = Board(pigments=tuple(some.randrange(4) for _ in known.pigments))
    for _ in range(some.randrange(25)):
        piece = Piece(some.randrange(len(known.pieces)))
        forms = known.grid.forms[known.shape[piece]]
        form = some.randrange(len(forms))
        anchors = bits(known.grid.anchors(forms[form], covered(known, board), first=not board.tiles))
        if anchors:
            board = replace(board, tiles=(*board.tiles, Tile(piece, form, some.choice(anchors))))
    empty = bits(known.grid.all & ~covered(known, board))
    photos = some.sample(empty, some.choice((0, min(3, len(empty)), len(empty))))
    return replace(board, photos=tuple(photos), collected=4 * len(photos) + some.randrange(4))


def random_end(some: random.Random, edition: AcuarellaEdition = STANDARD) -> State:
    """A final position, as far as scoring is concerned: full boards have become so in any order."""
    known = tables(edition)
    boards = tuple(random_board(some, edition) for _ in range(some.choice((2, 3, 4))))
    full = [Seat(seat) for seat, board in enumerate(boards) if covered(known, board) == known.grid.all]
    some.shuffle(full)
    return position(*boards, turn=None, edition=edition, full=tuple(full), over="stuck", bag="", deck="")
