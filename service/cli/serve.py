"""`meeplog serve`."""

import logging

from msgspec.structs import replace

from service.cli.failure import Failure
from service.cli.output import console
from service.cli.parser import Arguments
from service.cli.servers import settings_of
from service.supervisor import CannotServe, serve


def run(asked: Arguments) -> int:
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    logging.getLogger("yoyo").setLevel(logging.WARNING)
    settings = settings_of(asked)
    host = settings.host if asked.host is None else asked.host
    port = settings.port if asked.port is None else asked.port
    try:
        serve(replace(settings, host=host, port=port), asked.workers, console.print)
    except CannotServe as error:
        raise Failure(str(error)) from error
    return 0
