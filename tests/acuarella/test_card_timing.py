"""When cards are played: AC-11. Pairs of cards are in test_card_pairs.py."""

import pytest

from domain.acuarella.state import Turn
from tests.acuarella.table import (
    CARD_PLAYED,
    ONE,
    PLACED,
    TWO,
    board,
    drawing,
    holding,
    lawful,
    play,
    plays,
    refused,
)


@pytest.mark.clause("AC-11")
@pytest.mark.parametrize("text", ["!psychic(red)", "!parade", "!guardian", "!stubborn", "!stray(1)"])
def test_cards_are_played_before_placing(text: str) -> None:
    card = text[1:].split("(")[0]
    assert text in plays(holding(card))
    code = "only-when-drawn" if card == "stray" else "before-placing"
    assert refused(holding(card, turn=PLACED), text) == (code, "AC-11", {})


@pytest.mark.clause("AC-11")
def test_purring_is_played_after_placing() -> None:
    assert refused(holding("purring", mine={"unpaid": 1}), "!purring") == ("place-first", "AC-11", {})
    assert plays(holding("purring", mine={"unpaid": 1}, turn=PLACED)) == ["!purring"]


@pytest.mark.clause("AC-11")
def test_a_card_one_does_not_hold_cannot_be_played() -> None:
    assert refused(holding("stray"), "!parade") == ("card-not-held", "AC-11", {})


@pytest.mark.clause("AC-11")
@pytest.mark.parametrize("text", ["!parade", "!guardian", "!stray(1)", "!hairball(psychic)", "!jealous(1,violet)"])
def test_one_card_a_turn(text: str) -> None:
    state = holding(
        "parade guardian stray hairball jealous", turn=CARD_PLAYED, discard="psychic", others=(board(violet=1),)
    )
    assert plays(state) == []
    assert refused(state, text) == ("one-card-a-turn", "AC-11", {})


@pytest.mark.clause("AC-11")
def test_the_next_turn_has_its_own_card() -> None:
    state = holding("parade guardian")
    state = play(state, "!parade", "1:L3-blue r0@a3")
    state = play(state, "1:I2-red r0@a1" if "1:I2-red r0@a1" in lawful(state) else lawful(state)[0])
    assert plays(state) == ["!guardian"]


@pytest.mark.clause("AC-11")
@pytest.mark.parametrize("card", ["psychic", "jealous", "stubborn", "parade", "guardian"])
def test_a_card_waits_for_the_turn_after_it_was_drawn(card: str) -> None:
    state = drawing(card, others=(board("I2-blue r0@a1", violet=1),))
    assert state.turn == Turn(TWO, "available")
    state = play(state, "2:I2-red r0@a4")
    assert state.turn == Turn(ONE, "available")
    assert plays(state) != []


@pytest.mark.clause("AC-11")
def test_purring_drawn_this_turn_waits_too() -> None:
    state = drawing("purring", mine={"unpaid": 1, "collected": 4})
    assert (plays(state), "." in lawful(state)) == ([], True)  # there is a photo to lay
    assert refused(state, "!purring") == ("drawn-this-turn", "AC-11", {})


@pytest.mark.clause("AC-11")
def test_of_two_purring_cats_the_older_one_can_be_played() -> None:
    state = drawing("purring", "purring", mine={"unpaid": 1})
    assert plays(state) == ["!purring"]
    assert play(state, "!purring").boards[0].hand == ("purring",)


@pytest.mark.clause("AC-11")
def test_an_immediate_card_may_be_played_when_drawn() -> None:
    assert len(plays(drawing("stray"))) == 8
    assert plays(drawing("hairball", discard="psychic parade")) == ["!hairball(psychic)", "!hairball(parade)"]


@pytest.mark.clause("AC-11")
def test_but_not_after_another_card() -> None:
    state = drawing("stray", "guardian parade", "!parade", replacement="I2-orange I2-red I2-red I2-red")
    assert state.turn == Turn(TWO, "available")  # nothing else was lawful
    state = play(state, "1:I2-red r0@a1" if "1:I2-red r0@a1" in lawful(state) else lawful(state)[0])
    assert "!stray(1)" in plays(state)  # it waited, and is played before placing


@pytest.mark.clause("AC-11")
def test_an_immediate_card_from_before_is_not_played_after_placing() -> None:
    state = holding("stray", turn=Turn(ONE, "available", placed=True), mine={"collected": 4})
    assert refused(state, "!stray(1)") == ("only-when-drawn", "AC-11", {})
    assert plays(state) == []


@pytest.mark.clause("AC-11")
def test_with_an_old_and_a_new_one_the_new_one_can() -> None:
    assert "!stray(1)" in plays(drawing("stray", "stray"))


@pytest.mark.clause("AC-11")
def test_the_player_may_end_the_turn_with_cards_unplayed() -> None:
    state = drawing("stray")
    assert "." in lawful(state)
    assert play(state, ".").boards[0].hand == ("stray",)
    assert play(state, ".").turn == Turn(TWO, "available")


@pytest.mark.clause("AC-11")
def test_a_turn_ends_by_itself_when_nothing_else_is_lawful() -> None:
    assert drawing("hairball").turn == Turn(TWO, "available")  # the discard pile is empty
    state = drawing("hairball", discard="psychic")
    assert play(state, "!hairball(psychic)").turn == Turn(TWO, "available")


@pytest.mark.clause("AC-11")
def test_a_played_card_goes_to_the_discard_pile() -> None:
    state = play(holding("parade"), "!parade")
    assert (state.boards[0].hand, state.discard) == ((), ("parade",))


@pytest.mark.clause("AC-11")
def test_other_cards_may_be_kept_for_ever() -> None:
    state = holding("parade")
    for _ in range(6):
        state = play(state, next(text for text in lawful(state) if not text.startswith("!")))
    assert state.boards[0].hand == ("parade",)
