"""Folding batches: matches exactly as they were at the end of the batch, with or without a memory of them."""

from pathlib import Path

import pytest

from infra.editions import shipped_catalogue
from infra.pool import StoreUnavailable, open_database
from infra.step_store import StepStore
from projections.folding import Folder
from tests.conformance.material import catalogue
from tests.projections.material import append, folded, played, steps
from tests.record.material import played as played_by
from tests.record.material import tiny_aqualin

pytestmark = pytest.mark.anyio

MATCHES = [played(f"folding {number}") for number in range(3)]
IDS = [match[0].match.id for match in MATCHES]


@pytest.mark.parametrize("kept", [0, 1, 100])
async def test_batches_are_folded_whatever_is_remembered(store: StepStore, kept: int) -> None:
    folder = Folder(store, catalogue(), kept)
    for at, upto in ((0, 2), (2, 7), (7, 8)):
        await append(store, *(steps(match)[at:upto] for match in MATCHES))
        batch = [step for match_id in IDS for step in await store.read(match_id, at, upto)]
        for _ in range(2):  # and again, by a projection that is behind
            assert await folder.fold(batch) == {match_id: await folded(store, match_id) for match_id in IDS}
    early = [step for match_id in IDS for step in await store.read(match_id, 1, 4)]
    assert {match.version for match in (await folder.fold(early)).values() if not isinstance(match, str)} == {4}


async def test_a_match_that_lacks_a_step_is_a_failure_and_the_next_one_is_not(store: StepStore) -> None:
    whole, holed = (steps(match) for match in MATCHES[:2])
    found = await Folder(store, catalogue()).fold([*holed[:2], *holed[3:], *whole])
    assert isinstance(found[IDS[1]], str)
    assert not isinstance(found[IDS[0]], str)


async def test_an_edition_that_is_not_shipped_is_found_in_the_database(store: StepStore) -> None:
    rules, match = tiny_aqualin(), steps(played_by(tiny_aqualin(), 2))
    await append(store, match)
    await store.keep_edition("aqualin", rules.file)
    found = (await Folder(store, shipped_catalogue()).fold(match[-1:]))[match[0].match_id]
    assert not isinstance(found, str)
    assert (found.status, found.state) == ("finished", (await folded(store, found.id)).state)


async def test_a_database_that_cannot_be_asked_for_an_edition_is_no_failure_of_the_match(tmp_path: Path) -> None:
    async with open_database(f"postgresql://someone@/x?host={tmp_path}") as away:
        with pytest.raises(StoreUnavailable):
            await Folder(StepStore(away.reads), shipped_catalogue()).fold(steps(played_by(tiny_aqualin(), 2)))
