"""What Puzzilli's golden matches show: each way to end under each pair of options that touch it, ties, what is rare."""

from collections.abc import Callable, Iterator

from domain.puzzilli.events import AllPulled, Ending, WentWithout
from tests.golden.case import Case, Finished

PAIRS = tuple((end, late) for end in ("finish-round", "at-once") for late in ("last-pull", "most-reaches"))


def last_look(finished: Finished) -> AllPulled:
    return [event for event in finished.events if isinstance(event, AllPulled)][-1]


def ends(reason: Ending, stuck: Callable[[int], bool] = lambda _: True) -> Callable[[Finished], bool]:
    """For this reason, with so many stuck seats."""
    return lambda finished: finished.result.reason == reason and stuck(len(last_look(finished).stuck))


def stuck_with_a_doubloon(finished: Finished) -> bool:
    special = finished.state.edition.special
    return finished.result.reason == "stuck" and any(
        finished.state.seats[seat].pulled == special for seat in last_look(finished).stuck
    )


def tied(*reasons: str, seats: int) -> Callable[[Finished], bool]:
    """So many seats share the best total, and these tie-breaks part them, or do not."""

    def holds(finished: Finished) -> bool:
        totals, tiebreaks = finished.match.totals, finished.result.tiebreaks
        return totals.count(max(totals)) == seats and tuple(tiebreak.reason for tiebreak in tiebreaks) == reasons

    return holds


def endings() -> Iterator[Case]:
    for end, late in PAIRS:
        options = {"end": end, "latecomer": late}
        about = f"{end}-{late}"
        yield Case(name=f"last-token-{about}", seats=2, options=options, holds=ends("last-token"))
        yield Case(name=f"one-stuck-{about}", seats=3, options=options, holds=ends("stuck", lambda many: many == 1))
        yield Case(name=f"several-stuck-{about}", seats=2, options=options, holds=ends("stuck", lambda many: many > 1))
        yield Case(name=f"both-{about}", seats=2, options=options, holds=ends("stuck-and-last-token"))
        yield Case(
            name=f"stuck-with-a-doubloon-{about}",
            edition="doubloons",
            seats=3,
            options=options,
            holds=stuck_with_a_doubloon,
        )
        yield Case(
            name=f"bag-too-small-{about}", edition="scarce", seats=4, options=options, holds=ends("bag-too-small")
        )


CASES = (
    Case(name="greedy", seats=4, players="greedy", holds=ends("last-token")),
    Case(
        name="other-scoring",
        seats=3,
        options={"shell": "every-neighbour", "coin": "every-non-coin"},
        players="greedy",
        holds=ends("stuck"),
    ),
    *endings(),
    Case(
        name="a-doubloon-goes-without",
        edition="treasure",
        seats=4,
        holds=lambda finished: any(isinstance(event, WentWithout) for event in finished.events),
    ),
    Case(name="pieces-decide", seats=2, holds=tied("fewest-pieces", seats=2)),
    Case(name="patta", seats=2, holds=tied("equal", seats=2)),
    Case(name="three-tied-one-parted", seats=3, holds=tied("fewest-pieces", "equal", seats=3)),
    Case(name="four-tied-some-parted", edition="doubloons", seats=4, holds=tied("fewest-pieces", "equal", seats=4)),
    Case(name="negative-totals", seats=2, holds=lambda finished: max(finished.match.totals) < 0),
    Case(name="left-alone", seats=3, leaves=12, holds=ends("one-seat-left")),
    Case(
        name="two-leave-two-play-on",
        seats=4,
        leaves=60,
        salts=("sale", "", "pepe", ""),
        holds=lambda finished: len(finished.match.resigned) == 2 and finished.result.reason == "last-token",
    ),
)
