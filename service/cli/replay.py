"""`meeplog replay`: a recorded match told step by step, or one position of it."""

from collections.abc import Iterator, Sequence

import msgspec

from domain.kernel.messages import Audience, Seat
from domain.kernel.words import Language
from domain.match.state import Match
from domain.match.telling import Told, picture, seen, tell
from domain.record.report import Folded
from service.cli.failure import Failure, Misuse
from service.cli.output import console, print_json, print_table
from service.cli.parser import Arguments
from service.cli.records import named, open_record, upto


def run(asked: Arguments) -> int:
    folded = upto(open_record(asked.file), asked.step)
    matches = list(named(folded))
    match = matches[-1]
    if asked.seat is not None and asked.seat >= match.created.seats:
        raise Misuse(f"the seats are 0 to {match.created.seats - 1}")
    # A record that can be told holds everything, so without a seat everything is told.
    reveal = asked.seat is None
    audience: Audience = "spectator" if reveal else Seat(asked.seat)

    if asked.svg:
        try:
            asked.svg.write_text(picture(match, audience, asked.language, reveal))
        except LookupError as error:
            raise Failure(f"after step {match.version} {error}") from error
    told = list(_tell(folded, matches, audience, asked.language, reveal))
    position = seen(match, audience, reveal)
    if asked.json:
        print_json({"steps": told} if asked.step is None else {"step": told[-1], "position": position})
    elif asked.step is None:
        print_table(("step ", "seat ", "notation", "what happened", "points"), map(_row, told))
    else:
        console.print(*_row(told[-1]))
        console.print_json(msgspec.json.encode(position).decode())
    return 0


def _tell(
    folded: Sequence[Folded], matches: Sequence[Match], audience: Audience, language: Language, reveal: bool
) -> Iterator[Told]:
    for moment, before, after in zip(folded, (None, *matches), matches, strict=False):
        sits = [match.seat_of(moment.step.actor) for match in (before, after) if match]
        seat = next((seat for seat in sits if seat is not None), None)  # who stands up sat before, who sits down after
        yield tell(before, after, seat, moment.filed.command, moment.filed.events, audience, language, reveal)


def _row(told: Told) -> tuple[str, ...]:
    """The line of a step; DIVERGED where its fingerprint says that this is not what was played."""
    seat = "" if told.seat is None else str(told.seat)
    points = "" if told.totals is None else " : ".join(map(str, told.totals))
    happened = f"{told.narration} DIVERGED" if told.diverged else told.narration
    return str(told.version), seat, told.notation, happened, points
