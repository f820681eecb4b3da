"""Is a record what it says? Everything is decided again; only signatures are checked by whoever calls."""

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from domain.kernel.catalogue import Catalogue
from domain.kernel.chance import RefusedAfterDraw
from domain.kernel.edition import edition_digest
from domain.kernel.refusal import Refusal
from domain.match import commands as wanted
from domain.match.decide import Decision, decide, decide_create
from domain.match.filing import Unreadable, codec_of, read_sealed
from domain.match.fold import advance, begin
from domain.match.state import Broken, Match
from domain.match.step import GENESIS, Step, chain_hash
from domain.record.record import Malformed, Record, header_of, read_record

SEAL_PREFIX = b"meeplog/seal/1"

CheckSignature = Callable[[str, str, bytes], bool]
"""(public key in hex, signature in hex, message) -> whether it is that key's signature."""


class Problem(Exception):
    """The first thing that does not hold: at which step (0: the header), which check, and why."""

    def __init__(self, step: int, check: str, why: str) -> None:
        super().__init__(step, check, why)
        self.step, self.check, self.why = step, check, why


@dataclass
class Report:
    """What was found. The record holds if there is no `problem`.

    `checked` lists the checks that were done, `unchecked` what could not be and why. `sealed_by` is the public key of
    the newest seal, None when unsigned. `salted` are the seats whose sitter brought a salt.
    """

    match: Match | None = None
    problem: Problem | None = None
    checked: list[str] = field(default_factory=list)
    unchecked: list[str] = field(default_factory=list)
    sealed_by: str | None = None
    salted: tuple[int, ...] = ()
    chosen_seed: bool = False

    @property
    def holds(self) -> bool:
        return self.problem is None


def verify(data: bytes, catalogue: Catalogue, check_signature: CheckSignature) -> Report:
    """Check a record, from its bytes up. Never raises for what the bytes hold: see `Report.problem`."""
    report = Report()
    try:
        record = read_record(data)
        catalogue = _with_edition(catalogue, record)
        _check_chain(record)
        _check_fold(report, catalogue, record)
        _check_decisions(report, catalogue, record.steps)
        _check_seals(report, record.steps, check_signature)
    except Malformed as error:
        report.problem = Problem(error.step, "form", str(error))
    except Problem as problem:
        report.problem = problem
    return report


def _with_edition(catalogue: Catalogue, record: Record) -> Catalogue:
    """An edition that is not shipped comes with the record; the digest that step 1 pins says whether it is the one."""
    header = record.header
    if not isinstance(header.edition_file, str):
        return catalogue
    file = header.edition_file.encode()
    if edition_digest(file) != header.edition_digest:
        raise Problem(0, "edition", "the edition file has another digest")
    return catalogue.with_edition(header.game, file)


def _check_chain(record: Record) -> None:
    previous, at = GENESIS, 0
    for number, step in enumerate(record.steps, 1):
        if step.version != number:
            raise Problem(number, "order", f"version {step.version} stands where {number} should")
        if step.at < at:
            raise Problem(number, "time", "time goes back")
        expected = chain_hash(
            previous, step.match_id, step.version, step.at, step.actor, step.command_id, step.open, step.digests
        )
        if step.hash != expected:
            raise Problem(number, "hash", "the bytes do not have this hash")
        previous, at = step.hash, step.at


def _check_fold(report: Report, catalogue: Catalogue, record: Record) -> None:
    """The steps make a match, and the header says of it what they do."""
    if not record.steps:
        raise Problem(1, "form", "there is no step")
    try:
        match = begin(catalogue, record.steps[0])
    except Unreadable as error:
        raise Problem(1, "form", str(error)) from error
    hidden = any(len(step.digests) > 32 * len(read_sealed(step.sealed)) for step in record.steps)
    for step in record.steps[1:]:
        match = advance(match, step)
    report.match = match
    report.salted = tuple(seat for seat, salt in enumerate(match.salts) if salt)
    report.chosen_seed = match.created.seed is not None
    if isinstance(match.state, Broken) and not hidden:
        raise Problem(match.state.version, "fold", match.state.why)
    if header_of(match) != record.header:
        raise Problem(0, "header", "the header says something else than the steps")
    report.checked += ["form", "hash chain", "header"]


def _check_decisions(report: Report, catalogue: Catalogue, steps: Sequence[Step]) -> None:
    """Every command is decided again with the revealed seed: events, draws, nonces, fingerprints must agree."""
    match = report.match
    assert match is not None
    if match.seed is None:
        if match.status == "finished":
            raise Problem(match.version, "reveal", "the match has ended, and the seed is not revealed")
        why = {"closed": "the seed is lost", "cancelled": "cancelled"}.get(match.status, "running")
        report.unchecked.append(f"{why}: decisions, draws and fingerprints not checked")
        return
    seed = bytes.fromhex(match.seed)
    if hashlib.sha256(seed).hexdigest() != match.created.commitment:
        raise Problem(_reveal_step(match, steps), "commitment", "the revealed seed is not the one committed to")
    if match.created.seed not in (None, match.seed):
        raise Problem(1, "seed", "the seed chosen at the creation is not the one revealed")
    replayed: Match | None = None
    for step in steps:
        decision = _redecide(catalogue, replayed, step, seed)
        _compare(decision, step)
        replayed = begin(catalogue, step) if replayed is None else advance(replayed, step)
    report.checked += ["decisions", "draws", "fingerprints"]


def _redecide(catalogue: Catalogue, before: Match | None, step: Step, seed: bytes) -> Decision:
    codec = codec_of(before.rules.game if before and before.rules else None)
    try:
        command = codec.read(step.open, step.sealed).command
        if before is None:
            assert isinstance(command, wanted.Create)  # a created match has that command
            return decide_create(catalogue, step.match_id, step.actor, step.command_id, command, seed)
        assert command is not None  # only an unreadable step has none
        return decide(before, step.actor, step.command_id, command, seed)
    except Refusal as refusal:
        raise Problem(step.version, "decision", f"the command is refused: {refusal.code}") from refusal
    except (Unreadable, RefusedAfterDraw, RuntimeError) as error:
        raise Problem(step.version, "decision", str(error)) from error


def _compare(decision: Decision, step: Step) -> None:
    draft = decision.draft
    if draft.open != step.open:
        raise Problem(step.version, "decision", "the command decides otherwise now: other events or draws")
    if (draft.sealed, draft.digests) != (step.sealed, step.digests):
        raise Problem(step.version, "fingerprint", "the hidden events, the fingerprint or the nonces differ: DIVERGED")


def _reveal_step(match: Match, steps: Sequence[Step]) -> int:
    return next((step.version for step in steps if step.at == match.ended_at), match.version)


def _check_seals(report: Report, steps: Sequence[Step], check_signature: CheckSignature) -> None:
    codec = codec_of(None)
    assert report.match is not None
    for before, step in pairwise(steps):
        if step.actor != wanted.THE_HOUSE:
            continue
        command = codec.read(step.open).command
        if isinstance(command, wanted.Seal):
            if not check_signature(command.public_key, command.signature, SEAL_PREFIX + before.hash):
                raise Problem(step.version, "seal", "the signature is not this key's")
            report.sealed_by = command.public_key
    if report.sealed_by:
        report.checked.append("seals")
    elif report.match.revealed:
        report.unchecked.append("unsigned")
