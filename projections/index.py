"""What belongs to no list: which scoreboards there are, what follows a match, what is unsealed or in quarantine."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

import msgspec

from domain.kernel.codec import encode
from domain.match.state import Match
from projections.keys import Slot, Write
from projections.scoreboards import board_of


def births_key(slot: Slot) -> str:
    """Hash `<game>:<season>` → bucket positions up to which no step concerns that board: there its filling begins."""
    return slot.key("births")


def next_key(slot: Slot, match_id: UUID) -> str:
    """Sorted set of the matches that name this one as their origin, by time of creation."""
    return slot.key("next", match_id.hex)


def unsealed_key(slot: Slot) -> str:
    """Set of the matches that are over and whose last step is no seal."""
    return slot.key("unsealed")


def index_writes(slot: Slot, there: bytes | None, match: Match, positions: Mapping[int, int]) -> list[Write]:
    """`there` is the reason why the match was in quarantine; `positions` are those up to which all boards are known."""
    writes: list[Write] = [("HDEL", slot.matches, match.id.hex)] if there else []
    if origin := match.created.origin:
        writes.append(("ZADD", next_key(slot, origin.match), match.created_at, match.id.hex))
    if match.revealed:
        writes.append(("SREM" if match.seal == match.version else "SADD", unsealed_key(slot), match.id.hex))
    if board := board_of(match):
        writes.append(("HSETNX", births_key(slot), board, encode(positions).decode()))
    return writes


def quarantine_writes(slot: Slot, match_id: UUID, why: str) -> list[Write]:
    return [("HSET", slot.matches, match_id.hex, why)]


def read_births(fields: Mapping[Any, Any]) -> dict[str, dict[int, int]]:
    """From the hash at `births_key`."""
    decode = msgspec.json.Decoder(dict[int, int]).decode
    return {board.decode(): decode(positions) for board, positions in fields.items()}
