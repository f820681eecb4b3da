"""Set-up: AC-1 to AC-4."""

from collections import Counter

import pytest

from domain.acuarella.events import AcuarellaEvent, FirstChosen, FirstDrawn, RowLaid
from domain.acuarella.game import ACUARELLA
from domain.kernel.chance import Chance
from domain.kernel.edition import choose_options
from domain.kernel.messages import Seat
from domain.kernel.refusal import Refusal
from tests.acuarella.table import STANDARD, after, kinds, lawful, play, started


def setup(seats: int = 3, **options: str) -> list[AcuarellaEvent]:
    state = ACUARELLA.initial(STANDARD, seats, choose_options(STANDARD, options))
    return ACUARELLA.setup(state, Chance(bytes(32), {}))


@pytest.mark.clause("AC-1")
def test_eight_random_pieces_are_the_row() -> None:
    first, row, drawn = setup()
    assert isinstance(first, FirstChosen)
    assert isinstance(row, RowLaid)
    assert isinstance(drawn, FirstDrawn)
    assert (len(row.available), len(row.replacement)) == (4, 4)
    state = started()
    assert None not in state.available + state.replacement
    assert len(state.bag) == 96 - 8 - 1


@pytest.mark.clause("AC-1")
def test_rows_differ_from_match_to_match() -> None:
    assert len({started(seed=seed).available for seed in range(20)}) == 20


@pytest.mark.clause("AC-1")
def test_bag_and_hands_are_open_to_all() -> None:
    public = ACUARELLA.view(started()).public
    assert sum(public.bag.values()) == 87
    assert public.boards[0].hand == ()
    assert ACUARELLA.view(started()).private == ()


@pytest.mark.clause("AC-2")
def test_two_seats_play_without_one_card_of_each_type() -> None:
    assert set(Counter(started(seats=2).deck).values()) == {2}
    assert set(Counter(started(seats=3).deck).values()) == {3}
    assert len(started(seats=4).deck) == 24


@pytest.mark.clause("AC-3")
def test_the_first_player_is_drawn_by_lot() -> None:
    assert {ACUARELLA.actors(started(seats=4, seed=seed)) for seed in range(30)} == {(0,), (1,), (2,), (3,)}


@pytest.mark.clause("AC-3")
@pytest.mark.parametrize("first", ["0", "1", "2"])
def test_or_agreed(first: str) -> None:
    assert ACUARELLA.actors(started(first=first)) == (int(first),)
    assert setup(first=first)[0] == FirstChosen(Seat(int(first)))


@pytest.mark.clause("AC-3")
def test_a_seat_that_is_not_there_cannot_begin() -> None:
    with pytest.raises(Refusal) as refused:
        ACUARELLA.initial(STANDARD, 2, choose_options(STANDARD, {"first": "2"}))
    assert (refused.value.code, refused.value.clause, refused.value.detail) == ("no-such-first", "AC-3", {"seats": 2})


@pytest.mark.clause("AC-3")
def test_turns_go_clockwise() -> None:
    state = started(first="1")
    seats: list[int] = []
    for _ in range(5):
        seats += ACUARELLA.actors(state)
        state = play(state, lawful(state)[0])
    assert seats == [1, 2, 0, 1, 2]


@pytest.mark.clause("AC-4")
def test_the_first_turn_places_a_piece_from_the_bag_and_leaves_the_row_alone() -> None:
    events = setup(first="0")
    state = after(ACUARELLA.initial(STANDARD, 3, choose_options(STANDARD, {"first": "0"})), events)
    (drawn,) = [event.piece for event in events if isinstance(event, FirstDrawn)]
    assert {text.split()[0] for text in lawful(state)} == {f"B:{drawn}"}
    chance = Chance(bytes(32), {})
    events = ACUARELLA.decide(state, Seat(0), ACUARELLA.legal(state, Seat(0))[0], chance)
    assert kinds(events) == ["Placed", "TurnBegan"]
    assert chance.draws == []
    assert after(state, events).available == state.available


@pytest.mark.clause("AC-4")
def test_every_other_turn_takes_an_available_piece() -> None:
    state = started(first="0")
    state = play(state, lawful(state)[0])
    assert {text.split(":")[0] for text in lawful(state)} == {"1", "2", "3", "4"}


def test_the_same_seed_sets_up_the_same_match() -> None:
    assert started(seed=5) == started(seed=5)
