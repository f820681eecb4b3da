"""The toy as values of the contract: what a game's `GAMES` entries look like."""

from collections.abc import Callable, Iterable

from domain.kernel.game import Game
from domain.kernel.messages import Seat
from domain.kernel.score import Result, Sheet
from domain.kernel.view import Seen
from domain.kernel.words import Labels
from tests.toy import rules, scoring
from tests.toy.edition import ToyEdition
from tests.toy.state import Bury, Commands, Dig, Events, Row, Show, Shown, Spot, State, view
from tests.toy.v1 import scoring as scoring_v1
from tests.toy.words import words

ToyGame = Game[ToyEdition, State, Commands, Events]


def value(edition: ToyEdition, seen: Seen, seat: Seat) -> Callable[[Commands], float]:
    """Showing beats burying, and best beside stones of the same colour."""
    row: Row = seen.public.rows[seat]
    hand = seen.private[0].hand

    def worth(command: Commands) -> float:
        if not isinstance(command, Show):
            return 0
        beside = [row[spot] for spot in (command.spot - 1, command.spot + 1) if 0 <= spot < len(row)]
        return 1 + beside.count(hand)

    return worth


def elements(event: Events) -> Iterable[str]:
    if isinstance(event, Shown):
        yield f"{event.colour} stone"


def _game(rules_version: int, score: Callable[[State], Sheet], result: Callable[[State], Result]) -> ToyGame:
    return Game(
        id="toy",
        rules_version=rules_version,
        names=Labels("Toy", "Brinquedo", "Giocattolo"),
        languages=("en",),
        seats=(2, 3),
        edition=ToyEdition,
        state=State,
        commands=Commands,
        events=Events,
        examples=(Dig(), Show(Spot(0)), Bury()),
        initial=rules.initial,
        setup=rules.setup,
        decide=rules.decide,
        evolve=rules.evolve,
        actors=rules.actors,
        legal=rules.legal,
        leave=rules.leave,
        default=rules.default,
        view=view,
        census=rules.census,
        score=score,
        result=result,
        most_steps=rules.most_steps,
        value=value,
        words=words,
        elements=elements,
    )


TOY = _game(2, scoring.score, scoring.result)
TOY_1 = _game(1, scoring_v1.score, scoring_v1.result)
GAMES = (TOY_1, TOY)
