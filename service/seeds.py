"""Drawn seeds of matches: encrypted in the database, open only here, on the path of a command."""

from uuid import UUID

from infra.house import House
from infra.keys import SeedLost, ServiceKey


class Seeds:
    def __init__(self, house: House, key: ServiceKey) -> None:
        self._house, self._key = house, key

    async def keep(self, match_id: UUID, seed: bytes) -> bytes:
        """Stores the seed of a new match before its first step; the one it has already, when there is one.

        Raises `SeedLost`, `StoreUnavailable`.
        """
        stored = await self._house.keep_seed(match_id, self._key.seal_seed(match_id, seed))
        return self._key.open_seed(match_id, stored)

    async def open(self, match_id: UUID) -> bytes | None:
        """The seed, or None when it is lost. Raises `StoreUnavailable`."""
        stored = await self._house.seed(match_id)
        try:
            return self._key.open_seed(match_id, stored) if stored else None
        except SeedLost:
            return None
