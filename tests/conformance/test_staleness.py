"""Where several seats may act, a command that names an older version is judged as if it named the newest."""

from domain.kernel.messages import Seat
from domain.match.decide import Stale, check_fresh
from tests.conformance.material import Table
from tests.conformance.played import Position, every_position


def test_stale_only_by_other_seats_steps_is_fresh_and_all_else_is_not(table: Table) -> None:
    for match in every_position(table):
        for place, position in enumerate(match):
            for seat in map(Seat, range(table.seats)):
                for back in range(min(place, 2 * table.seats) + 1):
                    expected = back == 0 or may_wait(match[place - back : place + 1], seat)
                    assert fresh(position, seat, position.match.version - back) == expected
                assert not fresh(position, seat, position.match.version + 1)


def may_wait(between: tuple[Position, ...], seat: Seat) -> bool:
    """An actor at the version named and at each since, and none of the steps in between its own."""
    return all(seat in position.actors for position in between) and all(
        position.match.seat_of(position.step.actor) != seat for position in between[:-1]
    )


def fresh(position: Position, seat: Seat, named: int) -> bool:
    person = position.match.players[seat]
    assert person is not None
    try:
        check_fresh(position.match, person, named)
    except Stale as stale:
        assert stale.version == position.match.version  # noqa: PT017
        return False
    return True
