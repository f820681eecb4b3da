"""What a command would do to a match: the envelope's rules around every game's own."""

import hashlib
import hmac
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any
from uuid import UUID

from msgspec import Struct
from msgspec.structs import replace

from domain.kernel.catalogue import AnyGame, Catalogue, Rules, UnknownRules
from domain.kernel.chance import Chance
from domain.kernel.codec import encode
from domain.kernel.edition import choose_options
from domain.kernel.messages import Command, Event, Seat
from domain.kernel.refusal import Refusal
from domain.kernel.score import totals
from domain.match import commands as wanted
from domain.match import events as happened
from domain.match.filing import Draws, file_step
from domain.match.state import PENDING, Broken, Match, evolve
from domain.match.step import Draft

FINGERPRINT_EVERY = 16  # events
MOST_SALT = 128  # bytes


class Decision(Struct, frozen=True):
    """A step ready to be committed, its events and draws, and the match after it (None for step 1), which `settle`
    completes once the step is committed."""

    draft: Draft
    events: tuple[Event, ...]
    draws: Draws
    after: Match | None


class Stale(Exception):
    """The command names a version after which too much happened; `version` is the newest one."""

    def __init__(self, version: int) -> None:
        super().__init__(version)
        self.version = version


def match_key(seed: bytes, match_id: UUID, salts: Sequence[str]) -> bytes:
    """Draw scheme 1: HMAC-SHA256(seed, "meeplog/1" ‖ match id ‖ (seat, length, salt) in seat order).

    Seat and length are two big-endian bytes each, the salt is UTF-8.
    """
    message = b"meeplog/1" + match_id.bytes
    for seat, salt in enumerate(salts):
        written = salt.encode()
        message += seat.to_bytes(2, "big") + len(written).to_bytes(2, "big") + written
    return hmac.digest(seed, message, "sha256")


_kept_key = lru_cache(maxsize=4096)(match_key)  # every step of a match asks for it


def fingerprint(game: AnyGame, state: Any, counters: Mapping[str, int]) -> str:
    """Fingerprint scheme 1: SHA-256 over `[public, [private…], revealed, counters]` in canonical JSON, in hex."""
    view = game.view(state)
    return hashlib.sha256(encode([view.public, view.private, view.revealed, counters])).hexdigest()


def diverges(match: Match, events: Iterable[Event]) -> bool:
    """Whether a fingerprint among a step's events is not that of the match after it: then what was folded is not what
    was decided."""
    if match.rules is None or isinstance(match.state, Broken):
        return False  # that it cannot be folded is told elsewhere
    digests = [event.digest for event in events if isinstance(event, happened.Fingerprint)]
    return bool(digests) and digests != [fingerprint(match.rules.game, match.state, match.counters)]


def decide_create(
    catalogue: Catalogue, match_id: UUID, actor: UUID, command_id: UUID, command: wanted.Create, seed: bytes
) -> Decision:
    """Step 1. Refuses a number of seats that the game is not for, and options that its edition does not have.

    Raises `UnknownRules` for a game, version or edition that is not here.
    """
    rules = catalogue.rules(command.game, command.rules_version, command.edition_digest)
    if command.edition != rules.edition.id:
        raise UnknownRules(f"{command.game} edition {command.edition} with digest {command.edition_digest}")
    if command.seats not in rules.game.seats:
        raise Refusal("wrong-number-of-seats", seats=list(rules.game.seats))
    if command.options != choose_options(rules.edition, command.options):
        raise Refusal("options-missing", options=sorted(rules.edition.options))
    rules.game.initial(rules.edition, command.seats, command.options)  # some options hang on the number of seats
    event = happened.Created(
        creator=actor,
        game=command.game,
        rules_version=command.rules_version,
        edition=command.edition,
        edition_digest=command.edition_digest,
        seats=command.seats,
        options=command.options,
        visibility=command.visibility,
        rated=command.rated and command.seed is None,  # whoever chose the seed knows every draw
        autostart=command.autostart,
        commitment=hashlib.sha256(seed).hexdigest(),
        schemes=happened.Schemes(),
        seed=command.seed,
        origin=command.origin,
    )
    open_, sealed, digests = file_step(b"", 1, command, [event], [])
    return Decision(Draft(match_id, 1, actor, command_id, open_, sealed, digests), (event,), (), None)


def check_fresh(match: Match, actor: UUID, named: int) -> None:
    """Raises `Stale` unless a command that names this version may be decided at the newest one: its seat has been an
    actor since, and only other seats' steps came in between."""
    if named == match.version:
        return
    seat = match.seat_of(actor)
    since = match.since[seat] if seat is not None else None
    if since is None or not since <= named < match.version:
        raise Stale(match.version)


def decide(match: Match, actor: UUID, command_id: UUID, command: Command, seed: bytes | None) -> Decision:
    """The next step, decided at the match's newest version, or a `Refusal`.

    `seed` may be None when it is lost: then a running match can only be closed.
    """
    page = _Page(match, actor, seed)
    match command:
        case wanted.Sit():
            _sit(page, command)
        case wanted.Stand():
            _stand(page, command)
        case wanted.Cancel():
            _cancel(page)
        case wanted.Start():
            _start_by_hand(page)
        case wanted.Resign():
            _resign(page)
        case wanted.Close():
            _close(page, command)
        case wanted.Seal():
            _seal(page, command)
        case wanted.Create():
            raise Refusal("already-created")
        case _:
            _play(page, command)
    return page.finish(command_id, command)


class _Page:
    """The step being written: its events so far, and the match as they leave it."""

    def __init__(self, match: Match, actor: UUID, seed: bytes | None) -> None:
        self.before, self.match, self.actor, self.seed = match, match, actor, seed
        self.events: list[Event] = []
        self.fix_key()

    def fix_key(self) -> None:
        seed, match = self.seed, self.match
        self.key = _kept_key(seed, match.id, match.salts) if seed is not None else b""
        self.chance = Chance(self.key, match.counters)

    def write(self, *events: Event) -> None:
        self.events += events
        self.match = evolve(self.match, self.before.version + 1, PENDING, b"", self.actor, events, ())
        if isinstance(self.match.state, Broken) and not isinstance(self.before.state, Broken):
            raise RuntimeError(f"the game cannot fold its own events: {self.match.state.why}")

    def start(self) -> None:
        """The salts are complete: the key is fixed, and the game sets itself up."""
        if self.seed is None:
            raise Refusal("seed-lost")
        self.fix_key()
        created = self.match.created
        state = self.game.initial(self.rules.edition, created.seats, created.options)
        with self.chance as chance:
            self.write(happened.Started(), *self.game.setup(state, chance))

    @property
    def rules(self) -> Rules:
        if self.match.rules is None or isinstance(self.match.state, Broken):
            raise Refusal("cannot-fold", why=self.match.state.why)
        return self.match.rules

    @property
    def game(self) -> AnyGame:
        return self.rules.game

    def conclude(self) -> None:
        """If the game says so, the match is over: the result, and the seed for everybody to check."""
        game, state = self.game, self.match.state
        result = game.result(state)
        if result.finished:
            assert self.seed is not None  # `_in_play` refuses without it
            self.write(
                happened.Ended(result, totals(game.score(state), len(self.match.players))),
                happened.Revealed(self.seed.hex()),
            )

    def finish(self, command_id: UUID, command: Command) -> Decision:
        version, counters = self.before.version + 1, self.chance.counters
        crossed = self.match.events // FINGERPRINT_EVERY > self.before.events // FINGERPRINT_EVERY
        ended = self.match.status == "finished" != self.before.status
        # After the end nothing more is fingerprinted: seals need no seed, and without one a part cannot be blinded.
        if (crossed or ended) and self.key and not self.before.revealed and not isinstance(self.match.state, Broken):
            self.write(happened.Fingerprint(fingerprint(self.game, self.match.state, counters)))
        open_, sealed, digests = file_step(self.key, version, command, self.events, self.chance.draws)
        return Decision(
            Draft(self.match.id, version, self.actor, command_id, open_, sealed, digests),
            tuple(self.events),
            tuple(self.chance.draws),
            replace(self.match, counters=counters),
        )


def _while_open(page: _Page) -> None:
    if page.match.status != "open":
        raise Refusal("already-started", status=page.match.status)


def _in_play(page: _Page) -> Seat:
    """The actor's seat in a running match."""
    if page.match.status != "running":
        raise Refusal("not-running", status=page.match.status)
    seat = page.match.seat_of(page.actor)
    if seat is None:
        raise Refusal("not-seated")
    if page.seed is None:
        raise Refusal("seed-lost")
    return seat


def _sit(page: _Page, command: wanted.Sit) -> None:
    _while_open(page)
    players, origin = page.match.players, page.match.created.origin
    if page.actor in players:
        raise Refusal("already-seated", seat=page.match.seat_of(page.actor))
    if len(command.salt.encode()) > MOST_SALT:
        raise Refusal("salt-too-long", most=MOST_SALT)
    if origin and page.actor not in origin.reserved:
        raise Refusal("reserved")
    if origin:
        mine = Seat(origin.reserved.index(page.actor))
        if command.seat not in (None, mine):
            raise Refusal("reserved", seat=mine)
    else:
        free = [Seat(seat) for seat, player in enumerate(players) if player is None]
        if command.seat is not None and not 0 <= command.seat < len(players):
            raise Refusal("no-such-seat", seats=len(players))
        if not free or command.seat not in (None, *free):
            raise Refusal("seat-taken", free=free)
        mine = free[0] if command.seat is None else command.seat
    page.write(happened.Sat(mine, page.actor, command.salt, command.name))
    if page.match.created.autostart and None not in page.match.players:
        page.start()
        page.conclude()


def _stand(page: _Page, command: wanted.Stand) -> None:
    _while_open(page)
    if page.match.seat_of(page.actor) != command.seat:
        raise Refusal("not-your-seat", seat=page.match.seat_of(page.actor))
    page.write(happened.Stood(command.seat))


def _cancel(page: _Page) -> None:
    _while_open(page)
    if page.actor != page.match.created.creator:
        raise Refusal("not-the-creator")
    page.write(happened.Cancelled())


def _start_by_hand(page: _Page) -> None:
    _while_open(page)
    if page.actor != page.match.created.creator and page.actor not in page.match.players:
        raise Refusal("not-seated")
    if None in page.match.players:
        raise Refusal("seats-free", free=[seat for seat, player in enumerate(page.match.players) if player is None])
    page.start()
    page.conclude()


def _play(page: _Page, command: Command) -> None:
    seat = _in_play(page)
    actors = page.game.actors(page.match.state)
    if seat not in actors:
        raise Refusal("not-your-turn", actors=actors)
    with page.chance as chance:
        page.write(*page.game.decide(page.match.state, seat, command, chance))
    page.conclude()


def _resign(page: _Page) -> None:
    seat = _in_play(page)
    if seat in page.match.resigned:
        raise Refusal("already-left")
    page.write(happened.Resigned(seat))
    with page.chance as chance:
        page.write(*page.game.leave(page.match.state, seat, chance))
    page.conclude()


def _close(page: _Page, command: wanted.Close) -> None:
    """That the actor is an administrator is for the service to know; here it is only written down."""
    if page.match.status not in ("open", "running"):
        raise Refusal("not-running", status=page.match.status)
    if command.seed_lost is not (page.seed is None):
        raise Refusal("seed-lost" if page.seed is None else "seed-not-lost")
    page.write(happened.Closed(command.reason), happened.Revealed(page.seed.hex() if page.seed else None))


def _seal(page: _Page, command: wanted.Seal) -> None:
    """The signature is for `verify` to check; here only that there is something to seal, once."""
    if not page.match.revealed:
        raise Refusal("not-finished", status=page.match.status)
    if page.actor != wanted.THE_HOUSE:
        raise Refusal("not-the-house")
    if page.match.seal == page.match.version:
        raise Refusal("already-sealed")
    page.write(happened.Sealed(command.public_key, command.signature))
