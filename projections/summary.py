"""A match in a list, and how lists are kept: sorted sets of members that sort by time and match id."""

from collections.abc import Iterable, Set
from uuid import UUID

import msgspec
from msgspec import Struct

from domain.kernel.messages import Seat
from domain.match.commands import Origin, Visibility
from domain.match.state import Broken, Match, Status
from projections.keys import Write
from projections.match_view import actors_of


class SeatSummary(Struct, frozen=True):
    player_id: UUID | None
    name: str


class Summary(Struct, frozen=True):
    """What a list shows of a match: nothing that is not public once the match may be seen at all.

    Times are microseconds since 1970 (UTC). `totals` and `winners` are those of a finished match; `broken` tells that
    its game no longer folds.
    """

    match_id: UUID
    version: int
    game: str
    edition: str
    status: Status
    visibility: Visibility
    rated: bool
    creator: UUID
    seats: tuple[SeatSummary, ...]
    actors: tuple[Seat, ...]
    created_at: int
    started_at: int | None
    ended_at: int | None
    winners: tuple[Seat, ...]
    totals: tuple[int, ...]
    origin: Origin | None
    broken: bool

    @property
    def players(self) -> tuple[UUID, ...]:
        return tuple(seat.player_id for seat in self.seats if seat.player_id)

    @property
    def list(self) -> str:
        """The status that it is listed under: what an administrator closed is over too."""
        return "finished" if self.status == "closed" else self.status


read_summary = msgspec.json.Decoder(Summary).decode


def summarise(match: Match) -> Summary:
    created, finished = match.created, match.status == "finished"
    return Summary(
        match_id=match.id,
        version=match.version,
        game=created.game,
        edition=created.edition,
        status=match.status,
        visibility=created.visibility,
        rated=created.rated,
        creator=created.creator,
        seats=tuple(map(SeatSummary, match.players, match.names)),
        actors=actors_of(match),
        created_at=match.created_at,
        started_at=match.started_at,
        ended_at=match.ended_at,
        winners=match.result.winners if finished else (),
        totals=match.totals if finished else (),
        origin=created.origin,
        broken=isinstance(match.state, Broken),
    )


def member(at: int, match_id: UUID) -> str:
    """Sorts as text by time, then by match id; it is also the cursor of a page that ends with it."""
    return f"{at:016x}{match_id.hex}"


Listed = tuple[str, str]
"""(key of a list, member)"""


def relist(before: Set[Listed], after: Set[Listed]) -> Iterable[Write]:
    for key, gone in sorted(before - after):
        yield "ZREM", key, gone
    for key, new in sorted(after - before):
        yield "ZADD", key, 0, new
