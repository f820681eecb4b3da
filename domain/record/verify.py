"""Is a record what it says? Everything is decided again; only signatures are checked by whoever calls."""

import hashlib
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple
from uuid import UUID

from msgspec.structs import replace

from domain.kernel.catalogue import Catalogue, UnknownRules
from domain.kernel.edition import InvalidEdition, edition_digest
from domain.kernel.refusal import Refusal
from domain.match import commands as wanted
from domain.match import events as happened
from domain.match.decide import Decision, decide, decide_create, fingerprint, match_key
from domain.match.filing import Codec, Filed, Unreadable, codec_of, file_step, read_sealed, upcast
from domain.match.fold import advance, begin
from domain.match.state import Broken, Match
from domain.match.step import GENESIS, Step, chain_hash
from domain.record.record import Header, Malformed, Record, header_of, read_record

SEAL_PREFIX = b"meeplog/seal/1"

_HEX = "([0-9a-f]{2})+"  # one writing only: no capitals, no spaces

CheckSignature = Callable[[bytes, bytes, bytes], bool]
"""(public key, message, signature) -> whether it is that key's signature. Never raises: any bytes may come."""


class Problem(Exception):
    """The first thing that does not hold: at which step (0: the header), which check, and why."""

    def __init__(self, step: int, check: str, why: str) -> None:
        super().__init__(step, check, why)
        self.step, self.check, self.why = step, check, why


@dataclass
class Report:
    """What was found. The record holds if there is no `problem`; then `folded` is all of it, to be told or imported.

    `checked` lists the checks that were done, `unchecked` what could not be and why. `seals` are the versions that
    seal and their public keys; empty when unsigned. `salted` are the seats whose sitter brought a salt.
    """

    match: Match | None = None
    problem: Problem | None = None
    folded: Sequence["Folded"] = ()
    checked: list[str] = field(default_factory=list)
    unchecked: list[str] = field(default_factory=list)
    seals: list[tuple[int, str]] = field(default_factory=list)
    salted: tuple[int, ...] = ()
    chosen_seed: bool = False

    @property
    def holds(self) -> bool:
        return self.problem is None

    @property
    def sealed_by(self) -> str | None:
        """The public key of the newest seal: the one that covers all before it."""
        return self.seals[-1][1] if self.seals else None


class Folded(NamedTuple):
    """A step, what can be read of it, and the match after it."""

    step: Step
    filed: Filed
    match: Match


def verify(data: bytes, catalogue: Catalogue, check_signature: CheckSignature) -> Report:
    """Check a record, from its bytes up. Never raises for what the bytes hold: see `Report.problem`."""
    report = Report()
    try:
        record = read_record(data)
        _check_chain(record)
        report.checked += ["form", "hash chain"]
        catalogue = _with_edition(catalogue, record.header)
        folded = report.folded = _fold(catalogue, record)
        match = report.match = folded[-1].match
        report.salted = tuple(seat for seat, salt in enumerate(match.salts) if salt)
        report.chosen_seed = match.created.seed is not None
        _check_header(record.header, match)
        report.checked.append("header")
        _check_decisions(report, catalogue, folded)
        _check_seals(report, folded, check_signature)
    except Malformed as error:
        report.problem = Problem(error.step, "form", str(error))
    except Problem as problem:
        report.problem = problem
    return report


def _check_chain(record: Record) -> None:
    previous, at = GENESIS, 0
    known: set[tuple[UUID, UUID]] = set()
    for step, named in zip(record.steps, record.previous, strict=True):
        if named != previous:
            raise Problem(step.version, "hash", "it does not follow the step before: `previous` is another hash")
        if step.at < at:
            raise Problem(step.version, "time", "time goes back")
        if (step.actor, step.command_id) in known:
            raise Problem(step.version, "command id", "this actor has used the command id before")
        expected = chain_hash(
            previous, step.match_id, step.version, step.at, step.actor, step.command_id, step.open, step.digests
        )
        if step.hash != expected:
            raise Problem(step.version, "hash", "the bytes do not have this hash")
        previous, at = step.hash, step.at
        known.add((step.actor, step.command_id))


def _with_edition(catalogue: Catalogue, header: Header) -> Catalogue:
    """An edition that is not shipped comes with the record; the digest that step 1 pins says whether it is the one."""
    if not isinstance(header.edition_file, str):
        return catalogue
    file = header.edition_file.encode()
    if edition_digest(file) != header.edition_digest:
        raise Problem(0, "edition", "the edition file has another digest")
    return catalogue.with_edition(header.game, file)


def _fold(catalogue: Catalogue, record: Record) -> list[Folded]:
    """The match after each step."""
    first = record.steps[0]
    created = _created(first)
    if created.schemes != happened.Schemes():
        raise Problem(1, "schemes", f"{created.schemes} are not known here")
    try:
        game = catalogue.rules(created.game, created.rules_version, created.edition_digest).game
    except (UnknownRules, InvalidEdition) as error:
        raise Problem(1, "rules", f"not known here: {error}") from error
    except Exception as error:  # whatever a game can raise on an edition file that somebody made up
        raise Problem(0, "edition", f"{type(error).__name__}: {error}") from error

    codec, redacted = codec_of(game), any(_is_redacted(step) for step in record.steps)
    folded = [Folded(first, codec.read(first.open), begin(catalogue, first))]
    for step in record.steps[1:]:
        try:
            filed = codec.read(step.open, step.sealed)
            match = advance(folded[-1].match, step, filed)
        except Exception as error:  # Unreadable, or whatever damaged events lead to
            raise Problem(step.version, "fold", f"{type(error).__name__}: {error}") from error
        if isinstance(match.state, Broken) and not redacted:
            raise Problem(step.version, "fold", match.state.why)
        folded.append(Folded(step, filed, match))
    if redacted and folded[-1].match.revealed:
        hidden = next(step.version for step in record.steps if _is_redacted(step))
        raise Problem(hidden, "sealed parts", "the match is over, and a part is not shown")
    return folded


def _created(first: Step) -> happened.Created:
    try:
        filed = codec_of(None).read(first.open)
    except (Unreadable, RecursionError) as error:
        raise Problem(1, "fold", str(error)) from error
    match filed.events, filed.command:
        case (happened.Created() as created,), wanted.Create() if not first.digests:
            return created
    raise Problem(1, "fold", "step 1 does not create a match")


def _is_redacted(step: Step) -> bool:
    return len(step.digests) > 32 * len(read_sealed(step.sealed))


def _check_header(header: Header, match: Match) -> None:
    """An edition file may come along whether its edition is shipped here or not."""
    if replace(header_of(match), edition_file=header.edition_file) != header:
        raise Problem(0, "header", "the header says something else than the steps")


def _check_decisions(report: Report, catalogue: Catalogue, folded: Sequence[Folded]) -> None:
    """Every command is decided again with the revealed seed: events, draws, nonces, fingerprints must agree.

    Without the seed, so are the commands before the start and after the end: they draw nothing.
    """
    match = folded[-1].match
    seed = _revealed_seed(folded)
    for before, now in pairwise((None, *folded)):
        assert now is not None  # only the first of all is None
        if seed is not None or (before and now.match.status != "running"):
            decision = _redecide(catalogue, before.match if before else None, now, seed)
            _compare(decision, now, match_key(seed, match.id, now.match.salts) if seed else b"")
        elif match.revealed:
            _check_fingerprint(now)
    match match.status:
        case "closed" if seed is None:
            report.checked.append("fingerprints")
            report.unchecked.append("the seed is lost: decisions and draws not checked")
        case "finished" | "closed":
            report.checked += ["decisions", "draws", "nonces", "fingerprints"]
        case status:
            report.unchecked.append(f"{status}: decisions, draws and fingerprints not checked")


def _revealed_seed(folded: Sequence[Folded]) -> bytes | None:
    match = folded[-1].match
    step = next((now.step.version for now in folded if now.match.revealed), match.version)
    if match.seed is None:
        if match.status == "finished":
            raise Problem(step, "reveal", "the match has ended, and the seed is not revealed")
        return None
    if not re.fullmatch("[0-9a-f]{64}", match.seed):
        raise Problem(step, "reveal", "the revealed seed is not 64 hex digits")
    seed = bytes.fromhex(match.seed)
    if hashlib.sha256(seed).hexdigest() != match.created.commitment:
        raise Problem(step, "commitment", "the revealed seed is not the one committed to")
    if match.created.seed not in (None, match.seed):
        raise Problem(1, "seed", "the seed chosen at the creation is not the one revealed")
    return seed


def _redecide(catalogue: Catalogue, before: Match | None, now: Folded, seed: bytes | None) -> Decision:
    step, command = now.step, now.filed.command
    assert command is not None  # what cannot be read does not get here
    try:
        if before is None:
            assert isinstance(command, wanted.Create)
            assert seed is not None
            return decide_create(catalogue, step.match_id, step.actor, step.command_id, command, seed)
        return decide(before, step.actor, step.command_id, command, seed)
    except Refusal as refusal:
        raise Problem(step.version, "decision", f"the command is refused: {refusal.code}") from refusal
    except Exception as error:  # whatever a game can raise on commands that its decide has never seen
        raise Problem(step.version, "decision", f"{type(error).__name__}: {error}") from error


def _compare(decision: Decision, now: Folded, key: bytes) -> None:
    draft, step = decision.draft, now.step
    if (draft.open, draft.sealed, draft.digests) == (step.open, step.sealed, step.digests):
        return
    assert now.match.rules is not None
    if _written_before(decision, step, key, codec_of(now.match.rules.game)):
        return
    if draft.open != step.open:
        raise Problem(step.version, "decision", "the command decides otherwise now: other events or draws")
    if _without_fingerprint(decision.events) != _without_fingerprint(now.filed.events):
        raise Problem(step.version, "decision", "the command decides otherwise now: other hidden events")
    if decision.events != now.filed.events:
        raise Problem(step.version, "fingerprint", "DIVERGED: the view or the draw counters have another fingerprint")
    raise Problem(step.version, "nonces", "the sealed parts are addressed, ordered or blinded otherwise")


def _written_before(decision: Decision, step: Step, key: bytes, codec: Codec) -> bool:
    """Whether an older release would have written exactly this: today's events are what its event types stand for."""
    if not codec.legacy:
        return False
    old = codec.read(step.open, step.sealed, as_stored=True)
    assert old.command is not None
    rewritten = file_step(key, step.version, old.command, old.events, old.draws)
    return rewritten == (step.open, step.sealed, step.digests) and (
        (tuple(map(upcast, old.events)), old.draws) == (decision.events, decision.draws)
    )


def _without_fingerprint(events: Sequence[object]) -> list[object]:
    return [event for event in events if not isinstance(event, happened.Fingerprint)]


def _check_fingerprint(now: Folded) -> None:
    for event in now.filed.events:
        if isinstance(event, happened.Fingerprint):
            assert now.match.rules is not None
            if event.digest != fingerprint(now.match.rules.game, now.match.state, now.match.counters):
                raise Problem(now.step.version, "fingerprint", "DIVERGED: the view has another fingerprint")


def _check_seals(report: Report, folded: Sequence[Folded], check_signature: CheckSignature) -> None:
    for before, now in pairwise(folded):
        for event in now.filed.events:
            if isinstance(event, happened.Sealed):
                if now.step.actor != wanted.THE_HOUSE:
                    raise Problem(now.step.version, "seal", "not the house, but a player has sealed")
                if not (re.fullmatch(_HEX, event.public_key) and re.fullmatch(_HEX, event.signature)):
                    raise Problem(now.step.version, "seal", "key and signature are not in hex digits")
                public_key, signature = bytes.fromhex(event.public_key), bytes.fromhex(event.signature)
                if not check_signature(public_key, SEAL_PREFIX + before.step.hash, signature):
                    raise Problem(now.step.version, "seal", "the signature is not this key's")
                report.seals.append((now.step.version, event.public_key))
    if not folded[-1].match.revealed:
        return
    if not report.seals:
        report.unchecked.append("unsigned")
        return
    report.checked.append("seals")
    if report.seals[-1][0] != folded[-1].step.version:
        report.unchecked.append(f"steps after {report.seals[-1][0]} are not sealed")
