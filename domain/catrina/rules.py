"""Viva Catrina: the rules, in the order of RULES.md."""

from collections.abc import Iterable
from string import ascii_uppercase

from msgspec.structs import replace

from domain.catrina.board import FIRST, LAST, Row, available, without
from domain.catrina.cells import Cell, is_cell
from domain.catrina.commands import CatrinaCommand, Place, Take
from domain.catrina.edition import CatrinaEdition
from domain.catrina.effects import effects
from domain.catrina.events import (
    BalloonFlipped,
    BalloonTaken,
    CatrinaEvent,
    ChimeraCame,
    ExtraDrawn,
    ExtraPlaced,
    ExtrasMissed,
    MatchFinished,
    RoundBegan,
    SeatLeft,
    StallDoubled,
    StartsDealt,
    TileTaken,
    TurnPassed,
)
from domain.catrina.state import BalloonTile, Housed, State, Village
from domain.catrina.tiles import TURNS, TileId, Turn
from domain.catrina.village import new_village, place
from domain.kernel.chance import Chance
from domain.kernel.game import Options
from domain.kernel.messages import Seat
from domain.kernel.refusal import Refusal


def initial(edition: CatrinaEdition, seats: int, options: Options) -> State:
    """Everything in the bag or on its stack (VC-1)."""
    if seats > len(edition.tiles.starting):
        raise Refusal("too-few-starting-tiles", "VC-1", tiles=len(edition.tiles.starting), seats=seats)
    if options.get("first", "drawn") not in ("drawn", *map(str, range(seats))):
        raise Refusal("no-such-first-seat", "VC-1", first=options["first"], seats=seats)
    return State(
        edition=edition,
        options=dict(options),
        seats=seats,
        bag=tuple(tile.id for tile in edition.tiles.path),
        starts=tuple(tile.id for tile in edition.tiles.starting),
        stacks={colour.id: edition.stack(seats) for colour in edition.balloons.colours},
        chimeras={chimera.id: chimera.count for chimera in edition.chimeras},
    )


def setup(state: State, chance: Chance) -> list[CatrinaEvent]:
    """Starting tiles, the first round's board, and who begins (VC-1)."""
    story = _Story(state)
    starts = list(state.starts)
    story.tell(StartsDealt(tuple(starts.pop(chance.below(len(starts), "start")) for _ in range(state.seats))))
    first = state.options.get("first", "drawn")
    token = Seat(chance.below(state.seats, "first") if first == "drawn" else int(first))
    story.tell(_new_round(story.state, token, chance))
    return story.events


def decide(state: State, seat: Seat, command: CatrinaCommand, chance: Chance) -> list[CatrinaEvent]:
    village = state.villages[seat]
    match command:
        case Take(space, cell, turn):
            if state.extra is not None:
                raise Refusal("place-the-extra-tile", "VC-9", tile=state.extra)
            tile = _available(state.rows, space)
            _check_spot(state.edition, village, tile, cell, turn)
            placement: CatrinaEvent = TileTaken(seat, space, tile, cell, turn)
        case Place(cell, turn):
            if state.extra is None:
                raise Refusal("no-extra-tile", "VC-9")
            _check_spot(state.edition, village, state.extra, cell, turn)
            placement = ExtraPlaced(seat, state.extra, cell, turn)

    story = _Story(state)
    story.tell(placement)
    now = story.state
    story.tell(*effects(now.edition, now.stacks, now.chimeras, seat, village, now.villages[seat]))
    _go_on(story, seat, chance)
    return story.events


def _available(rows: tuple[Row, ...], space: str) -> TileId:
    """The tile at one end of a row (VC-3)."""
    tiles = available(rows)
    if space in tiles:
        return tiles[space]
    if space not in {letter + end for letter, _ in zip(ascii_uppercase, rows, strict=False) for end in (FIRST, LAST)}:
        raise Refusal("no-such-space", "VC-3", space=space)
    if space[0] + FIRST in tiles:
        raise Refusal("written-otherwise", "VC-3", given=space, canonical=space[0] + FIRST)
    raise Refusal("row-is-empty", "VC-3", row=space[0])


def _check_spot(edition: CatrinaEdition, village: Village, tile: TileId, cell: Cell, turn: Turn) -> None:
    """Any free cell that shares a side with a tile, any turn that is not another one's equal (VC-4)."""
    if not is_cell(cell):
        raise Refusal("no-such-cell", "VC-4", cell=cell)
    if cell in village.tiles:
        raise Refusal("cell-is-taken", "VC-4", cell=cell)
    if cell not in village.free:
        raise Refusal("not-beside-the-village", "VC-4", cell=cell)
    written = edition.shapes[tile].written
    if turn not in written:
        raise Refusal("no-such-turn", "VC-4", turn=turn, turns=list(TURNS))
    if written[turn] != turn:
        raise Refusal("written-otherwise", "VC-4", given=f"r{turn}", canonical=f"r{written[turn]}")


def _go_on(story: "_Story", seat: Seat, chance: Chance) -> None:
    """After a placement and its effects: the next extra tile that is owed, or the end of the turn (VC-9)."""
    state = story.state
    if state.owed and state.bag:
        story.tell(ExtraDrawn(seat, state.owed[0], chance.choose(state.bag, "bag")))
        return
    if state.owed:
        story.tell(ExtrasMissed(seat, state.owed))
    _end_turn(story, seat, chance)


def _end_turn(story: "_Story", seat: Seat, chance: Chance) -> None:
    """The turn is complete: the next seat's, the next round or the end (VC-2, VC-10)."""
    state = story.state
    if any(row.tiles for row in state.rows):
        story.tell(TurnPassed(_next_seat(state, seat)))
    elif state.round == state.seats:
        story.tell(MatchFinished("rounds"))
    elif not state.bag:
        story.tell(MatchFinished("tiles"))
    else:
        assert state.token is not None
        story.tell(_new_round(state, _next_seat(state, state.token), chance))


def _new_round(state: State, token: Seat, chance: Chance) -> RoundBegan:
    """Fill the board as far as the bag goes, row by row, each from its first end (VC-10)."""
    bag = list(state.bag)
    rows = tuple(
        tuple(bag.pop(chance.below(len(bag), "bag")) for _ in range(min(spaces, len(bag))))
        for spaces in state.edition.rows(state.seats)
    )
    return RoundBegan(state.round + 1, token, rows)


def _next_seat(state: State, seat: Seat) -> Seat:
    """Clockwise, past those who left (VC-2)."""
    return next(
        Seat(other % state.seats)
        for other in range(seat + 1, seat + 1 + state.seats)
        if other % state.seats not in state.left
    )


def leave(state: State, seat: Seat, chance: Chance) -> list[CatrinaEvent]:
    """A seat leaves; the last one left has won (VC-13)."""
    story = _Story(state)
    acting = seat == state.turn
    story.tell(SeatLeft(seat, state.extra if acting else None))
    if len(story.state.left) == state.seats - 1:
        story.tell(MatchFinished("alone"))
    elif acting:
        _end_turn(story, seat, chance)
    return story.events


def most_steps(edition: CatrinaEdition, _seats: int, _options: Options) -> int:
    """Every step of play places a path tile, and none comes back from a village."""
    return len(edition.tiles.path)


def actors(state: State) -> tuple[Seat, ...]:
    return () if state.turn is None else (state.turn,)


class _Story:
    """Events and the state they lead to."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.events: list[CatrinaEvent] = []

    def tell(self, *events: CatrinaEvent) -> None:
        for event in events:
            self.state = evolve(self.state, event)
            self.events.append(event)


def evolve(state: State, event: CatrinaEvent) -> State:
    match event:
        case StartsDealt(tiles):
            villages = tuple(new_village(state.edition, tile) for tile in tiles)
            return replace(state, villages=villages, starts=_without(state.starts, tiles))
        case RoundBegan(number, token, rows):
            bag = _without(state.bag, [tile for row in rows for tile in row])
            return replace(state, round=number, token=token, turn=token, bag=bag, rows=tuple(map(Row, rows)))
        case TileTaken(seat, space, tile, cell, turn):
            return replace(_with_tile(state, seat, tile, cell, turn), rows=without(state.rows, space))
        case ExtraPlaced(seat, tile, cell, turn):
            return replace(_with_tile(state, seat, tile, cell, turn), extra=None)
        case BalloonTaken(seat, colour, value):
            stacks = {**state.stacks, colour: state.stacks[colour][1:]}
            return replace(_with_balloon(state, seat, colour, BalloonTile(value)), stacks=stacks)
        case BalloonFlipped(seat, colour, value):
            return _with_balloon(state, seat, colour, BalloonTile(value, golden=True))
        case ChimeraCame(seat, chimera, cells):
            village = state.villages[seat]
            housed = replace(village, chimeras=(*village.chimeras, Housed(chimera, cells)))
            chimeras = {**state.chimeras, chimera: state.chimeras[chimera] - 1}
            return replace(_with_village(state, seat, housed), chimeras=chimeras)
        case StallDoubled(_, stall):
            return replace(state, owed=(*state.owed, stall))
        case ExtraDrawn(_, stall, tile):
            return replace(state, owed=state.owed[1:], extra=tile, bag=_without(state.bag, (tile,)))
        case ExtrasMissed():
            return replace(state, owed=())
        case TurnPassed(to):
            return replace(state, turn=to)
        case SeatLeft(seat, returned):
            state = state if returned is None else _with_extra_returned(state, returned)
            return replace(state, left=(*state.left, seat))
        case MatchFinished(reason):
            return replace(state, ended=reason, turn=None)


def _without(tiles: tuple[TileId, ...], gone: Iterable[TileId]) -> tuple[TileId, ...]:
    out = set(gone)
    return tuple(tile for tile in tiles if tile not in out)


def _with_village(state: State, seat: Seat, village: Village) -> State:
    return replace(state, villages=(*state.villages[:seat], village, *state.villages[seat + 1 :]))


def _with_tile(state: State, seat: Seat, tile: TileId, cell: Cell, turn: Turn) -> State:
    return _with_village(state, seat, place(state.edition, state.villages[seat], tile, cell, turn))


def _with_balloon(state: State, seat: Seat, colour: str, tile: BalloonTile) -> State:
    village = state.villages[seat]
    return _with_village(state, seat, replace(village, balloons={**village.balloons, colour: tile}))


def _with_extra_returned(state: State, tile: TileId) -> State:
    """Back to its place in the bag, which is in edition order; nothing is owed any more."""
    back = {*state.bag, tile}
    return replace(state, extra=None, owed=(), bag=tuple(t.id for t in state.edition.tiles.path if t.id in back))
