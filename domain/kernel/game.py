"""The contract of a game: one value per rules version, made of plain functions.

`decide` and `evolve` are the decider pattern's names: what a command would do, and what an event did.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from domain.kernel.chance import Chance
from domain.kernel.edition import Edition
from domain.kernel.messages import Command, Event, Seat
from domain.kernel.score import Line, Result, Sheet
from domain.kernel.view import Seen, View
from domain.kernel.words import Labels, Language

Ed = TypeVar("Ed", bound=Edition)
S = TypeVar("S")
C = TypeVar("C", bound=Command)
E = TypeVar("E", bound=Event)

Options = Mapping[str, str]


def no_elements(_: Any) -> Iterable[str]:
    return ()


def same_options(_: Any, options: Options) -> dict[str, str]:
    return dict(options)


@dataclass(frozen=True, slots=True, kw_only=True)
class Words(Generic[C, E]):
    """A game put into words and pictures, always of what an audience sees, never of a state."""

    notation: Callable[[C], str]
    """One short line for a command, the same in every language."""

    parse: Callable[[str], C]
    """The command that a notation writes; `notation(parse(text)) == text`. Refuses with the code `unreadable`."""

    label: Callable[[C, Language], str]
    """What the command does, as on a button: "Slide c3 to c5, place the red crab on d4"."""

    narrate: Callable[[Seen, C | None, Sequence[E], Seen, Seat, Sequence[str], Language], str]
    """(seen before, command, events seen, seen after, seat, a name for each seat, language): a sentence or two.

    Without a command the table tells what happened, and the game what followed, if anything did. Either the seat has
    left, or the match has started: then the events are those of the set-up, of which the game tells what players need
    to know; nothing was seen before (what is seen after stands for it), and the seat is any."""

    describe: Callable[[Line, Language], str]
    """A line of the score sheet in words: "Blue shoal of 4: 6 points"."""

    picture: Callable[[Seen, Language], str]
    """A whole SVG document. Places that can be clicked carry `data-cell`, things that can be moved `data-move`, and
    what of them a move turns `data-turns`. Seats are "Player 1" and so on, as in labels: the page knows the names."""

    messages: Mapping[str, Labels]
    """For each refusal code of the game a template; `{names}` are filled from the refusal's detail."""

    reasons: Mapping[str, Labels]
    """For each way to end (`Result.reason`) and each tie-break's reason, what it says."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)  # a game is itself: compared and hashed by identity
class Game(Generic[Ed, S, C, E]):
    """Everything the house needs to know of one game in one rules version."""

    id: str
    rules_version: int
    names: Labels
    languages: tuple[Language, ...]  # the rulebook's first
    seats: tuple[int, ...]  # the numbers of seats it can be played with
    edition: type[Ed]
    state: type[S]  # a frozen struct; it holds its edition, so that no rule needs anything beside it
    commands: Any  # the union of its command types
    events: Any  # the union of its event types, those of older releases included
    examples: tuple[C, ...]  # one of each command type, for the documentation of the API

    initial: Callable[[Ed, int, Options], S]
    """The state before anything is drawn, for an edition, a number of seats and its options. May refuse options."""

    setup: Callable[[S, Chance], list[E]]
    """What the set-up brings: every draw of it is an event."""

    decide: Callable[[S, Seat, C, Chance], list[E]]
    """The events of a lawful command, or `Refusal(code, clause, **detail)`. The envelope has asked `actors` before.
    After its first draw it may not refuse."""

    evolve: Callable[[S, E], S]
    """Total on what `decide`, `setup` and `leave` produce; draws nothing."""

    actors: Callable[[S], tuple[Seat, ...]]
    """Who may act now, in order; nobody when the match is over."""

    legal: Callable[[S, Seat], Sequence[C]]
    """Every lawful command of a seat, in canonical order, without duplicates; empty when it is no actor. Cheap `len`,
    `in` and indexing."""

    leave: Callable[[S, Seat, Chance], list[E]]
    """What happens when a seat leaves a running match."""

    default: Callable[[S, Seat], C]
    """The lawful command played for an actor whose time is over."""

    view: Callable[[S], View]
    """The allow-list."""

    census: Callable[[S], Mapping[str, int]]
    """How many of each piece there are, wherever they lie: the same at every moment of a match."""

    score: Callable[[S], Sheet]
    """The sheet at this moment."""

    result: Callable[[S], Result]
    """`Result()` while the match runs."""

    most_steps: Callable[[Ed, int, Options], int]
    """No match has more steps of play than this, whatever its seats do."""

    value: Callable[[Ed, Seen, Seat], Callable[[C], float]]
    """From what a seat sees: what a greedy player in it thinks each lawful command is worth."""

    words: Callable[[Ed], Words[C, E]]
    """The texts and pictures of a match played with this edition; names of pieces come from its labels."""

    elements: Callable[[E], Iterable[str]] = field(default=no_elements)
    """What a simulation counts besides event types: cards and the like, by name."""

    rematch: Callable[[S, Options], dict[str, str]] = field(default=same_options)
    """The options of a rematch between the same seats."""
