"""The web application: routes, errors, and what opens and closes with it."""

import asyncio
import logging
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from litestar import Litestar, Router
from litestar.config.cors import CORSConfig
from litestar.types import ASGIApp

from domain.kernel.catalogue import Catalogue
from infra.editions import shipped_catalogue
from infra.settings import Settings, read_settings
from service.context import open_context
from service.http.catalogue import Games
from service.http.express import MOST_BODY, express
from service.http.health import STARTED, Health
from service.http.matches import Matches
from service.http.page import page_handlers
from service.http.play import Play
from service.http.players import Boards, Players
from service.http.replay import Replay
from service.http.rules import rules
from service.news import CLOSING
from service.openapi import openapi
from service.problems import HANDLERS


def create_app(settings: Settings | None = None, catalogue: Catalogue | None = None) -> ASGIApp:
    """The application as Granian starts it, with the settings of the environment and the games that are shipped.

    Raises `SettingsError`, and while it starts up `KeyUnusable`.
    """
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    chosen, games = settings or read_settings(os.environ), catalogue or shipped_catalogue()

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        async with open_context(chosen, games) as context:
            app.state.context = context
            STARTED.set_to_current_time()
            asyncio.get_running_loop().add_signal_handler(CLOSING, context.news.close)
            yield

    api = Router(path="/api/v1", route_handlers=[Games, Matches, Play, Replay, Players, Boards])
    app = Litestar(
        route_handlers=[api, Health, rules, *page_handlers()],
        lifespan=[lifespan],
        exception_handlers=HANDLERS,
        request_max_body_size=MOST_BODY,
        openapi_config=openapi(games),
        # Tokens travel in a header, so any page may call.
        cors_config=CORSConfig(expose_headers=["ETag", "Location", "Retry-After", "WWW-Authenticate"]),
        logging_config=None,
    )
    return express(app)
