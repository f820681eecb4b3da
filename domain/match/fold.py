"""From stored steps to a match."""

from collections.abc import Iterable

from msgspec.structs import replace

from domain.kernel.catalogue import Catalogue
from domain.match import events as happened
from domain.match.filing import Unreadable, codec_of, read_envelope
from domain.match.state import Broken, Match, create, evolve
from domain.match.step import Step

_envelope = codec_of(None)


def begin(catalogue: Catalogue, step: Step) -> Match:
    """The match after step 1. Raises `Unreadable` when it is not the creation of a match."""
    events = _envelope.read(step.open).events
    if step.version != 1 or len(events) != 1 or not isinstance(events[0], happened.Created):
        raise Unreadable(f"step {step.version} of {step.match_id} does not create a match")
    return create(catalogue, step.match_id, step.at, step.hash, events[0])


def advance(match: Match, step: Step) -> Match:
    """The match after its next step. A step that cannot be read leaves the game `Broken`, and the envelope going."""
    if match.rules is not None and not isinstance(match.state, Broken):
        try:
            filed = codec_of(match.rules.game).read(step.open, step.sealed)
            return evolve(match, step.version, step.at, step.hash, step.actor, filed.events, filed.draws)
        except Unreadable as error:
            match = replace(match, state=Broken(step.version, str(error)))
    return evolve(match, step.version, step.at, step.hash, step.actor, read_envelope(step.open), ())


def fold(catalogue: Catalogue, steps: Iterable[Step]) -> Match:
    """All steps of one match, from the first on, in order."""
    steps = iter(steps)
    match = begin(catalogue, next(steps))
    for step in steps:
        match = advance(match, step)
    return match
