"""Small records of every kind, the same in every run."""

import hashlib
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from uuid import UUID

from domain.aqualin.game import AQUALIN
from domain.kernel.catalogue import Catalogue, Rules
from domain.kernel.messages import Audience, Command
from domain.match.commands import THE_HOUSE, Cancel, Close, Seal
from domain.players import PLAYERS
from domain.record.playout import Played, playout, take
from domain.record.record import write_record
from domain.record.report import Report
from domain.record.verify import SEAL_PREFIX, verify
from infra.keys import SigningKey, is_signed
from tests.toy.game import GAMES as TOY_GAMES

TESTS = Path(__file__).parents[1]
SIGNING_KEY = SigningKey(hashlib.sha256(b"a key for tests").digest())
SALTS = ("salt of the first", "", "third")
ADMINISTRATOR = UUID(int=99)


@cache
def catalogue() -> Catalogue:
    """Aqualin and the toy; the tiny edition of Aqualin is known, but not shipped."""
    shipped = [
        ("aqualin", (TESTS.parent / "domain/aqualin/editions/standard.toml").read_bytes()),
        ("toy", (TESTS / "toy/editions/standard.toml").read_bytes()),
    ]
    return Catalogue((AQUALIN, *TOY_GAMES), shipped, [("aqualin", tiny_edition())])


def tiny_edition() -> bytes:
    return (TESTS / "aqualin/editions/tiny.toml").read_bytes()


def toy(rules_version: int = 2) -> Rules:
    return catalogue().rules("toy", rules_version, catalogue().newest("toy").digest)


def tiny_aqualin() -> Rules:
    return catalogue().rules("aqualin", 1, hashlib.sha256(tiny_edition()).hexdigest())


@cache
def played(rules: Rules, seats: int, seed: bytes = bytes(range(32))) -> tuple[Played, ...]:
    players = [PLAYERS["random"]] * seats
    return tuple(playout(catalogue(), rules, seats, {}, seed, players, salts=SALTS[:seats]))


def sealed(match: Iterable[Played], key: SigningKey = SIGNING_KEY) -> tuple[Played, ...]:
    """The match and a seal over its last step."""
    steps = tuple(match)
    last = steps[-1]
    signature = key.sign(SEAL_PREFIX + last.step.hash)
    return (*steps, take(last.match, THE_HOUSE, Seal(key.public_key.hex(), signature.hex()), bytes(32)))


def then(match: Iterable[Played], actor: UUID, command: Command, seed: bytes | None) -> tuple[Played, ...]:
    steps = tuple(match)
    return (*steps, take(steps[-1].match, actor, command, seed))  # type: ignore[arg-type]


def cancelled() -> tuple[Played, ...]:
    """A match that its creator calls off when two of three sit."""
    steps = played(toy(), 3)[:3]
    return then(steps, steps[0].step.actor, Cancel(), None)


def closed(seed_lost: bool) -> tuple[Played, ...]:
    """A match that an administrator ends in the middle."""
    steps = played(toy(), 3)[:12]
    return then(steps, ADMINISTRATOR, Close("abandoned", seed_lost), None if seed_lost else bytes(range(32)))


def record(match: Iterable[Played], audience: Audience = "spectator") -> bytes:
    steps = tuple(match)
    return b"".join(write_record(steps[-1].match, [moment.step for moment in steps], audience))


def check(data: bytes, catalogue_: Catalogue | None = None) -> Report:
    return verify(data, catalogue_ or catalogue(), is_signed)


def problem(data: bytes, catalogue_: Catalogue | None = None) -> tuple[int, str]:
    """The step and the check that fails. There must be one."""
    report = check(data, catalogue_)
    assert report.problem is not None, "a changed record holds"
    return report.problem.step, report.problem.check


def whole_records() -> Iterator[bytes]:
    """One with sealed parts, one with an edition of its own: both sealed by the house."""
    yield record(sealed(played(toy(), 3)))
    yield record(sealed(played(tiny_aqualin(), 2)))
