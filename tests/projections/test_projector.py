"""The projector: what is in Redis follows from the log, whatever happens on the way."""

import pytest

from infra.step_store import StepStore
from projections.match_view import access_of, render
from projections.projector import Projector
from projections.reader import Reader
from tests.projections.material import append, played, steps

pytestmark = pytest.mark.anyio


async def test_every_view_is_that_of_the_fold(store: StepStore, projector: Projector, reader: Reader) -> None:
    matches = [played(f"{number}", game, seats) for number in range(4) for game, seats in (("toy", 3), ("aqualin", 2))]
    await append(store, *map(steps, matches))
    await projector.catch_up()
    for match in matches:
        last = match[-1].match
        found = await reader.match(last.id)
        assert found is not None
        assert found.access == access_of(last)
        assert found.rendered.private == render(last).private
        assert found.rendered.version == last.version
