"""Whole matches without a server."""

import hashlib
from uuid import UUID

import pytest

from domain.kernel.messages import Seat
from domain.kernel.score import totals
from domain.match.fold import fold
from domain.match.state import Match
from domain.players import PLAYERS
from domain.players.random import play_random
from domain.record.playout import PAUSE, Endless, Played, playout
from tests.match.table import CATALOGUE, RULES
from tests.toy.game import TOY

SEED = hashlib.sha256(b"a match").digest()


def play(seats: int = 3, player: str = "random", **more: object) -> list[Played]:
    players = [PLAYERS[player]] * seats
    return list(playout(CATALOGUE, RULES, seats, {"length": "long"}, SEED, players, **more))  # type: ignore[arg-type]


def test_a_match_is_created_seated_started_and_played_to_its_end() -> None:
    match = play()
    assert [after.status for _, after in match[:5]] == ["open"] * 4 + ["running"]
    assert match[-1].match.status == "finished"
    assert match[-1].match.totals == totals(TOY.score(match[-1].match.state), 3)
    assert len(match) == 5 + 3 * 2 * 4


def test_what_it_folds_as_it_goes_is_the_fold_of_its_bytes() -> None:
    assert fold(CATALOGUE, [step for step, _ in play()]) == play()[-1].match


def test_the_same_arguments_give_the_same_bytes_and_others_give_others() -> None:
    assert play() == play()
    assert play()[-1].step.hash != play(salts=("pepper", "", ""))[-1].step.hash
    assert play()[-1].step.hash != play(player="greedy")[-1].step.hash


def test_times_go_on_by_one_pause_and_ids_can_be_given() -> None:
    match = play(match_id=UUID(int=7))
    assert {step.match_id for step, _ in match} == {UUID(int=7)}
    times = [step.at for step, _ in match]
    assert times == [times[0] + PAUSE * place for place in range(len(match))]
    assert [step.version for step, _ in match] == list(range(1, len(match) + 1))


def test_where_several_may_act_each_comes_first_at_times() -> None:
    dug_first = set()
    for number in range(20):
        seed = hashlib.sha256(bytes([number])).digest()
        match = list(playout(CATALOGUE, RULES, 3, {"length": "short"}, seed, [play_random] * 3))
        dug_first.add(match[4].match.seat_of(match[5].step.actor))
    assert dug_first == {0, 1, 2}


def test_seats_leave_when_they_are_told_to() -> None:
    def leaves(match: Match) -> Seat | None:
        return Seat(1) if match.version == 8 else None

    match = play(leaves=leaves)
    assert match[8].match.resigned == (1,)
    assert b'"resigned"' in match[8].step.open
    assert match[-1].match.result.places[1] == 3


def test_a_match_beyond_its_greatest_number_of_steps_is_a_fault() -> None:
    with pytest.raises(Endless, match="goes on at step 15"):
        play(most_steps=10)
