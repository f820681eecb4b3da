"""Choosing and laying a piece, and what it brings at once (AC-4 to AC-10)."""

from domain.acuarella.commands import Place
from domain.acuarella.course import Course
from domain.acuarella.events import BoneCovered, Joined, Placed, Refilled
from domain.acuarella.geometry import Cells, bits
from domain.acuarella.state import cells_of, choices, covered, row
from domain.acuarella.tables import Piece
from domain.acuarella.turns import go_on, note_full
from domain.kernel.messages import Seat
from domain.kernel.refusal import Refusal


def place(course: Course, seat: Seat, command: Place) -> None:
    piece = _chosen(course, command)
    cells = _lies(course, seat, command, piece)
    course.add(Placed(seat, command.source, command.piece, command.turn, command.cell))
    refill(course, command.source)
    _unite(course, seat)
    _cover_bones(course, seat, piece, cells)
    note_full(course, seat)
    go_on(course)


def _chosen(course: Course, command: Place) -> Piece:
    """One piece a turn (AC-4), from where it is to be chosen in this turn."""
    known, state = course.known, course.state
    if course.turn.placed:
        raise Refusal("already-placed", "AC-4")
    if command.source not in (*known.slots, *known.replacements, "B", "S"):
        raise Refusal("no-such-source", "AC-1", source=command.source)
    if command.piece not in known.piece:
        raise Refusal("no-such-piece", "AC-1", piece=command.piece)
    offered = [(source, known.pieces[piece]) for source, piece in choices(state)]
    sources = list(dict.fromkeys(source for source, _ in offered))
    if command.source not in sources:
        raise Refusal("wrong-source", _CLAUSE[course.turn.choice], source=command.source, sources=", ".join(sources))
    if (command.source, command.piece) not in offered:
        clause = _CLAUSE[course.turn.choice]
        raise Refusal("other-piece", clause, source=command.source, piece=command.piece)
    return known.piece[command.piece]


_CLAUSE = {"drawn": "AC-4", "available": "AC-4", "bag": "AC-14", "replacement": "AC-17", "reserved": "AC-20"}


def _lies(course: Course, seat: Seat, command: Place, piece: Piece) -> Cells:
    """The cells a piece would cover: on the grid, free, and for the first piece at an edge (AC-6)."""
    grid, shape = course.known.grid, course.known.shape[piece]
    if command.turn not in grid.form_of[shape]:
        raise Refusal("no-such-turn", "AC-6", turn=command.turn)
    form = grid.forms[shape][grid.form_of[shape][command.turn]]
    if form.turn != command.turn:
        raise Refusal("same-form", "AC-28", turn=command.turn, canonical=form.turn)
    if command.cell not in grid.cells:
        raise Refusal("no-such-cell", "AC-6", cell=command.cell)
    board, anchor = course.board(seat), 1 << grid.cells[command.cell]
    if not grid.anchors(form, 0, first=False) & anchor:
        raise Refusal("off-board", "AC-6")
    cells = form.cells << grid.cells[command.cell]
    taken = cells & covered(course.known, board)
    if taken:
        raise Refusal("overlap", "AC-6", cells=", ".join(grid.names[cell] for cell in bits(taken)))
    if not board.tiles and not form.at_edge & anchor:
        raise Refusal("not-at-edge", "AC-6")
    return cells


def refill(course: Course, source: str) -> None:
    """The slot of a piece just taken is filled from behind, and the one behind from the bag (AC-9)."""
    known = course.known
    if source in known.slots:
        behind = known.replacements[known.slots.index(source)]
        moving = row(course.state).get(behind)
        if moving is not None:
            course.add(Refilled(source, known.pieces[moving]))
        source = behind
    if source in known.replacements and course.state.bag:
        course.add(Refilled(source, known.pieces[course.chance.choose(course.state.bag, "refill")]))


def _unite(course: Course, seat: Seat) -> None:
    """A pigment for each valid union of the new piece whose colours give one (AC-7, AC-8)."""
    known, tiles = course.known, course.board(seat).tiles
    new = tiles[-1]
    cells, mixes = cells_of(known, new), known.mixes[known.colour[new.piece]]
    for number, tile in enumerate(tiles[:-1]):
        if known.grid.meeting(cells, cells_of(known, tile)):
            pigment = mixes[known.colour[tile.piece]]
            course.add(Joined(seat, number, None if pigment is None else known.pigments[pigment]))


def _cover_bones(course: Course, seat: Seat, piece: Piece, cells: Cells) -> None:
    """A card for each bone under a piece of its colour (AC-10)."""
    known = course.known
    for cell, colour in known.bones:
        if cells >> cell & 1 and colour == known.colour[piece]:
            reshuffled = not course.state.deck and bool(course.state.discard)
            deck = sorted(course.state.discard, key=known.deck.index) if reshuffled else course.state.deck
            card = course.chance.choose(deck, "card") if deck else None
            course.add(BoneCovered(seat, known.grid.names[cell], card, reshuffled))
