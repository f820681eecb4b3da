"""The suite itself: a toy with a fault fails the test that is there to find it."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any
from xml.etree import ElementTree

import pytest
from msgspec import structs

from domain.kernel.catalogue import Catalogue
from domain.kernel.chance import Chance
from domain.kernel.messages import Seat
from domain.kernel.refusal import Refusal
from domain.kernel.score import Result, Sheet
from domain.kernel.view import View
from tests.conformance import played
from tests.conformance import test_codecs as codecs
from tests.conformance import test_lawful as lawful
from tests.conformance import test_leaving as leaving
from tests.conformance import test_playing as playing
from tests.conformance import test_scores as scores
from tests.conformance import test_secrets as secrets
from tests.conformance import test_words as telling
from tests.conformance.material import Table, catalogue
from tests.toy import rules, scoring, state, words
from tests.toy.game import TOY, ToyGame
from tests.toy.state import Buried, Bury, Commands, Dig, Dug, Events, Show, Spot, State


def forgets_the_buried_stone(before: State, event: Events) -> State:
    after = rules.evolve(before, event)
    return structs.replace(after, bag=before.bag) if isinstance(event, Buried) else after


def cannot_fold_burying(before: State, event: Events) -> State:
    if isinstance(event, Buried):
        raise KeyError(event.seat)
    return rules.evolve(before, event)


def draws_and_then_refuses(before: State, seat: Seat, command: Commands, chance: Chance) -> list[Events]:
    if isinstance(command, Bury):
        chance.below(6, "bury")
    return rules.decide(before, seat, command, chance)


def draws_from_one_heap_for_all(before: State, seat: Seat, command: Commands, chance: Chance) -> list[Events]:
    if isinstance(command, Dig) and before.phase == "dig":
        return [Dug(seat, chance.choose(before.bag, "dig"))]
    return rules.decide(before, seat, command, chance)


def tells_the_cup(before: State, seat: Seat, command: Commands, chance: Chance) -> list[Events]:
    if isinstance(command, Dig) and before.phase != "dig":
        raise Refusal("not-in-this-phase", "TY-2", phase=before.phase, cup=before.cup)
    return rules.decide(before, seat, command, chance)


def names_no_clause(before: State, seat: Seat, command: Commands, chance: Chance) -> list[Events]:
    if isinstance(command, Dig) and before.phase != "dig":
        raise Refusal("not-in-this-phase", phase=before.phase)
    return rules.decide(before, seat, command, chance)


def forgets_burying(before: State, seat: Seat) -> Sequence[Commands]:
    return tuple(command for command in rules.legal(before, seat) if command != Bury())


def lists_twice(before: State, seat: Seat) -> Sequence[Commands]:
    return tuple(rules.legal(before, seat)) * 2


def lists_for_everybody(before: State, _: Seat) -> Sequence[Commands]:
    actors = rules.actors(before)
    return rules.legal(before, actors[0]) if actors else ()


def shows_under_the_cup(before: State) -> View:
    view = state.view(before)
    return View(structs.replace(view.public, cup=before.cup), view.private, view.revealed)


def stays_when_it_leaves(before: State, seat: Seat, chance: Chance) -> list[Events]:
    return [] if len(before.staying) > 2 else rules.leave(before, seat, chance)


def scores_the_cup(before: State) -> Sheet:
    return scoring.score(structs.replace(before, lifted=True))


def ranks_leavers_like_others(before: State) -> Result:
    return scoring.result(structs.replace(before, left=()))


def with_words(**changes: Any) -> ToyGame:
    return replace(TOY, words=lambda edition: replace(words.words(edition), **changes))


FAULTS: list[tuple[ToyGame, Callable[[Table], None]]] = [
    (replace(TOY, evolve=forgets_the_buried_stone), playing.test_no_piece_is_created_or_lost),
    (replace(TOY, evolve=cannot_fold_burying), lawful.test_every_lawful_command_is_accepted),
    (replace(TOY, most_steps=lambda *_: 5), playing.test_matches_end_within_the_stated_number_of_steps),
    (replace(TOY, decide=draws_from_one_heap_for_all), playing.test_a_rivals_commit_in_between_changes_no_draw),
    (replace(TOY, decide=draws_and_then_refuses), lawful.test_what_is_not_in_the_listing_is_refused),
    (replace(TOY, decide=names_no_clause), lawful.test_what_is_not_in_the_listing_is_refused),
    (replace(TOY, legal=forgets_burying), lawful.test_what_is_not_in_the_listing_is_refused),
    (replace(TOY, legal=lists_twice), lawful.test_the_listing_is_a_sequence_without_duplicates),
    (replace(TOY, legal=lists_for_everybody), lawful.test_who_may_not_act_has_no_lawful_command),
    (replace(TOY, default=lambda *_: Show(Spot(9))), lawful.test_the_default_of_every_actor_is_lawful),
    (replace(TOY, view=shows_under_the_cup), secrets.test_worlds_that_differ_only_in_the_hidden_look_the_same),
    (replace(TOY, decide=tells_the_cup), secrets.test_worlds_that_differ_only_in_the_hidden_look_the_same),
    (replace(TOY, score=scores_the_cup), secrets.test_worlds_that_differ_only_in_the_hidden_look_the_same),
    (replace(TOY, score=scores_the_cup), scores.test_every_sheet_agrees_with_the_slow_scorer),
    (replace(TOY, leave=stays_when_it_leaves), leaving.test_a_match_goes_on_without_those_who_left),
    (replace(TOY, result=ranks_leavers_like_others), leaving.test_who_leaves_ranks_last_and_the_earlier_the_lower),
    (with_words(notation=lambda _: "show 1"), codecs.test_a_notation_writes_one_command_and_can_be_read),
    (with_words(messages={}), lawful.test_what_is_not_in_the_listing_is_refused),
    (with_words(reasons={}), telling.test_ends_and_tiebreaks_have_their_texts),
    (with_words(picture=lambda *_: "<svg>"), telling.test_pictures_are_whole_documents),
    (with_words(narrate=lambda *_: "{who} leaves."), telling.test_a_leave_is_told_first_and_the_end_last),
    (with_words(narrate=lambda *_: ""), telling.test_the_start_is_told_with_what_the_set_up_brought),
    (with_words(narrate=lambda *_: ""), telling.test_steps_are_told_to_every_audience),
]
SHOWS = (
    AssertionError,
    RuntimeError,
    ValueError,
    KeyError,
    ElementTree.ParseError,
)  # `RefusedAfterDraw` and `Endless` too


@pytest.mark.parametrize(("faulty", "finds"), FAULTS, ids=[finds.__name__ for _, finds in FAULTS])
def test_a_fault_is_found(faulty: ToyGame, finds: Callable[[Table], None], monkeypatch: pytest.MonkeyPatch) -> None:
    one_game = Catalogue([faulty], [("toy", catalogue().newest("toy").file)])
    monkeypatch.setattr(played, "catalogue", lambda: one_game)
    with pytest.raises(SHOWS):
        finds(Table(one_game.newest("toy"), 3, {"length": "long"}))
