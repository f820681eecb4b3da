"""Who is asking: bearer tokens `<player id>.<secret>`, looked up once every few seconds."""

import time
from collections import OrderedDict
from collections.abc import Mapping
from typing import Protocol

from infra.house import House, Player
from service.problems import Problem

FRESH_SECONDS = 5.0
KEPT = 10_000


class WithHeaders(Protocol):
    """A request, as far as most need it. Names of headers are in lower case."""

    @property
    def headers(self) -> Mapping[str, str]: ...


class Authentication:
    """Token to player, with a memory of seconds: a replaced token works no longer than that."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._known: OrderedDict[str, tuple[float, Player]] = OrderedDict()

    async def player(self, request: WithHeaders) -> Player | None:
        """The caller, or None without a token. A token that is none is a `Problem` (401), never a stranger."""
        header = request.headers.get("authorization")
        if header is None:
            return None
        now = time.monotonic()
        known = self._known.get(header)
        if known and now - known[0] < FRESH_SECONDS:
            return known[1]
        scheme, _, token = header.partition(" ")
        player = await self._house.player_of_token(token) if scheme.lower() == "bearer" else None
        if player is None:
            raise Problem(401, "unauthorised", {"WWW-Authenticate": "Bearer"})
        self._known[header] = now, player
        self._known.move_to_end(header)
        if len(self._known) > KEPT:
            self._known.popitem(last=False)
        return player

    async def required(self, request: WithHeaders) -> Player:
        """The caller, who must have a token. Raises `Problem` (401)."""
        if player := await self.player(request):
            return player
        raise Problem(401, "unauthorised", {"WWW-Authenticate": "Bearer"})

    def forget(self, player: Player) -> None:
        """After a change of token or role, in this process at once."""
        for header in [header for header, (_, known) in self._known.items() if known.id == player.id]:
            del self._known[header]
