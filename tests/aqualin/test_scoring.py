"""Shoals, totals and results."""

import random

import pytest
from msgspec.structs import replace

from domain.aqualin.game import AQUALIN
from domain.aqualin.reef import cells
from domain.aqualin.state import State
from domain.kernel.messages import Seat
from domain.kernel.score import Line, Result, TieBreak, totals
from tests.aqualin.slow_scorer import slow_totals
from tests.aqualin.table import FIRST, SECOND, STANDARD, TINY, match, position, started

# The rulebook's example.
PRINTED = """
    BT BJ BH GC PT YS
    PC KJ BS GS RH YH
    GJ RS KS RC RT GF
    YF PH PS KC KT PF
    YT PJ GT KH RF BF
    RJ YC KF GH YJ BC
"""

EQUAL = """
    YF YC PH GF GJ RS
    BS PS YT YJ BJ PJ
    KT YS BF PC BT BH
    RJ GC GH KS PF BC
    KC RT KH RC YH KF
    PT RF GS KJ RH GT
"""


def shoals(state: State, source: str) -> list[tuple[str, int, int]]:
    """What each line of one source is about, its tiles and its points."""
    return [(line.about, len(line.cells), line.points) for line in AQUALIN.score(state) if line.source == source]


@pytest.mark.clause("AQ-12", "AQ-13")
def test_the_printed_example() -> None:
    state = position(PRINTED)
    assert shoals(state, "colour-shoal") == [
        ("blue", 2, 1),
        ("blue", 4, 6),
        ("green", 2, 1),
        ("pink", 3, 3),
        ("purple", 3, 3),
        ("red", 3, 3),
        ("yellow", 2, 1),
        ("yellow", 2, 1),
    ]
    assert shoals(state, "type-shoal") == [
        ("crab", 2, 1),
        ("fish", 4, 6),
        ("jellyfish", 2, 1),
        ("seahorse", 2, 1),
        ("seahorse", 2, 1),
        ("starfish", 5, 10),
        ("turtle", 2, 1),
    ]
    assert totals(AQUALIN.score(state), 2) == (19, 21)
    assert AQUALIN.result(state) == Result(True, "reef-full", (2, 1), (SECOND,))


@pytest.mark.clause("AQ-12")
def test_a_line_shows_its_shoal() -> None:
    fish = next(line for line in AQUALIN.score(position(PRINTED)) if line.about == "fish")
    cells_, pieces = ("e2", "f2", "f3", "f4"), ("RF", "BF", "PF", "GF")
    assert fish == Line(SECOND, "AQ-12", "type-shoal", 6, about="fish", cells=cells_, pieces=pieces)


@pytest.mark.clause("AQ-12")
@pytest.mark.parametrize(("tiles", "points"), [(1, 0), (2, 1), (3, 3), (4, 6), (5, 10), (6, 15)])
def test_what_a_shoal_is_worth(tiles: int, points: int) -> None:
    row = ["BC", "BF", "BJ", "BH", "BS", "BT"][:tiles] + [".."] * (6 - tiles)
    state = position("\n".join([" ".join(row), *[".. " * 6] * 5]))
    assert totals(AQUALIN.score(state), 2) == (points, 0)


@pytest.mark.clause("AQ-12")
def test_tiles_that_touch_at_a_corner_only_are_no_shoal() -> None:
    assert AQUALIN.score(position("RC .. RW \n .. RQ ..", edition=TINY)) == ()


@pytest.mark.clause("AQ-12")
def test_the_edge_of_the_reef_joins_nothing() -> None:
    assert AQUALIN.score(position(".. .. RC \n RQ .. ..", edition=TINY)) == ()


@pytest.mark.clause("AQ-12")
def test_a_tile_counts_in_a_colour_shoal_and_in_a_type_shoal() -> None:
    colour, type_ = AQUALIN.score(position("RC RQ .. \n OC .. ..", edition=TINY))
    assert (colour.about, colour.cells) == ("red", ("a2", "b2"))
    assert (type_.about, type_.cells) == ("crab", ("a1", "a2"))


@pytest.mark.clause("AQ-13")
@pytest.mark.parametrize(("colours", "points"), [(FIRST, (19, 21)), (SECOND, (21, 19))])
def test_each_seat_scores_what_it_collects(colours: Seat, points: tuple[int, int]) -> None:
    assert totals(AQUALIN.score(position(PRINTED, colours=colours)), 2) == points


@pytest.mark.clause("AQ-14")
@pytest.mark.parametrize("colours", [FIRST, SECOND])
@pytest.mark.parametrize(("first", "winner"), [(FIRST, SECOND), (SECOND, FIRST)])
def test_on_equal_points_the_seat_that_did_not_go_first_wins(colours: Seat, first: Seat, winner: Seat) -> None:
    state = position(EQUAL, colours=colours, first=first)
    assert totals(AQUALIN.score(state), 2) == (11, 11)
    places = (1, 2) if winner == FIRST else (2, 1)
    tiebreak = TieBreak("AQ-14", (FIRST, SECOND), "second-mover")
    assert AQUALIN.result(state) == Result(True, "reef-full", places, (winner,), (tiebreak,))


@pytest.mark.clause("AQ-14")
def test_the_tie_break_decides_ties_only() -> None:
    state = position(PRINTED, first=SECOND)
    assert AQUALIN.result(state).winners == (SECOND,)
    assert not AQUALIN.result(state).tiebreaks


def test_nothing_is_scored_before_the_first_tile() -> None:
    assert AQUALIN.score(started()) == ()
    assert AQUALIN.result(started()) == Result()


@pytest.mark.clause("AQ-12", "AQ-13")
def test_the_slow_scorer_agrees_on_a_thousand_full_reefs() -> None:
    shuffled, state = random.Random(12), position(PRINTED)
    for _ in range(1000):
        tiles = shuffled.sample(STANDARD.tiles(), 36)
        reef = dict(zip(cells(STANDARD.grid), tiles, strict=True))
        state = replace(state, reef=reef, colours=Seat(shuffled.randrange(2)))
        assert totals(AQUALIN.score(state), 2) == slow_totals(state)


@pytest.mark.clause("AQ-12", "AQ-13")
def test_the_slow_scorer_agrees_at_every_moment_of_a_match() -> None:
    for seed in range(10):
        for played in match(seed=seed):
            assert totals(AQUALIN.score(played.after), 2) == slow_totals(played.after)
