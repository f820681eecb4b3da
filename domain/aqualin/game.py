"""Aqualin as the house knows it."""

from domain.aqualin import legal, rules, scoring, view
from domain.aqualin.edition import AqualinEdition
from domain.aqualin.messages import Events, Place, Slide
from domain.aqualin.reef import Cell, Tile
from domain.aqualin.state import State
from domain.aqualin.value import value
from domain.aqualin.words import words
from domain.kernel.game import Game
from domain.kernel.words import Labels

AQUALIN: Game[AqualinEdition, State, Place, Events] = Game(
    id="aqualin",
    rules_version=1,
    names=Labels(en="Aqualin", pt="Aqualin", it="Aqualin"),
    languages=("en", "pt", "it"),
    seats=(2,),
    edition=AqualinEdition,
    state=State,
    commands=Place,
    events=Events,
    examples=(Place(Tile("RC"), Cell("d4"), Slide(Cell("c3"), Cell("c5"))),),
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
    rematch=rules.rematch,
)
