"""Placing, doubloons and feeding the bag: PZ-6 to PZ-9."""

import pytest

from domain.kernel.chance import Chance
from domain.kernel.messages import Seat
from domain.puzzilli.commands import LetGo, Place, Pull, Reach
from domain.puzzilli.edition import Cell, Piece
from domain.puzzilli.events import AllPlaced, AllPulled, Fed, Placed, RoundBegan, Taken, ToppedUp, WentWithout
from domain.puzzilli.legal import default, legal
from domain.puzzilli.rules import actors, decide
from domain.puzzilli.state import State, stock
from domain.puzzilli.view import census
from tests.puzzilli.play import (
    begin,
    do,
    feed,
    feeding,
    fold,
    grasped,
    leaves,
    own,
    place,
    placing,
    pulled,
    refusal,
    tags,
    with_board,
    with_stock,
)

a, b, c, d = (Seat(seat) for seat in range(4))
SPECIAL = "Doubloon"


def cells(state: State, seat: Seat, piece: str) -> set[str]:
    return {command.cell for command in legal(state, seat) if isinstance(command, Place) and command.piece == piece}


@pytest.mark.clause("PZ-6")
def test_the_first_piece_goes_anywhere_on_ones_own_board() -> None:
    state = placing(begin(2), "White Crab", "White Fish")
    assert legal(state, a) == tuple(place("White Crab", cell) for cell in state.edition.board.cells)
    assert do(state, a, place("White Crab", "1,2")) == [Placed(a, Piece("White Crab"), Cell("1,2"))]
    after = fold(state, do(state, a, place("White Crab", "1,2")))
    assert [holdings.board for holdings in after.seats] == [{"1,2": "White Crab"}, {}]
    assert after.seats[a].pulled is None


@pytest.mark.clause("PZ-6")
def test_never_beside_the_same_colour_white_included() -> None:
    state = with_board(begin(2), a, {"0,1": "White Crab", "1,3": "Red Sub"})
    state = placing(state, "White Fish", "White Fish")
    around = {"0,0", "1,0", "-1,1", "1,1", "-1,2", "0,2"}
    assert cells(state, a, "White Fish") == set(state.edition.board.cells) - around - {"0,1", "1,3"}
    for cell in sorted(around):
        assert refusal(state, a, place("White Fish", cell)) == ("same-colour", "PZ-6")
    do(state, a, place("White Fish", "0,3"))  # beside red


@pytest.mark.clause("PZ-6")
def test_only_on_an_empty_cell() -> None:
    state = placing(with_board(begin(2), a, {"0,1": "Red Crab"}), "White Fish", "White Fish")
    assert refusal(state, a, place("White Fish", "0,1")) == ("cell-taken", "PZ-6")


@pytest.mark.clause("PZ-6")
def test_only_the_piece_that_was_pulled() -> None:
    state = placing(begin(2), "White Fish", "White Crab")
    assert refusal(state, a, place("White Crab", "0,0")) == ("another-piece", "PZ-6")
    assert refusal(state, a, place("Red Sub", "0,0")) == ("another-piece", "PZ-6")


@pytest.mark.clause("PZ-1", "PZ-6")
@pytest.mark.parametrize("piece", ["Purple Crab", "white crab", "White", "", "White Crab ", "🦀"])
def test_a_piece_or_cell_that_is_none_is_refused(piece: str) -> None:
    state = placing(begin(2), "White Fish", "White Crab")
    assert refusal(state, a, place(piece, "0,0")) == ("unknown-piece", "PZ-1")
    assert refusal(state, a, place("White Fish", piece)) == ("unknown-cell", "PZ-6")
    assert refusal(feeding(state), a, feed(piece)) == ("unknown-piece", "PZ-1")


@pytest.mark.clause("PZ-6")
def test_who_can_place_must() -> None:
    """Nothing else is lawful, and nobody feeds the bag before."""
    state = placing(begin(2), "White Fish", "White Crab")
    assert {type(command) for command in legal(state, a)} == {Place}
    state = fold(state, do(state, a, place("White Fish", "0,0")))
    assert actors(state) == (b,)


@pytest.mark.clause("PZ-7")
def test_a_pulled_doubloon_leaves_the_match() -> None:
    before = begin(2)
    state = placing(before, SPECIAL, "White Crab")
    assert (state.bag[state.edition.special], state.gone) == (2, 1)
    assert census(state) == census(before)


@pytest.mark.clause("PZ-7")
def test_for_a_doubloon_any_piece_of_supplies_and_reserve_is_taken_and_placed() -> None:
    state = placing(begin(2), SPECIAL, "White Crab")
    for piece in ("Red Sub", "Yellow Coin", "Blue Crab"):  # one's own, another seat's, the reserve's
        events = do(state, a, place(piece, "0,0"))
        assert events == [Taken(a, Piece(piece)), Placed(a, Piece(piece), Cell("0,0"))]
        after = fold(state, events)
        assert stock(after, Piece(piece)) == 1
        assert after.seats[a].pulled is None
        assert census(after) == census(state)
    assert len(legal(state, a)) == 4 * 7 * 14


@pytest.mark.clause("PZ-7")
def test_what_lies_in_no_supply_cannot_be_taken() -> None:
    state = with_stock(placing(begin(2), SPECIAL, "White Crab"), {"Red Sub": 1})
    for piece in ("White Sub", "Red Crab", SPECIAL):
        assert refusal(state, a, place(piece, "0,0")) == ("not-in-stock", "PZ-7")


@pytest.mark.clause("PZ-7")
def test_the_piece_taken_must_fit() -> None:
    state = with_board(begin(2), a, {"0,1": "Red Crab"})
    state = placing(state, SPECIAL, "White Crab")
    assert refusal(state, a, place("Red Sub", "0,0")) == ("same-colour", "PZ-6")
    assert cells(state, a, "Red Sub") == {"2,0", "2,1", "1,2", "2,2", "-1,3", "0,3", "1,3"}


@pytest.mark.clause("PZ-7", "PZ-8")
def test_the_supply_of_a_seat_that_left_stays_open_to_doubloons() -> None:
    state = placing(begin(3), "White Crab", SPECIAL, "White Fish")
    state = fold(state, leaves(state, a))
    assert do(state, b, place("Red Sub", "0,0")) == [
        Taken(b, Piece("Red Sub")),
        Placed(b, Piece("Red Sub"), Cell("0,0")),
    ]


@pytest.mark.clause("PZ-7")
def test_who_comes_first_takes_first_and_a_doubloon_that_finds_nothing_more_brings_nothing() -> None:
    state = with_stock(placing(begin(3), SPECIAL, SPECIAL, "White Fish"), {"Blue Crab": 1})
    events = do(state, b, place("Blue Crab", "0,0"))
    assert events == [Taken(b, Piece("Blue Crab")), Placed(b, Piece("Blue Crab"), Cell("0,0")), WentWithout(a)]
    state = fold(state, events)
    assert actors(state) == (c,)  # the first seat's placing is over
    assert state.seats[a].pulled is None
    assert state.ending == ""
    events = do(state, c, place("White Fish", "0,0"))
    assert "finished" not in tags(events)
    assert fold(state, events).round == 2


@pytest.mark.clause("PZ-7")
def test_it_may_end_the_placing_of_all() -> None:
    state = with_stock(placing(begin(2), SPECIAL, SPECIAL), {"Blue Crab": 1})
    events = do(state, a, place("Blue Crab", "0,0"))
    assert tags(events) == ["taken", "placed", "went_without", "all_placed", "round_began"]


@pytest.mark.clause("PZ-7")
def test_a_doubloon_goes_without_only_when_nothing_that_is_left_fits() -> None:
    blocked = {"0,1": "Blue Crab", "2,1": "Blue Fish", "0,3": "Blue Coin", "2,2": "White Coin", "2,0": "Red Coin"}
    state = placing(with_board(begin(2), b, blocked), SPECIAL, SPECIAL)
    state = with_stock(state, {"Blue Crab": 1, "Green Crab": 1})
    assert cells(state, b, "Blue Crab") == set()
    assert cells(state, b, "Green Crab")
    assert WentWithout(b) in do(state, a, place("Green Crab", "0,0"))
    assert WentWithout(b) not in do(state, a, place("Blue Crab", "0,0"))


@pytest.mark.clause("PZ-7")
def test_a_doubloon_is_stuck_only_if_nothing_open_fits_at_the_look() -> None:
    """Red lies in the supply, but the board has room for blue alone."""
    board = {"0,1": "Red Crab", "2,1": "Red Fish", "0,3": "Red Coin", "2,2": "White Coin", "2,0": "Green Coin"}
    for open_pieces, stuck in (({"Red Sub": 1}, (a,)), ({"Red Sub": 1, "Blue Sub": 1}, ()), ({}, (a,))):
        state = with_stock(pulled(with_board(begin(2), a, board), SPECIAL), open_pieces)
        state = grasped(state, b, "White Crab")
        look = do(state, b, Pull())[1]
        assert isinstance(look, AllPulled)
        assert look.stuck == stuck


@pytest.mark.clause("PZ-8")
def test_each_seat_feeds_a_piece_of_its_own_supply_openly() -> None:
    state = feeding(placing(begin(2), "White Crab", "White Fish"))
    assert legal(state, b) == tuple(feed(f"Yellow {shape.id}") for shape in state.edition.shapes)
    [event] = do(state, b, feed("Yellow Shell"))
    assert event == Fed(b, Piece("Yellow Shell"))
    assert event.audience == "all"
    after = fold(state, [event])
    assert stock(after, Piece("Yellow Shell")) == after.bag[Piece("Yellow Shell")] == 1


@pytest.mark.clause("PZ-8")
def test_only_what_lies_in_ones_own_supply_can_be_fed() -> None:
    state = with_stock(feeding(placing(begin(2), "White Crab", "White Fish")), {"Red Sub": 1, "Yellow Sub": 1})
    for piece in ("Yellow Sub", "Blue Sub", "White Sub", SPECIAL):
        assert refusal(state, a, feed(piece)) == ("another-colour", "PZ-8")
    assert refusal(state, a, feed("Red Crab")) == ("not-in-supply", "PZ-8")
    assert legal(state, a) == (feed("Red Sub"),)


@pytest.mark.clause("PZ-8")
def test_a_seat_with_an_empty_supply_skips() -> None:
    state = with_stock(placing(begin(2), "White Crab", "White Fish"), {"Yellow Sub": 1})
    state = fold(state, do(state, a, place("White Crab", "0,0")))
    state = fold(state, do(state, b, place("White Fish", "0,0")))
    assert (state.phase, actors(state)) == ("feed", (b,))


@pytest.mark.clause("PZ-8")
def test_with_all_supplies_empty_nobody_feeds() -> None:
    state = with_stock(placing(begin(2), "White Crab", "White Fish"), {})
    state = fold(state, do(state, a, place("White Crab", "0,0")))
    assert do(state, b, place("White Fish", "0,0"))[1:] == [AllPlaced(), RoundBegan(2)]


@pytest.mark.clause("PZ-8", "PZ-18")
def test_who_left_feeds_nothing_and_its_supply_never_joins_the_reserve() -> None:
    state = placing(begin(4), "White Crab", "White Fish", "White Sub", "White Coin")
    state = feeding(fold(state, leaves(state, d)))
    assert actors(state) == (a, b, c)
    for seat, colour in ((a, "Red"), (b, "Yellow")):
        state = fold(state, do(state, seat, feed(f"{colour} Sub")))
    assert do(state, c, feed("Green Sub")) == [Fed(c, Piece("Green Sub")), RoundBegan(2)]


def ready_to_end_the_round(seats: int) -> State:
    """Only the last seat has still to feed."""
    state = feeding(placing(begin(seats), *("White Crab", "White Fish", "White Sub", "White Coin")[:seats]))
    for seat in range(seats - 1):
        state = own(state, seat, done=True)
    return state


@pytest.mark.clause("PZ-9")
@pytest.mark.parametrize(("seats", "unplayed"), [(2, ["Green", "Blue"]), (3, ["Blue"]), (4, [])])
def test_one_random_piece_of_each_unplayed_colour_goes_into_the_bag(seats: int, unplayed: list[str]) -> None:
    state = ready_to_end_the_round(seats)
    chance = Chance(b"key", {})
    last = Seat(seats - 1)
    events = decide(state, last, legal(state, last)[0], chance)
    topped = [event for event in events if isinstance(event, ToppedUp)]
    assert [event.piece.split()[0] for event in topped] == unplayed
    assert chance.draws == [(f"reserve:{colour}", 0) for colour in unplayed]
    assert tags(events) == ["fed", *["topped_up"] * len(unplayed), "round_began"]
    assert {event.audience for event in topped} <= {"all"}
    after = fold(state, events)
    for event in topped:
        assert stock(after, event.piece) == after.bag[event.piece] == 1


@pytest.mark.clause("PZ-9")
def test_the_reserve_gives_while_it_has_a_piece_each_equally_likely() -> None:
    state = with_stock(ready_to_end_the_round(2), {"Yellow Sub": 2, "Blue Sub": 2, "Blue Coin": 1})
    found = []
    for number in range(600):
        chance = Chance(b"fixed", {"reserve:Blue": number})
        events = decide(state, b, feed("Yellow Sub"), chance)
        assert chance.draws == [("reserve:Blue", number)]  # no green piece is left
        found += [event.piece for event in events if isinstance(event, ToppedUp)]
    assert set(found) == {"Blue Sub", "Blue Coin"}
    assert 160 < found.count(Piece("Blue Coin")) < 240


@pytest.mark.clause("PZ-6", "PZ-8")
def test_for_a_seat_whose_time_is_over_the_first_choice_is_made() -> None:
    state = begin(2)
    assert default(state, a) == Reach()
    assert LetGo() in legal(grasped(state, a, "White Crab"), a)
    assert default(grasped(state, a, "White Crab"), a) == Pull()
    state = placing(state, "White Crab", SPECIAL)
    assert default(state, a) == place("White Crab", "0,0")
    assert default(state, b) == place("Red Sub", "0,0")
    assert default(feeding(state), b) == feed("Yellow Sub")
