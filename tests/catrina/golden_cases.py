"""What Viva Catrina's golden matches show: each way to end for each number of seats, ties, and a bag that runs out."""

from collections.abc import Sequence
from typing import Any

from domain.catrina.commands import Place
from domain.catrina.events import BalloonTaken, ChimeraCame, ExtraDrawn, ExtrasMissed, RoundBegan
from domain.catrina.view import Table
from domain.kernel.catalogue import AnyGame
from domain.kernel.chance import Chance
from domain.kernel.messages import Seat
from domain.kernel.view import Seen
from tests.golden.case import Case, Finished


def eager(game: AnyGame, edition: Any, seen: Seen, seat: Seat, lawful: Sequence[Any], chance: Chance) -> Any:
    """The best of a dozen commands, at the end of the best of all: it brings about what is rare among random ones."""
    table: Table = seen.public
    last = table.round == len(table.villages) and sum(len(row.tiles) for row in table.rows) < 2
    some = lawful if last else [chance.choose(lawful, "move") for _ in range(12)]
    return max(some, key=game.value(edition, seen, seat))


def ends_with_an_extra_tile(finished: Finished) -> bool:
    return isinstance(finished.positions[-1].command, Place) and finished.result.reason == "rounds"


def ends_with_what_it_brings(finished: Finished) -> bool:
    """The last extra tile brings a balloon tile or a chimera."""
    last = finished.positions[-1]
    return ends_with_an_extra_tile(finished) and any(
        isinstance(event, BalloonTaken | ChimeraCame) for event in last.events
    )


def two_in_one_turn(finished: Finished) -> bool:
    return any(
        isinstance(position.command, Place) and any(isinstance(event, ExtraDrawn) for event in position.events)
        for position in finished.positions
    )


def short_refill(finished: Finished) -> bool:
    spaces = sum(finished.rules.edition.rows(len(finished.result.places)))  # type: ignore[attr-defined]
    began = [event for event in finished.events if isinstance(event, RoundBegan)]
    return any(0 < sum(map(len, event.rows)) < spaces for event in began) and finished.result.reason == "rounds"


def bag_empty_in_mid_chain(finished: Finished) -> bool:
    return any(
        isinstance(event, ExtrasMissed) and isinstance(position.command, Place)
        for position in finished.positions
        for event in position.events
    )


def nothing_to_draw(finished: Finished) -> bool:
    return any(isinstance(event, ExtrasMissed) for event in finished.events)


def winners(number: int, seats: int) -> Case:
    return Case(
        name=f"shared-by-{number}-of-{seats}",
        seats=seats,
        holds=lambda finished: len(finished.result.winners) == number and finished.result.reason == "rounds",
    )


CASES = (
    *(
        Case(name=f"rounds-{seats}", seats=seats, holds=lambda finished: finished.result.reason == "rounds")
        for seats in range(2, 7)
    ),
    *(
        Case(name=f"ends-with-an-extra-tile-{seats}", seats=seats, players=eager, holds=ends_with_an_extra_tile)
        for seats in range(2, 7)
    ),
    *(
        Case(name=f"ends-with-what-it-brings-{seats}", seats=seats, players=eager, holds=ends_with_what_it_brings)
        for seats in range(2, 7)
    ),
    Case(name="greedy-2", seats=2, players="greedy", holds=two_in_one_turn),
    Case(name="greedy-4", seats=4, players="greedy", holds=lambda finished: True),
    winners(2, 2),
    winners(2, 4),
    winners(3, 3),
    winners(3, 5),
    Case(name="first-seat-begins", seats=3, options={"first": "0"}, holds=lambda finished: True),
    Case(name="short-refill", seats=3, edition="tiny", holds=short_refill),
    Case(name="no-refill", seats=4, edition="tiny", holds=lambda finished: finished.result.reason == "tiles"),
    Case(name="no-extra-tile-left", seats=3, edition="tiny", holds=nothing_to_draw),
    Case(name="bag-empty-in-mid-chain", seats=2, edition="pairs", holds=bag_empty_in_mid_chain),
    *(
        Case(
            name=f"left-alone-{seats}",
            seats=seats,
            leaves=8,
            holds=lambda finished: finished.result.reason == "alone",
        )
        for seats in range(2, 7)
    ),
    Case(
        name="two-leave-four-play-on",
        seats=6,
        leaves=30,
        salts=("pepper", "", "", "sea salt", "", ""),
        holds=lambda finished: len(finished.match.resigned) == 2 and finished.result.reason == "rounds",
    ),
)
