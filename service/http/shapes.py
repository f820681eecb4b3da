"""The shapes of answers, for the description of the API. Handlers write the bytes themselves, where they are made."""

from typing import Any
from uuid import UUID

from litestar.openapi import ResponseSpec
from msgspec import Struct

from domain.kernel.messages import Seat
from domain.kernel.score import Line
from domain.match.telling import Told
from projections.match_view import MatchView, StepView
from projections.summary import Summary


class MatchSeen(MatchView, frozen=True):
    """A match as the caller sees it. `private` is the caller's own part, `revealed` what only the end may show."""

    you: Seat | None
    private: Any
    revealed: Any


class MatchCreated(Struct):
    """`commitment` is SHA-256 of the seed, in hex."""

    match_id: UUID
    version: int
    commitment: str


class CommandAnswer(Struct):
    """The events as the caller may know them; no view with `Prefer: return=minimal`."""

    version: int
    events: tuple[Any, ...]
    view: MatchSeen


class MatchList(Struct):
    """With a cursor there may be more."""

    matches: tuple[Summary, ...]
    cursor: str | None


class Followers(Struct):
    """The matches that name this one as their origin, oldest first."""

    match_id: UUID
    matches: tuple[UUID, ...]


class LawfulCommand(Struct):
    command: Any
    notation: str
    label: str


class LawfulPage(Struct):
    """`count` is that of all commands; a cursor is good for this version only."""

    version: int
    count: int
    commands: tuple[LawfulCommand, ...]
    cursor: str | None


class ReplaySteps(Struct):
    match_id: UUID
    version: int
    steps: tuple[Told, ...]


class ReplayFrame(Struct):
    version: int
    told: Told
    step: StepView
    view: MatchSeen


class ScoreLine(Line, frozen=True, kw_only=True):
    text: str


class ScoreSheet(Struct):
    match_id: UUID
    version: int
    lines: tuple[ScoreLine, ...]
    totals: tuple[int, ...]
    outcome: tuple[str, ...]


class PlayerToken(Struct):
    """The token is shown this once."""

    player_id: UUID
    token: str


class ProblemShape(Struct):
    """RFC 9457. `clause` is the rule that refuses, `facts` what a client needs to explain it."""

    type: str
    title: str
    status: int
    detail: str
    code: str
    clause: str | None
    facts: dict[str, Any]


def answers(shape: type[Struct], status: int = 200) -> dict[int, ResponseSpec]:
    return {status: ResponseSpec(shape, generate_examples=False, description=shape.__doc__ or shape.__name__)}
