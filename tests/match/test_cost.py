"""What a command costs does not grow with its match."""

from collections import Counter
from dataclasses import replace
from typing import Any

from domain.kernel.catalogue import Catalogue
from domain.match.fold import fold
from domain.players.random import play_random
from domain.record.playout import playout
from tests.match.table import EDITION
from tests.toy.game import TOY
from tests.toy.state import Events, State

calls = Counter[str]()


def counted(state: State, event: Events) -> State:
    calls["evolve"] += 1
    return TOY.evolve(state, event)


COUNTING = Catalogue([replace(TOY, evolve=counted)], [("toy", EDITION)])


def play() -> list[Any]:
    return list(playout(COUNTING, COUNTING.newest("toy"), 3, {"length": "long"}, bytes(32), [play_random] * 3))


def test_a_walk_over_a_match_folds_each_event_once() -> None:
    match = play()
    calls.clear()
    fold(COUNTING, [step for step, _ in match])
    games_own = match[-1].match.events - 5  # without started, ended, revealed and two fingerprints
    assert calls["evolve"] == games_own


def test_a_command_folds_its_own_events_and_no_others() -> None:
    calls.clear()
    match = play()
    assert calls["evolve"] == match[-1].match.events - 5
