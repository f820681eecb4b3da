"""The toy's clauses, one after the other."""

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from domain.kernel.chance import Chance
from domain.kernel.edition import decode_edition
from domain.kernel.messages import Seat
from domain.kernel.refusal import Refusal
from domain.kernel.score import Line, TieBreak, totals
from tests.toy import rules
from tests.toy.edition import Colour, ToyEdition
from tests.toy.game import TOY, TOY_1
from tests.toy.state import Began, Buried, Bury, Commands, Covered, Dig, Dug, Left, Lifted, Show, Shown, Spot, State

STANDARD: Any = decode_edition((Path(__file__).parent / "editions" / "standard.toml").read_bytes(), ToyEdition)
first, second, third = Seat(0), Seat(1), Seat(2)
red, green, blue = Colour("red"), Colour("green"), Colour("blue")


def state_of(seats: int = 2, length: str = "short", **changes: Any) -> State:
    """A state between two steps; nobody has a stone in hand unless it is said."""
    return replace(rules.initial(STANDARD, seats, {"length": length}), **{"cup": red, **changes})


def row(*stones: Colour | None) -> tuple[Colour | None, ...]:
    return (*stones, *(None,) * (STANDARD.spots - len(stones)))


def decide(state: State, seat: Seat, command: Commands) -> list[Any]:
    return list(rules.decide(state, seat, command, Chance(b"key", {})))


def refused(state: State, seat: Seat, command: Commands) -> tuple[str, str | None, dict[str, object]]:
    with pytest.raises(Refusal) as refusal:
        decide(state, seat, command)
    return refusal.value.code, refusal.value.clause, refusal.value.detail


@pytest.mark.clause("TY-1")
def test_the_first_player_and_the_stone_under_the_cup_are_drawn() -> None:
    chance = Chance(b"key", {})
    began, covered = rules.setup(rules.initial(STANDARD, 2, {"length": "short"}), chance)
    assert isinstance(began, Began)
    assert isinstance(covered, Covered)
    assert [purpose for purpose, _ in chance.draws] == ["first", "cup"]


@pytest.mark.clause("TY-2")
def test_all_dig_at_once_and_each_sees_its_own_stone_alone() -> None:
    assert rules.actors(state_of(3)) == (first, second, third)
    (dug,) = decide(state_of(3), second, Dig())
    assert (type(dug), dug.seat, dug.audience) == (Dug, second, "seat")
    assert rules.actors(rules.evolve(state_of(3), dug)) == (first, third)


@pytest.mark.clause("TY-2", "TY-3")
def test_the_phases_follow_each_other() -> None:
    digging, showing = state_of(hands=(red, None)), state_of(hands=(red, None), phase="show")
    assert refused(digging, first, Show(Spot(0))) == ("not-in-this-phase", "TY-3", {"phase": "dig"})
    assert refused(showing, first, Dig()) == ("not-in-this-phase", "TY-2", {"phase": "show"})
    assert rules.evolve(digging, Dug(second, blue)).phase == "show"
    after = rules.evolve(showing, Shown(first, Spot(0), red))
    assert (after.phase, after.round) == ("dig", 2)


@pytest.mark.clause("TY-3")
def test_stones_are_shown_clockwise_on_empty_spots_of_ones_own_row() -> None:
    state = state_of(3, hands=(red, green, blue), phase="show", first=second, rows=(row(red), row(red), row()))
    assert rules.actors(state) == (second,)
    assert decide(state, second, Show(Spot(1))) == [Shown(second, Spot(1), green)]
    assert refused(state, second, Show(Spot(0))) == ("spot-taken", "TY-3", {"spot": 1})
    assert refused(state, second, Show(Spot(4))) == ("no-such-spot", "TY-3", {"spots": 4})
    assert rules.actors(rules.evolve(state, Shown(second, Spot(1), green))) == (third,)


@pytest.mark.clause("TY-4")
def test_a_stone_is_buried_once_a_match() -> None:
    state = state_of(hands=(blue, red), phase="show")
    assert decide(state, first, Bury()) == [Buried(first)]
    after = rules.evolve(state, Buried(first))
    assert after.bag.count(blue) == state.bag.count(blue) + 1
    assert refused(replace(state, buried=(True, False)), first, Bury()) == ("buried-before", "TY-4", {})
    assert refused(state_of(), first, Bury()) == ("not-in-this-phase", "TY-4", {"phase": "dig"})


@pytest.mark.clause("TY-5")
@pytest.mark.parametrize(("length", "rounds"), [("short", 2), ("long", 4)])
def test_after_the_last_round_the_cup_is_lifted(length: str, rounds: int) -> None:
    last = state_of(length=length, round=rounds, hands=(None, green), phase="show")
    assert decide(last, second, Show(Spot(0))) == [Shown(second, Spot(0), green), Lifted(red)]
    assert decide(replace(last, round=rounds - 1), second, Show(Spot(0))) == [Shown(second, Spot(0), green)]
    assert rules.actors(rules.evolve(last, Lifted(red))) == ()


@pytest.mark.clause("TY-6", "TY-7")
def test_stones_score_their_value_and_two_points_beside_their_like() -> None:
    state = state_of(rows=(row(blue, blue, green), row(red, None, red)))
    assert totals(TOY.score(state), 2) == (3 + 3 + 2 + 2, 1 + 1)
    assert totals(TOY_1.score(state), 2) == (3 + 3 + 2 + 1, 1 + 1)
    assert Line(first, "TY-7", "neighbours", 2, "blue", ("1.1", "1.2")) in TOY.score(state)


@pytest.mark.clause("TY-8")
def test_stones_like_the_one_under_the_cup_score_once_it_is_lifted() -> None:
    state = state_of(rows=(row(red, green, red), row(green)))
    assert totals(TOY.score(state), 2) == (4, 2)
    assert totals(TOY.score(replace(state, lifted=True)), 2) == (6, 2)


@pytest.mark.clause("TY-9")
def test_ties_go_to_who_did_not_bury_and_are_shared_then() -> None:
    tied = state_of(3, rows=(row(blue), row(blue), row(blue)), buried=(True, False, False), lifted=True)
    result = TOY.result(tied)
    assert (result.places, result.winners) == ((3, 1, 1), (second, third))
    assert result.tiebreaks == (
        TieBreak("TY-9", (first, second, third), "not-buried"),
        TieBreak("TY-9", (second, third), "shared"),
    )


@pytest.mark.clause("TY-10")
def test_who_leaves_gives_its_stone_back_and_ranks_last() -> None:
    state = state_of(3, hands=(blue, red, None), rows=(row(blue), row(), row()))
    assert rules.leave(state, first, Chance(b"key", {})) == [Left(first)]
    state = rules.evolve(state, Left(first))
    assert state.bag.count(blue) == 5
    assert rules.actors(state) == (third,)
    assert rules.leave(state, second, Chance(b"key", {})) == [Left(second), Lifted(red)]
    state = rules.evolve(rules.evolve(state, Left(second)), Lifted(red))
    assert (TOY.result(state).reason, TOY.result(state).places) == ("left", (3, 2, 1))
