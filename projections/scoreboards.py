"""Scoreboards by game and season: matches, wins, shared wins and the best total of each player.

A board holds what each match contributes and adds differences, so a corrected result replaces the one before. What many
buckets write to the same board commutes: numbers are added, and the ranking follows from them inside `apply.lua`.
"""

from collections.abc import Sequence
from datetime import UTC, datetime
from uuid import UUID

import msgspec
from msgspec import Struct

from domain.kernel.codec import encode
from domain.match.state import Match
from projections.keys import Slot, Write


class Contribution(Struct, frozen=True, array_like=True):
    """What one player gets from one match."""

    name: str
    wins: int
    shared_wins: int
    total: int


class Entry(Struct, frozen=True, array_like=True):
    """What a board holds of a match: of which version, and the contributions by player id in hex."""

    version: int
    players: dict[str, Contribution]


class Row(Struct, frozen=True):
    """A player on a scoreboard. Players with equal wins, shared wins and best total share a place."""

    place: int
    player_id: UUID
    name: str
    matches: int
    wins: int
    shared_wins: int
    best_total: int


_entry = msgspec.json.Decoder(Entry).decode


def season_of(at: int) -> int:
    """The UTC year of a time in microseconds since 1970."""
    return datetime.fromtimestamp(at // 1_000_000, UTC).year


def board_of(match: Match) -> str | None:
    """`<game>:<season>` of a match that is over."""
    if match.ended_at is None or not match.revealed:
        return None
    return f"{match.created.game}:{season_of(match.ended_at)}"


def board_writes(slot: Slot, there: bytes | None, match: Match) -> list[Write]:
    """`there` is the entry that the board holds of this match. A match without a result contributes nothing."""
    before, after = _entry(there).players if there else {}, _contributions(match)
    id_ = match.id.hex
    writes: list[Write] = []
    for player in sorted(before.keys() | after.keys()):
        old, new = before.get(player), after.get(player)
        if old == new:
            continue
        for key, difference in _differences(old, new):
            if difference:
                writes.append(("HINCRBY", slot.key(key), player, difference))
        if new:
            writes.append(("HSET", slot.key("names"), player, new.name))
            writes.append(("ZADD", slot.key("totals", player), new.total, id_))
        else:
            writes.append(("ZREM", slot.key("totals", player), id_))
        writes.append(("RANK", slot.base, player))
    if there or after:
        writes.append(("HSET", slot.matches, id_, encode(Entry(match.version, after)).decode()))
    return writes


def _contributions(match: Match) -> dict[str, Contribution]:
    if match.status != "finished":
        return {}
    winners = match.result.winners
    return {
        player.hex: Contribution(
            name=match.names[seat],
            wins=int(seat in winners and len(winners) == 1),
            shared_wins=int(seat in winners and len(winners) > 1),
            total=match.totals[seat],
        )
        for seat, player in enumerate(match.players)
        if player
    }


def _differences(old: Contribution | None, new: Contribution | None) -> list[tuple[str, int]]:
    nothing = Contribution("", 0, 0, 0)
    before, after = old or nothing, new or nothing
    return [
        ("played", (new is not None) - (old is not None)),
        ("wins", after.wins - before.wins),
        ("shared", after.shared_wins - before.shared_wins),
    ]


def read_rows(
    members: Sequence[bytes], names: Sequence[bytes], played: Sequence[bytes], before: int, better: int
) -> tuple[Row, ...]:
    """What `scripts.ranking` answered. Members are `wins:shared:best + 10^9:player`, the numbers with ten digits."""
    rows: list[Row] = []
    last = ""
    for at, (member, name, matches) in enumerate(zip(members, names, played, strict=True)):
        figures, _, player = member.decode().rpartition(":")
        wins, shared, best = map(int, figures.split(":"))
        if at == 0:
            place = better + 1
        elif figures != last:
            place = before + at + 1
        last = figures
        rows.append(Row(place, UUID(player), name.decode(), int(matches), wins, shared, best - 10**9))
    return tuple(rows)
