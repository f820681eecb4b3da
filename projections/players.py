"""Each player's matches, turns and figures."""

from collections import Counter
from uuid import UUID

from msgspec import Struct

from domain.kernel.codec import encode
from domain.match.state import Match
from projections.keys import Slot, Write
from projections.summary import Listed, Summary, member, read_summary, relist, summarise


class Tally(Struct, frozen=True):
    """Finished matches, those won alone, and those won together with others."""

    matches: int = 0
    wins: int = 0
    shared_wins: int = 0


class Figures(Struct, frozen=True):
    """A player's figures over all seasons."""

    total: Tally
    by_game: dict[str, Tally]


def own_list(slot: Slot, player: UUID) -> str:
    """What the player created, sits in or has a seat reserved in, whoever may see it; by time of creation."""
    return slot.key("own", player.hex)


def shown_list(slot: Slot, player: UUID) -> str:
    """The public matches that the player sits in; by time of creation."""
    return slot.key("shown", player.hex)


def turns_key(slot: Slot, player: UUID) -> str:
    """Sorted set of match ids by the time since when they wait for the player."""
    return slot.key("turns", player.hex)


def figures_key(slot: Slot, player: UUID) -> str:
    """Hash `<game>:<field of Tally>` → number."""
    return slot.key("figures", player.hex)


def player_writes(slot: Slot, there: bytes | None, match: Match) -> list[Write]:
    """`there` is the summary that this projection holds of the match."""
    before, after = read_summary(there) if there else None, summarise(match)
    return [
        *relist(_lists(slot, before) if before else set(), _lists(slot, after)),
        *_turns(slot, _awaited(before) if before else set(), _awaited(after), match),
        *_count(slot, _figures(before) if before else Counter(), _figures(after)),
        ("HSET", slot.matches, match.id.hex, encode(after).decode()),
    ]


def _lists(slot: Slot, summary: Summary) -> set[Listed]:
    listed = member(summary.created_at, summary.match_id)
    reserved = summary.origin.reserved if summary.origin else ()
    lists = {(own_list(slot, player), listed) for player in (summary.creator, *summary.players, *reserved)}
    if summary.visibility == "public" and summary.status != "cancelled":
        lists |= {(shown_list(slot, player), listed) for player in summary.players}
    return lists


def _awaited(summary: Summary) -> set[UUID]:
    players = (summary.seats[seat].player_id for seat in summary.actors)
    return {player for player in players if player} if summary.status == "running" else set()


def _turns(slot: Slot, before: set[UUID], after: set[UUID], match: Match) -> list[Write]:
    gone: list[Write] = [("ZREM", turns_key(slot, player), match.id.hex) for player in sorted(before - after)]
    return gone + [("ZADD", turns_key(slot, player), match.at, match.id.hex) for player in sorted(after - before)]


def _figures(summary: Summary) -> Counter[tuple[UUID, str]]:
    """(player, field) → number, for what this one match adds."""
    figures: Counter[tuple[UUID, str]] = Counter()
    if summary.status == "finished":
        won = "wins" if len(summary.winners) == 1 else "shared_wins"
        for seat, sitter in enumerate(summary.seats):
            if sitter.player_id:
                figures[sitter.player_id, f"{summary.game}:matches"] += 1
                figures[sitter.player_id, f"{summary.game}:{won}"] += seat in summary.winners
    return figures


def _count(slot: Slot, before: Counter[tuple[UUID, str]], after: Counter[tuple[UUID, str]]) -> list[Write]:
    changed = sorted(field for field in before | after if before[field] != after[field])
    return [
        ("HINCRBY", figures_key(slot, player), field, after[player, field] - before[player, field])
        for player, field in changed
    ]


def read_figures(fields: dict[bytes, bytes]) -> Figures:
    """From the hash at `figures_key`."""
    games: dict[str, Counter[str]] = {}
    for field, number in fields.items():
        game, name = field.decode().rsplit(":", 1)
        games.setdefault(game, Counter())[name] += int(number)
    total = sum(games.values(), Counter[str]())
    return Figures(Tally(**total), {game: Tally(**counts) for game, counts in sorted(games.items())})
