"""Acuarella as the house knows it."""

from collections.abc import Iterator

from domain.acuarella import legal, rules, scoring, view
from domain.acuarella.commands import (
    AcuarellaCommand,
    Done,
    Exchange,
    Guard,
    Guess,
    Insist,
    LayPhoto,
    Meow,
    Parade,
    Place,
    Purr,
    Reserve,
    Rob,
)
from domain.acuarella.edition import AcuarellaEdition
from domain.acuarella.events import (
    AcuarellaEvent,
    BoardFilled,
    BoneCovered,
    CatAssembled,
    Exchanged,
    Guarded,
    Guessed,
    Insisted,
    Paraded,
    PhotosLaid,
    Purred,
    Reserved,
    Robbed,
)
from domain.acuarella.evolve import evolve
from domain.acuarella.state import State
from domain.acuarella.value import value
from domain.acuarella.words import words
from domain.kernel.game import Game
from domain.kernel.messages import Seat
from domain.kernel.words import Labels

_CARDS: dict[type, str] = {
    Guessed: "psychic",
    Purred: "purring",
    Robbed: "jealous",
    Insisted: "stubborn",
    Paraded: "parade",
    Guarded: "guardian",
    Reserved: "stray",
    Exchanged: "hairball",
}


def elements(event: AcuarellaEvent) -> Iterator[str]:
    """Cards played, bones that brought one, photos laid, trophies and assembled cats."""
    if type(event) in _CARDS:
        yield f"card:{_CARDS[type(event)]}"
    match event:
        case BoneCovered(_, _, card, _) if card is not None:
            yield "bone"
        case PhotosLaid(_, cells):
            yield from ("photo" for _ in cells)
        case BoardFilled(_, trophy) if trophy:
            yield f"trophy:{trophy}"
        case CatAssembled():
            yield "cat"


ACUARELLA: Game[AcuarellaEdition, State, AcuarellaCommand, AcuarellaEvent] = Game(
    id="acuarella",
    rules_version=1,
    names=Labels(en="Acuarella", pt="Acuarella", it="Acuarella"),
    languages=("pt", "en", "it"),
    seats=(2, 3, 4),
    edition=AcuarellaEdition,
    state=State,
    commands=AcuarellaCommand,
    events=AcuarellaEvent,
    examples=(
        Place("2", "L4-green", "fr90", "c4"),
        Guess("blue"),
        Purr(),
        Rob(Seat(1), "blue-green"),
        Insist(),
        Parade(),
        Guard(),
        Reserve("R2"),
        Exchange("jealous"),
        LayPhoto("c4"),
        Done(),
        Meow(Seat(1)),
    ),
    initial=rules.start,
    setup=rules.setup,
    decide=rules.decide,
    evolve=evolve,
    actors=legal.actors,
    legal=legal.legal,
    leave=rules.leave,
    default=rules.default,
    view=view.view,
    census=view.census,
    score=scoring.score,
    result=scoring.result,
    most_steps=rules.most_steps,
    value=value,
    words=words,
    elements=elements,
)
