"""Puzzilli as the house knows it."""

from collections.abc import Iterable

from domain.kernel.game import Game
from domain.kernel.words import Labels
from domain.puzzilli import legal, rules, scoring, state, view
from domain.puzzilli.commands import EXAMPLES, PuzzilliCommand
from domain.puzzilli.edition import PuzzilliEdition
from domain.puzzilli.events import Placed, Pulled, PuzzilliEvent
from domain.puzzilli.value import value
from domain.puzzilli.words import words


def elements(event: PuzzilliEvent) -> Iterable[str]:
    """The pieces that reach the boards, and what is pulled, by shape."""
    if isinstance(event, Placed):
        yield event.piece
    if isinstance(event, Pulled):
        yield f"pulled {event.piece.split()[-1]}"


PUZZILLI: Game[PuzzilliEdition, state.State, PuzzilliCommand, PuzzilliEvent] = Game(
    id="puzzilli",
    rules_version=1,
    names=Labels(en="Puzzilli", pt="Puzzilli", it="Puzzilli"),
    languages=("it", "en", "pt"),
    seats=(2, 3, 4),
    edition=PuzzilliEdition,
    state=state.State,
    commands=PuzzilliCommand,
    events=PuzzilliEvent,
    examples=EXAMPLES,
    initial=rules.initial,
    setup=rules.setup,
    decide=rules.decide,
    evolve=state.evolve,
    actors=rules.actors,
    legal=legal.legal,
    leave=rules.leave,
    default=legal.default,
    view=view.view,
    census=view.census,
    score=scoring.score,
    result=scoring.result,
    most_steps=rules.most_steps,
    value=value,
    words=words,
    elements=elements,
)
