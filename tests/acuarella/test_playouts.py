"""Whole matches: what holds at every step, in the standard edition and in the tiny one, where everything runs out."""

import random
from collections import Counter
from itertools import product

import pytest

from domain.acuarella.commands import (
    AcuarellaCommand,
    Done,
    Exchange,
    Guard,
    Guess,
    Insist,
    LayPhoto,
    Meow,
    Parade,
    Place,
    Purr,
    Reserve,
    Rob,
)
from domain.acuarella.edition import CARDS, AcuarellaEdition
from domain.acuarella.events import Joined, Purred, Robbed
from domain.acuarella.game import ACUARELLA
from domain.acuarella.geometry import TURNS
from domain.acuarella.state import State, wildcards_left
from domain.acuarella.tables import tables
from domain.kernel.chance import Chance
from domain.kernel.codec import decode, encode
from domain.kernel.messages import Seat
from domain.kernel.refusal import Refusal
from domain.kernel.score import totals
from tests.acuarella.slow_scorer import slow_totals, slow_unions
from tests.acuarella.table import STANDARD, TINY, Step, match, started

MATCHES = [(STANDARD, seats, seed) for seats in (2, 3, 4) for seed in range(4)]
MATCHES += [(TINY, seats, seed) for seats in (2, 3, 4) for seed in range(15)]
everywhere = pytest.mark.parametrize(
    ("edition", "seats", "seed"), MATCHES, ids=[f"{edition.id}-{seats}-{seed}" for edition, seats, seed in MATCHES]
)


@everywhere
def test_what_holds_at_every_step(edition: AcuarellaEdition, seats: int, seed: int) -> None:
    census = ACUARELLA.census(started(edition, seats, seed))
    assert sum(census.values()) == _everything(edition, seats)
    steps = list(match(edition, seats, seed))
    assert len(steps) <= ACUARELLA.most_steps(edition, seats, {})
    for step in steps:
        _survives(step)
        assert ACUARELLA.census(step.after) == census
        assert 0 <= wildcards_left(step.after) <= edition.wildcards.count
        assert totals(ACUARELLA.score(step.after), seats) == slow_totals(step.after)
        actors = ACUARELLA.actors(step.after)
        assert all(len(ACUARELLA.legal(step.after, seat)) for seat in actors)
        assert bool(actors) != ACUARELLA.result(step.after).finished
    last = steps[-1].after
    assert ACUARELLA.result(last).winners


def _everything(edition: AcuarellaEdition, seats: int) -> int:
    removed = edition.play.removed_for_two if seats == 2 else 0
    pieces = len(edition.shapes) * len(edition.colours) * edition.copies
    return pieces + sum(card.count - removed for card in edition.cards) + edition.wildcards.count


def _survives(step: Step) -> None:
    assert decode(encode(step.after), ACUARELLA.state) == step.after
    assert decode(encode(step.command), ACUARELLA.commands) == step.command
    for event in step.events:
        assert decode(encode(event), ACUARELLA.events) == event
    words = ACUARELLA.words(step.after.edition)
    assert words.parse(words.notation(step.command)) == step.command


@pytest.mark.clause("AC-7", "AC-8", "AC-15", "AC-16")
@everywhere
def test_pigments_are_those_of_all_unions_ever_made(edition: AcuarellaEdition, seats: int, seed: int) -> None:
    """Counted anew from the boards of the end, with what cards moved."""
    steps = list(match(edition, seats, seed))
    events = [event for step in steps for event in step.events]
    names = [*(pigment.id for pigment in edition.pigments), "wildcard"]
    for seat, board in enumerate(steps[-1].after.boards):
        given, without = slow_unions(edition, board)
        purred = sum(event.wildcards for event in events if isinstance(event, Purred) and event.seat == seat)
        assert sum(isinstance(event, Joined) and event.seat == seat for event in events) == given.total() + without
        assert board.unpaid == without - purred
        held = Counter({**given, "wildcard": purred})
        won = Counter(event.pigment for event in events if isinstance(event, Robbed) and event.seat == seat)
        lost = Counter(event.pigment for event in events if isinstance(event, Robbed) and event.victim == seat)
        held.update(won)
        assert board.collected == held.total()
        held.subtract(lost)
        assert [held[name] for name in names] == list(board.pigments)


def every_command(state: State) -> list[AcuarellaCommand]:
    """All that can be written, more or less."""
    known, seats = tables(state.edition), [Seat(seat) for seat in range(len(state.boards) + 1)]
    sources = [*known.slots, *known.replacements, "R9", "B", "S"]
    return [
        *(Place(*what) for what in product(sources, known.pieces, TURNS, known.grid.cells)),
        *(LayPhoto(cell) for cell in (*known.grid.cells, "z9")),
        *(Guess(colour) for colour in (*known.colours, "pink")),
        *(Rob(seat, pigment) for seat in seats for pigment in known.pigments),
        *(Reserve(source) for source in sources),
        *(Exchange(card) for card in CARDS),
        *(Meow(seat) for seat in (*seats, None)),
        Purr(), Insist(), Parade(), Guard(), Done(),
    ]  # fmt: skip


def test_the_listing_is_what_decide_accepts() -> None:
    """Every command that can be written, at positions of tiny matches."""
    some = random.Random(3)
    states = [step.before for seed in range(30) for step in match(TINY, 3, seed) if some.random() < 0.05]
    assert len(states) > 15
    for state in states:
        for seat in ACUARELLA.actors(state):
            listing = ACUARELLA.legal(state, seat)
            accepted = [command for command in every_command(state) if _accepted(state, seat, command)]
            assert sorted(map(repr, listing)) == sorted(map(repr, accepted))


def _accepted(state: State, seat: Seat, command: AcuarellaCommand) -> bool:
    try:
        with Chance(bytes(32), {}) as chance:
            ACUARELLA.decide(state, seat, command, chance)
    except Refusal:
        return False
    return True


def test_placings_come_in_order_by_source_piece_position_and_cell() -> None:
    state = started(first="0", seed=3)
    known = tables(STANDARD)
    chance = Chance(bytes(32), {})
    for event in ACUARELLA.decide(state, Seat(0), ACUARELLA.legal(state, Seat(0))[0], chance):
        state = ACUARELLA.evolve(state, event)
    listing = [command for command in ACUARELLA.legal(state, Seat(1)) if isinstance(command, Place)]
    order = [(each.source, TURNS.index(each.turn), known.grid.cells[each.cell]) for each in listing]
    assert order == sorted(order)
    assert len(set(order)) == len(order) > 100


def test_the_same_seed_plays_the_same_match() -> None:
    assert list(match(STANDARD, 3, 9)) == list(match(STANDARD, 3, 9))


def test_evolving_the_events_one_by_one_is_what_decide_saw() -> None:
    """The state after a step follows from its events alone, read back from their bytes."""
    for step in match(TINY, 3, 2):
        state = step.before
        for event in step.events:
            state = ACUARELLA.evolve(state, decode(encode(event), ACUARELLA.events))
        assert state == step.after
