"""What Aqualin's golden matches show: each way to end, the tie won from either side, and a slide on the last turn."""

from domain.aqualin.messages import Place
from tests.golden.case import Case, Finished


def tied(finished: Finished) -> bool:
    return [tiebreak.reason for tiebreak in finished.result.tiebreaks] == ["second-mover"]


def ends_with_a_slide(finished: Finished) -> bool:
    last = finished.positions[-1].command
    return isinstance(last, Place) and last.slide is not None


CASES = (
    Case(name="plain", seats=2, players="greedy", holds=lambda finished: not finished.result.tiebreaks),
    Case(name="slide-on-the-last-turn", seats=2, holds=ends_with_a_slide),
    Case(name="tie-won-by-the-colour-seat", seats=2, options={"colours": "0", "first": "1"}, holds=tied),
    Case(name="tie-won-by-the-type-seat", seats=2, options={"colours": "0", "first": "0"}, holds=tied),
    Case(name="a-seat-leaves", seats=2, leaves=30, holds=lambda finished: finished.result.reason == "seat-left"),
)
