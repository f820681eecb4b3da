"""What Acuarella's golden matches show: every way to end, every tie, every card, and what is rare."""

from collections.abc import Callable, Sequence
from typing import Any

from domain.acuarella import events as happened
from domain.acuarella.commands import Meow, Rob
from domain.acuarella.edition import CARDS, WILDCARD
from domain.acuarella.game import ACUARELLA
from domain.acuarella.state import State, any_fits
from domain.acuarella.tables import tables
from domain.kernel.chance import Chance
from domain.kernel.messages import Seat
from domain.kernel.view import Seen
from domain.players import PLAYERS
from tests.golden.case import Case, Finished

Told = Callable[[Sequence[Any], State], bool]


def fond(game: Any, edition: Any, seen: Seen, seat: Seat, lawful: Sequence[Any], chance: Chance) -> Any:
    """Plays anything, and thinks that the last of the tied seats meows best."""
    if isinstance(lawful[0], Meow):
        return lawful[-2]
    return PLAYERS["random"](game, edition, seen, seat, lawful, chance)


def shy(game: Any, edition: Any, seen: Seen, seat: Seat, lawful: Sequence[Any], chance: Chance) -> Any:
    """Plays anything, and shares."""
    return lawful[-1] if isinstance(lawful[0], Meow) else PLAYERS["random"](game, edition, seen, seat, lawful, chance)


def spiteful(game: Any, edition: Any, seen: Seen, seat: Seat, lawful: Sequence[Any], chance: Chance) -> Any:
    """Plays well, but robs wildcards whenever it can."""
    robberies = [command for command in lawful if isinstance(command, Rob) and command.pigment == WILDCARD]
    return robberies[0] if robberies else PLAYERS["greedy"](game, edition, seen, seat, lawful, chance)


def leaves_the_meow(match: Any) -> Seat | None:
    """The first of the tied seats leaves instead of speaking."""
    state: State = match.state
    return state.tied[0] if state.tied and not state.absent else None


def reason(*reasons: str) -> Callable[[Finished], bool]:
    return lambda finished: finished.result.reason in reasons


def ties(*reasons: str) -> Callable[[Finished], bool]:
    return lambda finished: [tie.reason for tie in finished.result.tiebreaks] == list(reasons)


def step(told: Told) -> Callable[[Finished], bool]:
    """Some step has these events; the state is the one before it."""
    return lambda finished: any(told(position.events, position.state) for position in finished.positions)


def both(*conditions: Callable[[Finished], bool]) -> Callable[[Finished], bool]:
    return lambda finished: all(condition(finished) for condition in conditions)


def in_a_row(*types: type) -> Told:
    """These events follow each other at once."""

    def told(events: Sequence[Any], _: State) -> bool:
        kinds = [type(event) for event in events]
        return any(kinds[at : at + len(types)] == list(types) for at in range(len(kinds)))

    return told


def some(type_: type, **fields: Any) -> Callable[[Finished], bool]:
    """Some event of this type has these fields."""
    return lambda finished: any(
        isinstance(event, type_) and all(getattr(event, name) == value for name, value in fields.items())
        for event in finished.events
    )


def last_to_cover(type_: type) -> Callable[[Finished], bool]:
    """The board that triggered the end was filled by a piece, or by a photo of its player's choice."""

    def holds(finished: Finished) -> bool:
        trigger = next(event for event in finished.events if isinstance(event, happened.EndTriggered))
        for position in finished.positions:
            filled = [event for event in position.events if isinstance(event, happened.BoardFilled)]
            if any(event.seat == trigger.seat for event in filled):
                return isinstance(position.events[0], type_)
        return False

    return both(reason("full"), holds)


def saved_by_the_reserved_piece(events: Sequence[Any], state: State) -> bool:
    """A turn begins with a reserved piece when nothing available would fit."""
    for event in events:
        state = ACUARELLA.evolve(state, event) if type(event).__module__ == happened.__name__ else state
        if isinstance(event, happened.TurnBegan) and event.choice == "reserved":
            return not any_fits(tables(state.edition), state.boards[event.seat], state.available)
    return False


def final_turns(finished: Finished) -> dict[Seat, str]:
    """For each seat with final turns, in their order: p played, s skipped."""
    turns: dict[Seat, str] = {}
    triggered = False
    for event in finished.events:
        triggered = triggered or isinstance(event, happened.EndTriggered)
        if triggered and isinstance(event, happened.TurnBegan):
            turns[event.seat] = turns.get(event.seat, "") + "p"
        if isinstance(event, happened.TurnSkipped):
            turns[event.seat] = turns.get(event.seat, "") + "s"
    return turns


def all_final_turns(how: str) -> Callable[[Finished], bool]:
    return lambda finished: set(final_turns(finished).values()) == {how}


def cut_short(events: Sequence[Any], state: State) -> bool:
    """A card ends a final turn, and another seat goes on."""
    return (
        state.end is not None
        and isinstance(events[0], happened.Paraded | happened.Guarded)
        and isinstance(events[-1], happened.TurnBegan)
    )


def filled_in_a_final_turn(events: Sequence[Any], state: State) -> bool:
    """By a piece, and for a trophy."""
    filled = (isinstance(event, happened.BoardFilled) and event.trophy > 0 for event in events)
    return state.end is not None and isinstance(events[0], happened.Placed) and any(filled)


def two_cards(events: Sequence[Any], _: State) -> bool:
    return sum(isinstance(event, happened.BoneCovered) and event.card is not None for event in events) == 2


def fewer_than_the_row(events: Sequence[Any], state: State) -> bool:
    return any(isinstance(event, happened.Guarded) and 0 < len(event.pieces) < len(state.available) for event in events)


def took_less(events: Sequence[Any], state: State) -> bool:
    """Wildcards run short."""
    return any(isinstance(event, happened.Purred) and event.wildcards < min(2, _unpaid(state)) for event in events)


def _unpaid(state: State) -> int:
    assert state.turn is not None
    return state.boards[state.turn.seat].unpaid


def nothing_moved_up(events: Sequence[Any], state: State) -> bool:
    """The bag is empty."""
    return not state.bag and isinstance(events[0], happened.Placed) and not in_a_row(happened.Refilled)(events, state)


def every_card(finished: Finished) -> bool:
    elements = {name for event in finished.events if _own(event) for name in ACUARELLA.elements(event)}  # type: ignore[arg-type]
    return {f"card:{card}" for card in CARDS} <= elements


def _own(event: object) -> bool:
    return type(event).__module__ == happened.__name__


def stuck_by(card: type) -> Callable[[Finished], bool]:
    return both(reason("stuck-by-card"), step(in_a_row(card, happened.EndTriggered)))


CASES = (
    # The trigger
    Case(name="stuck", seats=2, holds=both(reason("stuck"), ties())),
    Case(name="full-by-a-piece", seats=2, players="greedy", holds=last_to_cover(happened.Placed)),
    Case(name="full-by-a-photo", seats=2, players="greedy", holds=last_to_cover(happened.PhotosLaid)),
    Case(name="stuck-by-a-parade", seats=3, holds=stuck_by(happened.Paraded)),
    Case(name="stuck-by-a-guardian", seats=2, edition="tiny", holds=stuck_by(happened.Guarded)),
    Case(
        name="stuck-then-filled-by-photos",
        seats=3,
        edition="tiny",
        holds=step(in_a_row(happened.EndTriggered, happened.PhotosLaid, happened.BoardFilled)),
    ),
    Case(name="reserved-piece-prevents-the-end", seats=3, edition="tiny", holds=step(saved_by_the_reserved_piece)),
    Case(
        name="reserved-piece-goes-back",
        seats=3,
        edition="tiny",
        holds=step(in_a_row(happened.Returned, happened.TurnBegan)),
    ),
    Case(
        name="reserved-piece-goes-back-and-the-end",
        seats=3,
        edition="tiny",
        holds=step(in_a_row(happened.Returned, happened.EndTriggered)),
    ),
    Case(
        name="reserved-piece-goes-back-and-the-turn-is-lost",
        seats=3,
        edition="tiny",
        holds=step(in_a_row(happened.Returned, happened.TurnSkipped)),
    ),
    # The final turns
    Case(name="all-play-two-final-turns", seats=4, holds=all_final_turns("pp")),
    Case(name="one-is-skipped-and-then-plays", seats=4, holds=lambda finished: "sp" in final_turns(finished).values()),
    Case(name="all-are-skipped", seats=3, players="greedy", holds=all_final_turns("ss")),
    Case(
        name="filled-in-a-final-turn",
        seats=3,
        edition="tiny",
        holds=step(filled_in_a_final_turn),
    ),
    Case(name="a-card-ends-a-final-turn", seats=4, edition="tiny", holds=step(cut_short)),
    Case(name="fourth-full-board", seats=4, players="greedy", holds=some(happened.BoardFilled, trophy=0)),
    Case(
        name="empty-row",
        seats=3,
        edition="scarce",
        holds=lambda finished: not any(finished.state.available) and finished.result.reason == "stuck",
    ),
    # Ties
    Case(name="tie-photos", seats=3, holds=ties("photos")),
    Case(name="tie-meow", seats=2, players=fond, holds=ties("meow")),
    Case(name="tie-shared", seats=2, players=shy, holds=ties("shared")),
    Case(
        name="tie-shared-by-leaving",
        seats=3,
        edition="tiny",
        leaves=leaves_the_meow,
        holds=lambda finished: bool(finished.state.absent) and len(finished.state.tied) == 2,
    ),
    Case(
        name="tie-of-three",
        seats=3,
        edition="tiny",
        players=fond,
        holds=lambda finished: len(finished.state.tied) == 3,
    ),
    Case(
        name="tie-of-four",
        seats=4,
        edition="tiny",
        holds=lambda finished: len(finished.state.tied) == 4 and len(finished.result.winners) == 4,
    ),
    # Leaving
    Case(name="left-alone", seats=3, leaves=8, holds=reason("left")),
    Case(
        name="one-leaves-three-play-on",
        seats=4,
        leaves=30,
        salts=("pepper", "", "sea salt", "🧂"),
        holds=lambda finished: len(finished.match.resigned) == 1 and finished.result.reason != "left",
    ),
    # Cards, and what runs out
    Case(name="every-card", seats=4, players="greedy", holds=every_card),
    Case(name="psychic-right", seats=3, players="greedy", holds=some(happened.Guessed, chooses=True)),
    Case(name="robbed-of-a-wildcard", seats=2, players=spiteful, holds=some(happened.Robbed, pigment="wildcard")),
    Case(name="discard-pile-reshuffled", seats=3, edition="scarce", holds=some(happened.BoneCovered, reshuffled=True)),
    Case(name="no-card-left", seats=3, edition="scarce", holds=some(happened.BoneCovered, card=None)),
    Case(name="two-cards-at-once", seats=2, edition="tiny", holds=step(two_cards)),
    Case(name="bag-empty", seats=3, edition="tiny", holds=step(nothing_moved_up)),
    Case(name="guardian-with-a-small-bag", seats=3, edition="tiny", holds=step(fewer_than_the_row)),
    Case(name="wildcards-short", seats=3, edition="tiny", holds=step(took_less)),
)
