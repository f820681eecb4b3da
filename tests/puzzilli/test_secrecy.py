"""What a hand finds gets out in no way but `pull` (PZ-3): neither as words, pictures, listings and refusals, nor as the
number of events, nor as draws."""

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from domain.kernel.chance import Chance
from domain.kernel.codec import encode
from domain.kernel.messages import Audience, Seat
from domain.kernel.refusal import Refusal
from domain.kernel.view import see
from domain.kernel.words import LANGUAGES
from domain.puzzilli.commands import Feed, LetGo, Place, Pull, PuzzilliCommand, Reach
from domain.puzzilli.edition import Cell, Piece
from domain.puzzilli.events import Felt, Grasped, PuzzilliEvent
from domain.puzzilli.legal import default, legal
from domain.puzzilli.rules import actors, decide, leave
from domain.puzzilli.scoring import result, score
from domain.puzzilli.state import State
from domain.puzzilli.view import view
from domain.puzzilli.words import words
from tests.puzzilli.play import begin, do, edition, fold, grasped, leaves, own, playout, tags, with_bag

a, b, c = (Seat(seat) for seat in range(3))
NAMES = ("Anna", "Bea", "Ciro")
TRIED: list[PuzzilliCommand] = [
    Reach(),
    LetGo(),
    Pull(),
    Place(Piece("White Crab"), Cell("0,0")),
    Place(Piece("White Sub"), Cell("9,9")),
    Feed(Piece("Red Sub")),
]


def other_hand(state: State, seat: Seat, piece: Piece) -> State:
    """The same moment, but this is what the hand has found, and what it held before lies in the bag."""
    hand = state.seats[seat].hand
    assert hand is not None
    bag = {**state.bag, hand: state.bag.get(hand, 0) + 1}
    bag = {other: count - (other == piece) for other, count in bag.items() if count - (other == piece)}
    return own(replace(state, bag=bag), seat, hand=piece)


def shown(state: State, audience: Audience) -> Iterator[object]:
    """All that an audience is shown of a moment, and all answers to what it may try."""
    seen = see(view(state), audience)
    yield encode(seen)
    yield from (words(state.edition).picture(seen, language) for language in LANGUAGES)
    yield from (actors(state), score(state), result(state))
    for seat in map(Seat, range(len(state.seats))):
        yield from (legal(state, seat), default(state, seat) if legal(state, seat) else None)
    if isinstance(audience, int) and audience in actors(state):
        yield from (answer(state, audience, command) for command in TRIED)


def answer(state: State, seat: Seat, command: PuzzilliCommand) -> object:
    """The refusal, or else only how many events there would be, and which of them all may know."""
    chance = Chance(b"key", {})
    try:
        events = decide(state, seat, command, chance)
    except Refusal as refused:
        return refused.args
    return tags(events), [event for event in events if event.audience == "all"], chance.draws


def hands(seed: int) -> Iterator[tuple[State, State, Seat, bool]]:
    """Moments with a hand in the bag, the same with another find, whose hand it is, and whether it feels the same."""
    for state, *_ in playout(seed, begin(3)):
        for seat, hand in ((holdings.seat, holdings.hand) for holdings in state.seats):
            if hand is not None:
                for piece in state.bag:
                    same = state.edition.felt(piece) == state.edition.felt(hand)
                    yield state, other_hand(state, seat, piece), seat, same


@pytest.mark.clause("PZ-3")
@pytest.mark.parametrize("seed", range(3))
def test_to_all_others_every_find_looks_the_same(seed: int) -> None:
    found = list(hands(seed))[:: 40 + seed]
    assert len(found) > 10
    for state, other, seat, _ in found:
        audiences: list[Audience] = [*(s for s in (a, b, c) if s != seat), "spectator"]
        for audience in audiences:
            for one, two in zip(shown(state, audience), shown(other, audience), strict=True):
                assert one == two


@pytest.mark.clause("PZ-3")
@pytest.mark.parametrize("seed", range(3))
def test_to_its_own_seat_finds_of_one_shape_look_the_same_until_they_are_pulled(seed: int) -> None:
    """Trying to pull ends the secret, so that its answer is left out."""
    found = [(state, other, seat) for state, other, seat, same in hands(seed) if same][::5]
    assert len(found) > 10
    for state, other, seat in found:
        for one, two in zip(shown(state, seat), shown(other, seat), strict=True):
            assert one == two or "pulled" in str(one)


@pytest.mark.clause("PZ-3")
def test_the_step_of_a_reach_differs_in_its_sealed_events_alone() -> None:
    state = begin(3)
    steps = [decide(state, a, Reach(), Chance(str(key).encode(), {})) for key in range(30)]
    assert len({encode(events) for events in steps}) > 5
    assert len({tuple(tags(events)) for events in steps}) == 1
    assert len({encode(events[0]) for events in steps}) == 1
    assert {event.audience for events in steps for event in events[1:]} == {"seat", "nobody"}


@pytest.mark.clause("PZ-3", "PZ-18")
def test_letting_go_and_leaving_tell_nothing_of_the_find() -> None:
    state = grasped(begin(3), a, "White Crab")
    other = other_hand(state, a, Piece("Doubloon"))
    for one in (state, other):
        assert encode(decide(one, a, LetGo(), Chance(b"", {}))) == b'[{"type":"released","seat":0}]'
        assert encode(leave(one, a, Chance(b"", {}))) == b'[{"type":"left","seat":0}]'


@pytest.mark.clause("PZ-3")
def test_the_narration_of_a_reach_says_to_each_what_it_may_know() -> None:
    state = begin(3)
    events = decide(state, a, Reach(), Chance(b"key", {}))
    after = fold(state, events)
    _, felt, held = events
    assert isinstance(felt, Felt)
    assert isinstance(held, Grasped)
    told = {audience: narrated(state, events, after, audience) for audience in (a, b, "spectator", "arbiter")}
    assert told[b] == told["spectator"] == "Anna reaches into the bag."
    assert told[a] == f"Anna reaches into the bag. To the touch: {felt.shape.lower()}."
    assert told["arbiter"] == f"Anna reaches into the bag. In the hand: the {held.piece.lower()}."


def narrated(before: State, events: list[PuzzilliEvent], after: State, audience: Audience) -> str:
    known = [
        event
        for event in events
        if event.audience == "all" or audience == "arbiter" or (event.audience == "seat" and audience == a)
    ]
    seen = see(view(before), audience), see(view(after), audience)
    return words(edition()).narrate(seen[0], Reach(), known, seen[1], a, NAMES, "en")


@pytest.mark.clause("PZ-3")
def test_the_order_of_the_bag_in_a_view_tells_nothing_of_what_was_found_and_let_go() -> None:
    """Not even where a reader keeps it: a piece of which there is one comes back to another place in the heap."""
    state = with_bag(begin(3), {"White Sub": 1, "White Crab": 1, "White Coin": 1})
    held = grasped(state, a, "White Sub")
    let_go = fold(held, do(held, a, LetGo()))
    gone = fold(held, leaves(held, a))
    for moment in (state, held, let_go, gone):
        assert list(view(moment).public.bag) == ["White Sub", "White Crab", "White Coin"]


@pytest.mark.clause("PZ-3")
def test_a_view_shows_the_bag_with_what_hands_hold_in_it() -> None:
    state = begin(2)
    held = grasped(state, a, "White Crab")
    for audience in (a, b, "spectator"):
        assert see(view(held), audience).public.bag == see(view(state), audience).public.bag
    assert see(view(held), a).private[0].shape == "Crab"
    assert see(view(held), b).private[0].shape is None
    assert see(view(held), "spectator").private == ()
    assert see(view(held), b).revealed is None
    assert see(view(held), "spectator", reveal=True).revealed.pieces == ("White Crab", None)
