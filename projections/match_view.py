"""A match as each audience has it: the one JSON that commands answer, streams send, reads serve and Redis keeps."""

from uuid import UUID

from msgspec import Raw, Struct

from domain.kernel.codec import encode
from domain.kernel.messages import Command, Event, Seat
from domain.kernel.score import Result
from domain.match.commands import Origin, Visibility
from domain.match.state import Broken, Match, Status
from domain.match.telling import view_of


class SeatView(Struct, frozen=True):
    """Who sits there, if anybody, and whether that player brought a salt."""

    player_id: UUID | None
    name: str
    salted: bool


class MatchView(Struct, frozen=True):
    """What everybody who may see the match sees. Times are microseconds since 1970 (UTC).

    `public` is the game's own public part, null before the start; `broken` says why it is missing later. `seed` is null
    until the reveal, unless the creator chose it. To this `seen_by` adds `you`, `private` and `revealed`.
    """

    match_id: UUID
    version: int
    game: str
    rules_version: int
    edition: str
    options: dict[str, str]
    status: Status
    visibility: Visibility
    rated: bool
    autostart: bool
    creator: UUID
    seats: tuple[SeatView, ...]
    actors: tuple[Seat, ...]
    created_at: int
    started_at: int | None
    ended_at: int | None
    commitment: str
    seed: str | None
    seed_chosen: bool
    origin: Origin | None
    sealed_at_version: int | None
    result: Result | None
    totals: tuple[int, ...] | None
    broken: str | None
    public: Raw


class Access(Struct, frozen=True):
    """What decides who may see a match and which seat is whose."""

    visibility: Visibility
    creator: UUID
    players: tuple[UUID | None, ...]
    reserved: tuple[UUID, ...] = ()

    def seat_of(self, player: UUID | None) -> Seat | None:
        return Seat(self.players.index(player)) if player is not None and player in self.players else None

    def admits(self, player: UUID | None) -> bool:
        """Whether this player (None: a stranger) may look at all."""
        if self.visibility != "private":
            return True
        return player is not None and player in (self.creator, *self.players, *self.reserved)  # a free seat is None too


class Rendered(Struct, frozen=True):
    """A match at one version, in the pieces that `seen_by` puts together: JSON bytes."""

    version: int
    shared: bytes
    private: tuple[bytes, ...]


def access_of(match: Match) -> Access:
    created = match.created
    return Access(created.visibility, created.creator, match.players, created.origin.reserved if created.origin else ())


def actors_of(match: Match) -> tuple[Seat, ...]:
    return tuple(Seat(seat) for seat, since in enumerate(match.since) if since is not None)


def render(match: Match) -> Rendered:
    created, view = match.created, view_of(match)
    broken = match.state.why if isinstance(match.state, Broken) else None
    shared = MatchView(
        match_id=match.id,
        version=match.version,
        game=created.game,
        rules_version=created.rules_version,
        edition=created.edition,
        options=created.options,
        status=match.status,
        visibility=created.visibility,
        rated=created.rated,
        autostart=created.autostart,
        creator=created.creator,
        seats=tuple(map(SeatView, match.players, match.names, map(bool, match.salts))),
        actors=actors_of(match),
        created_at=match.created_at,
        started_at=match.started_at,
        ended_at=match.ended_at,
        commitment=created.commitment,
        seed=match.seed or created.seed,
        seed_chosen=created.seed is not None,
        origin=created.origin,
        sealed_at_version=match.seal,
        result=match.result if match.result.finished else None,
        totals=match.totals or None,
        broken=broken,
        public=Raw(encode(view.public)) if view else Raw(b"null"),
    )
    return Rendered(match.version, encode(shared), tuple(map(encode, view.private)) if view else ())


def seen_by(rendered: Rendered, seat: Seat | None) -> bytes:
    """The JSON object for the player in a seat, or for a spectator (None): `you`, `private`, `revealed` close it."""
    if seat is None:
        return rendered.shared[:-1] + b',"you":null,"private":null,"revealed":null}'
    private = rendered.private[seat] if seat < len(rendered.private) else b"null"
    return rendered.shared[:-1] + b',"you":%d,"private":%s,"revealed":null}' % (seat, private)


def seen_revealed(match: Match, seat: Seat | None) -> bytes:
    """The JSON object with everything that was hidden: for finished matches. `private` and `revealed` are the parts of
    all seats and of nobody."""
    rendered, view = render(match), view_of(match)
    you = b"null" if seat is None else b"%d" % seat
    parts = encode(view.private if view else ()), encode(view.revealed if view else None)
    return rendered.shared[:-1] + b',"you":%s,"private":%s,"revealed":%s}' % (you, *parts)


class StepView(Struct, frozen=True):
    """What an audience sees of a step. `seat` is null for what no seat did."""

    version: int
    at: int
    seat: Seat | None
    player_id: UUID
    command: Command | None
    events: tuple[Event, ...]


def step_view(match: Match, actor: UUID, command: Command | None, events: tuple[Event, ...]) -> StepView:
    """The step that led to this match, with the events that its audience may know."""
    return StepView(match.version, match.at, match.seat_of(actor), actor, command, events)


class Projected(Struct, frozen=True):
    """A rendered match, and who may see it."""

    rendered: Rendered
    access: Access
