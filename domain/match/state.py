"""A match as the envelope sees it, and what each event does to it."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal
from uuid import UUID

from msgspec import Struct
from msgspec.structs import replace

from domain.kernel.catalogue import Catalogue, Rules, UnknownRules, union_members
from domain.kernel.edition import InvalidEdition
from domain.kernel.messages import Event, Seat
from domain.kernel.score import Result
from domain.match import events as happened
from domain.match.filing import Draws

PENDING = -1  # the time of a step that is not committed yet

Status = Literal["open", "running", "finished", "cancelled", "closed"]


_ENVELOPE = frozenset(union_members(happened.EnvelopeEvents))


class Broken(Struct, frozen=True):
    """In place of a game's state when its fold failed: the match can still be listed, closed and ruled on."""

    version: int
    why: str


class Match(Struct, frozen=True, gc=False):
    """One play of a game after some of its steps. Times are microseconds since 1970 (UTC); seats count from 0.

    `since[seat]` is the version from which on the seat has been an actor without having acted itself and without
    anybody from outside the seats acting (None: it is no actor). A command that names this version or a later one is
    judged as if it named the newest. `events` counts from *started* on.
    """

    id: UUID
    version: int
    at: int
    hash: bytes
    created: happened.Created
    created_at: int
    rules: Rules | None
    players: tuple[UUID | None, ...]
    salts: tuple[str, ...]
    names: tuple[str, ...]
    state: Any  # of the game; `Broken` when its fold failed, None before the start
    status: Status = "open"
    since: tuple[int | None, ...] = ()
    counters: Mapping[str, int] = {}
    events: int = 0
    resigned: tuple[Seat, ...] = ()  # in the order of leaving
    started_at: int | None = None
    ended_at: int | None = None
    result: Result = Result()
    totals: tuple[int, ...] = ()
    seed: str | None = None  # in hex, once revealed
    seal: int | None = None  # the version of the newest seal

    @property
    def revealed(self) -> bool:
        return self.status in ("finished", "closed")

    def seat_of(self, player: UUID | None) -> Seat | None:
        return Seat(self.players.index(player)) if player is not None and player in self.players else None


def create(catalogue: Catalogue, match_id: UUID, at: int, hash_: bytes, created: happened.Created) -> Match:
    """The match after its first step."""
    rules, state = None, None
    try:
        rules = catalogue.rules(created.game, created.rules_version, created.edition_digest)
    except (UnknownRules, InvalidEdition) as error:
        state = Broken(1, f"unknown rules: {error}")
    return Match(
        id=match_id,
        version=1,
        at=at,
        hash=hash_,
        created=created,
        created_at=at,
        rules=rules,
        players=(None,) * created.seats,
        salts=("",) * created.seats,
        names=("",) * created.seats,
        state=state,
        since=(None,) * created.seats,
    )


def evolve(
    match: Match, version: int, at: int, hash_: bytes, actor: UUID, events: Sequence[Event], draws: Draws
) -> Match:
    """The match after one more step. Never raises for what a game does: its failure becomes `Broken`."""
    state, uncounted = match.state, 0
    for event in events:
        if type(event) in _ENVELOPE:  # `isinstance` of a struct costs as much as the rest of this loop
            match = _evolve_envelope(match, event, version, at)
            if type(event) is happened.Started:
                uncounted = events.index(event)  # the last sitter's taking of the seat, when the match starts by itself
                state = state if type(state) is Broken else _initial(match, version)
        elif type(state) is not Broken:
            try:
                state = match.rules.game.evolve(state, event)  # type: ignore[union-attr]
            except Exception as error:  # whatever a game's code can raise on damaged or foreign events
                state = Broken(version, f"{type(error).__name__}: {error}")
    try:
        since = _since(match, state, version, actor)
    except Exception as error:
        state, since = Broken(version, f"{type(error).__name__}: {error}"), (None,) * len(match.players)
    counted = match.events + len(events) - uncounted if match.started_at is not None else match.events
    return replace(
        match,
        version=version,
        at=at,
        hash=hash_,
        state=state,
        events=counted,
        counters=_count(match.counters, draws) if draws else match.counters,
        since=since,
    )


def settle(match: Match, at: int, hash_: bytes) -> Match:
    """A match evolved with the time `PENDING`, once the store has given its last step a time and a hash."""
    return replace(
        match,
        at=at,
        hash=hash_,
        started_at=at if match.started_at == PENDING else match.started_at,
        ended_at=at if match.ended_at == PENDING else match.ended_at,
    )


def _initial(match: Match, version: int) -> Any:
    rules, created = match.rules, match.created
    try:
        return rules.game.initial(rules.edition, created.seats, created.options)  # type: ignore[union-attr]
    except Exception as error:
        return Broken(version, f"{type(error).__name__}: {error}")


def _count(counters: Mapping[str, int], draws: Draws) -> Mapping[str, int]:
    return {**counters, **{purpose: counter + 1 for purpose, counter in draws}}


def _since(match: Match, state: Any, version: int, actor: UUID) -> tuple[int | None, ...]:
    if match.status != "running" or type(state) is Broken:
        return (None,) * len(match.players)
    since: list[int | None] = [None] * len(match.players)
    for seat in match.rules.game.actors(state):  # type: ignore[union-attr]
        before = match.since[seat]
        since[seat] = before if before is not None and match.seat_of(actor) not in (None, seat) else version
    return tuple(since)


def _evolve_envelope(match: Match, event: Event, version: int, at: int) -> Match:
    match event:
        case happened.Sat(seat, player, salt, name):
            return _seat(match, seat, player, salt, name)
        case happened.Stood(seat):
            return _seat(match, seat, None, "", "")
        case happened.Cancelled():
            return replace(match, status="cancelled", ended_at=at)
        case happened.Started():
            return replace(match, status="running", started_at=at)
        case happened.Resigned(seat):
            return replace(match, resigned=(*match.resigned, seat))  # what comes of it is the game's to say
        case happened.Ended(result, totals):
            return replace(match, status="finished", ended_at=at, result=result, totals=totals)
        case happened.Closed():
            return replace(match, status="closed", ended_at=at)
        case happened.Revealed(seed):
            return replace(match, seed=seed)
        case happened.Sealed():
            return replace(match, seal=version)
        case _:
            return match  # fingerprints are for `verify`


def _seat(match: Match, seat: Seat, player: UUID | None, salt: str, name: str) -> Match:
    return replace(
        match,
        players=_put(match.players, seat, player),
        salts=_put(match.salts, seat, salt),
        names=_put(match.names, seat, name),
    )


def _put(values: tuple[Any, ...], seat: Seat, value: Any) -> tuple[Any, ...]:
    return (*values[:seat], value, *values[seat + 1 :])
