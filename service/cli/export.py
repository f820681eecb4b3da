"""`meeplog export`: the record of a stored match."""

import asyncio
import sys
from uuid import UUID

from domain.kernel.catalogue import Catalogue
from domain.match.fold import fold
from domain.match.state import Match
from domain.match.step import Step
from domain.record.record import write_record
from infra.editions import shipped_catalogue
from infra.house import House
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
        steps = await StepStore(database.reads).read(match_id)
        if not steps:
            raise Failure(f"there is no match {match_id}")
        catalogue = shipped_catalogue()
        match = fold(catalogue, steps)
        if match.rules is None:  # perhaps an edition that no longer ships: it was kept when it was played
            catalogue = await _with_edition(catalogue, House(database.reads), match)
            match = fold(catalogue, steps)
        return match, steps


async def _with_edition(catalogue: Catalogue, house: House, match: Match) -> Catalogue:
    file = await house.edition(bytes.fromhex(match.created.edition_digest))
    return catalogue.with_edition(match.created.game, file) if file else catalogue
