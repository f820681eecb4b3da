"""What a greedy player thinks commands are worth."""

import pytest

from domain.kernel.messages import Seat
from domain.kernel.view import see
from domain.puzzilli.commands import LetGo, Place, Pull, PuzzilliCommand
from domain.puzzilli.legal import legal
from domain.puzzilli.state import State
from domain.puzzilli.value import value
from domain.puzzilli.view import view
from tests.puzzilli.play import begin, feed, feeding, fold, grasped, leaves, placing, with_bag, with_board
from tests.puzzilli.shares import shares

a, b, c = (Seat(seat) for seat in range(3))


def worths(state: State, seat: Seat) -> dict[PuzzilliCommand, float]:
    worth = value(state.edition, see(view(state), seat), seat)
    return {command: worth(command) for command in legal(state, seat)}


def test_placing_is_worth_the_points_it_brings() -> None:
    board = {"0,1": "Red Sub", "0,2": "Blue Coin"}
    worth = worths(placing(with_board(begin(2), a, board), "White Coin", "White Crab"), a)
    by_cell = {str(command.cell): points for command, points in worth.items() if isinstance(command, Place)}
    assert by_cell["-1,2"] == 4  # for the diver 1, for the coins beside each other: 1 and 2 shapes
    assert by_cell["2,0"] == 0
    assert max(by_cell.values()) == by_cell["-1,2"]


def test_a_doubloon_takes_what_brings_most() -> None:
    state = placing(with_board(begin(2), a, {"0,1": "White Sub"}), "Doubloon", "White Crab")
    worth = worths(state, a)
    best = max(worth, key=lambda command: worth[command])
    assert isinstance(best, Place)
    assert best.piece.endswith("Coin")


def test_a_good_find_is_pulled_and_a_bad_one_let_go() -> None:
    state = with_board(begin(2), a, {"0,1": "Red Turtle", "1,2": "Blue Turtle"})
    state = with_bag(state, {"White Crab": 2, "White Fish": 2, "White Shell": 5, "White Starfish": 5})
    good = worths(grasped(state, a, "White Crab"), a)
    assert good[Pull()] > good[LetGo()]
    state = with_bag(state, {"White Crab": 9, "White Sub": 1})
    bad = worths(grasped(state, a, "White Sub"), a)
    assert bad[Pull()] < bad[LetGo()]


@pytest.mark.clause("PZ-4")
def test_where_there_is_no_choice_nothing_is_weighed() -> None:
    state = grasped(begin(2), a, "White Crab", final=True)
    assert worths(state, a) == {Pull(): 0}


def test_the_bag_is_fed_with_what_helps_oneself_more_than_the_rivals() -> None:
    state = with_board(with_board(begin(2), a, {"0,1": "White Sub"}), b, {"0,1": "White Turtle"})
    worth = worths(feeding(placing(state, "White Fish", "White Fish")), a)
    assert worth[feed("Red Coin")] > worth[feed("Red Shell")] > worth[feed("Red Crab")]


@pytest.mark.clause("PZ-3")
def test_a_find_is_weighed_by_its_shape_alone() -> None:
    state = with_bag(with_board(begin(2), a, {"0,1": "White Turtle"}), {"White Crab": 1, "Red Crab": 1})
    white, red = grasped(state, a, "White Crab"), grasped(state, a, "Red Crab")
    assert worths(white, a) == worths(red, a)


def test_rivals_that_left_are_no_rivals() -> None:
    """To the second seat a coin is worth more than a crab; to the third, less, and it has left."""
    state = with_board(with_board(begin(3), b, {"0,1": "White Sub"}), c, {"0,1": "White Turtle", "0,3": "White Turtle"})
    state = feeding(placing(state, "White Crab", "White Fish", "White Fish"))
    assert worths(state, a)[feed("Red Crab")] < worths(fold(state, leaves(state, c)), a)[feed("Red Crab")] == 0


@pytest.mark.clause("PZ-10")
@pytest.mark.parametrize("seats", [2, 3])
def test_greedy_seats_meet_both_endings(seats: int) -> None:
    """Neither a stuck seat nor the last token ends more than three matches in four (`tests/puzzilli/shares.py`)."""
    reasons, totals, _ = shares("greedy", seats, 16)
    assert max(reasons["stuck"], reasons["last-token"]) <= 12
    assert sum(totals) / len(totals) > 6  # chance brings about 1 to 2 seats, 4 to 3
