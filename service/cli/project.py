"""`meeplog project`: the projector alone."""

import logging

import uvloop

from infra import memory
from infra.editions import shipped_catalogue
from infra.pool import open_database
from infra.settings import Settings
from infra.step_store import StepStore
from projections.connection import open_redis
from projections.keys import Keys
from projections.projector import Projector
from service.cli.parser import Arguments
from service.cli.servers import reached, settings_of


def run(asked: Arguments) -> int:
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    with reached(settings_of(asked)) as settings:
        uvloop.run(_project(settings))
    return 0


async def _project(settings: Settings) -> None:
    assert settings.database_url is not None
    assert settings.redis_url is not None
    async with open_database(settings.database_url) as database, open_redis(settings.redis_url) as redis:
        store, keys = StepStore(database.reads), Keys(settings.redis_prefix)
        memory.settle()
        await Projector(store, redis, shipped_catalogue(), keys).run()
