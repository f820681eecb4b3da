"""A step told to an audience: notation, a sentence or two, the totals so far, a picture."""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from domain.kernel.messages import Audience, Command, Event, Seat
from domain.kernel.score import totals
from domain.kernel.view import Seen, View, see
from domain.kernel.words import Language
from domain.match.commands import EnvelopeCommand
from domain.match.decide import diverges
from domain.match.events import EnvelopeEvent, Resigned, Sat, Started
from domain.match.state import Broken, Match
from domain.match.words import narrate

_FIRST = Sat | Started | Resigned  # of the envelope's events those that the game's follow from


class Told(Struct, frozen=True):
    """One step in words. `at` is in microseconds since 1970 (UTC); `seat` is null for what no seat did; `notation` is
    empty for what is no play; `totals` is null where there is nothing to score; `diverged` when the step's fingerprint
    says that the match was another one when it was played."""

    version: int
    at: int
    seat: Seat | None
    notation: str
    narration: str
    totals: tuple[int, ...] | None
    diverged: bool


def outcome(match: Match, language: Language) -> Iterator[str]:
    """How a finished match came to its end, and for each tie-break its clause, whom it parted and why."""
    if match.rules and match.result.finished:
        reasons = match.rules.words.reasons
        yield reasons[match.result.reason][language]
        for tiebreak in match.result.tiebreaks:
            names = ", ".join(match.names[seat] for seat in tiebreak.seats)
            yield f"{tiebreak.clause}, {names}: {reasons[tiebreak.reason][language]}"


def visible(events: Sequence[Event], audience: Audience, reveal: bool = False) -> tuple[Event, ...]:
    """The events of a step that an audience may know; all of them once everything may be revealed."""
    if reveal or audience == "arbiter":
        return tuple(events)
    return tuple(
        event
        for event in events
        if event.audience == "all" or (event.audience == "seat" and getattr(event, "seat", None) == audience)
    )


def view_of(match: Match) -> View | None:
    """The game's view; None before the start and when the game is broken."""
    if match.rules is None or match.state is None or isinstance(match.state, Broken):
        return None
    return match.rules.game.view(match.state)


def seen(match: Match | None, audience: Audience, reveal: bool = False) -> Seen | None:
    """What an audience sees of the game, where there is something to see."""
    view = view_of(match) if match else None
    return see(view, audience, reveal) if view else None


def tell(
    before: Match | None,
    after: Match,
    actor_seat: Seat | None,
    command: Command | None,
    events: Sequence[Event],
    audience: Audience,
    language: Language,
    reveal: bool = False,
) -> Told:
    """The step from `before` to `after` as `audience` saw it then."""
    known = visible(events, audience, reveal)
    # Who stood up has no name any more, who sat down had none before.
    names = [new or old for new, old in zip(after.names, before.names if before else after.names, strict=True)]
    table = [event for event in known if isinstance(event, EnvelopeEvent)]
    game = [event for event in known if not isinstance(event, EnvelopeEvent)]
    played = None if isinstance(command, EnvelopeCommand) else command
    notation, play, score = "", "", None
    then, now, seat = seen(before, audience, reveal), seen(after, audience, reveal), actor_seat
    if any(isinstance(event, Started) for event in table):
        then, seat = now, actor_seat or Seat(0)  # whoever started it need not sit at the table
    if after.rules and now:
        score = totals(after.rules.game.score(after.state), len(after.players))
    if after.rules and then and now and seat is not None and (played or game):
        notation = after.rules.words.notation(played) if played else ""
        play = after.rules.words.narrate(then, played, game, now, seat, names, language)
    # First what the table did (a seat left, the match starts), then what that led to; that it was the end comes last.
    first = narrate([event for event in table if isinstance(event, _FIRST)], names, language)
    others = narrate([event for event in table if not isinstance(event, _FIRST)], names, language)
    text = " ".join(filter(None, (first, play, others)))
    return Told(after.version, after.at, actor_seat, notation, text, score, diverges(after, events))


def picture(match: Match, audience: Audience, language: Language, reveal: bool = False) -> str:
    """The position as an SVG document. Raises `LookupError` where there is none: before the start, or when broken."""
    look = seen(match, audience, reveal)
    if match.rules is None or look is None:
        raise LookupError("there is no position to draw")
    return match.rules.words.picture(look, language)
