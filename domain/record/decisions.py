"""Every step of a record decided again, and compared with what stands there."""

import hashlib
import re
from collections.abc import Callable, Sequence

from domain.kernel.catalogue import AnyGame, Catalogue, Rules
from domain.kernel.refusal import Refusal
from domain.match import commands as wanted
from domain.match import events as happened
from domain.match.decide import Decision, decide, decide_create, diverges, match_key
from domain.match.filing import Codec, Filed, Unreadable, codec_of, file_step, read_sealed, upcast
from domain.match.fold import advance, begin
from domain.match.state import Broken, Match, settle
from domain.match.step import Step
from domain.record.report import Folded, Problem


def decide_again(catalogue: Catalogue, rules: Rules, created: happened.Created, steps: Sequence[Step]) -> list[Folded]:
    """The match after each step. Raises `Problem` where a step is not what its command leads to.

    With the revealed seed everything must agree: events, draws, nonces, fingerprints. Without it the steps before the
    start and after the end are decided again, which draw nothing, and the others are taken as they stand; when the seed
    is lost their fingerprints are checked.
    """
    codec = codec_of(rules.game)
    filed = [_read(codec, step) for step in steps]
    redacted = next((step for step in steps if _is_redacted(step)), None)
    end = next(((step, event) for step, told in zip(steps, filed, strict=True) if (event := _reveal(told))), None)
    if end and redacted:
        raise Problem(redacted.version, "sealed parts", "the match is over, and a part is not shown")
    seed = _seed(created, *end) if end else None

    folded: list[Folded] = []
    for step, told in zip(steps, filed, strict=True):
        before = folded[-1].match if folded else None
        if seed is not None:
            match = _decided(catalogue, before, step, told, seed)
        else:
            match = advance(before, step, told) if before else begin(catalogue, step)
            if isinstance(match.state, Broken) and not redacted:
                raise Problem(step.version, "fold", match.state.why)
            if match.status == "finished":
                raise Problem(step.version, "reveal", "the match has ended, and the seed is not revealed")
            if before and match.status != "running":
                _compare(_attempt(catalogue, before, step, told, None), step, told, rules.game, bytes)
            elif end and diverges(match, told.events):
                raise Problem(step.version, "fingerprint", "DIVERGED: the view has another fingerprint")
        folded.append(Folded(step, told, match))
    return folded


def _read(codec: Codec, step: Step) -> Filed:
    try:
        return codec.read(step.open, step.sealed)
    except Unreadable as error:
        raise Problem(step.version, "fold", str(error)) from error


def _is_redacted(step: Step) -> bool:
    return len(step.digests) > 32 * len(read_sealed(step.sealed))


def _reveal(filed: Filed) -> happened.Revealed | None:
    return next((event for event in filed.events if isinstance(event, happened.Revealed)), None)


def _seed(created: happened.Created, step: Step, revealed: happened.Revealed) -> bytes | None:
    """The revealed seed; None when it is lost."""
    if revealed.seed is None:
        return None
    if not re.fullmatch("[0-9a-f]{64}", revealed.seed):
        raise Problem(step.version, "reveal", "the revealed seed is not 64 hex digits")
    seed = bytes.fromhex(revealed.seed)
    if hashlib.sha256(seed).hexdigest() != created.commitment:
        raise Problem(step.version, "commitment", "the revealed seed is not the one committed to")
    if created.seed not in (None, revealed.seed):
        raise Problem(1, "seed", "the seed chosen at the creation is not the one revealed")
    return seed


def _decided(catalogue: Catalogue, before: Match | None, step: Step, told: Filed, seed: bytes) -> Match:
    """The match after a step that is exactly what its command leads to."""
    decision = _attempt(catalogue, before, step, told, seed)
    match = begin(catalogue, step) if decision.after is None else settle(decision.after, step.at, step.hash)
    assert match.rules is not None
    _compare(decision, step, told, match.rules.game, lambda: match_key(seed, match.id, match.salts))
    return match


def _attempt(catalogue: Catalogue, before: Match | None, step: Step, told: Filed, seed: bytes | None) -> Decision:
    assert told.command is not None  # what cannot be read does not get here
    try:
        if before is None:
            assert isinstance(told.command, wanted.Create)
            assert seed is not None
            return decide_create(catalogue, step.match_id, step.actor, step.command_id, told.command, seed)
        return decide(before, step.actor, step.command_id, told.command, seed)
    except Refusal as refusal:
        raise Problem(step.version, "decision", f"the command is refused: {refusal.code}") from refusal
    except Exception as error:  # whatever a game can raise on commands that its decide has never seen
        raise Problem(step.version, "decision", f"{type(error).__name__}: {error}") from error


def _compare(decision: Decision, step: Step, told: Filed, game: AnyGame, key: Callable[[], bytes]) -> None:
    draft = decision.draft
    if (draft.open, draft.sealed, draft.digests) == (step.open, step.sealed, step.digests):
        return
    if _written_before(decision, step, key(), codec_of(game)):
        return
    if draft.open != step.open:
        raise Problem(step.version, "decision", "the command decides otherwise now: other events or draws")
    if _without_fingerprint(decision.events) != _without_fingerprint(told.events):
        raise Problem(step.version, "decision", "the command decides otherwise now: other hidden events")
    if decision.events != told.events:
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
