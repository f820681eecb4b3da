"""Points, places, and what the slow scorer says of them (VC-11, VC-12)."""

import random
from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from domain.catrina.board import Row
from domain.catrina.cells import Cell
from domain.catrina.legal import legal
from domain.catrina.scoring import result, score
from domain.catrina.state import State
from domain.catrina.tiles import Tile
from domain.kernel.messages import Seat
from domain.kernel.score import Line, TieBreak, totals
from tests.catrina.slow_scorer import slow_totals
from tests.catrina.table import FIRST, SECOND, STANDARD, THIRD, TINY, chance, greedily, grown, match, position, village


def points(state: State, seat: Seat = FIRST) -> dict[str, int]:
    """By source, as on the score pad."""
    found: dict[str, int] = {}
    for line in score(state):
        if line.seat == seat:
            found[line.source] = found.get(line.source, 0) + line.points
    return found


LOUISON = (
    "t022 @0,1 r180", "t062 @1,0 r270", "t114 @0,-1 r180", "t032 @0,2 r90", "t077 @1,1 r0", "t075 @2,0 r90",
    "t042 @1,-1 r90", "t074 @0,-2 r180", "t097 @1,2 r270", "t052 @-1,2 r90", "t101 @2,-1 r180", "t065 @1,-2 r0",
    "t094 @2,2 r0", "t015 @-2,2 r180", "t031 @2,-2 r180",
)  # fmt: skip


@pytest.mark.clause("VC-7", "VC-8", "VC-11")
def test_the_rulebooks_village_is_worth_61() -> None:
    """8 blue balloons and 4 green ones (the tile of 5 was gone), an altar to the blue ones, 4 different stalls, a small
    and two large chimeras, 7 visitors, 6 butterflies and one that is not connected."""
    state = position(village("s6"), village("s1"), village("s2"))
    state = replace(state, stacks={**state.stacks, "green": (4, 3)})
    state = grown(state, FIRST, *LOUISON)
    counts = state.villages[0].counts
    assert (counts["blue"], counts["green"], counts["visitor"], counts["butterfly"]) == (8, 4, 7, 6)
    assert points(state) == {
        "balloons": 12, "altars": 8, "stalls": 9, "chimeras": 13, "visitors": 7, "butterflies": 12,
    }  # fmt: skip
    assert totals(score(state), 3)[0] == 61 == slow_totals(state)[0]


@pytest.mark.clause("VC-11")
def test_altars_count_each_element_they_ask_for() -> None:
    """The rulebook's examples: five stalls and an altar at 1 are 5 points, three blue balloons 3."""
    state = position(
        village(
            "s1", "t004 @0,1 r0", "t090 @1,0 r270", "t031 @0,-1 r270", "t088 @2,0 r270", "t104 @1,-1 r180",
            "t094 @2,1 r270",
        ),
        village("s2"),
    )  # fmt: skip
    counts = state.villages[0].counts
    assert (sum(counts.get(stall.id, 0) for stall in STANDARD.stalls.types), counts["blue"]) == (5, 3)
    assert {line.about: line.points for line in score(state) if line.source == "altars"} == {
        "stall-altar": 5, "blue-altar": 3,
    }  # fmt: skip


@pytest.mark.clause("VC-11")
def test_an_altar_to_the_stalls_counts_equal_ones_too() -> None:
    tiles = ("bread1 @0,1 r0", "bread2 @0,2 r0", "fruit1 @0,3 r0", "stallaltar @0,4 r0")
    state = position(village("s1", *tiles, edition=TINY), village("s2", edition=TINY), edition=TINY)
    assert points(state) == {"altars": 3, "stalls": 1}


@pytest.mark.clause("VC-11")
def test_each_of_two_altars_of_a_kind_pays() -> None:
    tiles = ("reds @0,1 r0", "altar @0,2 r0", "altar @0,3 r0")
    state = position(village("s1", *tiles, edition=TINY), village("s2", edition=TINY), edition=TINY)
    assert points(state) == {"altars": 4}


@pytest.mark.clause("VC-11")
@pytest.mark.parametrize(("different", "worth"), [(1, 0), (2, 1), (3, 4), (4, 9), (5, 16), (6, 25)])
def test_different_stalls(different: int, worth: int) -> None:
    assert STANDARD.stalls.points[different - 1] == worth


@pytest.mark.clause("VC-11")
def test_visitors_and_butterflies_count_only_when_connected() -> None:
    apart = position(village("s1", "guests @1,0 r0", edition=TINY), village("s2", edition=TINY), edition=TINY)
    assert points(apart) == {}
    paved = position(village("s1", "guests @0,1 r180", edition=TINY), village("s2", edition=TINY), edition=TINY)
    assert points(paved) == {"visitors": 2}
    trail = position(village("s1", "guests @1,0 r90", edition=TINY), village("s2", edition=TINY), edition=TINY)
    assert points(trail) == {"butterflies": 2}


@pytest.mark.clause("VC-11")
def test_a_line_shows_what_it_is_for() -> None:
    built = village("s1", "reds @0,1 r0", "altar @0,2 r0", edition=TINY)
    state = position(built, village("s2", edition=TINY), edition=TINY)
    assert score(state) == (Line(FIRST, "VC-11", "altars", 2, "red-altar", (Cell("0,2"),), ("red",)),)


def ended(*visitors: int) -> State:
    """A match at its end, with so many visitors in each village."""
    tiles = {1: "visitor", 2: "guests", 4: "crowd"}
    villages = [
        village(
            "s1", *(f"{tiles[bit]} @0,{y} r{180 if bit == 2 else 0}" for y, bit in enumerate(bits(n), 1)), edition=TINY
        )
        for n in visitors
    ]
    return replace(position(*villages, edition=TINY), ended="rounds", turn=None)


def bits(number: int) -> list[int]:
    """5 is 4 and 1; the tile that is only a dead end comes last."""
    return [bit for bit in (4, 1, 2) if number & bit]


@pytest.mark.clause("VC-12")
def test_most_points_win() -> None:
    found = result(ended(3, 7, 5))
    assert (found.finished, found.reason, found.places, found.winners) == (True, "rounds", (3, 1, 2), (SECOND,))
    assert found.tiebreaks == ()


@pytest.mark.clause("VC-12")
def test_equal_points_share_a_place() -> None:
    two, three, lower = result(ended(7, 5, 7)), result(ended(4, 4, 4)), result(ended(6, 4, 4))
    assert (two.places, two.winners, two.tiebreaks) == (
        (1, 3, 1), (FIRST, THIRD), (TieBreak("VC-12", (FIRST, THIRD), "shared"),),
    )  # fmt: skip
    assert (three.places, three.winners) == ((1, 1, 1), (FIRST, SECOND, THIRD))
    assert (lower.places, lower.winners, lower.tiebreaks) == (
        (1, 2, 2), (FIRST,), (TieBreak("VC-12", (SECOND, THIRD), "shared"),),
    )  # fmt: skip


@pytest.mark.clause("VC-12")
def test_there_is_no_result_before_the_end() -> None:
    state = replace(ended(3, 7), ended="")
    assert not result(state).finished


SOURCES = {"balloons", "altars", "stalls", "chimeras", "visitors", "butterflies"}
BEARING_PARTS = [tile for tile in STANDARD.tiles.path if STANDARD.shapes[tile.id].parts]


def random_village(dice: random.Random, tiles: Sequence[Tile], choices: int) -> State:
    """The tiles come in this order; a greedy player chooses among so many random placements of each."""
    state = position(village(dice.choice(STANDARD.tiles.starting).id), village("s1"))
    for tile in tiles:
        state = replace(state, rows=(Row((tile.id,)),))
        lawful = legal(state, FIRST)
        chosen = greedily(state, FIRST, dice.sample(lawful, min(choices, len(lawful))), chance())
        state = grown(state, FIRST, f"{tile.id} @{chosen.cell} r{chosen.turn}")
    return state


@pytest.mark.clause("VC-11")
@pytest.mark.parametrize("block", range(10))
def test_a_thousand_random_villages_score_as_the_slow_scorer_says(block: int) -> None:
    """One in four is built with care, half of the tiles that bear pedestal parts, so that every block has points from
    every source, large chimeras and golden balloons among them."""
    dice, found = random.Random(block), set[str]()
    for number in range(100):
        with_care = number % 8 > 5
        tiles = dice.sample(
            BEARING_PARTS if number % 2 else STANDARD.tiles.path, dice.randrange(6, 24) + 16 * with_care
        )
        state = random_village(dice, tiles, 32 if with_care else 1)
        assert totals(score(state), 2) == slow_totals(state)
        found |= {line.source for line in score(state)}
        found |= {f"{housed.chimera} chimera" for housed in state.villages[FIRST].chimeras}
        found |= {"golden balloon" for tile in state.villages[FIRST].balloons.values() if tile.golden}
    assert found == SOURCES | {"small chimera", "large chimera", "golden balloon"}


@pytest.mark.clause("VC-11")
@pytest.mark.parametrize("seats", [2, 6])
def test_sheets_of_whole_matches_agree_with_the_slow_scorer(seats: int) -> None:
    for turn in match(seats, seed=seats):
        assert totals(score(turn.after), seats) == slow_totals(turn.after)


@pytest.mark.clause("VC-11")
def test_greedy_players_earn_from_every_source() -> None:
    sources = {
        line.source
        for seed in range(2)
        for turn in [*match(2, seed=seed, choose=greedily)][-1:]
        for line in score(turn.after)
    }
    assert sources == SOURCES
