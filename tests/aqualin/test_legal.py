"""The listing of lawful turns, against what the rules accept."""

import random
from itertools import product

import pytest

from domain.aqualin.game import AQUALIN
from domain.aqualin.messages import Place, Slide
from domain.aqualin.reef import Cell, Tile, cells
from domain.aqualin.state import State, other
from domain.kernel.refusal import Refusal
from tests.aqualin.table import FIRST, STANDARD, TINY, chance, match, position, started


def accepted(state: State, command: Place) -> bool:
    try:
        AQUALIN.decide(state, AQUALIN.actors(state)[0], command, chance())
    except Refusal:
        return False
    return True


def every_writing(state: State) -> list[Place]:
    """Every turn that can be written with the cells and the tiles of an edition."""
    places = [*cells(state.edition.grid), Cell("z9")]
    slides = [None, *(Slide(start, end) for start, end in product(places, places))]
    tiles = [*state.edition.tiles(), Tile("ZZ")]
    return [Place(tile, cell, slide) for slide, tile, cell in product(slides, tiles, places)]


@pytest.mark.clause("AQ-6", "AQ-7", "AQ-8", "AQ-9", "AQ-10")
def test_on_a_tiny_reef_the_listing_is_exactly_what_the_rules_accept() -> None:
    for seed in range(3):
        for played in match(TINY, seed):
            listed = AQUALIN.legal(played.before, AQUALIN.actors(played.before)[0])
            lawful = [command for command in every_writing(played.before) if accepted(played.before, command)]
            assert sorted(listed, key=repr) == sorted(lawful, key=repr)
            assert all((command in listed) == (command in lawful) for command in every_writing(played.before))


@pytest.mark.clause("AQ-6", "AQ-8")
def test_whatever_is_written_the_listing_and_the_rules_agree() -> None:
    written = random.Random(8)
    every = cells(STANDARD.grid)
    for played in match(seed=8):
        state = played.before
        listed = AQUALIN.legal(state, AQUALIN.actors(state)[0])
        for _ in range(100):
            slide = Slide(*written.choices(every, k=2)) if written.random() < 0.8 else None
            command = Place(written.choice(state.display), written.choice(every), slide)
            assert (command in listed) == accepted(state, command)


def test_the_listing_goes_by_slide_then_tile_then_cell() -> None:
    state = position("RC .. .. \n .. OQ ..", "OW RQ OC", edition=TINY)
    notations = [AQUALIN.words(TINY).notation(command) for command in AQUALIN.legal(state, FIRST)]
    assert notations[:13] == [f"{tile}@{cell}" for tile in ("OW", "RQ", "OC") for cell in ("a1", "c1", "b2", "c2")] + [
        "b1-a1 OW@b1"
    ]
    slides = list(dict.fromkeys(notation[:5] for notation in notations[12:]))
    assert slides == ["b1-a1", "b1-c1", "b1-b2", "a2-b2", "a2-c2", "a2-a1"]


def test_the_listing_has_no_duplicates_and_any_part_of_it_can_be_had() -> None:
    for played in match(seed=5):
        listed = AQUALIN.legal(played.before, AQUALIN.actors(played.before)[0])
        every = list(listed)
        assert len(every) == len(set(every)) == len(listed)
        assert [listed[0], listed[-1], *listed[3:5]] == [every[0], every[-1], *every[3:5]]
        assert all(command in listed for command in every[:: len(every) // 7 + 1])


def test_a_middle_position_has_some_8000_turns() -> None:
    most = max(len(AQUALIN.legal(played.before, AQUALIN.actors(played.before)[0])) for played in match(seed=0))
    assert 7000 < most < 11000


def test_who_is_not_to_move_has_nothing_to_choose() -> None:
    state = started()
    (actor,) = AQUALIN.actors(state)
    assert AQUALIN.legal(state, other(actor)) == ()
    assert len(AQUALIN.legal(state, actor)) == 6 * 36


def test_the_default_is_lawful() -> None:
    for played in match(seed=3):
        (seat,) = AQUALIN.actors(played.before)
        assert AQUALIN.default(played.before, seat) in AQUALIN.legal(played.before, seat)
