"""Is a record what it says? Everything is decided again; only signatures are checked by whoever calls."""

import re
from collections.abc import Callable
from itertools import pairwise
from uuid import UUID

from msgspec.structs import asdict, replace

from domain.kernel.catalogue import Catalogue, Rules, UnknownRules
from domain.kernel.edition import InvalidEdition, edition_digest
from domain.match import commands as wanted
from domain.match import events as happened
from domain.match.filing import Unreadable, codec_of
from domain.match.state import Match
from domain.match.step import GENESIS, Step, chain_hash
from domain.record.decisions import decide_again
from domain.record.record import Header, Malformed, Record, header_of, read_record
from domain.record.report import Problem, Report

SEAL_PREFIX = b"meeplog/seal/1"

_HEX = "([0-9a-f]{2})+"  # one writing only: no capitals, no spaces

CheckSignature = Callable[[bytes, bytes, bytes], bool]
"""(public key, message, signature) -> whether it is that key's signature. Never raises: any bytes may come."""


def verify(data: bytes, catalogue: Catalogue, check_signature: CheckSignature) -> Report:
    """Check a record, from its bytes up. Never raises for what the bytes hold: see `Report.problem`."""
    report = Report()
    try:
        record = read_record(data)
        _check_chain(record)
        report.checked += ["form", "hash chain"]
        catalogue = _with_edition(catalogue, record.header)
        created = _created(record.steps[0])
        report.folded = decide_again(catalogue, _rules(catalogue, created), created, record.steps)
        match = report.match = report.folded[-1].match
        report.salted = tuple(seat for seat, salt in enumerate(match.salts) if salt)
        report.chosen_seed = created.seed is not None
        _check_header(record.header, match)
        report.checked.append("header")
        _tell_decisions(report, match)
        _check_seals(report, check_signature)
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


def _created(first: Step) -> happened.Created:
    try:
        filed = codec_of(None).read(first.open)
    except (Unreadable, RecursionError) as error:
        raise Problem(1, "fold", str(error)) from error
    match filed.events, filed.command:
        case (happened.Created() as created,), wanted.Create() if not first.digests:
            return created
    raise Problem(1, "fold", "step 1 does not create a match")


def _rules(catalogue: Catalogue, created: happened.Created) -> Rules:
    if created.schemes != happened.Schemes():
        raise Problem(1, "schemes", f"{created.schemes} are not known here")
    try:
        return catalogue.rules(created.game, created.rules_version, created.edition_digest)
    except (UnknownRules, InvalidEdition) as error:
        raise Problem(1, "rules", f"not known here: {error}") from error
    except Exception as error:  # whatever a game can raise on an edition file that somebody made up
        raise Problem(0, "edition", f"{type(error).__name__}: {error}") from error


def _check_header(header: Header, match: Match) -> None:
    """An edition file may come along whether its edition is shipped here or not."""
    told = asdict(replace(header_of(match), edition_file=header.edition_file))
    for name, said in asdict(header).items():
        if said != told[name]:
            raise Problem(0, "header", f"it says {name} {said!r}, the steps say {told[name]!r}")


def _tell_decisions(report: Report, match: Match) -> None:
    """What `decide_again` has checked in such a match, and what not."""
    match match.status:
        case "closed" if match.seed is None:
            report.checked.append("fingerprints")
            report.unchecked.append("the seed is lost: decisions and draws not checked")
        case "finished" | "closed":
            report.checked += ["decisions", "draws", "nonces", "fingerprints"]
        case status:
            report.unchecked.append(f"{status}: decisions, draws and fingerprints not checked")


def _check_seals(report: Report, check_signature: CheckSignature) -> None:
    folded = report.folded
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
