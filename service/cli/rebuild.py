"""`meeplog rebuild`: all projections anew, beside the ones in use."""

import asyncio
import sys

from infra.editions import shipped_catalogue
from infra.pool import open_database
from infra.settings import Settings
from infra.step_store import StepStore
from projections.connection import open_redis
from projections.keys import Keys
from projections.rebuild import RebuildRunning, Tell, rebuild
from service.cli.failure import Failure
from service.cli.output import console, progress
from service.cli.parser import Arguments
from service.cli.servers import reached, settings_of


def run(asked: Arguments) -> int:
    with reached(settings_of(asked)) as settings:
        try:
            steps = asyncio.run(_rebuild(settings))
        except RebuildRunning as error:
            raise Failure("another rebuild is at work, or this one stood still for too long") from error
        except ExceptionGroup as errors:  # of several readers: what the first one met
            raise Failure(str(errors.exceptions[0])) from errors
    console.print(f"rebuilt from {steps} steps")
    return 0


async def _rebuild(settings: Settings) -> int:
    assert settings.database_url is not None
    assert settings.redis_url is not None
    done = 0
    async with open_database(settings.database_url) as database, open_redis(settings.redis_url) as redis:
        with progress("rebuild") as bar:
            task, say = bar.add_task("rebuild", total=None), tenths()

            def tell(steps: int, total: int) -> None:
                nonlocal done
                done = steps
                bar.update(task, completed=steps, total=total)
                if bar.disable:
                    say(steps, total)

            keys = Keys(settings.redis_prefix)
            await rebuild(StepStore(database.reads), redis, shipped_catalogue(), keys, tell)
    return done


def tenths() -> Tell:
    """Says on standard error how far it is, whenever another tenth is done: where there is no terminal for a bar."""
    said = 0

    def tell(steps: int, total: int) -> None:
        nonlocal said
        if total and steps * 10 // total > said:
            said = steps * 10 // total
            print(f"rebuild: {steps} of {total} steps", file=sys.stderr, flush=True)

    return tell
