"""Cat photos: AC-12 and AC-13."""

import pytest

from domain.acuarella.events import BoardFilled, EndTriggered, PhotosLaid, TurnBegan
from domain.acuarella.game import ACUARELLA
from domain.acuarella.state import End, Turn, photos_earned, photos_in_stock
from tests.acuarella.table import (
    ONE,
    PLACED,
    STANDARD,
    TWO,
    board,
    events_of,
    full_board,
    kinds,
    lawful,
    play,
    plays,
    position,
    refused,
)


@pytest.mark.clause("AC-12")
@pytest.mark.parametrize(("collected", "earned"), [(0, 0), (3, 0), (4, 1), (7, 1), (8, 2)])
def test_every_fourth_pigment_earns_a_photo(collected: int, earned: int) -> None:
    assert photos_earned(STANDARD, board(collected=collected)) == earned


@pytest.mark.clause("AC-12")
def test_the_fourth_may_be_a_wildcard() -> None:
    state = position(board("I2-red r0@a1", hand="purring", violet=3, unpaid=1), board(), turn=PLACED)
    state = play(state, "!purring")
    assert photos_in_stock(STANDARD, state.boards[0]) == 1
    assert state.turn is not None
    assert state.turn.seat == ONE  # the photo can be laid now


@pytest.mark.clause("AC-12")
def test_or_a_stolen_one_and_the_robbed_seat_keeps_its_photo() -> None:
    state = position(board("I2-red r0@a1", hand="jealous", violet=3), board("I2-red r0@a1", green=4))
    state = play(state, "!jealous(1,green)")
    assert [photos_in_stock(STANDARD, each) for each in state.boards] == [1, 1]


@pytest.mark.clause("AC-12")
def test_a_pigment_lost_and_replaced_earns_at_the_count_ever_collected() -> None:
    lost = board("I2-blue r0@a1", green=2, collected=3)
    state = play(position(lost, board(), available="I2-red - - -"), "1:I2-red r0@a2")
    assert (sum(state.boards[0].pigments), photos_earned(STANDARD, state.boards[0])) == (3, 1)


@pytest.mark.clause("AC-13")
def test_a_photo_covers_any_empty_cell_after_the_piece() -> None:
    state = position(board("I2-red r0@a1", photos="c1", collected=8), board(), turn=PLACED)
    cells = [text.removeprefix("+photo@") for text in lawful(state)[:-1]]
    assert len(cells) == 49 - 3
    assert not {"a1", "b1", "c1"} & set(cells)
    assert events_of(state, "+photo@d4") == [PhotosLaid(ONE, ("d4",)), TurnBegan(TWO, "available")]


@pytest.mark.clause("AC-13")
@pytest.mark.parametrize(
    ("text", "code"), [("+photo@a1", "covered"), ("+photo@c1", "covered"), ("+photo@h1", "no-such-cell")]
)
def test_only_an_empty_cell_of_the_board(text: str, code: str) -> None:
    state = position(board("I2-red r0@a1", photos="c1", collected=8), board(), turn=PLACED)
    assert refused(state, text)[:2] == (code, "AC-13")


@pytest.mark.clause("AC-13")
def test_not_before_the_piece() -> None:
    state = position(board("I2-red r0@a1", collected=4), board())
    assert refused(state, "+photo@d4") == ("place-first", "AC-13", {})
    assert not [text for text in lawful(state) if text.startswith("+")]


@pytest.mark.clause("AC-12", "AC-13")
def test_not_without_one_in_stock() -> None:
    turn = Turn(ONE, "available", placed=True, fresh=("stray",))
    state = position(board("I2-red r0@a1", hand="stray", collected=3), board(), turn=turn)
    assert refused(state, "+photo@d4") == ("no-photo", "AC-12", {"every": 4})


@pytest.mark.clause("AC-13")
def test_photos_earned_together_are_laid_one_by_one_or_kept() -> None:
    state = position(board("I2-red r0@a1", collected=8), board("I2-red r0@a1"), turn=PLACED)
    state = play(state, "+photo@d4")
    assert state.turn == PLACED
    state = play(state, ".")
    state = play(state, "2:I3-orange r0@a3")
    state = play(state, next(text for text in lawful(state)))
    assert [text for text in lawful(state) if text.startswith("+")]  # the one that was kept


@pytest.mark.clause("AC-13")
def test_a_photo_is_no_piece() -> None:
    """The fourth pigment's photo next to a piece: no union, no bone; and a piece laid beside it gets none either."""
    state = position(board("I2-blue r0@a1", collected=4), board("I2-red r0@a1"), turn=PLACED)
    assert kinds(events_of(state, "+photo@c2")) == ["PhotosLaid", "TurnBegan"]
    state = position(board("I2-blue r0@a1", photos="a3 b3", collected=8), board())
    assert "Joined" not in kinds(events_of(state, "1:I2-red r0@a4"))


@pytest.mark.clause("AC-13")
def test_a_first_piece_is_first_whatever_photos_there_are() -> None:
    assert refused(position(board(photos="d4", collected=4), board()), "1:I2-red r0@d3")[0] == "not-at-edge"


@pytest.mark.clause("AC-13", "AC-24")
def test_the_last_photo_fills_the_board() -> None:
    state = position(full_board(but="d4", stock=1), board(), turn=PLACED)
    assert events_of(state, "+photo@d4") == [
        PhotosLaid(ONE, ("d4",)), BoardFilled(ONE, 1), TurnBegan(TWO, "available"),
    ]  # fmt: skip


@pytest.mark.clause("AC-13", "AC-22")
def test_who_triggers_the_end_lays_the_stock_by_itself_lowest_cells_first() -> None:
    stuck = full_board(but="g7 e5 a3 c1", stock=3)
    state = position(board(), stuck, available="T4-red T4-red T4-red T4-red", replacement="T4-red - - -")
    events = events_of(state, "1:T4-red r0@a1")
    assert events[-3:] == [
        EndTriggered(TWO, "stuck", (ONE, ONE)), PhotosLaid(TWO, ("c1", "a3", "e5")), TurnBegan(ONE, "available"),
    ]  # fmt: skip


@pytest.mark.clause("AC-13", "AC-24")
def test_a_board_that_this_fills_takes_its_trophy_at_once() -> None:
    stuck = full_board(but="g7 e5", stock=2)
    state = position(board(), stuck, available="T4-red T4-red T4-red T4-red", replacement="T4-red - - -")
    assert kinds(events_of(state, "1:T4-red r0@a1"))[-4:] == ["EndTriggered", "PhotosLaid", "BoardFilled", "TurnBegan"]


@pytest.mark.clause("AC-13")
def test_at_the_end_of_the_last_turn_the_stock_is_laid() -> None:
    state = position(board("I2-red r0@a1", collected=8), board(), turn=PLACED, end=End(TWO, "stuck", ()))
    assert PhotosLaid(ONE, ("c1", "d1")) in events_of(state, ".")


@pytest.mark.clause("AC-13")
def test_but_not_after_the_turn_before_it() -> None:
    state = position(board("I2-red r0@a1", collected=8), board(), turn=PLACED, end=End(TWO, "stuck", (ONE,)))
    assert kinds(events_of(state, ".")) == ["TurnBegan"]


@pytest.mark.clause("AC-13", "AC-22")
def test_a_last_turn_that_is_skipped_is_over_as_well() -> None:
    state = position(
        board("I2-red r0@a1", collected=4), full_board(but="g7 e5 c3", stock=2), board(),
        turn=PLACED, available="T4-red - - -", end=End(ONE, "stuck", (TWO,)),
    )  # fmt: skip
    assert kinds(events_of(state, "."))[:3] == ["PhotosLaid", "TurnSkipped", "PhotosLaid"]


@pytest.mark.clause("AC-13")
def test_more_photos_than_empty_cells_stay_in_stock() -> None:
    state = position(full_board(but="d4", stock=3), board(), turn=PLACED)
    later = play(state, "+photo@d4")
    assert photos_in_stock(STANDARD, later.boards[0]) == 2
    assert later.turn == Turn(TWO, "available")  # nothing else was lawful


@pytest.mark.clause("AC-13")
def test_the_listing_stays_short_however_many_photos_there_are() -> None:
    state = position(board("I2-red r0@a1", collected=40), board(), turn=PLACED)
    assert len(ACUARELLA.legal(state, ONE)) == 47 + 1
    assert plays(state) == []
