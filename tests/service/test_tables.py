"""The tables of a process, where what it commits and what it reads meet."""

import asyncio
import gc
from collections.abc import AsyncIterator
from uuid import UUID, uuid4

import psycopg
import pytest

from domain.catalogue import GAMES
from domain.kernel.catalogue import Catalogue, Rules
from domain.match.commands import Create, Resign, Sit, Start
from domain.match.step import Draft
from infra.editions import shipped_catalogue
from infra.group_commit import GroupCommit
from infra.house import House
from infra.keys import ServiceKey
from infra.pool import Database, open_database
from infra.step_store import Outcome, StepStore
from service.seeds import Seeds
from service.tables import Tables
from tests.services import TestDatabase

pytestmark = pytest.mark.anyio

CATALOGUE = shipped_catalogue()
STANDARD = CATALOGUE.newest("aqualin")


@pytest.fixture
async def pools(module_database: TestDatabase) -> AsyncIterator[Database]:
    async with open_database(module_database.url) as pools:
        yield pools


class ReadBeforeAnswered(GroupCommit):
    """Between the commit and its answer somebody reads the match, as a stream or a view may at any time."""

    tables: Tables

    async def append(self, draft: Draft) -> Outcome:
        outcome = await super().append(draft)
        if table := self.tables.warm(draft.match_id):
            assert await self.tables.catch_up(table)
        return outcome


async def test_a_step_read_before_its_commit_is_answered_counts_once(pools: Database) -> None:
    store, announced = StepStore(pools.reads), list[int]()
    commits = ReadBeforeAnswered(StepStore(pools.commands))
    seeds = Seeds(House(pools.reads), ServiceKey(bytes(32)))
    tables = commits.tables = Tables(store, commits, seeds, CATALOGUE, lambda match: announced.append(match.version))
    match, _ = await started(tables)

    table = await tables.table(match)
    assert [moment.match.version for moment in table.recent] == [1, 2, 3, 4] == announced
    assert [moment.match.version for moment in table.since(0) or ()] == [1, 2, 3, 4]
    assert table.match == [moment async for moment in tables.moments(match)][-1].match


async def test_a_look_that_fails_after_all_who_asked_have_left_leaves_no_error_in_the_log(pools: Database) -> None:
    store, seeds = StepStore(pools.reads), Seeds(House(pools.reads), ServiceKey(bytes(32)))
    tables = Tables(store, GroupCommit(StepStore(pools.commands)), seeds, CATALOGUE, lambda _: None)
    asking = asyncio.create_task(tables.table(uuid4()))  # there is none
    await asyncio.sleep(0)
    asking.cancel()
    await asyncio.wait([asking])
    while tables._loading:  # noqa: ASYNC110 (nothing else tells)
        await asyncio.sleep(0.001)
    gc.collect()  # asyncio complains of what nobody has seen, and this test fails


async def test_an_edition_that_another_release_brings_is_learnt_with_its_first_match(
    pools: Database, module_database: TestDatabase
) -> None:
    newer = Catalogue(GAMES, [("aqualin", STANDARD.file + b"# as the next release ships it\n")])
    theirs, ours = (tables_of(pools, catalogue) for catalogue in (newer, CATALOGUE))
    (match, players), (another, _) = [await started(theirs, newer.newest("aqualin")) for _ in range(2)]
    assert (await ours.act(match, players[1], uuid4(), Resign())).match.status == "finished"
    with psycopg.connect(module_database.admin_url) as connection:
        connection.execute("TRUNCATE house.edition")  # it is remembered
    assert (await ours.table(another)).match.rules is (await ours.table(match)).match.rules is not None


def tables_of(pools: Database, catalogue: Catalogue) -> Tables:
    """Those of a process of its own."""
    seeds = Seeds(House(pools.reads), ServiceKey(bytes(32)))
    return Tables(StepStore(pools.reads), GroupCommit(StepStore(pools.commands)), seeds, catalogue, lambda _: None)


async def started(tables: Tables, rules: Rules = STANDARD) -> tuple[UUID, list[UUID]]:
    """A match of Aqualin at version 4, and its players."""
    match, players = uuid4(), [uuid4(), uuid4()]
    await tables.create(match, players[0], uuid4(), creation(rules))
    for player in players:
        await tables.act(match, player, uuid4(), Sit(name="Ana"))
    await tables.act(match, players[0], uuid4(), Start())
    return match, players


def creation(rules: Rules = STANDARD) -> Create:
    options = {name: option.default for name, option in rules.edition.options.items()}
    return Create("aqualin", rules.game.rules_version, rules.edition.id, rules.digest, 2, options)
