"""What Redis should hold, and what it holds: for comparisons of whole generations."""

from collections.abc import Iterable
from typing import Any

from redis.asyncio import Redis

from domain.match.state import Match
from projections.keys import Keys
from projections.match_view import Projected, access_of, render
from projections.reader import Reader
from projections.standing import active_generation


def projected(match: Match) -> Projected:
    return Projected(render(match), access_of(match))


async def assert_views(reader: Reader, matches: Iterable[Match]) -> None:
    for match in matches:
        assert await reader.match(match.id) == projected(match)
    assert await reader.quarantine() == {}


async def generations(redis: Redis, keys: Keys) -> set[str]:
    """Those that there are keys of, besides the marks that nothing is to be applied to one."""
    found = [key async for key in redis.scan_iter(f"{keys.prefix}:????????:*") if not key.endswith(b":frozen")]
    return {key.decode().removeprefix(f"{keys.prefix}:").partition(":")[0] for key in found}


async def contents(redis: Redis, keys: Keys) -> dict[str, Any]:
    """Every key of the active generation with its value; positions and marks are left out."""
    base = f"{keys.prefix}:{await active_generation(redis, keys)}:"
    return {
        key.decode().removeprefix(base): await _value(redis, key)
        async for key in redis.scan_iter(f"{base}*")
        if not key.endswith((b":at", b":births", b":frozen"))
    }


async def _value(redis: Redis, key: bytes) -> Any:
    match await redis.type(key):
        case b"hash":
            return await redis.hgetall(key)
        case b"zset":
            return await redis.zrange(key, 0, -1, withscores=True)
        case b"set":
            return await redis.smembers(key)
        case other:
            raise AssertionError((key, other))
