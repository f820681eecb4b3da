"""The step store alone: flushes of 32 steps, one after the other and two at a time."""

import asyncio
import time
from collections.abc import Sequence
from itertools import chain, zip_longest

import psycopg
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from domain.kernel.catalogue import Catalogue
from domain.match.step import Draft, Step
from domain.players.random import play_random
from domain.record.playout import playout
from infra.migrate import migrate
from infra.pool import open_database
from infra.step_store import Appended, StepStore
from tests.bench.house import House
from tests.bench.numbers import rounded
from tests.bench.tables import GAME, SEATS, seed_of

BATCH = 32
NUMBERS = 3_000_000  # of the matches whose steps are appended


async def measure_store(house: House, catalogue: Catalogue, groups: int) -> dict[str, object]:
    """In a database of its own, with steps of real matches. A group is 32 whole matches."""
    database_url, admin_url = (_renamed(url, "bench_store") for url in (house.database_url, house.admin_url))
    with psycopg.connect(house.admin_url, autocommit=True) as connection:
        connection.execute("CREATE DATABASE bench_store")
    migrate(admin_url, database_url)
    made = [_group(catalogue, NUMBERS + BATCH * number) for number in range(groups)]
    third = groups // 3
    async with open_database(database_url) as database:
        store = StepStore(database.commands)
        one = await _append(store, [made[:third]])
        two = await _append(store, [made[third : 2 * third], made[2 * third :]])
    return {"store_appends_per_s": one, "store_appends_per_s_of_two": two}


Flushes = list[list[Draft]]


def _group(catalogue: Catalogue, number: int) -> Flushes:
    """The first steps of 32 matches, the second steps, and so on."""
    rules = catalogue.newest(GAME)
    matches = (playout(catalogue, rules, SEATS, {}, seed_of(number + n), [play_random] * SEATS) for n in range(BATCH))
    return [[_draft(played.step) for played in turn if played] for turn in zip_longest(*matches)]


def _draft(step: Step) -> Draft:
    return Draft(step.match_id, step.version, step.actor, step.command_id, step.open, step.sealed, step.digests)


async def _append(store: StepStore, callers: Sequence[list[Flushes]]) -> float:
    async def work(groups: list[Flushes]) -> int:
        done = 0
        for batch in chain.from_iterable(groups):
            for outcome in await store.append_many(batch):
                assert isinstance(outcome, Appended), outcome
            done += len(batch)
        return done

    began = time.perf_counter()
    done = await asyncio.gather(*map(work, callers))
    return rounded(sum(done) / (time.perf_counter() - began))


def _renamed(url: str, database: str) -> str:
    """The same server and user, another database."""
    return make_conninfo("", **{key: str(value) for key, value in conninfo_to_dict(url).items()} | {"dbname": database})
