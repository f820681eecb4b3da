"""Everything a process of the service needs, opened and closed together."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from litestar import Request
from redis.asyncio import Redis

from domain.kernel.catalogue import Catalogue
from infra import memory
from infra.group_commit import GroupCommit
from infra.house import House, Player
from infra.keys import load_service_key, load_signing_key
from infra.pool import open_database
from infra.settings import Settings
from infra.step_store import StepStore
from projections.connection import open_redis
from projections.keys import Keys
from projections.match_view import Access, Projected, access_of
from projections.reader import ProjectionsUnavailable, Reader
from service.auth import Authentication
from service.news import News
from service.seals import Sealer
from service.seeds import Seeds
from service.tables import NoSuchMatch, Table, Tables


@dataclass(frozen=True)
class Context:
    """What the controllers work with; they find it with `context_of`."""

    catalogue: Catalogue
    store: StepStore
    tables: Tables
    news: News
    reader: Reader
    redis: Redis
    house: House
    authentication: Authentication
    sealer: Sealer

    def check_access(self, access: Access, match_id: UUID, player: Player | None) -> None:
        """Raises `NoSuchMatch` for a private match that the caller has no part in: that there is one is not theirs to
        know."""
        if not access.admits(player.id if player else None):
            raise NoSuchMatch(match_id)

    async def table_for(self, match_id: UUID, player: Player) -> Table:
        """The table, for who wants to act there. Raises `NoSuchMatch` as `check_access` does, but looks into the store
        before: another process may have given the player a seat."""
        table = await self.tables.table(match_id)
        if not access_of(table.match).admits(player.id):
            await self.tables.catch_up(table)
            self.check_access(access_of(table.match), match_id, player)
        return table

    async def projected(self, match_id: UUID, min_version: int, seconds: float) -> Projected | None:
        """The match as Redis has it, waiting that long for a version; None when it is not there."""
        try:
            if seconds:
                return await self.reader.wait_for(match_id, min_version, seconds)
            return await self.reader.match(match_id)
        except ProjectionsUnavailable:
            return None


def context_of(request: Request[Any, Any, Any]) -> Context:
    context: Context = request.app.state.context
    return context


@asynccontextmanager
async def open_context(settings: Settings, catalogue: Catalogue) -> AsyncIterator[Context]:
    """Opens also while a server is away: what needs it answers 503 until it is back.

    Raises `KeyUnusable`.
    """
    assert settings.database_url is not None  # the supervisor sets both
    assert settings.redis_url is not None
    service_key, signing_key = load_service_key(settings.key_file), load_signing_key(settings.signing_key_file)
    async with AsyncExitStack() as stack:
        database = await stack.enter_async_context(open_database(settings.database_url))
        redis, keys = open_redis(settings.redis_url), Keys(settings.redis_prefix)
        stack.push_async_callback(redis.aclose)
        store, house = StepStore(database.reads), House(database.reads)
        commits = GroupCommit(StepStore(database.commands))
        news = News(redis, store, keys.commits)
        reader = Reader(redis, keys)
        tables = Tables(store, commits, Seeds(house, service_key), catalogue, news.announce)
        sealer = Sealer(tables, reader, signing_key)
        await stack.enter_async_context(news.running())
        await stack.enter_async_context(sealer.running())
        memory.settle()
        yield Context(
            catalogue=catalogue,
            store=store,
            tables=tables,
            news=news,
            reader=reader,
            redis=redis,
            house=house,
            authentication=Authentication(house),
            sealer=sealer,
        )
