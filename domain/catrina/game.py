"""Viva Catrina as the house knows it."""

from collections.abc import Iterable

from domain.catrina import legal, rules, scoring, view
from domain.catrina.cells import Cell
from domain.catrina.commands import CatrinaCommand, Place, Take
from domain.catrina.edition import CatrinaEdition
from domain.catrina.events import BalloonFlipped, BalloonTaken, CatrinaEvent, ChimeraCame, StallDoubled
from domain.catrina.state import State
from domain.catrina.value import value
from domain.catrina.words import words
from domain.kernel.game import Game
from domain.kernel.words import Labels


def elements(event: CatrinaEvent) -> Iterable[str]:
    match event:
        case BalloonTaken(_, colour, _):
            return (f"balloon tile {colour}",)
        case BalloonFlipped(_, colour, _):
            return (f"golden tile {colour}",)
        case ChimeraCame(_, chimera, _):
            return (f"chimera {chimera}",)
        case StallDoubled(_, stall):
            return (f"two stalls {stall}",)
        case _:
            return ()


CATRINA: Game[CatrinaEdition, State, CatrinaCommand, CatrinaEvent] = Game(
    id="catrina",
    rules_version=1,
    names=Labels(en="Viva Catrina", pt="Viva Catrina", it="Viva Catrina"),
    languages=("en", "pt", "it"),
    seats=(2, 3, 4, 5, 6),
    edition=CatrinaEdition,
    state=State,
    commands=CatrinaCommand,
    events=CatrinaEvent,
    examples=(Take("A1", Cell("2,-1"), 90), Place(Cell("0,3"), 0)),
    initial=rules.initial,
    setup=rules.setup,
    decide=rules.decide,
    evolve=rules.evolve,
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
