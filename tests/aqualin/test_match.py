"""What holds at every moment of any match."""

import pytest

from domain.aqualin.game import AQUALIN
from domain.aqualin.messages import Place, Slide
from domain.aqualin.reef import Cell, Tile
from domain.aqualin.state import State
from domain.kernel.codec import decode, encode
from domain.kernel.view import see
from tests.aqualin.table import FIRST, SECOND, STANDARD, TINY, after, chance, match, position, started, turn


@pytest.mark.clause("AQ-2")
def test_no_tile_is_made_or_lost() -> None:
    for seed in range(5):
        for played in match(seed=seed):
            state = played.before
            for event in played.events:
                state = AQUALIN.evolve(state, event)
                assert AQUALIN.census(state) == dict.fromkeys(STANDARD.tiles(), 1)


def test_states_commands_events_and_views_survive_their_encoding() -> None:
    for seed in range(5):
        for played in match(TINY, seed):
            state = played.before
            assert decode(encode(played.command), AQUALIN.commands) == played.command
            for event in played.events:
                assert decode(encode(event), AQUALIN.events) == event
                state = AQUALIN.evolve(state, event)
                assert decode(encode(state), State) == state
                assert encode(decode(encode(state), State)) == encode(state)


def test_a_decoded_state_plays_on_as_the_one_it_was() -> None:
    for played in match(seed=2):
        copy = decode(encode(played.before), State)
        (seat,) = AQUALIN.actors(copy)
        assert list(AQUALIN.legal(copy, seat)[::97]) == list(AQUALIN.legal(played.before, seat)[::97])
        assert after(copy, played.events) == played.after
        assert encode(AQUALIN.score(copy)) == encode(AQUALIN.score(played.before))


def test_the_same_seed_plays_the_same_match() -> None:
    assert list(match(seed=9)) == list(match(seed=9)) != list(match(seed=10))


def test_evolve_leaves_the_state_before_as_it_was() -> None:
    for played in match(seed=4):
        before = encode(played.before)
        after(played.before, played.events)
        assert encode(played.before) == before


def test_a_draw_is_made_only_when_a_tile_is_turned_up() -> None:
    for played in match(seed=6):
        draws = chance()
        AQUALIN.decide(played.before, AQUALIN.actors(played.before)[0], played.command, draws)
        assert draws.draws == ([("reserve", 0)] if played.before.reserve else [])


@pytest.mark.clause("AQ-16")
def test_a_seat_may_leave_at_any_moment() -> None:
    for played in match(seed=7):
        ended = after(played.before, AQUALIN.leave(played.before, FIRST, chance()))
        assert AQUALIN.result(ended).places == (2, 1)
        assert AQUALIN.census(ended) == AQUALIN.census(played.before)


def test_how_turns_and_events_are_written() -> None:
    command = Place(Tile("YS"), Cell("b2"), Slide(Cell("a1"), Cell("b1")))
    assert encode(command) == b'{"type":"place","tile":"YS","cell":"b2","slide":{"from":"a1","to":"b1"}}'
    assert encode(Place(Tile("YS"), Cell("b2"))) == b'{"type":"place","tile":"YS","cell":"b2"}'
    state = position("RC .. .. \n .. .. ..", "OW RQ", edition=TINY)
    assert encode(turn(state, "a2-c2 OW@a1")[:2]) == (
        b'[{"type":"slid","from":"a2","to":"c2"},{"type":"placed","tile":"OW","cell":"a1"}]'
    )


@pytest.mark.clause("AQ-3")
def test_everybody_sees_the_same_and_nobody_what_is_in_the_reserve() -> None:
    state = started(seed=1)
    view = AQUALIN.view(state)
    assert view.private == ()
    assert view.revealed is None
    seen = encode(see(view, "arbiter"))
    assert seen == encode(see(view, "spectator")).replace(b"spectator", b"arbiter")
    assert not [tile for tile in state.reserve if tile.encode() in seen]


def test_when_a_match_is_over_the_view_shows_nobodys_turn_and_who_left() -> None:
    state = started(first="0")
    left = after(state, AQUALIN.leave(state, SECOND, chance()))
    full = list(match(TINY))[-1].after
    seen = [AQUALIN.view(moment).public for moment in (state, left, full)]
    assert [(public.turn, public.left) for public in seen] == [(FIRST, None), (None, SECOND), (None, None)]


def test_what_the_view_shows() -> None:
    state = position("RC .. .. \n .. .. ..", "OW RQ", edition=TINY)
    state = after(state, turn(state, "a2-c2 OW@a1", seed=1))
    (drawn,) = set(state.display) - {"RQ"}
    assert encode(AQUALIN.view(state).public) == (
        b'{"reef":{"a1":"OW","c2":"RC"},"display":["RQ","%s"],"reserve":2,"turn":0,"turns_played":2,"first":0,'
        b'"colours":0,"types":1,"slide":{"from":"a2","to":"c2"},"placed":"a1","left":null}' % drawn.encode()
    )
