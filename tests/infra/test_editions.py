"""Editions that this release does not ship: kept in the database, looked up when a match pins one."""

from collections.abc import AsyncIterator

import pytest

from domain.kernel.catalogue import Catalogue
from domain.kernel.edition import edition_digest
from domain.match.state import Broken
from infra.editions import Editions, shipped_catalogue
from infra.pool import open_database
from infra.step_store import StepStore
from tests.record.material import played, tiny_aqualin, tiny_edition, toy
from tests.services import TestDatabase

pytestmark = pytest.mark.anyio

FIRST = played(tiny_aqualin(), 2)[0].step


@pytest.fixture
async def store(database: TestDatabase) -> AsyncIterator[StepStore]:
    async with open_database(database.url) as pools:
        yield StepStore(pools.reads)


async def test_an_edition_is_kept_by_its_digest(store: StepStore) -> None:
    for _ in range(2):
        await store.keep_edition("toy", b"pieces = 3")
    assert await store.edition(edition_digest(b"pieces = 3")) == b"pieces = 3"
    for other in (edition_digest(b""), "", "no digest"):
        assert await store.edition(other) is None


async def test_an_edition_that_is_not_shipped_is_looked_up_once_a_match_pins_it(store: StepStore) -> None:
    shipped = shipped_catalogue()
    editions = Editions(store, shipped)
    assert (await editions.begin(FIRST)).state == Broken(1, f"unknown rules: aqualin edition {tiny_aqualin().digest}")
    await Editions(store, shipped).keep(tiny_aqualin())
    rules = (await editions.begin(FIRST)).rules
    assert rules is not None
    assert rules.file == tiny_edition()
    assert (await editions.begin(FIRST)).rules is rules
    assert editions.catalogue.newest("aqualin") is shipped.newest("aqualin")


async def test_a_game_or_rules_version_that_is_not_here_stays_broken_whatever_is_kept(store: StepStore) -> None:
    first = played(toy(), 2)[0].step
    await store.keep_edition("toy", toy().file)
    for games in ((), (toy(1).game,)):
        begun = await Editions(store, Catalogue(games, ())).begin(first)
        assert begun.state == Broken(1, "unknown rules: toy in rules version 2")
