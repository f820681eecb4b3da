"""What a greedy player thinks a turn is worth."""

import pytest

from domain.aqualin.game import AQUALIN
from domain.kernel.messages import Seat
from domain.kernel.score import totals
from domain.kernel.view import see
from tests.aqualin.table import FIRST, SECOND, TINY, after, match, position, turn

WORDS = AQUALIN.words(TINY)


@pytest.mark.parametrize(("seat", "worth"), [(FIRST, 5 - 2), (SECOND, 2 - 5)])
def test_a_turn_is_worth_what_it_earns_less_what_it_brings_the_rival(seat: Seat, worth: int) -> None:
    state = position("RC .. RQ \n .. OW ..", "RW", edition=TINY)
    value = AQUALIN.value(TINY, see(AQUALIN.view(state), seat), seat)
    assert value(WORDS.parse("RW@b2")) == worth


def test_breaking_ones_own_shoal_costs_its_points() -> None:
    state = position("RC RQ .. \n .. .. ..", "OW", edition=TINY)
    value = AQUALIN.value(TINY, see(AQUALIN.view(state), FIRST), FIRST)
    assert value(WORDS.parse("b2-c2 OW@a1")) == -2


def test_it_foretells_how_the_sheet_changes() -> None:
    for played in match(seed=11):
        (seat,) = AQUALIN.actors(played.before)
        value = AQUALIN.value(played.before.edition, see(AQUALIN.view(played.before), seat), seat)
        for command in AQUALIN.legal(played.before, seat)[:: 1 + len(AQUALIN.legal(played.before, seat)) // 40]:
            notation = AQUALIN.words(played.before.edition).notation(command)
            leads = [
                2 * points[seat] - sum(points)
                for state in (played.before, after(played.before, turn(played.before, notation)))
                for points in [totals(AQUALIN.score(state), 2)]
            ]
            assert value(command) == leads[1] - leads[0]
