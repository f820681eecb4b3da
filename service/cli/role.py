"""`meeplog role`: what a player may do."""

import asyncio

from infra.house import House, UnknownPlayer
from infra.pool import open_database
from infra.settings import Settings
from service.cli.failure import Failure
from service.cli.output import console
from service.cli.parser import Arguments
from service.cli.servers import reached, settings_of


def run(asked: Arguments) -> int:
    with reached(settings_of(asked)) as settings:
        asyncio.run(_set_role(settings, asked))
    console.print(f"{asked.player} is {asked.role} now")
    return 0


async def _set_role(settings: Settings, asked: Arguments) -> None:
    assert settings.database_url is not None
    async with open_database(settings.database_url) as database:
        try:
            await House(database.reads).set_role(asked.player, asked.role)
        except UnknownPlayer as error:
            raise Failure(f"there is no player {asked.player}") from error
