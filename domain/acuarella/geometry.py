"""Where pieces can lie and how they touch, on sets of cells kept as bits.

The cell in column x and row y, both from 0, is bit y * (columns + 1) + x. The spare column at the end of each row is
never filled, so that a set can be shifted by any step without running over into the next row.
"""

from msgspec import Struct

from domain.acuarella.edition import Plan, Shape, cell_names

Cells = int
Cell = int

TURNS = ("r0", "r90", "r180", "r270", "fr0", "fr90", "fr180", "fr270")
"""Ways to lay a piece: `f` mirrors the drawing left to right, then `r` turns it clockwise by so many degrees."""


class Form(Struct, frozen=True):
    """A shape in one of its different positions, relative to the lowest-left cell of its bounding box."""

    turn: str
    cells: Cells
    steps: tuple[int, ...]  # the same cells, as distances
    at_edge: Cells  # the anchors from which it covers a border cell


class Grid(Struct, frozen=True):
    """The board as bits, and the forms of each shape in the order of `TURNS`, none of them twice."""

    stride: int
    all: Cells
    names: dict[Cell, str]
    cells: dict[str, Cell]
    forms: tuple[tuple[Form, ...], ...]
    form_of: tuple[dict[str, int], ...]  # for each shape, the form that each turn gives

    def anchors(self, form: Form, covered: Cells, first: bool) -> Cells:
        """Where a form can lie on a board (AC-6): the cells on which its anchor can be put."""
        free = self.all & ~covered
        found = form.at_edge if first else self.all
        for step in form.steps:
            found &= free >> step
        return found

    def halo(self, cells: Cells) -> Cells:
        """The cells of the board beside these."""
        return (cells << 1 | cells >> 1 | cells << self.stride | cells >> self.stride) & self.all & ~cells

    def meeting(self, one: Cells, other: Cells) -> Cells:
        """The corners at which two edges of the common border of two pieces meet; none is no union (AC-7).

        A run of common border is connected, and has at least two unit edges, exactly if some corner of the grid ends
        two of them. Corner (x, y), from 0 at the bottom left of the board, has the bit of cell (x, y).
        """
        up = self.stride
        flat = one & other >> up | other & one >> up  # edges above these cells
        upright = one & other >> 1 | other & one >> 1  # edges to the right of these cells
        left, right, bottom, top = flat << up, flat << up + 1, upright << 1, upright << up + 1
        return left & right | bottom & top | (left | right) & (bottom | top)


def bits(cells: Cells) -> tuple[Cell, ...]:
    """The cells of a set in order: a1, b1 … and so row by row upwards."""
    found = []
    while cells:
        lowest = cells & -cells
        found.append(lowest.bit_length() - 1)
        cells ^= lowest
    return tuple(found)


def grid_of(plan: Plan, shapes: tuple[Shape, ...]) -> Grid:
    stride = plan.columns + 1
    names = {y * stride + x: name for y, row in enumerate(cell_names(plan)) for x, name in enumerate(row)}
    all_ = sum(1 << cell for cell in names)
    forms, form_of = [], []
    for shape in shapes:
        found: dict[frozenset[tuple[int, int]], int] = {}
        form_of.append({turn: found.setdefault(_turned(shape, turn), len(found)) for turn in TURNS})
        # dicts keep their order: the first turn that gives a form is its name
        turns = [next(turn for turn in TURNS if form_of[-1][turn] == form) for form in range(len(found))]
        forms.append(tuple(_form(turn, cells, plan) for turn, cells in zip(turns, found, strict=True)))
    return Grid(stride, all_, names, {name: cell for cell, name in names.items()}, tuple(forms), tuple(form_of))


def _turned(shape: Shape, turn: str) -> frozenset[tuple[int, int]]:
    """The cells (x, y) of a turned drawing, y upwards, its bounding box at (0, 0)."""
    cells = [(x, -y) for y, row in enumerate(shape.rows) for x, mark in enumerate(row) if mark == "#"]
    if turn[0] == "f":
        cells = [(-x, y) for x, y in cells]
    for _ in range(int(turn.split("r")[1]) // 90):
        cells = [(y, -x) for x, y in cells]
    left, bottom = min(x for x, _ in cells), min(y for _, y in cells)
    return frozenset((x - left, y - bottom) for x, y in cells)


def _form(turn: str, cells: frozenset[tuple[int, int]], plan: Plan) -> Form:
    stride = plan.columns + 1
    width, height = (1 + max(xs) for xs in zip(*cells, strict=True))
    at_edge = sum(
        1 << y * stride + x
        for y in range(plan.rows)
        for x in range(plan.columns)
        if any(x + dx in (0, plan.columns - 1) or y + dy in (0, plan.rows - 1) for dx, dy in cells)
        and x + width <= plan.columns
        and y + height <= plan.rows
    )
    steps = tuple(sorted(y * stride + x for x, y in cells))
    return Form(turn, sum(1 << step for step in steps), steps, at_edge)
