"""Whole matches without a server: created, seated, started and played to the end, with made-up players and times."""

import hashlib
import hmac
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple
from uuid import UUID

from domain.kernel.catalogue import Catalogue, Rules
from domain.kernel.chance import Chance
from domain.kernel.edition import choose_options
from domain.kernel.messages import Command, Seat
from domain.kernel.view import see
from domain.match.commands import Create, Resign, Sit, Start
from domain.match.decide import decide, decide_create
from domain.match.events import Created
from domain.match.state import Match, create, settle
from domain.match.step import GENESIS, Step, commit
from domain.players.player import Player

FIRST_MOMENT = 1_577_836_800_000_000  # 2020-01-01, in microseconds since 1970
PAUSE = 1_000_000  # between two steps


class Played(NamedTuple):
    """A step, and the match after it."""

    step: Step
    match: Match


class Endless(RuntimeError):
    """A match went on beyond the greatest number of steps that its game states."""


def nobody_leaves(_: Match) -> Seat | None:
    return None


def playout(
    catalogue: Catalogue,
    rules: Rules,
    seats: int,
    options: Mapping[str, str],
    seed: bytes,
    players: Sequence[Player],
    *,
    match_id: UUID | None = None,
    salts: Sequence[str] | None = None,
    leaves: Callable[[Match], Seat | None] = nobody_leaves,
    most_steps: int | None = None,
) -> Iterator[Played]:
    """One match, step by step; the same arguments give the same bytes. One player for each seat.

    Before each step of play `leaves` may name a seat that resigns instead. Raises `Endless` when there are more steps
    of play (resignations apart) than `most_steps`, by default as many as the game states.
    """
    game, edition, options = rules.game, rules.edition, choose_options(rules.edition, options)
    most = game.most_steps(edition, seats, options) if most_steps is None else most_steps
    id_ = match_id or UUID(bytes=hashlib.sha256(b"match" + seed).digest()[:16])
    people = [UUID(bytes=hashlib.sha256(b"player" + id_.bytes + bytes([seat])).digest()[:16]) for seat in range(seats)]
    chances = [Chance(hmac.digest(seed, b"player" + bytes([seat]), "sha256"), {}) for seat in range(seats)]
    turns = Chance(hmac.digest(seed, b"turns", "sha256"), {})  # who comes first where several may act

    played = _created(catalogue, id_, people[0], rules, seats, options, seed)
    yield played
    for seat, person in enumerate(people):
        played = take(played.match, person, Sit(Seat(seat), salts[seat] if salts else ""), seed)
        yield played
    played = take(played.match, people[0], Start(), seed)
    yield played

    while (match := played.match).status == "running":
        leaver = leaves(match)
        if leaver is not None:
            played = take(match, people[leaver], Resign(), seed)
        else:
            if not most:
                raise Endless(f"{game.id}: match {id_} goes on at step {match.version}")
            most -= 1
            actors = game.actors(match.state)
            seat = actors[0] if len(actors) == 1 else turns.choose(actors, "turn")
            seen, lawful = see(game.view(match.state), seat), game.legal(match.state, seat)
            command = players[seat](game, edition, seen, seat, lawful, chances[seat])
            played = take(match, people[seat], command, seed)
        yield played


def take(match: Match, actor: UUID, command: Command, seed: bytes) -> Played:
    """The match's next step, committed one pause after the one before. It is folded as decided, not read back."""
    decision = decide(match, actor, UUID(int=match.version + 1), command, seed)
    step = commit(decision.draft, match.hash, match.at + PAUSE)
    assert decision.after is not None  # there is one after every step but the first
    return Played(step, settle(decision.after, step.at, step.hash))


def _created(
    catalogue: Catalogue, id_: UUID, creator: UUID, rules: Rules, seats: int, options: dict[str, str], seed: bytes
) -> Played:
    command = Create(
        rules.game.id, rules.game.rules_version, rules.edition.id, rules.digest, seats, options, rated=False
    )
    decision = decide_create(catalogue, id_, creator, UUID(int=1), command, seed)
    step = commit(decision.draft, GENESIS, FIRST_MOMENT)
    event = decision.events[0]
    assert isinstance(event, Created)
    return Played(step, create(catalogue, id_, step.at, step.hash, event))
