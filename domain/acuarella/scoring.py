"""The score sheet (AC-23 to AC-25) and what it comes to (AC-26)."""

from itertools import combinations

from domain.acuarella.cats import assemble
from domain.acuarella.edition import WILDCARD
from domain.acuarella.geometry import bits
from domain.acuarella.state import Board, State, Tile, at_table, cells_of, covered, photos_earned
from domain.acuarella.tables import Tables, tables
from domain.kernel.messages import Seat
from domain.kernel.score import Line, Result, Sheet, TieBreak, places, totals


def score(state: State) -> Sheet:
    """What each seat would have if the match were over now."""
    return tuple(line for seat in range(len(state.boards)) for line in _of_seat(state, Seat(seat)))


def _of_seat(state: State, seat: Seat) -> list[Line]:
    known, board = tables(state.edition), state.boards[seat]
    lines = _pigments(state, seat, board)
    if seat in state.full[: len(state.edition.trophies)]:
        trophy = state.full.index(seat)
        lines.append(Line(seat, "AC-24", "trophy", state.edition.trophies[trophy], about=str(trophy + 1)))
    empty = bits(known.grid.all & ~covered(known, board))
    if empty:
        cells = tuple(known.grid.names[cell] for cell in empty)
        lines.append(Line(seat, "AC-23", "empty", state.edition.play.empty_cell * len(empty), cells=cells))
    for cat in assemble(known, board.tiles):
        lines.append(
            Line(seat, "AC-25", "cat", state.edition.play.cat, pieces=tuple(known.pieces[piece] for piece in cat))
        )
    return lines


def _pigments(state: State, seat: Seat, board: Board) -> list[Line]:
    """A line for each pigment held, its evidence the pieces whose unions gave it on this board."""
    known = tables(state.edition)
    tones = (*(pigment.tone for pigment in state.edition.pigments), WILDCARD)
    evidence = _unions(known, board) if any(board.pigments) else {}
    return [
        Line(seat, "AC-23", tone, count * points, about=name, pieces=evidence.get(number, ()))
        for number, (name, tone, points, count) in enumerate(
            zip(known.pigments, tones, known.points, board.pigments, strict=True)
        )
        if count
    ]


def _unions(known: Tables, board: Board) -> dict[int, tuple[str, ...]]:
    """For each pigment the pairs of pieces that gave it, each with its anchor: "I2-red@a1+T4-blue@b1"."""
    found: dict[int, tuple[str, ...]] = {}
    for one, other in combinations(board.tiles, 2):
        pigment = known.mixes[known.colour[one.piece]][known.colour[other.piece]]
        if pigment is not None and known.grid.meeting(cells_of(known, one), cells_of(known, other)):
            pair = f"{_name(known, one)}+{_name(known, other)}"
            found[pigment] = (*found.get(pigment, ()), pair)
    return found


def _name(known: Tables, tile: Tile) -> str:
    return f"{known.pieces[tile.piece]}@{known.grid.names[tile.anchor]}"


def leaders(state: State) -> tuple[Seat, ...]:
    """The seats at the table that nobody there beats in points, nor at equal points in photos (AC-26)."""
    standing = _standing(state)
    best = max(standing[seat] for seat in at_table(state))
    return tuple(seat for seat in at_table(state) if standing[seat] == best)


def result(state: State) -> Result:
    if state.over is None:
        return Result()
    standing = _standing(state)
    meow = _best_meow(state)
    # Those who left rank below all others, the first to leave lowest.
    ranks = places(
        (False, state.left.index(Seat(seat))) if seat in state.left else (True, points, photos, seat == meow)
        for seat, (points, photos) in enumerate(standing)
    )
    winners = tuple(Seat(seat) for seat, place in enumerate(ranks) if place == 1)
    return Result(True, state.over, ranks, winners, _tiebreaks(state, standing, meow))


def _standing(state: State) -> list[tuple[int, int]]:
    """Points and photos earned of each seat."""
    points = totals(score(state), len(state.boards))
    return [(points[seat], photos_earned(state.edition, board)) for seat, board in enumerate(state.boards)]


def _best_meow(state: State) -> Seat | None:
    """The seat that all tied seats name, if they do."""
    named = {verdict.best for verdict in state.verdicts}
    return named.pop() if len(named) == 1 else None


def _tiebreaks(state: State, standing: list[tuple[int, int]], meow: Seat | None) -> tuple[TieBreak, ...]:
    level: dict[int, list[Seat]] = {}
    for seat, (points, _) in sorted(enumerate(standing), key=lambda entry: -entry[1][0]):
        if seat not in state.left:
            level.setdefault(points, []).append(Seat(seat))
    breaks = [
        TieBreak("AC-26", tuple(seats), "photos")
        for seats in level.values()
        if len({standing[seat][1] for seat in seats}) > 1
    ]
    if state.tied:
        breaks.append(TieBreak("AC-26", state.tied, "shared" if meow is None else "meow"))
    return tuple(breaks)
