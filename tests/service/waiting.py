"""The service, which waits without end for what a projector should bring."""

import math

from litestar.types import ASGIApp


def create_waiting_app() -> ASGIApp:
    import service.http.matches
    from service.app import create_app

    service.http.matches.WAIT_SECONDS = math.inf
    return create_app()
