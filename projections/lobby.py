"""The lobby and the archive: public matches by game and status, newest first. Nothing else ever gets here."""

from domain.kernel.codec import encode
from domain.match.state import Match
from projections.keys import Slot, Write
from projections.summary import Listed, Summary, member, read_summary, relist, summarise


def lobby_list(slot: Slot, game: str | None, status: str | None) -> str:
    """Open matches by the time of their creation, running ones of their start, finished ones of their end; matches of
    any status by creation."""
    return slot.key("list", game or "*", status or "*")


def lobby_writes(slot: Slot, there: bytes | None, match: Match) -> list[Write]:
    """`there` is the summary that the lobby holds of this match."""
    summary = summarise(match)
    before = _lists(slot, read_summary(there)) if there else set()
    after = _lists(slot, summary)
    field = match.id.hex
    entry: list[Write] = [("HSET", slot.matches, field, encode(summary).decode())] if after else []
    if there and not after:
        entry = [("HDEL", slot.matches, field)]
    return [*relist(before, after), *entry]


def _lists(slot: Slot, summary: Summary) -> set[Listed]:
    if summary.visibility != "public" or summary.status == "cancelled":
        return set()
    created = member(summary.created_at, summary.match_id)
    moment = {"open": summary.created_at, "running": summary.started_at}.get(summary.list, summary.ended_at)
    reached = member(moment or summary.created_at, summary.match_id)
    return {
        listed
        for game in (summary.game, None)
        for listed in ((lobby_list(slot, game, None), created), (lobby_list(slot, game, summary.list), reached))
    }
