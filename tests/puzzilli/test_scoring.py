"""What boards are worth, and who wins: PZ-12 to PZ-17."""

import random
from collections.abc import Mapping

import pytest

from domain.kernel.messages import Seat
from domain.kernel.score import Line, TieBreak, totals
from domain.puzzilli.events import Finished
from domain.puzzilli.scoring import result, score
from domain.puzzilli.state import State
from tests.puzzilli.play import begin, fold, leaves, own, playout, with_board
from tests.puzzilli.slow_scorer import slow_totals

a, b, c, d = (Seat(seat) for seat in range(4))

# The board, row by row:
#      0,0  1,0  2,0
#   -1,1  0,1  1,1  2,1
#      -1,2  0,2  1,2  2,2
#         -1,3  0,3  1,3


def points(pieces: Mapping[str, str], at: str, **options: str) -> int:
    """What the piece on this cell of the first seat's board brings."""
    lines = [line for line in score(with_board(begin(2, **options), a, pieces)) if line.cells[0] == at]
    assert len(lines) <= 1
    return sum(line.points for line in lines)


def finished(boards: Mapping[int, Mapping[str, str]], tokens: tuple[int, ...], **options: str) -> State:
    state = begin(len(tokens), **options)
    for seat, held in enumerate(tokens):
        state = own(with_board(state, seat, boards.get(seat, {})), seat, tokens=held)
    return fold(state, [Finished("last-token")])


@pytest.mark.clause("PZ-12")
@pytest.mark.parametrize(("shape", "target"), [("Sub", "Coin"), ("Turtle", "Crab"), ("Fish", "Turtle")])
def test_a_point_for_each_neighbour_of_the_target(shape: str, target: str) -> None:
    board = {"0,1": f"White {shape}", "0,0": f"Red {target}", "1,1": f"Red {target}", "-1,2": f"Blue {target}"}
    assert points(board, "0,1") == 3
    assert points({**board, "1,3": f"Blue {target}"}, "0,1") == 3  # too far away
    assert points({"0,1": f"White {shape}", "0,0": "Red Shell"}, "0,1") == 0


@pytest.mark.clause("PZ-13")
@pytest.mark.parametrize(("shape", "target"), [("Crab", "Starfish"), ("Starfish", "Shell")])
def test_a_point_for_each_target_in_the_best_of_three_lines(shape: str, target: str) -> None:
    line_r = {"-1,1": f"Red {target}", "2,1": f"Red {target}"}  # r = 1: a gap and another piece lie between
    line_q = {"0,3": f"Blue {target}"}
    line_s = {"1,0": f"Yellow {target}"}  # q + r = 1
    board = {"0,1": f"White {shape}", "1,1": "Green Coin", **line_r, **line_q, **line_s}
    assert points(board, "0,1") == 2
    assert points({"0,1": f"White {shape}", **line_q}, "0,1") == 1
    assert points({"0,1": f"White {shape}", **line_s}, "0,1") == 1
    assert points({"0,1": f"White {shape}", "2,0": f"Red {target}"}, "0,1") == 0  # on none of its lines


@pytest.mark.clause("PZ-13")
def test_the_evidence_is_the_best_line() -> None:
    state = with_board(begin(2), a, {"0,1": "White Crab", "2,1": "Red Starfish", "-1,1": "Blue Starfish"})
    [line] = score(state)
    assert line == Line(
        a,
        "PZ-13",
        "crab",
        2,
        about="White Crab",
        cells=("0,1", "-1,1", "2,1"),
        pieces=("Blue Starfish", "Red Starfish"),
    )


@pytest.mark.clause("PZ-14")
def test_a_shell_counts_each_colour_around_it_once_or_every_neighbour() -> None:
    board = {"0,1": "White Shell", "0,0": "Red Crab", "1,1": "Red Fish", "-1,2": "Blue Sub", "1,3": "Green Sub"}
    assert points(board, "0,1") == points(board, "0,1", shell="distinct-colours") == 2
    assert points(board, "0,1", shell="every-neighbour") == 3


@pytest.mark.clause("PZ-15")
def test_a_coin_counts_each_shape_around_it_once_coins_too_or_every_neighbour_that_is_none() -> None:
    board = {"0,1": "White Coin", "0,0": "Red Crab", "1,1": "Red Fish", "-1,2": "Blue Crab", "1,0": "Blue Coin"}
    assert points(board, "0,1") == points(board, "0,1", coin="distinct-shapes") == 3
    board |= {"0,2": "Green Coin"}
    assert points(board, "0,1", coin="distinct-shapes") == 3
    assert points(board, "0,1", coin="every-non-coin") == 3
    assert points({**board, "-1,1": "Yellow Crab"}, "0,1", coin="every-non-coin") == 4


@pytest.mark.clause("PZ-16")
def test_each_latecomer_token_costs_a_point() -> None:
    state = finished({}, (3, 0))
    assert score(state) == (Line(a, "PZ-16", "latecomer", -3, about="3"),)
    assert totals(score(state), 2) == (-3, 0)


@pytest.mark.clause("PZ-12", "PZ-13", "PZ-14", "PZ-15")
def test_a_whole_board() -> None:
    board = {
        "0,0": "White Turtle",  # crabs beside it: 1,0 -> 1
        "1,0": "Red Crab",  # starfish in its lines: 1,2 (same q) -> 1
        "0,1": "Blue Coin",  # beside it: turtle, crab, fish -> 3
        "-1,2": "White Fish",  # turtles beside it: none
        "1,2": "White Starfish",  # shells in its lines: 2,2 (same r) -> 1
        "2,2": "Green Shell",  # colours beside it: white -> 1
    }
    state = with_board(begin(2), a, board)
    assert [line.points for line in score(state)] == [1, 1, 3, 1, 1]
    assert slow_totals(state) == (7, 0)


TWO_POINTS = {"0,0": "White Sub", "1,0": "Red Coin"}  # diver and coin, one each
TWO_POINTS_WITH_THREE = {"0,0": "White Sub", "1,0": "Blue Coin", "0,3": "White Crab"}


@pytest.mark.clause("PZ-17")
def test_most_points_win() -> None:
    won = result(finished({0: {}, 1: TWO_POINTS}, (0, 1)))
    assert (won.places, won.winners, won.tiebreaks) == ((2, 1), (b,), ())


@pytest.mark.clause("PZ-17")
def test_then_the_fewest_pieces() -> None:
    won = result(finished({0: TWO_POINTS_WITH_THREE, 1: TWO_POINTS}, (1, 1)))
    assert (won.places, won.winners) == ((2, 1), (b,))
    assert won.tiebreaks == (TieBreak("PZ-17", (a, b), "fewest-pieces"),)


@pytest.mark.clause("PZ-17")
def test_then_it_is_a_tie_that_nobody_wins() -> None:
    tie = result(finished({0: TWO_POINTS, 1: {"0,0": "White Sub", "1,0": "Blue Coin"}}, (1, 1)))
    assert (tie.places, tie.winners) == ((1, 1), ())
    assert tie.tiebreaks == (TieBreak("PZ-17", (a, b), "equal"),)


@pytest.mark.clause("PZ-17")
def test_four_tied_and_all_parted_by_their_pieces() -> None:
    boards = {0: TWO_POINTS, 1: TWO_POINTS_WITH_THREE, 2: {"0,0": "White Turtle"}}
    won = result(finished(boards, (2, 2, 0, 0)))  # 0 points each, with 2, 3, 1 and no pieces
    assert (won.places, won.winners) == ((3, 4, 2, 1), (d,))
    assert won.tiebreaks == (TieBreak("PZ-17", (a, b, c, d), "fewest-pieces"),)


@pytest.mark.clause("PZ-17")
def test_of_three_tied_two_stay_tied() -> None:
    tie = result(finished({0: {"0,0": "White Sub"}, 1: {"0,0": "White Sub"}, 2: {"0,0": "White Crab"}}, (0, 0, 0, 1)))
    assert (tie.places, tie.winners) == ((1, 1, 1, 4), ())
    boards = {0: {"0,0": "White Sub"}, 1: {"0,0": "White Sub"}, 2: {"0,0": "White Crab", "2,0": "White Crab"}}
    tie = result(finished(boards, (0, 0, 0, 1)))
    assert (tie.places, tie.winners) == ((1, 1, 3, 4), ())
    assert tie.tiebreaks == (
        TieBreak("PZ-17", (a, b, c), "fewest-pieces"),
        TieBreak("PZ-17", (a, b), "equal"),
    )


@pytest.mark.clause("PZ-16", "PZ-17")
def test_totals_may_be_negative() -> None:
    won = result(finished({}, (4, 6)))
    assert (won.places, won.winners) == ((1, 2), (a,))


@pytest.mark.clause("PZ-17", "PZ-18")
def test_who_left_is_no_part_of_a_tie() -> None:
    state = begin(3)
    state = fold(state, leaves(state, a))
    tie = result(fold(state, [Finished("last-token")]))
    assert (tie.places, tie.tiebreaks) == ((3, 1, 1), (TieBreak("PZ-17", (b, c), "equal"),))


OPTIONS = [
    {"shell": shell, "coin": coin}
    for shell in ("distinct-colours", "every-neighbour")
    for coin in ("distinct-shapes", "every-non-coin")
]


@pytest.mark.clause("PZ-12", "PZ-13", "PZ-14", "PZ-15", "PZ-16")
@pytest.mark.parametrize("options", OPTIONS)
def test_the_sheet_agrees_with_the_slow_scorer_on_random_boards(options: dict[str, str]) -> None:
    """250 positions of four boards for each pair of options; whether they are reachable does not matter here."""
    dice = random.Random(repr(options))
    start = begin(4, **options)
    pieces = [piece for piece in start.edition.pieces if piece != start.edition.special]
    for _ in range(250):
        state = start
        for seat in range(4):
            board = {cell: dice.choice(pieces) for cell in start.edition.board.cells if dice.random() < 0.7}
            state = own(state, seat, board=board, tokens=dice.randrange(4))
        assert totals(score(state), 4) == slow_totals(state)


@pytest.mark.clause("PZ-16", "PZ-17")
def test_the_sheet_agrees_with_the_slow_scorer_along_whole_matches() -> None:
    for seed in range(9):
        for state, *_ in playout(seed, begin(2 + seed % 3)):
            assert totals(score(state), len(state.seats)) == slow_totals(state)
