"""Aqualin: the rules, in the order of RULES.md."""

from msgspec.structs import replace

from domain.aqualin.edition import AqualinEdition
from domain.aqualin.messages import (
    Displayed,
    Events,
    FirstSet,
    GoalsSet,
    Left,
    Place,
    Placed,
    Refilled,
    Slid,
    Slide,
)
from domain.aqualin.reef import Cell, Tile, rays
from domain.aqualin.state import State, other, over, turn
from domain.kernel.chance import Chance
from domain.kernel.game import Options
from domain.kernel.messages import Seat
from domain.kernel.refusal import Refusal


def initial(edition: AqualinEdition, _seats: int, options: Options) -> State:
    return State(edition, options, reserve=edition.tiles())


def setup(state: State, chance: Chance) -> list[Events]:
    """Turn up the display, settle the goals and who goes first (AQ-3, AQ-4, AQ-5)."""
    reserve = list(state.reserve)
    display = [reserve.pop(chance.below(len(reserve), "reserve")) for _ in range(state.edition.display.size)]
    return [
        Displayed(tuple(display)),
        GoalsSet(_agreed_or_drawn(state.options["colours"], chance, "goals")),
        FirstSet(_agreed_or_drawn(state.options["first"], chance, "first")),
    ]


def _agreed_or_drawn(choice: str, chance: Chance, purpose: str) -> Seat:
    return Seat(chance.below(2, purpose) if choice == "drawn" else int(choice))


def actors(state: State) -> tuple[Seat, ...]:
    return () if over(state) else (turn(state),)


def decide(state: State, _seat: Seat, command: Place, chance: Chance) -> list[Events]:
    """A turn: slide if you wish, place, refill (AQ-6)."""
    events: list[Events] = []
    if command.slide is not None:
        slid = _slide(state, command.slide)
        events.append(slid)
        state = evolve(state, slid)
    events.append(_place(state, command.tile, command.cell))
    if state.reserve:  # AQ-11
        events.append(Refilled(chance.choose(state.reserve, "reserve")))
    return events


def _slide(state: State, slide: Slide) -> Slid:
    """Any tile of the reef may slide (AQ-9), if its way is straight and free (AQ-8)."""
    _check_cell(state, slide.start)
    _check_cell(state, slide.end)
    if not state.reef:
        raise Refusal("nothing-to-slide", "AQ-7")
    if slide.start not in state.reef:
        raise Refusal("no-tile-to-slide", "AQ-8", cell=slide.start)
    if slide.end == slide.start:
        raise Refusal("slides-nowhere", "AQ-8", cell=slide.start)
    ahead = next((ray for ray in rays(state.edition.grid)[slide.start] if slide.end in ray), None)
    if ahead is None:
        raise Refusal("not-in-line", "AQ-8", start=slide.start, end=slide.end)
    blocked = next((cell for cell in ahead[: ahead.index(slide.end) + 1] if cell in state.reef), None)
    if blocked is not None:
        raise Refusal("way-blocked", "AQ-8", start=slide.start, end=slide.end, cell=blocked)
    return Slid(slide.start, slide.end)


def _place(state: State, tile: Tile, cell: Cell) -> Placed:
    """A tile of the display goes to any empty cell (AQ-6); there is no turn without it (AQ-10)."""
    if tile not in state.display:
        raise Refusal("not-on-display", "AQ-6", tile=tile, display=state.display)
    _check_cell(state, cell)
    if cell in state.reef:
        raise Refusal("cell-taken", "AQ-6", cell=cell, tile=state.reef[cell])
    return Placed(tile, cell)


def _check_cell(state: State, cell: Cell) -> None:
    grid = state.edition.grid
    if cell not in rays(grid):
        raise Refusal("no-such-cell", "AQ-1", cell=cell, columns=grid.columns, rows=grid.rows)


def leave(_state: State, seat: Seat, _chance: Chance) -> list[Events]:
    """The match ends (AQ-16)."""
    return [Left(seat)]


def evolve(state: State, event: Events) -> State:
    match event:
        case Placed():
            reef = state.reef.copy()
            reef[event.cell] = event.tile
            display = _without(state.display, event.tile)
            slide = state.slide if state.placed is None else None  # of this turn, not of the one before
            return replace(state, reef=reef, display=display, slide=slide, placed=event.cell)
        case Refilled():
            reserve = _without(state.reserve, event.tile)
            return replace(state, reserve=reserve, display=(*state.display, event.tile))
        case Slid():
            reef = state.reef.copy()
            reef[event.end] = reef.pop(event.start)
            return replace(state, reef=reef, slide=Slide(event.start, event.end), placed=None)
        case Displayed():
            reserve = tuple(tile for tile in state.reserve if tile not in event.tiles)
            return replace(state, reserve=reserve, display=event.tiles)
        case GoalsSet():
            return replace(state, colours=event.colours)
        case FirstSet():
            return replace(state, first=event.seat)
        case Left():
            return replace(state, left=event.seat)


def _without(tiles: tuple[Tile, ...], tile: Tile) -> tuple[Tile, ...]:
    others = list(tiles)
    others.remove(tile)
    return tuple(others)


def most_steps(edition: AqualinEdition, _seats: int, _options: Options) -> int:
    """One turn for each tile (AQ-11)."""
    return edition.grid.size


def rematch(state: State, options: Options) -> dict[str, str]:
    """The goals are swapped, who goes first is drawn (AQ-15)."""
    return {**options, "colours": str(other(state.colours)), "first": "drawn"}
