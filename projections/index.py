"""What belongs to no list: which scoreboards there are, what follows a match, what is unsealed or in quarantine."""

from uuid import UUID

from domain.match.state import Match
from projections.keys import Slot, Write
from projections.scoreboards import board_of
from projections.summary import member


def births_key(slot: Slot) -> str:
    """Hash `<game>:<season>` → where each bucket stood when that board was first heard of: there its filling begins."""
    return slot.key("births")


def next_key(slot: Slot, match_id: UUID) -> str:
    """List of the matches that name this one as their origin, by time of creation."""
    return slot.key("next", match_id.hex)


def unsealed_key(slot: Slot) -> str:
    """Set of the matches that are over and whose last step is no seal."""
    return slot.key("unsealed")


def index_writes(slot: Slot, there: bytes | None, match: Match) -> list[Write]:
    """`there` is the reason why the match was in quarantine."""
    writes: list[Write] = [("HDEL", slot.matches, match.id.hex)] if there else []
    if origin := match.created.origin:
        writes.append(("ZADD", next_key(slot, origin.match), 0, member(match.created_at, match.id)))
    if match.revealed:
        writes.append(("SREM" if match.seal == match.version else "SADD", unsealed_key(slot), match.id.hex))
    if board := board_of(match):
        writes.append(("BIRTH", births_key(slot), board))
    return writes


def quarantine_writes(slot: Slot, match_id: UUID, why: str) -> list[Write]:
    return [("HSET", slot.matches, match_id.hex, why)]
