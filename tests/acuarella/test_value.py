"""What a greedy player thinks of its commands, and what is counted in simulations."""

from collections.abc import Callable

import pytest

from domain.acuarella.edition import CARDS
from domain.acuarella.events import BoardFilled, BoneCovered, CatAssembled, PhotosLaid, Robbed, TurnSkipped
from domain.acuarella.game import ACUARELLA
from domain.acuarella.notation import parse
from domain.acuarella.state import State, Turn
from domain.kernel.chance import Chance
from domain.kernel.view import see
from domain.players import PLAYERS
from tests.acuarella.table import (
    ONE,
    PLACED,
    STANDARD,
    TINY,
    TWO,
    after,
    board,
    full_board,
    lawful,
    play,
    position,
    started,
)


def worth(state: State) -> Callable[[str], float]:
    seat = ACUARELLA.actors(state)[0]
    value = ACUARELLA.value(state.edition, see(ACUARELLA.view(state), seat), seat)
    return lambda text: value(parse(text))


def best(state: State) -> str:
    return max(lawful(state), key=worth(state))


def test_a_union_with_a_pigment_is_better_than_one_without() -> None:
    of = worth(position(board("I2-blue r0@a1"), board()))
    assert of("1:I2-red r0@a2") > of("1:I2-red r0@c1")


def test_a_warm_one_better_than_a_cool_one() -> None:
    of = worth(position(board("I2-blue r0@a1", "I2-yellow r0@f1"), board()))
    assert of("1:I2-red r0@f2") > of("1:I2-red r0@a2")


def test_a_bone_of_its_colour_and_a_big_piece_are_worth_something() -> None:
    of = worth(position(board("I2-blue r0@a1"), board(), available="I2-orange I2-red T4-red -"))
    assert of("1:I2-orange r0@c2") > of("2:I2-red r0@c2")
    assert of("3:T4-red r0@c3") > of("2:I2-red r0@c3")


def test_a_colour_of_which_there_is_more_in_the_bag_is_the_better_guess() -> None:
    of = worth(position(board("I2-red r0@a1", hand="psychic"), board(), bag="I2-blue I3-blue I2-red"))
    assert of("!psychic(blue)") > of("!psychic(red)") > of("!psychic(green)")


def test_holes_are_not() -> None:
    of = worth(position(board("I2-red r0@a2"), board()))
    assert of("1:I2-red r0@a1") > of("1:I2-red r0@b1")  # this one leaves a1 alone


def test_filling_the_board_is_the_best() -> None:
    state = position(full_board(but="f7 g7"), board(), available="I2-red - - -")
    assert worth(state)("1:I2-red r0@f7") > 2 + 3 - 1


def test_photos_go_into_holes_or_fill_the_board_and_else_wait() -> None:
    hole = position(board("I2-red r0@b1", "I2-red r90@a2", collected=4), board(), turn=PLACED)
    assert best(hole) == "+photo@a1"
    assert best(position(board("I2-red r0@c3", collected=4), board(), turn=PLACED)) == "."
    assert best(position(full_board(but="f7 g7", stock=2), board(), turn=PLACED)) in ("+photo@f7", "+photo@g7")


def test_robbing_is_always_better_than_not() -> None:
    assert best(position(board("I2-red r0@a1", hand="jealous"), board(red=1, green=1))) == "!jealous(1,red)"


def test_purring_and_keeping_a_good_piece_too() -> None:
    assert best(position(board("I2-red r0@a1", hand="purring", unpaid=2), board(), turn=PLACED)) == "!purring"


def test_a_parade_for_better_pieces_only() -> None:
    mine = board("I2-red r0@a1", "I2-purple r0@c1", hand="parade")
    poor, rich = "I2-red I2-red I2-red I2-red", "L4-yellow L4-yellow L4-yellow L4-yellow"
    assert best(position(mine, board(), available=poor, replacement=rich)) == "!parade"
    assert best(position(mine, board(), available=rich, replacement=poor)) != "!parade"


def test_a_new_row_is_worth_nothing_while_a_reserved_piece_is_due() -> None:
    mine = board("I2-red r0@a1", hand="parade guardian", reserved="I2-blue")
    assert best(position(mine, board(), turn=Turn(ONE, "reserved"))).startswith("S:")


def test_everybody_thinks_they_meow_best() -> None:
    assert best(position(turn=None, tied=(ONE, TWO))) == "meow(0)"


@pytest.mark.parametrize("edition", [STANDARD, TINY], ids=["standard", "tiny"])
def test_every_lawful_command_has_a_worth_in_whole_matches(edition: object) -> None:
    edition = STANDARD if edition is STANDARD else TINY
    state, chance = started(edition, 3, seed=2), Chance(bytes(32), {})
    while actors := ACUARELLA.actors(state):
        listing = ACUARELLA.legal(state, actors[0])
        seen = see(ACUARELLA.view(state), actors[0])
        command = PLAYERS["greedy"](ACUARELLA, edition, seen, actors[0], listing, chance)
        state = after(state, ACUARELLA.decide(state, actors[0], command, chance))


def test_values_come_from_what_is_seen_alone() -> None:
    """The same position with another order of the same hand and discard pile is worth the same."""
    one = position(board("I2-red r0@a1", hand="stray parade"), board(), discard="psychic purring")
    two = position(board("I2-red r0@a1", hand="parade stray"), board(), discard="purring psychic")
    assert [worth(one)(text) for text in lawful(one)] == [worth(two)(text) for text in lawful(two)]


def test_elements_of_a_simulation() -> None:
    def names(event: object) -> list[str]:
        return list(ACUARELLA.elements(event))  # type: ignore[arg-type]

    assert names(Robbed(ONE, TWO, "red")) == ["card:jealous"]
    assert names(BoneCovered(ONE, "c2", "stray", False)) == ["bone"]
    assert names(BoneCovered(ONE, "c2", None, False)) == []
    assert names(PhotosLaid(ONE, ("a1", "b1"))) == ["photo", "photo"]
    assert names(BoardFilled(ONE, 2)) == ["trophy:2"]
    assert names(BoardFilled(ONE, 0)) == []
    assert names(CatAssembled(ONE, ())) == ["cat"]
    assert names(TurnSkipped(ONE)) == []


def test_each_card_is_an_element_when_it_is_played() -> None:
    state = position(board("I2-red r0@a1", hand=" ".join(CARDS), unpaid=1), board(violet=1), discard="stray")
    found = set()
    for text in lawful(state):
        if text.startswith("!"):
            seat, chance = ACUARELLA.actors(state)[0], Chance(bytes(32), {})
            for event in ACUARELLA.decide(state, seat, parse(text), chance):
                found |= set(ACUARELLA.elements(event))
    state = play(state, "1:I2-red r0@a3")
    for event in ACUARELLA.decide(state, ONE, parse("!purring"), Chance(bytes(32), {})):
        found |= set(ACUARELLA.elements(event))
    assert found == {f"card:{card}" for card in CARDS}
