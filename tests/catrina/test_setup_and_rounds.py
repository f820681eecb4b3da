"""Set-up, turns, rounds and the end (VC-1, VC-2, VC-3, VC-10)."""

from collections import Counter

import pytest

from domain.catrina import rules
from domain.catrina.board import available
from domain.catrina.cells import CENTRE, Cell
from domain.catrina.events import ExtraDrawn, MatchFinished, RoundBegan, StartsDealt, TileTaken, TurnPassed
from domain.catrina.legal import default
from domain.catrina.tiles import TileId
from domain.kernel.edition import choose_options
from domain.kernel.messages import Seat
from domain.kernel.refusal import Refusal
from tests.catrina.table import (
    FIRST,
    SECOND,
    STANDARD,
    THIRD,
    TINY,
    Scripted,
    after,
    chance,
    match,
    played,
    position,
    started,
    turn,
    village,
)


@pytest.mark.clause("VC-1")
@pytest.mark.parametrize(
    ("seats", "rows", "stack"),
    [(2, (9, 9), (5, 3)), (3, (9, 9), (5, 4, 3)), (4, (8, 8), (5, 4, 3, 2)), (6, (8, 8), (5, 4, 3, 2))],
)
def test_the_board_and_the_balloon_tiles_fit_the_number_of_seats(
    seats: int, rows: tuple[int, ...], stack: tuple[int, ...]
) -> None:
    state = started(seats)
    assert tuple(len(row.tiles) for row in state.rows) == rows
    assert state.stacks == dict.fromkeys(("red", "blue", "green", "yellow"), stack)
    assert state.chimeras == {"small": 15, "large": 12}
    assert len(state.bag) == 114 - sum(rows)


@pytest.mark.clause("VC-1")
def test_every_seat_gets_another_starting_tile() -> None:
    state = started(6)
    assert {placed.tile for v in state.villages for placed in v.tiles.values()} == {"s1", "s2", "s3", "s4", "s5", "s6"}


@pytest.mark.clause("VC-1")
def test_starting_tiles_are_drawn() -> None:
    drawn = {started(2, seed=seed).villages[1].tiles[CENTRE].tile for seed in range(40)}
    assert drawn == {"s1", "s2", "s3", "s4", "s5", "s6"}


@pytest.mark.clause("VC-1")
def test_who_begins_is_agreed_or_drawn() -> None:
    assert {started(4, seed=seed).token for seed in range(40)} == {0, 1, 2, 3}
    assert {started(4, seed=seed, first="0").token for seed in range(10)} == {0}


@pytest.mark.clause("VC-1")
@pytest.mark.parametrize("seat", range(6))
def test_the_table_may_agree_on_any_seat(seat: int) -> None:
    state = started(6, first=str(seat))
    assert (state.token, state.turn) == (seat, seat)


@pytest.mark.clause("VC-1")
def test_the_setup_is_told_in_events() -> None:
    dealt, began = rules.setup(rules.initial(STANDARD, 3, choose_options(STANDARD, {})), chance())
    assert isinstance(dealt, StartsDealt)
    assert isinstance(began, RoundBegan)
    assert (len(dealt.tiles), began.round, [len(row) for row in began.rows]) == (3, 1, [9, 9])


@pytest.mark.clause("VC-1")
def test_an_edition_with_too_few_starting_tiles_is_refused() -> None:
    with pytest.raises(Refusal) as refused:
        rules.initial(TINY, 5, choose_options(TINY, {}))
    assert (refused.value.code, refused.value.clause) == ("too-few-starting-tiles", "VC-1")


@pytest.mark.clause("VC-1")
def test_a_seat_that_is_not_there_cannot_begin() -> None:
    with pytest.raises(Refusal) as refused:
        rules.initial(STANDARD, 2, {"first": "2"})
    assert (refused.value.code, refused.value.detail) == ("no-such-first-seat", {"first": "2", "seats": 2})


@pytest.mark.clause("VC-2")
def test_turns_go_clockwise_from_the_token() -> None:
    state = started(3, seed=1)
    order = []
    for _ in range(6):
        order.append(state.turn)
        state = played(state, f"A1 @{state.villages[rules.actors(state)[0]].free[0]} r0")
    assert state.token is not None
    assert order == [Seat((state.token + n) % 3) for n in range(6)]


@pytest.mark.clause("VC-2", "VC-10")
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_there_are_as_many_rounds_as_seats_and_the_token_goes_round(seats: int) -> None:
    turns = list(match(seats, seed=seats))
    began = [event for t in turns for event in t.events if isinstance(event, RoundBegan)]
    first = turns[0].before.token
    assert first is not None
    assert [event.round for event in began] == list(range(2, seats + 1))
    assert [event.token for event in began] == [Seat((first + n) % seats) for n in range(1, seats)]
    assert turns[-1].events[-1] == MatchFinished("rounds")
    assert turns[-1].after.turn is None


@pytest.mark.clause("VC-3")
def test_there_is_a_choice_between_three_tiles() -> None:
    """The rulebook's example: one row with a single tile left, another with more."""
    state = position(village("s1"), village("s2"), rows=("t001", "t002 t003 t004 t005"))
    assert available(state.rows) == {"A1": "t001", "B1": "t002", "B$": "t005"}


@pytest.mark.clause("VC-3")
def test_a_tile_is_taken_from_either_end_of_a_row() -> None:
    state = position(village("s1"), village("s2"), rows=("t001 t002 t003",))
    first, last = turn(state, "A1 @0,1 r0"), turn(state, "A$ @0,1 r0")
    assert first[0] == TileTaken(FIRST, "A1", TileId("t001"), Cell("0,1"), 0)
    assert after(state, first).rows[0].tiles == ("t002", "t003")
    assert after(state, last).rows[0].tiles == ("t001", "t002")
    assert first[-1] == last[-1] == TurnPassed(SECOND)


@pytest.mark.clause("VC-3")
@pytest.mark.parametrize(
    ("notation", "code", "detail"),
    [
        ("C1 @0,1 r0", "no-such-space", {"space": "C1"}),
        ("B1 @0,1 r0", "row-is-empty", {"row": "B"}),
        ("A$ @0,1 r0", "written-otherwise", {"given": "A$", "canonical": "A1"}),
    ],
)
def test_other_spaces_are_refused(notation: str, code: str, detail: dict[str, str]) -> None:
    state = position(village("s1"), village("s2"), rows=("t001", ""))
    with pytest.raises(Refusal) as refused:
        turn(state, notation)
    assert (refused.value.code, refused.value.clause, refused.value.detail) == (code, "VC-3", detail)


@pytest.mark.clause("VC-10")
def test_the_last_tile_of_the_board_ends_the_round_and_a_seat_may_act_twice_running() -> None:
    state = position(
        village("s1"), village("s2"), rows=("t001", ""), bag=" ".join(f"t{n:03}" for n in range(2, 30)), turn=1
    )
    began = turn(state, "A1 @0,1 r0")[-1]
    assert isinstance(began, RoundBegan)
    assert (began.round, began.token, [len(row) for row in began.rows]) == (2, SECOND, [9, 9])


@pytest.mark.clause("VC-10")
def test_the_board_is_filled_row_by_row_as_far_as_the_bag_goes() -> None:
    bag = "t002 t003 t004 t005 t006 t007 t008 t009 t010 t011 t012"
    state = position(village("s1"), village("s2"), rows=("t001", ""), bag=bag)
    began = turn(state, "A1 @0,1 r0", Scripted(*[0] * 11))[-1]
    assert isinstance(began, RoundBegan)
    assert began.rows == (tuple(bag.split()[:9]), tuple(bag.split()[9:]))
    assert after(state, [began]).bag == ()


@pytest.mark.clause("VC-10")
def test_a_board_that_cannot_be_filled_at_all_ends_the_match() -> None:
    state = position(village("s1"), village("s2"), rows=("t001", ""))
    assert turn(state, "A1 @0,1 r0")[-1] == MatchFinished("tiles")


@pytest.mark.clause("VC-10")
def test_a_round_goes_on_until_extra_tiles_are_placed() -> None:
    state = position(
        village("s1", "bread1 @0,1 r0", edition=TINY), village("s2", edition=TINY),
        rows=("bread2", ""), bag="cross red", edition=TINY,
    )  # fmt: skip
    taken = turn(state, "A1 @0,2 r0", Scripted(0))
    assert isinstance(taken[-1], ExtraDrawn)
    began = turn(after(state, taken), "+ @0,3 r0", Scripted(0))[-1]
    assert isinstance(began, RoundBegan)
    assert began.rows == (("red",), ())


@pytest.mark.clause("VC-10")
def test_whole_matches_use_up_every_board() -> None:
    for seats in (2, 5):
        taken = Counter(type(event) for t in match(seats) for event in t.events)
        assert taken[TileTaken] == seats * sum(STANDARD.rows(seats))


@pytest.mark.clause("VC-2", "VC-13")
@pytest.mark.parametrize(("leaver", "next_holder"), [(FIRST, SECOND), (SECOND, THIRD)])
def test_a_seat_that_left_is_skipped_as_holder_of_the_token_too(leaver: Seat, next_holder: Seat) -> None:
    state = started(3, first="0")
    state = after(state, rules.leave(state, leaver, chance()))
    while state.round == 1:
        assert state.turn not in (None, leaver)
        (seat,) = rules.actors(state)
        state = after(state, rules.decide(state, seat, default(state, seat), chance()))
    assert (state.round, state.token, state.turn) == (2, next_holder, next_holder)
