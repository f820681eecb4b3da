"""Who is asking: bearer tokens `<player id>.<secret>`, looked up once every few seconds."""

import time
from collections import OrderedDict
from collections.abc import Mapping
from typing import Protocol

from infra.house import House, Player
from infra.pool import StoreUnavailable
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
        try:
            player = await self._house.player_of_token(_token(header))
        except StoreUnavailable:
            if known:  # matches can still be read; nothing can be changed meanwhile, tokens neither
                return known[1]
            raise
        if player is None:
            raise _unauthorised()
        self._known[header] = now, player
        self._known.move_to_end(header)
        if len(self._known) > KEPT:
            self._known.popitem(last=False)
        return player

    async def required(self, request: WithHeaders) -> Player:
        """The caller, who must have a token. Raises `Problem` (401)."""
        if player := await self.player(request):
            return player
        raise _unauthorised()

    async def renew(self, request: WithHeaders) -> tuple[Player, str]:
        """The caller, and a new token for the one in the request: that must still be in the store, for a memory of it
        is good for playing on, not for taking the player's place. Raises `Problem` (401)."""
        player = await self.required(request)
        token = await self._house.rotate_token(_token(request.headers["authorization"]))
        for header in [header for header, (_, known) in self._known.items() if known.id == player.id]:
            del self._known[header]
        if token is None:
            raise _unauthorised()
        return player, token


def _token(header: str) -> str:
    """What stands behind `Bearer`; nothing, which is no token, behind any other scheme."""
    scheme, _, token = header.partition(" ")
    return token if scheme.lower() == "bearer" else ""


def _unauthorised() -> Problem:
    return Problem(401, "unauthorised", {"WWW-Authenticate": "Bearer"})
