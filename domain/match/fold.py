"""From stored steps to a match."""

from collections.abc import Iterable

from msgspec.structs import replace

from domain.kernel.catalogue import Catalogue
from domain.match import events as happened
from domain.match.filing import Filed, Unreadable, codec_of, read_envelope
from domain.match.state import Broken, Match, create, evolve
from domain.match.step import Step

_envelope = codec_of(None)


def begin(catalogue: Catalogue, step: Step) -> Match:
    """The match after step 1. Raises `Unreadable` when it is not the creation of a match."""
    events = _envelope.read(step.open).events
    if step.version != 1 or len(events) != 1 or not isinstance(events[0], happened.Created):
        raise Unreadable(f"step {step.version} of {step.match_id} does not create a match")
    return create(catalogue, step.match_id, step.at, step.hash, events[0])


def read_step(match: Match, step: Step) -> Filed:
    """What can be read of the match's next step: everything, or the envelope's own events when the game's cannot."""
    if match.rules is None or type(match.state) is Broken:
        return Filed(None, read_envelope(step.open), (), "the game is broken")
    try:
        return codec_of(match.rules.game).read(step.open, step.sealed)
    except Unreadable as error:
        return Filed(None, read_envelope(step.open), (), str(error))


def advance(match: Match, step: Step, filed: Filed | None = None) -> Match:
    """The match after its next step. A step that cannot be read leaves the game `Broken`, and the envelope going."""
    filed = filed or read_step(match, step)
    if filed.unreadable and not isinstance(match.state, Broken):
        match = replace(match, state=Broken(step.version, filed.unreadable))
    return evolve(match, step.version, step.at, step.hash, step.actor, filed.events, filed.draws)


def fold(catalogue: Catalogue, steps: Iterable[Step]) -> Match:
    """All steps of one match, from the first on, in order."""
    steps = iter(steps)
    match = begin(catalogue, next(steps))
    for step in steps:
        match = advance(match, step)
    return match
