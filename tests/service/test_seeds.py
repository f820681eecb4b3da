"""Where seeds come from, and that no two matches share one."""

import ast
import hashlib
import os
from pathlib import Path
from uuid import uuid4

import pytest
from msgspec.structs import replace

import service
from domain.match.commands import Resign, Sit, Start
from domain.record.record import write_record
from domain.record.verify import verify
from infra.group_commit import GroupCommit
from infra.house import House
from infra.keys import ServiceKey, is_signed
from infra.pool import Database, StoreUnavailable, open_database
from infra.step_store import StepStore
from service.seeds import Seeds
from service.tables import Tables
from tests.service.client import Client, table_for
from tests.service.test_failed_commits import Failing
from tests.service.test_tables import CATALOGUE, creation, pools
from tests.services import TestDatabase

__all__ = ["pools"]  # a fixture

ROOT = Path(service.__file__).parents[1]
FILES = [file for room in ("infra", "projections", "service") for file in sorted((ROOT / room).rglob("*.py"))]
MANY = 40


def test_no_two_matches_share_a_seed(url: str) -> None:
    player = Client.new(url, "Ana")
    made = [player.create(game="aqualin", seats=2).raise_for_status().json() for _ in range(MANY)]
    assert len({match["commitment"] for match in made}) == MANY


def test_what_is_revealed_is_256_bits_that_were_committed_to(url: str) -> None:
    seeds = set()
    for _ in range(3):
        match, players = table_for(url, "aqualin", 2)
        commitment = players[0].view(match)["commitment"]
        seed = players[0].post(match, "resign").raise_for_status().json()["view"]["seed"]
        assert len(seed) == 64
        assert hashlib.sha256(bytes.fromhex(seed)).hexdigest() == commitment
        seeds.add(seed)
    assert len(seeds) == 3


@pytest.mark.anyio
async def test_a_seed_is_what_the_operating_system_gives(
    module_database: TestDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: list[bytes] = []

    def urandom(size: int) -> bytes:
        given.append(random_bytes(size))
        return given[-1]

    random_bytes = os.urandom
    monkeypatch.setattr(os, "urandom", urandom)
    async with open_database(module_database.url) as pools:
        seeds = Seeds(House(pools.reads), ServiceKey(bytes(32)))
        store, commits = StepStore(pools.reads), GroupCommit(StepStore(pools.commands))
        tables = Tables(store, commits, seeds, CATALOGUE, lambda _: None)
        match = (await tables.create(uuid4(), uuid4(), uuid4(), creation())).match
        kept = await seeds.open(match.id)
    assert kept in given
    assert len(kept or b"") == 32
    assert match.created.commitment == hashlib.sha256(kept or b"").hexdigest()


CHOSEN = "c0" * 32


@pytest.mark.anyio
@pytest.mark.parametrize("seeds_asked_for", [(CHOSEN, None), (None, CHOSEN), (CHOSEN, "de" * 32)])
async def test_two_seeds_under_one_key_do_not_mix(
    pools: Database, seeds_asked_for: tuple[str | None, str | None]
) -> None:
    """The first request fails after it kept its seed, or is overtaken then. The match is what the second one says: or
    else who has chosen a seed plays with it in a match that says it was drawn."""
    commits, seeds = Failing(StepStore(pools.commands)), Seeds(House(pools.reads), ServiceKey(bytes(32)))
    tables = Tables(StepStore(pools.reads), commits, seeds, CATALOGUE, lambda _: None)
    first, second = (replace(creation(), seed=seed) for seed in seeds_asked_for)
    match, ana, bo, key = uuid4(), uuid4(), uuid4(), uuid4()
    commits.fails = True
    with pytest.raises(StoreUnavailable):
        await tables.create(match, ana, key, first)
    commits.fails = False
    created = (await tables.create(match, ana, key, second)).match.created
    for player in (ana, bo):
        await tables.act(match, player, uuid4(), Sit())
    await tables.act(match, ana, uuid4(), Start())
    revealed = (await tables.act(match, ana, uuid4(), Resign())).match.seed
    assert revealed is not None
    assert created.commitment == hashlib.sha256(bytes.fromhex(revealed)).hexdigest()
    assert (revealed == CHOSEN, created.seed) == (second.seed == CHOSEN, second.seed)
    record = b"".join(write_record((await tables.table(match)).match, await StepStore(pools.reads).read(match)))
    assert verify(record, CATALOGUE, is_signed).holds


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(ROOT)))
def test_nothing_is_drawn_from_a_generator_that_can_be_guessed(file: Path) -> None:
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Import):
            assert "random" not in {alias.name.split(".")[0] for alias in node.names}, node.lineno
        if isinstance(node, ast.ImportFrom):
            assert node.module != "random", node.lineno
