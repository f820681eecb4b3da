"""A table for the tests: editions, positions set up by hand, loaded draws, and whole matches."""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import pytest
from msgspec.structs import replace

from domain.acuarella.commands import AcuarellaCommand
from domain.acuarella.edition import AcuarellaEdition
from domain.acuarella.events import AcuarellaEvent
from domain.acuarella.game import ACUARELLA
from domain.acuarella.notation import parse
from domain.acuarella.state import Board, State, Tile, Turn
from domain.acuarella.tables import Piece, tables
from domain.kernel.chance import Chance
from domain.kernel.edition import choose_options, decode_edition
from domain.kernel.messages import Seat
from domain.kernel.refusal import Refusal

T = TypeVar("T")
ROOT = Path(__file__).parents[2]
ONE, TWO, THREE, FOUR = Seat(0), Seat(1), Seat(2), Seat(3)
TURN = Turn(ONE, "available")
PLACED = Turn(ONE, "available", placed=True)
CARD_PLAYED = Turn(ONE, "available", card_played=True)


def edition(file: str) -> AcuarellaEdition:
    found = decode_edition((ROOT / file).read_bytes(), AcuarellaEdition)
    assert isinstance(found, AcuarellaEdition)
    return found


STANDARD = edition("domain/acuarella/editions/standard.toml")
TINY = edition("tests/acuarella/editions/tiny.toml")


def board(
    *tiles: str,
    photos: str = "",
    hand: str = "",
    reserved: str | None = None,
    edition: AcuarellaEdition = STANDARD,
    collected: int | None = None,
    unpaid: int = 0,
    **pigments: int,
) -> Board:
    """A board with pieces written as in the notation, "L4-green fr90@c4"; pigments with _ for their hyphens."""
    known = tables(edition)
    held = tuple(pigments.pop(name.replace("-", "_"), 0) for name in known.pigments)
    assert not pigments
    return Board(
        pigments=held,
        tiles=tuple(tile(text, edition) for text in tiles),
        photos=tuple(known.grid.cells[cell] for cell in photos.split()),
        collected=sum(held) if collected is None else collected,
        unpaid=unpaid,
        hand=tuple(hand.split()),  # type: ignore[arg-type]
        reserved=None if reserved is None else known.piece[reserved],
    )


def tile(text: str, edition: AcuarellaEdition = STANDARD) -> Tile:
    known = tables(edition)
    name, lies = text.split()
    turn, cell = lies.split("@")
    piece = known.piece[name]
    return Tile(piece, known.grid.form_of[known.shape[piece]][turn], known.grid.cells[cell])


def full_board(edition: AcuarellaEdition = STANDARD, but: str = "", stock: int = 0, **more: Any) -> Board:
    """A board covered with photos, except for some cells. They were all earned, and some more are in stock; one piece
    lies at a1."""
    known = tables(edition)
    smallest = "I2-red r0@a1" if edition is STANDARD else "I1-red r0@a1"
    under = {"a1", "b1"} if edition is STANDARD else {"a1"}
    photos = [name for name in known.grid.names.values() if name not in under | set(but.split())]
    collected = (len(photos) + stock) * edition.play.photo_every
    return board(smallest, photos=" ".join(photos), edition=edition, collected=collected, **more)


def position(
    *boards: Board,
    available: str | None = None,
    replacement: str | None = None,
    bag: str | None = None,
    deck: str | None = None,
    discard: str = "",
    turn: Turn | None = TURN,
    edition: AcuarellaEdition = STANDARD,
    **more: Any,
) -> State:
    """A state whose remaining pieces are in the bag, and whose remaining cards are in the deck, unless it is said what
    is there. `-` is an empty slot. Two empty boards if none are given."""
    known = tables(edition)
    start = ACUARELLA.initial(edition, len(boards or "12"), choose_options(edition, {}))
    boards = boards or start.boards
    front = _row(
        edition, available or ("I2-red I3-orange T4-yellow O4-green" if edition is STANDARD else "I1-red I2-blue")
    )
    behind = _row(
        edition, replacement or ("L3-blue I4-purple S4-red L4-orange" if edition is STANDARD else "I1-blue O4-red")
    )
    used = [*front, *behind, *(lying.piece for board in boards for lying in board.tiles)]
    used += [board.reserved for board in boards]
    cards = [*discard.split(), *(card for board in boards for card in board.hand)]
    return replace(
        start,
        boards=boards,
        available=front,
        replacement=behind,
        bag=_rest(start.bag, used) if bag is None else tuple(sorted(known.piece[name] for name in bag.split())),
        deck=_rest(start.deck, cards) if deck is None else tuple(sorted(deck.split(), key=known.deck.index)),
        discard=tuple(discard.split()),
        turn=turn,
        **more,
    )


def holding(hand: str, *tiles: str, turn: Turn | None = None, **more: Any) -> State:
    """The first seat has some cards, and a red piece at a1 unless others are given."""
    mine = board(*(tiles or ("I2-red r0@a1",)), hand=hand, **more.pop("mine", {}))
    return position(mine, *more.pop("others", (board(),)), turn=turn or TURN, **more)


def _row(edition: AcuarellaEdition, text: str) -> tuple[Piece | None, ...]:
    return tuple(None if name == "-" else tables(edition).piece[name] for name in text.split())


def _rest(everything: Sequence[T], used: Sequence[Any]) -> tuple[T, ...]:
    """What is left, in order; using more than there is is allowed, so that positions need not be counted."""
    left = Counter(everything)
    left.subtract([item for item in used if item in left])
    return tuple(item for item in dict.fromkeys(everything) for _ in range(max(0, left[item])))


class Rigged(Chance):
    """A chance that draws what it is told, by purpose, and anything after that."""

    def __init__(self, edition: AcuarellaEdition, seed: int, wanted: dict[str, str]) -> None:
        super().__init__(seed.to_bytes(32, "big"), {})
        known = tables(edition)
        self._wanted = {
            purpose.replace("_", "-"): [known.piece.get(name, name) for name in names.split()]
            for purpose, names in wanted.items()
        }

    def choose(self, items: Sequence[T], purpose: str) -> T:
        item = super().choose(items, purpose)
        if self._wanted.get(purpose):
            wanted = self._wanted[purpose].pop(0)
            assert wanted in items, f"{wanted} cannot be drawn for {purpose}"
            return items[items.index(wanted)]
        return item


def events_of(state: State, text: str, seed: int = 0, seat: Seat | None = None, **draws: str) -> list[AcuarellaEvent]:
    """The events of a command of whoever can act."""
    seat = ACUARELLA.actors(state)[0] if seat is None else seat
    with Rigged(state.edition, seed, draws) as chance:
        return ACUARELLA.decide(state, seat, parse(text), chance)


def refused(state: State, text: str, seat: Seat | None = None) -> tuple[str, str | None, dict[str, Any]]:
    """Code, clause and detail of the refusal that a command meets."""
    with pytest.raises(Refusal) as refusal:
        events_of(state, text, seat=seat)
    return refusal.value.code, refusal.value.clause, refusal.value.detail


def after(state: State, events: Sequence[AcuarellaEvent]) -> State:
    for event in events:
        state = ACUARELLA.evolve(state, event)
    return state


def play(state: State, *texts: str, seed: int = 0, **draws: str) -> State:
    """The position after some commands; draws are loaded for the first that asks for them."""
    chance = Rigged(state.edition, seed, draws)
    for text in texts:
        state = after(state, ACUARELLA.decide(state, ACUARELLA.actors(state)[0], parse(text), chance))
    return state


def drawing(card: str, hand: str = "", *before: str, **more: Any) -> State:
    """The position after covering the orange bone at c2, which brings the card."""
    state = holding(hand, available="I2-orange I2-red I2-red I2-red", **more)
    return play(state, *before, "1:I2-orange r90@c2", card=card)


def leave(state: State, seat: Seat) -> State:
    return after(state, ACUARELLA.leave(state, seat, Rigged(state.edition, 0, {})))


def lawful(state: State, seat: Seat | None = None) -> list[str]:
    """What whoever can act may do, in notation."""
    seat = ACUARELLA.actors(state)[0] if seat is None else seat
    return [ACUARELLA.words(state.edition).notation(command) for command in ACUARELLA.legal(state, seat)]


def plays(state: State) -> list[str]:
    """The cards that may be played, in notation."""
    return [text for text in lawful(state) if text.startswith("!")]


def names(state: State, pieces: Sequence[Piece | None]) -> list[str | None]:
    return [None if piece is None else tables(state.edition).pieces[piece] for piece in pieces]


def kinds(events: Sequence[AcuarellaEvent]) -> list[str]:
    return [type(event).__name__ for event in events]


def started(edition: AcuarellaEdition = STANDARD, seats: int = 3, seed: int = 0, **options: str) -> State:
    state = ACUARELLA.initial(edition, seats, choose_options(edition, options))
    return after(state, ACUARELLA.setup(state, Rigged(edition, seed, {})))


class Step(NamedTuple):
    before: State
    seat: Seat
    command: AcuarellaCommand
    events: list[AcuarellaEvent]
    after: State


def match(edition: AcuarellaEdition = STANDARD, seats: int = 3, seed: int = 0, **options: str) -> Iterator[Step]:
    """A whole match of random commands."""
    players, chance = random.Random(seed), Rigged(edition, seed, {})
    state = started(edition, seats, seed, **options)
    while actors := ACUARELLA.actors(state):
        seat = players.choice(actors)
        command = players.choice(ACUARELLA.legal(state, seat))
        events = ACUARELLA.decide(state, seat, command, chance)
        before, state = state, after(state, events)
        yield Step(before, seat, command, events, state)
