"""Who sees which parts of a view."""

import pytest

from domain.kernel.messages import Audience, Seat
from domain.kernel.view import Seen, View, see

VIEW = View("public", ("first's", "second's"), "hidden")


@pytest.mark.parametrize(
    ("audience", "reveal", "seen"),
    [
        ("spectator", False, Seen("spectator", "public")),
        (Seat(1), False, Seen(Seat(1), "public", ("second's",))),
        ("arbiter", False, Seen("arbiter", "public", ("first's", "second's"), "hidden")),
        ("spectator", True, Seen("spectator", "public", ("first's", "second's"), "hidden")),
    ],
)
def test_each_audience_sees_its_parts(audience: Audience, reveal: bool, seen: Seen) -> None:
    assert see(VIEW, audience, reveal) == seen
