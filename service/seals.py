"""Seals: the house signs every match that is over, at once or, after a crash, when it sweeps."""

import asyncio
import logging
from contextlib import AbstractAsyncContextManager, suppress
from uuid import UUID, uuid4

from domain.kernel.refusal import Refusal
from domain.match.commands import THE_HOUSE, Seal
from domain.match.decide import Stale
from domain.match.state import Match
from domain.record.verify import SEAL_PREFIX
from infra.keys import SigningKey
from infra.pool import StoreUnavailable
from projections.reader import ProjectionsUnavailable, Reader
from service.background import kept_going
from service.tables import NoSuchMatch, Tables

SWEEP_SECONDS = 30.0

log = logging.getLogger(__name__)


def _is_due(match: Match) -> bool:
    return match.revealed and match.seal != match.version


class Sealer:
    """Appends a seal to every revealed match that has none after its last step."""

    def __init__(self, tables: Tables, reader: Reader, key: SigningKey) -> None:
        self._tables, self._reader, self._key = tables, reader, key
        self._due: asyncio.Queue[UUID] = asyncio.Queue()

    def consider(self, match: Match) -> None:
        """Called after a commit: if the match is over, it is sealed soon."""
        if _is_due(match):
            self._due.put_nowait(match.id)

    def running(self) -> AbstractAsyncContextManager[None]:
        """Seals what is due, and sweeps, while the block runs."""
        return kept_going(self._work, self._sweep)

    async def _work(self) -> None:
        while True:
            match_id = await self._due.get()
            try:
                await self.seal(match_id)
            except (StoreUnavailable, Refusal, Stale, NoSuchMatch) as error:
                log.warning("match %s is not sealed yet: %s", match_id, error)  # the sweep comes by again

    async def seal(self, match_id: UUID) -> None:
        """Unless it is done: a sweep also finds what is waiting already. Raises `Refusal` and `Stale` when another
        process was faster."""
        table = await self._tables.table(match_id)
        if not _is_due(table.match):
            return
        signature = self._key.sign(SEAL_PREFIX + table.match.hash)
        command = Seal(self._key.public_key.hex(), signature.hex())
        await self._tables.act(match_id, THE_HOUSE, uuid4(), command, named=table.match.version)

    async def _sweep(self) -> None:
        """What a killed process left unsealed, once nothing else waits to be sealed."""
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            if self._due.empty():
                with suppress(ProjectionsUnavailable):
                    for match_id in await self._reader.unsealed():
                        self._due.put_nowait(match_id)
