"""How a match ends, and what leaving does: PZ-10, PZ-11, PZ-18, PZ-19."""

import pytest

from domain.kernel.messages import Seat
from domain.kernel.score import Result, totals
from domain.puzzilli.commands import LetGo, Pull
from domain.puzzilli.edition import Cell, Piece
from domain.puzzilli.events import AllPulled, Ending, Finished, Left, Placed, Pulled, PuzzilliEvent, RoundBegan
from domain.puzzilli.legal import legal
from domain.puzzilli.rules import actors, most_steps
from domain.puzzilli.scoring import result, score
from domain.puzzilli.state import State
from domain.puzzilli.view import census
from tests.puzzilli.play import (
    Match,
    begin,
    do,
    edition,
    feed,
    feeding,
    fold,
    grasped,
    leaves,
    own,
    place,
    placing,
    tags,
    with_bag,
    with_board,
    with_stock,
)

a, b, c, d = (Seat(seat) for seat in range(4))

# A board on which no white piece fits any more.
NO_WHITE = {"0,1": "White Crab", "2,1": "White Crab", "0,3": "White Fish", "2,2": "White Fish", "2,0": "Blue Coin"}


def last_pull(state: State, *hands: str) -> tuple[State, list[PuzzilliEvent]]:
    """Each seat holds one of these pieces; all pull, the last seat last. The state after, and the last step."""
    for seat, piece in enumerate(hands):
        state = grasped(state, seat, piece)
    for seat in range(len(hands)):
        events = do(state, seat, Pull())
        state = fold(state, events)
    return state, events


def tokens_taken(state: State, left: int) -> State:
    """All tokens but these lie before the second seat."""
    return own(state, 1, tokens=state.edition.latecomer.tokens - left)


@pytest.mark.clause("PZ-10")
def test_a_seat_that_cannot_place_ends_the_match() -> None:
    _, events = last_pull(with_board(begin(2), a, NO_WHITE), "White Sub", "White Coin")
    assert events == [Pulled(b, Piece("White Coin")), AllPulled(b, (a,), "stuck")]


@pytest.mark.clause("PZ-10")
def test_while_the_piece_fits_somewhere_the_match_goes_on() -> None:
    board = {cell: piece for cell, piece in NO_WHITE.items() if cell != "0,3"}
    _, events = last_pull(with_board(begin(2), a, board), "White Sub", "White Coin")
    assert events[1] == AllPulled(b, (), "")


@pytest.mark.clause("PZ-10")
def test_the_look_waits_until_all_have_pulled() -> None:
    state = grasped(with_board(begin(2), a, NO_WHITE), a, "White Sub")
    assert tags(do(state, a, Pull())) == ["pulled"]


@pytest.mark.clause("PZ-10")
def test_several_stuck_seats_are_one_ending() -> None:
    state = with_board(with_board(begin(3), a, NO_WHITE), c, {"0,0": "White Shell"})
    blocked = {"0,1": "White Turtle", "2,1": "White Starfish", "0,3": "White Turtle", "2,2": "White Starfish"}
    state = with_board(state, c, {**blocked, "2,0": "Blue Crab"})
    state, events = last_pull(state, "White Sub", "White Coin", "White Sub")
    assert events[1] == AllPulled(c, (a, c), "stuck")


@pytest.mark.clause("PZ-10")
def test_the_last_token_ends_the_match() -> None:
    endings: dict[int, Ending] = {2: "", 1: "last-token"}
    for left, ending in endings.items():
        _, events = last_pull(tokens_taken(begin(2), left), "White Sub", "White Coin")
        assert events[1] == AllPulled(b, (), ending)


@pytest.mark.clause("PZ-10")
def test_both_at_once_are_one_ending() -> None:
    state = tokens_taken(with_board(begin(2), a, NO_WHITE), 1)
    _, events = last_pull(state, "White Sub", "White Coin")
    assert events[1] == AllPulled(b, (a,), "stuck-and-last-token")


@pytest.mark.clause("PZ-10")
def test_finish_round_all_others_still_place_and_nobody_feeds() -> None:
    state, _ = last_pull(with_board(begin(3), a, NO_WHITE), "White Sub", "White Coin", "White Coin")
    assert (state.phase, actors(state)) == ("place", (b, c))
    assert result(state) == Result()
    state = fold(state, do(state, c, place("White Coin", "0,0")))
    events = do(state, b, place("White Coin", "0,0"))
    assert events == [Placed(b, Piece("White Coin"), Cell("0,0")), Finished("stuck")]
    state = fold(state, events)
    assert (actors(state), result(state).reason) == ((), "stuck")


@pytest.mark.clause("PZ-10")
def test_finish_round_the_piece_that_fits_nowhere_is_set_aside() -> None:
    before = with_board(begin(2), a, NO_WHITE)
    state, _ = last_pull(before, "White Sub", "White Coin")
    state = fold(state, do(state, b, place("White Coin", "0,0")))
    assert state.seats[a].board == before.seats[a].board
    assert state.seats[a].pulled == Piece("White Sub")
    assert census(state) == census(before)


@pytest.mark.clause("PZ-10")
def test_finish_round_with_all_stuck_it_is_over_at_once() -> None:
    other = {"0,1": "White Turtle", "2,1": "White Starfish", "0,3": "White Turtle", "2,2": "White Starfish"}
    state = with_board(with_board(begin(2), a, NO_WHITE), b, {**other, "2,0": "Blue Crab"})
    _, events = last_pull(state, "White Sub", "White Coin")
    assert events == [Pulled(b, Piece("White Coin")), AllPulled(b, (a, b), "stuck"), Finished("stuck")]


@pytest.mark.clause("PZ-7", "PZ-10")
def test_finish_round_a_doubloon_may_go_without_and_so_end_the_match() -> None:
    state = with_stock(with_board(begin(3), a, NO_WHITE), {"Yellow Sub": 1})
    state, events = last_pull(state, "White Sub", "Doubloon", "Doubloon")
    assert events[1] == AllPulled(c, (a,), "stuck")
    assert tags(do(state, c, place("Yellow Sub", "0,0"))) == ["taken", "placed", "went_without", "finished"]


@pytest.mark.clause("PZ-10")
def test_finish_round_a_doubloon_is_still_spent() -> None:
    state, _ = last_pull(with_board(begin(2), a, NO_WHITE), "White Sub", "Doubloon")
    assert tags(do(state, b, place("Yellow Sub", "0,0"))) == ["taken", "placed", "finished"]


@pytest.mark.clause("PZ-10")
@pytest.mark.parametrize("ending", ["stuck", "last-token", "stuck-and-last-token"])
def test_at_once_nobody_places_any_more(ending: str) -> None:
    state = begin(3, end="at-once")
    if "stuck" in ending:
        state = with_board(state, a, NO_WHITE)
    if "token" in ending:
        state = tokens_taken(state, 1)
    before = state
    state, events = last_pull(state, "White Sub", "White Coin", "Doubloon")
    assert tags(events) == ["pulled", "all_pulled", "finished"]
    assert events[-1] == Finished(result(state).reason)  # type: ignore[arg-type]
    assert (result(state).reason, actors(state)) == (ending, ())
    assert [own.board for own in state.seats] == [own.board for own in before.seats]
    assert census(state) == census(before)


@pytest.mark.clause("PZ-5", "PZ-10")
def test_the_token_of_the_last_round_is_taken_too() -> None:
    for option in ("finish-round", "at-once"):
        state, _ = last_pull(with_board(begin(2, end=option), a, NO_WHITE), "White Sub", "White Coin")
        assert [own.tokens for own in state.seats] == [0, 1]


@pytest.mark.clause("PZ-7", "PZ-10")
def test_stuck_with_a_doubloon() -> None:
    state = begin(2, "doubloons")
    for seat in (a, b):
        state = with_board(state, seat, {"0,0": "Red Shell", "1,0": "Blue Shell"} if seat == a else {})
    _, events = last_pull(state, "Doubloon", "White Shell")
    assert events[1] == AllPulled(b, (a,), "stuck")


@pytest.mark.clause("PZ-11")
def test_a_bag_with_fewer_pieces_than_seats_ends_the_match_when_a_round_would_begin() -> None:
    match = Match(begin(4, "scarce"))
    while seats := actors(match.state):
        events = match.do(seats[0], legal(match.state, seats[0])[0])
    assert tags(events) == ["placed", "all_placed", "finished"]
    assert events[-1] == Finished("bag-too-small")
    assert (match.state.round, match.state.bag) == (5, {})
    assert result(match.state).reason == "bag-too-small"


@pytest.mark.clause("PZ-11")
@pytest.mark.parametrize(("supply", "ends"), [({"Red Sub": 1}, True), ({"Red Sub": 1, "Yellow Sub": 1}, False)])
def test_only_seats_still_in_the_match_count(supply: dict[str, int], ends: bool) -> None:
    """Two of three are left, and the bag holds what they feed."""
    state = with_bag(with_stock(placing(begin(3, "scarce"), "White Sub", "White Coin", "White Shell"), supply), {})
    for seat, piece in ((a, "White Sub"), (b, "White Coin")):
        state = fold(state, do(state, seat, place(piece, "0,0")))
    events = leaves(state, c)  # and with it the white shell goes back
    state = with_bag(fold(state, events), {})
    for seat in reversed(actors(state)):
        events = do(state, seat, legal(state, seat)[0])
        state = fold(state, events)
    assert ("finished" in tags(events)) is ends


@pytest.mark.clause("PZ-9", "PZ-11")
@pytest.mark.parametrize(("reserve", "goes_on"), [({"Green Sub": 1, "Blue Sub": 1}, True), ({"Green Sub": 2}, False)])
def test_what_the_reserve_gives_counts(reserve: dict[str, int], goes_on: bool) -> None:
    """The bag is empty, and two seats want to reach."""
    state = with_bag(with_stock(placing(begin(2), "White Crab", "White Fish"), reserve), {})
    state = fold(state, do(state, a, place("White Crab", "0,0")))
    events = do(state, b, place("White Fish", "0,0"))
    assert events[-1] == (RoundBegan(2) if goes_on else Finished("bag-too-small"))


@pytest.mark.clause("PZ-18")
def test_what_a_leavers_hand_holds_goes_back_unseen() -> None:
    before = begin(3)
    state = grasped(before, b, "White Crab")
    assert leaves(state, b) == [Left(b)]
    state = fold(state, leaves(state, b))
    assert state.bag == before.bag
    assert actors(state) == (a, c)


@pytest.mark.clause("PZ-18")
def test_what_a_leaver_had_pulled_goes_back_unless_it_is_a_doubloon() -> None:
    before = begin(3)
    state = placing(before, "White Crab", "Doubloon", "White Fish")
    state = fold(state, leaves(state, a))
    assert state.bag[Piece("White Crab")] == 2
    state = fold(state, leaves(state, b))
    assert (state.bag[state.edition.special], state.gone) == (2, 1)
    assert census(state) == census(before)


@pytest.mark.clause("PZ-18")
def test_what_waited_only_for_the_leaver_goes_on() -> None:
    state = grasped(grasped(begin(3), a, "White Crab"), b, "White Fish")
    for seat in (a, b):
        state = fold(state, do(state, seat, Pull()))
    assert tags(leaves(state, c)) == ["left", "all_pulled"]

    state = placing(begin(3), "White Crab", "White Fish", "White Sub")
    for seat, piece in ((a, "White Crab"), (b, "White Fish")):
        state = fold(state, do(state, seat, place(piece, "0,0")))
    assert tags(leaves(state, c)) == ["left", "all_placed"]

    state = feeding(state)
    for seat, piece in ((a, "Red Sub"), (b, "Yellow Sub")):
        state = fold(state, do(state, seat, feed(piece)))
    assert tags(leaves(state, c)) == ["left", "topped_up", "round_began"]


@pytest.mark.clause("PZ-18")
def test_leaving_in_the_last_round_ends_it() -> None:
    state, _ = last_pull(with_board(begin(3), a, NO_WHITE), "White Sub", "White Coin", "White Coin")
    state = fold(state, do(state, c, place("White Coin", "0,0")))
    assert leaves(state, b) == [Left(b), Finished("stuck")]


@pytest.mark.clause("PZ-18")
def test_a_stuck_seat_that_leaves_changes_nothing_about_the_end() -> None:
    state, _ = last_pull(with_board(begin(3), a, NO_WHITE), "White Sub", "White Coin", "White Coin")
    state = fold(state, leaves(state, a))
    assert (actors(state), state.ending) == ((b, c), "stuck")


@pytest.mark.clause("PZ-18")
@pytest.mark.parametrize("phase", ["draw", "place", "feed"])
def test_with_one_seat_left_the_match_is_over(phase: str) -> None:
    state = grasped(begin(2), a, "White Crab")
    if phase != "draw":
        state = placing(begin(2), "White Crab", "White Fish")
    if phase == "feed":
        state = feeding(state)
    assert leaves(state, b) == [Left(b), Finished("one-seat-left")]
    state = fold(state, leaves(state, b))
    assert actors(state) == ()
    assert (result(state).reason, result(state).places, result(state).winners) == ("one-seat-left", (1, 2), (a,))


@pytest.mark.clause("PZ-18")
def test_the_first_to_leave_ranks_lowest_whatever_its_points() -> None:
    state = with_board(begin(4), b, {"0,0": "White Sub", "1,0": "Red Coin"})  # two points
    for seat in (b, d, a):
        state = fold(state, leaves(state, seat))
    assert result(state).places == (2, 4, 1, 3)
    assert result(state).winners == (c,)


@pytest.mark.clause("PZ-18")
def test_the_board_supply_and_tokens_of_who_left_stay() -> None:
    state = own(with_board(begin(3), b, {"0,0": "White Sub"}), b, tokens=2)
    after = fold(state, leaves(state, b))
    assert (after.seats[b].board, after.seats[b].supply) == (state.seats[b].board, state.seats[b].supply)
    assert after.seats[b].tokens == 2
    assert totals(score(after), 3) == totals(score(state), 3) == (0, -2, 0)


@pytest.mark.clause("PZ-19")
@pytest.mark.parametrize("name", ["standard", "scarce", "doubloons"])
def test_the_longest_match_keeps_to_the_bound(name: str) -> None:
    """All let go as often as they may, and stay unstuck as long as they can."""
    match = Match(begin(4, name))
    while seats := actors(match.state):
        choices = legal(match.state, seats[-1])
        match.do(seats[-1], LetGo() if LetGo() in choices else choices[0])
    assert match.steps <= most_steps(edition(name), 4, {})


@pytest.mark.clause("PZ-19")
def test_the_bound_is_that_of_ten_rounds() -> None:
    assert most_steps(edition(), 3, {}) == 10 * 3 * 12 + 3
