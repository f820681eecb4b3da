"""`meeplog export`: the record of a stored match."""

import asyncio
import sys
from uuid import UUID

from domain.match.state import Match
from domain.match.step import Step
from domain.record.record import write_record
from infra.editions import Editions, shipped_catalogue
from infra.pool import open_database
from infra.settings import Settings
from infra.step_store import StepStore
from service.cli.failure import Failure
from service.cli.parser import Arguments
from service.cli.servers import reached, settings_of


def run(asked: Arguments) -> int:
    with reached(settings_of(asked)) as settings:
        match, steps = asyncio.run(_read(settings, asked.match))
    record = b"".join(write_record(match, steps))
    if asked.out:
        asked.out.write_bytes(record)
    else:
        sys.stdout.buffer.write(record)
    return 0


async def _read(settings: Settings, match_id: UUID) -> tuple[Match, list[Step]]:
    assert settings.database_url is not None
    async with open_database(settings.database_url) as database:
        store = StepStore(database.reads)
        steps = await store.read(match_id)
        if not steps:
            raise Failure(f"there is no match {match_id}")
        return await Editions(store, shipped_catalogue()).fold(steps), steps
