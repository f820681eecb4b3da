"""Ties, and the meow (AC-26)."""

from itertools import product
from typing import Any

import pytest
from msgspec.structs import replace

from domain.acuarella.events import Decided, Left, Meowed, Tied
from domain.acuarella.game import ACUARELLA
from domain.acuarella.notation import parse
from domain.acuarella.state import Board, End, State, Turn, Verdict
from domain.kernel.chance import Chance
from domain.kernel.messages import Seat
from domain.kernel.refusal import Refusal
from domain.kernel.score import TieBreak
from tests.acuarella.table import FOUR, ONE, THREE, TWO, after, board, events_of, kinds, lawful, leave, position


def last_turn(*boards: Board) -> State:
    """The last final turn is about to end: the first seat holds a card it need not play."""
    first = replace(boards[0], hand=("stray",))
    turn = Turn(ONE, "available", placed=True, fresh=("stray",))
    return position(first, *boards[1:], turn=turn, end=End(TWO, "stuck", ()))


def level(points: int = 2, photos: int = 0, piece: str = "I2-red r0@a1") -> Board:
    """A board with so many points in pigments, the photos earned all laid."""
    cells = " ".join(f"g{row}" for row in range(1, photos + 1))
    return board(piece, photos=cells, collected=4 * photos, wildcard=points - photos)


def ended(*boards: Board) -> State:
    return after(last_turn(*boards), events_of(last_turn(*boards), "."))


def meow(state: State, *named: int | None) -> State:
    """The tied seats speak in order."""
    for best in named:
        seat = ACUARELLA.actors(state)[0]
        state = after(state, events_of(state, f"meow({'share' if best is None else best})", seat=seat))
    return state


def result(state: State) -> tuple[Any, ...]:
    found = ACUARELLA.result(state)
    return found.places, found.winners, found.tiebreaks


@pytest.mark.clause("AC-26")
def test_most_points_win() -> None:
    state = ended(level(2), level(4), level(3))
    assert state.over == "stuck"
    assert result(state) == ((3, 1, 2), (TWO,), ())


@pytest.mark.clause("AC-26")
def test_with_equal_points_more_photos_earned_win() -> None:
    state = ended(level(5, photos=1), level(5, photos=2), level(1))
    assert kinds(events_of(last_turn(level(5, photos=1), level(5, photos=2)), "."))[-1] == "Decided"
    assert result(state) == ((2, 1, 3), (TWO,), (TieBreak("AC-26", (ONE, TWO), "photos"),))


@pytest.mark.clause("AC-26")
def test_photos_earned_count_whether_laid_or_not() -> None:
    first, second = (board("I2-red r0@a1", wildcard=3, collected=collected) for collected in (8, 7))
    assert result(position(first, second, turn=None, over="stuck"))[0] == (1, 2)


@pytest.mark.clause("AC-26")
def test_then_the_tied_seats_meow() -> None:
    events = events_of(last_turn(level(), level(), level(1)), ".")
    assert events[-1] == Tied((ONE, TWO))
    state = ended(level(), level(), level(1))
    assert (ACUARELLA.actors(state), state.over) == ((ONE, TWO), None)
    assert lawful(state, ONE) == lawful(state, TWO) == ["meow(0)", "meow(1)", "meow(share)"]
    assert not ACUARELLA.result(state).finished


@pytest.mark.clause("AC-26")
def test_they_speak_in_any_order_and_openly() -> None:
    state = ended(level(), level())
    events = events_of(state, "meow(1)", seat=TWO)
    assert events == [Meowed(TWO, TWO)]
    state = after(state, events)
    assert ACUARELLA.actors(state) == (ONE,)
    assert ACUARELLA.view(state).public.verdicts == (Verdict(TWO, TWO),)
    assert events_of(state, "meow(share)") == [Meowed(ONE, None), Decided("stuck")]


@pytest.mark.clause("AC-26")
@pytest.mark.parametrize("named", list(product((0, 1, None), repeat=2)))
def test_if_all_name_the_same_one_it_wins_else_they_share(named: tuple[int | None, int | None]) -> None:
    state = meow(ended(level(), level(), level(1)), *named)
    assert state.over == "stuck"
    winner = named[0] if named[0] == named[1] else None
    places = {None: (1, 1, 3), 0: (1, 2, 3), 1: (2, 1, 3)}[winner]
    winners = tuple(seat for seat, place in enumerate(places) if place == 1)
    reason = "shared" if winner is None else "meow"
    assert result(state) == (places, winners, (TieBreak("AC-26", (ONE, TWO), reason),))


@pytest.mark.clause("AC-26")
@pytest.mark.parametrize(
    ("named", "winners"),
    [((2, 2, 2), (2,)), ((0, 2, 2), (0, 1, 2)), ((2, 2, None), (0, 1, 2)), ((None, None, None), (0, 1, 2))],
)
def test_three_tied(named: tuple[int | None, ...], winners: tuple[int, ...]) -> None:
    state = meow(ended(level(), level(), level()), *named)
    assert ACUARELLA.result(state).winners == winners


@pytest.mark.clause("AC-26")
def test_four_tied() -> None:
    state = ended(level(), level(), level(), level())
    assert state.tied == (ONE, TWO, THREE, FOUR)
    assert result(meow(state, 3, 3, 3, 3))[:2] == ((2, 2, 2, 1), (FOUR,))
    assert result(meow(state, 3, 3, 0, 3))[:2] == ((1, 1, 1, 1), (ONE, TWO, THREE, FOUR))


@pytest.mark.clause("AC-26")
def test_photos_first_and_the_meow_among_those_still_tied() -> None:
    state = ended(level(5, photos=2), level(5, photos=2), level(5, photos=1))
    assert state.tied == (ONE, TWO)
    assert result(meow(state, 1, 1)) == (
        (2, 1, 3), (TWO,), (TieBreak("AC-26", (ONE, TWO, THREE), "photos"), TieBreak("AC-26", (ONE, TWO), "meow")),
    )  # fmt: skip


@pytest.mark.clause("AC-26")
def test_ties_further_down_are_broken_by_photos_alone() -> None:
    state = ended(level(9), level(5, photos=1), level(5), level(1))
    assert result(state) == ((1, 2, 3, 4), (ONE,), (TieBreak("AC-26", (TWO, THREE), "photos"),))
    assert result(ended(level(9), level(5), level(5))) == ((1, 2, 2), (ONE,), ())


@pytest.mark.clause("AC-26")
def test_only_tied_seats_speak_and_are_named() -> None:
    state = ended(level(), level(), level(1))
    assert ACUARELLA.legal(state, THREE) == ()
    with pytest.raises(Refusal) as refused:
        events_of(state, "meow(2)")
    assert (refused.value.code, refused.value.clause) == ("not-tied", "AC-26")
    assert refused.value.detail == {"seats": (ONE, TWO)}


@pytest.mark.clause("AC-26")
@pytest.mark.parametrize("text", [".", "!stray(1)", "1:I2-red r0@a3", "+photo@d4"])
def test_nothing_else_is_done_any_more(text: str) -> None:
    with pytest.raises(Refusal) as refused:
        events_of(ended(level(), level()), text)
    assert (refused.value.code, refused.value.clause) == ("only-meows", "AC-26")


@pytest.mark.clause("AC-26")
def test_nobody_meows_before() -> None:
    with pytest.raises(Refusal) as refused:
        events_of(position(), "meow(1)")
    assert (refused.value.code, refused.value.clause) == ("no-tie", "AC-26")


@pytest.mark.clause("AC-26")
def test_when_time_runs_out_the_victory_is_shared() -> None:
    state = ended(level(), level())
    for _ in range(2):
        seat = ACUARELLA.actors(state)[0]
        default = ACUARELLA.default(state, seat)
        assert default == parse("meow(share)")
        state = after(state, ACUARELLA.decide(state, seat, default, Chance(bytes(32), {})))
    assert ACUARELLA.result(state).winners == (ONE, TWO)


def leaving(state: State, seat: Seat) -> list[Any]:
    return ACUARELLA.leave(state, seat, Chance(bytes(32), {}))


@pytest.mark.clause("AC-26")
def test_who_leaves_now_shares_and_does_not_rank_last() -> None:
    state = ended(level(), level(), level(1))
    assert leaving(state, TWO) == [Left(TWO)]
    state = leave(state, TWO)
    assert ACUARELLA.actors(state) == (ONE,)
    assert result(meow(state, 1))[:2] == ((1, 1, 3), (ONE, TWO))


@pytest.mark.clause("AC-26")
def test_even_if_it_has_spoken_before() -> None:
    state = meow(ended(level(), level(), level()), 1)
    state = leave(state, ONE)
    assert ACUARELLA.result(meow(state, 1, 1)).winners == (ONE, TWO, THREE)


@pytest.mark.clause("AC-26")
def test_the_last_to_speak_may_leave_instead() -> None:
    state = meow(ended(level(), level(), level(1)), 1)
    assert leaving(state, TWO) == [Left(TWO), Decided("stuck")]


@pytest.mark.clause("AC-26", "AC-27")
def test_with_one_seat_left_the_match_is_over() -> None:
    state = ended(level(), level())
    assert leaving(state, ONE) == [Left(ONE), Decided("stuck")]
    assert ACUARELLA.result(leave(state, ONE)).winners == (ONE, TWO)


@pytest.mark.clause("AC-26")
def test_a_seat_that_is_not_tied_keeps_its_place_too() -> None:
    state = ended(level(), level(), level(1), level(0))
    state = leave(state, THREE)
    assert ACUARELLA.actors(state) == (ONE, TWO)
    assert ACUARELLA.result(meow(state, 0, 0)).places == (1, 2, 3, 4)
