"""What the toy's golden matches show: every way to end, every tie-break, and what is rare."""

from tests.golden.case import Case, Finished


def tiebreaks(finished: Finished) -> list[str]:
    return [tiebreak.reason for tiebreak in finished.result.tiebreaks]


# `v1/from-an-older-release.jsonl` has no case: its set-up wrote the event `began`, which is only read any more.
CASES = (
    Case(name="plain", seats=2, players="greedy", holds=lambda finished: finished.result.tiebreaks == ()),
    Case(name="long", seats=3, options={"length": "long"}, holds=lambda finished: finished.result.reason == "rounds"),
    Case(name="not-buried", seats=3, holds=lambda finished: tiebreaks(finished) == ["not-buried"]),
    Case(name="both-ties", seats=3, holds=lambda finished: tiebreaks(finished) == ["not-buried", "shared"]),
    Case(name="shared-by-three", seats=3, holds=lambda finished: len(finished.result.winners) == 3),
    Case(name="left-alone", seats=2, leaves=6, holds=lambda finished: finished.result.reason == "left"),
    Case(
        name="one-leaves-two-play-on",
        seats=3,
        leaves=8,
        salts=("pepper", "", "sea salt"),
        holds=lambda finished: len(finished.match.resigned) == 1 and finished.result.reason == "rounds",
    ),
)
