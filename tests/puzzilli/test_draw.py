"""Set-up and the hands in the bag: PZ-1 to PZ-5."""

from collections import Counter

import pytest

from domain.kernel.chance import Chance
from domain.kernel.messages import Seat
from domain.puzzilli.commands import LetGo, Pull, Reach
from domain.puzzilli.edition import Piece
from domain.puzzilli.events import AllPulled, Felt, Grasped, Left, Pulled, Reached, Released, RoundBegan
from domain.puzzilli.legal import legal
from domain.puzzilli.rules import actors, decide, initial, setup
from domain.puzzilli.state import staying, stock
from domain.puzzilli.view import census
from tests.puzzilli.play import (
    Match,
    begin,
    do,
    edition,
    feed,
    feeding,
    fold,
    grasped,
    leaves,
    place,
    placing,
    refusal,
    tags,
)

a, b, c, d = (Seat(seat) for seat in range(4))


@pytest.mark.clause("PZ-1")
def test_whites_and_doubloons_start_in_the_bag() -> None:
    state = begin(2)
    assert state.bag == {**{f"White {shape.id}": 2 for shape in state.edition.shapes}, "Doubloon": 3}


@pytest.mark.clause("PZ-1")
def test_each_seat_has_an_empty_board_and_a_supply_of_its_own_colour_and_the_rest_is_the_reserve() -> None:
    state = begin(2)
    assert [own.board for own in state.seats] == [{}, {}]
    for colour in ("Red", "Yellow", "Green", "Blue"):  # of two seats, two colours of the reserve
        assert all(stock(state, Piece(f"{colour} {shape.id}")) == 2 for shape in state.edition.shapes)
    assert all(stock(state, Piece(f"White {shape.id}")) == 0 for shape in state.edition.shapes)
    assert legal(feeding(placing(state, "White Sub", "White Sub")), b)[0] == feed("Yellow Sub")


@pytest.mark.clause("PZ-1")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_box_holds_fourteen_pieces_a_colour_and_three_doubloons(seats: int) -> None:
    counts = census(begin(seats))
    assert Counter(counts.values()) == {2: 35, 3: 1}


@pytest.mark.clause("PZ-1", "PZ-2")
def test_setting_up_draws_nothing_and_begins_the_first_round() -> None:
    state, chance = initial(edition(), 3, {}), Chance(b"key", {})
    assert actors(state) == ()
    assert setup(state, chance) == [RoundBegan(1)]
    assert not chance.draws
    assert actors(begin(3)) == (a, b, c)


@pytest.mark.clause("PZ-2")
def test_in_a_phase_all_act_in_any_order() -> None:
    match = Match(begin(3))
    for seat in (c, a, b, c):
        assert seat in actors(match.state)
        match.do(seat, Reach() if match.state.seats[seat].hand is None else Pull())
    assert actors(match.state) == (a, b)  # the last one has pulled


@pytest.mark.clause("PZ-2")
def test_a_phase_begins_when_all_have_finished_the_one_before() -> None:
    state = grasped(grasped(begin(2), a, "White Crab"), b, "White Fish")
    state = fold(state, do(state, b, Pull()))
    assert state.phase == "draw"
    state = fold(state, do(state, a, Pull()))
    assert (state.phase, actors(state)) == ("place", (a, b))
    state = fold(state, do(state, b, place("White Fish", "0,0")))
    assert (state.phase, actors(state)) == ("place", (a,))
    state = fold(state, do(state, a, place("White Crab", "0,0")))
    assert (state.phase, actors(state)) == ("feed", (a, b))
    state = fold(state, do(state, a, feed("Red Sub")))
    assert (state.phase, actors(state)) == ("feed", (b,))
    state = fold(state, do(state, b, feed("Yellow Sub")))
    assert (state.phase, state.round, actors(state)) == ("draw", 2, (a, b))


@pytest.mark.clause("PZ-2")
def test_what_belongs_to_another_phase_is_refused() -> None:
    drawing = begin(2)
    to_place = placing(drawing, "White Crab", "White Fish")
    to_feed = feeding(to_place)
    assert refusal(drawing, a, place("White Crab", "0,0")) == ("wrong-phase", "PZ-2")
    assert refusal(drawing, a, feed("Red Sub")) == ("wrong-phase", "PZ-2")
    for state in (to_place, to_feed):
        for command in (Reach(), LetGo(), Pull()):
            assert refusal(state, a, command) == ("wrong-phase", "PZ-2")
    assert refusal(to_place, a, feed("Red Sub")) == ("wrong-phase", "PZ-2")
    assert refusal(to_feed, a, place("White Crab", "0,0")) == ("wrong-phase", "PZ-2")


@pytest.mark.clause("PZ-3")
def test_a_reach_tells_its_seat_the_shape_and_nobody_the_colour() -> None:
    reached, felt, held = do(begin(2), b, Reach())
    assert reached == Reached(b, final=False)
    assert isinstance(felt, Felt)
    assert isinstance(held, Grasped)
    assert felt.seat == held.seat == b
    assert held.piece.endswith(felt.shape)
    assert (reached.audience, felt.audience, held.audience) == ("all", "seat", "nobody")


@pytest.mark.clause("PZ-3")
def test_a_doubloon_feels_like_itself() -> None:
    state = begin(2)
    for key in range(100):
        _, felt, held = do(state, a, Reach(), key=str(key).encode())
        assert isinstance(felt, Felt)
        assert isinstance(held, Grasped)
        if held.piece == "Doubloon":
            assert felt.shape == "Doubloon"
            return
    pytest.fail("three of seventeen pieces, and never a doubloon")


@pytest.mark.clause("PZ-3")
def test_let_go_puts_the_piece_back_and_the_seat_may_reach_again() -> None:
    before = begin(2)
    state = grasped(before, a, "White Crab")
    assert state.bag[Piece("White Crab")] == 1
    assert do(state, a, LetGo()) == [Released(a)]
    state = fold(state, do(state, a, LetGo()))
    assert state.bag == before.bag
    assert legal(state, a) == (Reach(),)


@pytest.mark.clause("PZ-3")
def test_pull_lays_the_piece_open() -> None:
    state = grasped(begin(2), a, "White Crab")
    [event] = do(state, a, Pull())
    assert event == Pulled(a, Piece("White Crab"))
    assert event.audience == "all"
    assert event.reveals
    after = fold(state, [event])
    assert (after.seats[a].hand, after.seats[a].pulled) == (None, Piece("White Crab"))
    assert after.bag == state.bag


@pytest.mark.clause("PZ-3")
def test_a_hand_holds_one_piece_at_most_and_only_what_it_holds_can_be_pulled() -> None:
    assert refusal(grasped(begin(2), a, "White Crab"), a, Reach()) == ("hand-full", "PZ-3")
    assert refusal(begin(2), a, Pull()) == ("hand-empty", "PZ-3")
    assert refusal(begin(2), a, LetGo()) == ("hand-empty", "PZ-3")


@pytest.mark.clause("PZ-3")
def test_a_piece_in_a_hand_cannot_be_reached_by_another() -> None:
    match = Match(begin(4, "scarce"))  # four pieces in the bag
    assert sum(match.state.bag.values()) == 4
    for seat in range(4):
        match.do(seat, Reach())
    assert match.state.bag == {}
    assert census(match.state) == census(begin(4, "scarce"))


@pytest.mark.clause("PZ-3")
def test_a_reach_is_uniform_over_what_is_in_the_bag() -> None:
    """Chi-square over 6,000 reaches: one fair bag in a thousand would go beyond the bound for 6 degrees of freedom."""
    state = begin(4)
    for seat, piece in ((b, "White Sub"), (c, "White Sub"), (d, "White Crab")):
        state = grasped(state, seat, piece)  # the first piece cannot be found any more, the other half as often
    found: Counter[Piece] = Counter()
    for number in range(6000):
        _, _, held = decide(state, a, Reach(), Chance(b"fixed", {"reach:0": number}))
        assert isinstance(held, Grasped)
        found[held.piece] += 1
    many = sum(state.bag.values())
    expected = {piece: 6000 * count / many for piece, count in state.bag.items()}
    assert set(found) == set(expected)
    assert (many, len(expected)) == (14, 7)
    assert sum((found[piece] - mean) ** 2 / mean for piece, mean in expected.items()) < 22.46


@pytest.mark.clause("PZ-3")
def test_a_draw_names_its_seat_and_takes_from_the_bag_as_it_is_then_in_the_editions_order() -> None:
    state = grasped(begin(3), a, "White Sub")
    chance = Chance(b"key", {"reach:1": 4, "reach:0": 9})
    _, _, held = decide(state, b, Reach(), chance)
    assert chance.draws == [("reach:1", 4)]
    pieces = [piece for piece in state.edition.pieces for _ in range(state.bag.get(piece, 0))]
    assert held == Grasped(b, pieces[Chance(b"key", {"reach:1": 4}).below(len(pieces), "reach:1")])


@pytest.mark.clause("PZ-4")
def test_the_last_allowed_reach_must_be_pulled() -> None:
    match = Match(begin(2))
    for number in range(1, 6):
        assert match.do(a, Reach())[0] == Reached(a, final=number == 5)
        if number < 5:
            assert legal(match.state, a) == (Pull(), LetGo())
            match.do(a, LetGo())
    assert legal(match.state, a) == (Pull(),)
    assert refusal(match.state, a, LetGo()) == ("must-pull", "PZ-4")
    match.do(a, Pull())


@pytest.mark.clause("PZ-4")
def test_reaches_are_counted_anew_each_round() -> None:
    state = feeding(placing(begin(2), "White Crab", "White Fish"))
    state = fold(state, do(state, a, feed("Red Sub")))
    state = fold(state, do(state, b, feed("Yellow Sub")))
    assert [own.reaches for own in state.seats] == [0, 0]


@pytest.mark.clause("PZ-4")
def test_what_is_reached_when_all_others_have_pulled_must_be_pulled() -> None:
    state = grasped(begin(3), a, "White Crab")
    state = fold(state, do(state, a, Pull()))
    assert do(state, c, Reach())[0] == Reached(c, final=False)  # the second seat has not pulled yet
    state = grasped(state, b, "White Fish")
    state = fold(state, do(state, b, Pull()))
    assert do(state, c, Reach())[0] == Reached(c, final=True)
    state = fold(state, do(state, c, Reach()))
    assert refusal(state, c, LetGo()) == ("must-pull", "PZ-4")


@pytest.mark.clause("PZ-4")
def test_a_piece_in_hand_when_the_last_other_pulls_may_be_let_go_once_more() -> None:
    state = grasped(grasped(begin(2), a, "White Crab"), b, "White Fish")
    state = fold(state, do(state, a, Pull()))
    assert legal(state, b) == (Pull(), LetGo())
    state = fold(state, do(state, b, LetGo()))
    state = fold(state, do(state, b, Reach()))
    assert legal(state, b) == (Pull(),)


@pytest.mark.clause("PZ-4")
def test_a_piece_in_hand_when_the_last_other_leaves_may_be_let_go_once_more() -> None:
    state = grasped(grasped(begin(3), a, "White Crab"), b, "White Fish")
    state = fold(state, do(state, a, Pull()))
    state = fold(state, leaves(state, c))
    assert legal(state, b) == (Pull(), LetGo())
    state = fold(state, do(state, b, LetGo()))
    assert do(state, b, Reach())[0] == Reached(b, final=True)


@pytest.mark.clause("PZ-4")
def test_the_last_others_pull_gives_back_no_reach() -> None:
    match = Match(grasped(begin(2), a, "White Crab"))
    for _ in range(4):
        match.do(b, Reach())
        match.do(b, LetGo())
    match.do(b, Reach())
    match.do(a, Pull())
    assert legal(match.state, b) == (Pull(),)


@pytest.mark.clause("PZ-5")
def test_the_last_to_pull_takes_the_token() -> None:
    state = grasped(grasped(grasped(begin(3), a, "White Crab"), b, "White Fish"), c, "White Sub")
    for seat in (c, a):
        assert tags(do(state, seat, Pull())) == ["pulled"]
        state = fold(state, do(state, seat, Pull()))
    assert do(state, b, Pull()) == [Pulled(b, Piece("White Fish")), AllPulled(b, (), "")]
    state = fold(state, do(state, b, Pull()))
    assert [own.tokens for own in state.seats] == [0, 1, 0]


@pytest.mark.clause("PZ-5")
@pytest.mark.parametrize("order", [(a, b, c), (c, b, a), (b, c, a)])
def test_the_order_of_the_commands_decides(order: tuple[Seat, ...]) -> None:
    match = Match(begin(3))
    for seat in (a, b, c):
        match.do(seat, Reach())
    for seat in order:
        events = match.do(seat, Pull())
    assert events[1] == AllPulled(order[-1], (), "")


@pytest.mark.clause("PZ-5")
def test_who_leaves_before_pulling_is_not_counted() -> None:
    match = Match(begin(3))
    for seat in (b, a):
        match.do(seat, Reach())
        match.do(seat, Pull())
    assert match.leave(c) == [Left(c), AllPulled(a, (), "")]


@pytest.mark.clause("PZ-5", "PZ-18")
def test_who_leaves_after_pulling_takes_no_token() -> None:
    match = Match(begin(4))
    for seat in (d, a, b):
        match.do(seat, Reach())
        match.do(seat, Pull())
    assert match.leave(b) == [Left(b)]
    assert match.leave(c) == [Left(c), AllPulled(a, (), "")]
    assert staying(match.state) == (a, d)


@pytest.mark.clause("PZ-5")
@pytest.mark.parametrize(
    ("reaches", "late"),
    [((3, 1, 2), a), ((1, 1, 1), c), ((2, 2, 1), b), ((1, 2, 2), c)],
)
def test_option_most_reaches(reaches: tuple[int, ...], late: Seat) -> None:
    """The seats pull in order, so that of equals the later one is the last to pull."""
    match = Match(begin(3, latecomer="most-reaches"))
    for seat, many in enumerate(reaches):
        match.do(seat, Reach())
        for _ in range(many - 1):
            match.do(seat, LetGo())
            match.do(seat, Reach())
    for seat in range(3):
        events = match.do(seat, Pull())
    [look] = [event for event in events if isinstance(event, AllPulled)]
    assert look.late == late


@pytest.mark.clause("PZ-5", "PZ-18")
def test_option_most_reaches_passes_over_who_left() -> None:
    match = Match(begin(3, latecomer="most-reaches"))
    match.do(a, Reach())
    match.do(a, LetGo())
    for seat in (a, b, c):
        match.do(seat, Reach())
    for seat in (a, b):
        match.do(seat, Pull())
    match.leave(a)
    assert match.do(c, Pull())[1] == AllPulled(c, (), "")
