"""What is read back from stored bytes is what was decided; and damaged bytes break the game, never the house."""

from uuid import UUID

from msgspec.structs import replace

from domain.kernel.chance import Chance
from domain.match.commands import Close
from domain.match.decide import decide
from domain.match.fold import advance, begin
from domain.match.state import Broken
from domain.match.step import Step
from tests.conformance.material import Table, catalogue
from tests.conformance.played import matches, positions, seed_of

CHANGED = 150  # bytes of each match, one at a time


def test_the_fold_of_the_bytes_is_what_was_decided_step_by_step(table: Table) -> None:
    for match in matches(table):
        folded = begin(catalogue(), match[0].step)
        assert folded == match[0].match
        for step, after in match[1:]:
            folded = advance(folded, step)
            assert folded == after


def damaged(step: Step) -> list[Step]:
    """A step of play, in ways that hashes would tell, had anybody checked them."""
    return [
        replace(step, open=b""),
        replace(step, open=step.open[: len(step.open) // 2]),
        replace(step, open=step.open.replace(b'"events":[', b'"events":[{"type":"nothing"},', 1)),
        replace(step, open=b"[" * 100_000),
        replace(step, open=step.open.replace(b'"type":"', b'"type":"\xff', 1)),
        replace(step, sealed=b'[{"nonce":"00","part":{"to":null,"at":[0],"events":[]}}]'),
        replace(step, sealed=b"[" * 100_000),
    ]


def test_a_damaged_step_breaks_the_game_and_the_envelope_still_folds(table: Table) -> None:
    for position in positions(table):
        for step in damaged(position.step):
            after = advance(position.match, step)
            assert isinstance(after.state, Broken)
            assert after.state.version == after.version == position.step.version
            assert after.players == position.match.players


def test_no_change_of_a_byte_crashes_the_fold(table: Table) -> None:
    """Hashes tell of it; but the fold comes first when somebody brings a record."""
    chance = Chance(b"damage", {})
    for match in matches(table):
        for _ in range(CHANGED):
            place = 1 + chance.below(len(match) - 1, "step")
            step = match[place].step
            column = chance.choose(["open", "sealed"] if step.sealed else ["open"], "column")
            stored = bytearray(getattr(step, column))
            stored[chance.below(len(stored), "byte")] = chance.below(256, "value")
            after = advance(match[place - 1].match, replace(step, **{column: bytes(stored)}))
            assert after.version == step.version
            for later, _ in match[place + 1 : place + 4]:
                after = advance(after, later)


def test_a_broken_match_ends_as_its_steps_say_or_is_closed(table: Table) -> None:
    for match in matches(table):
        middle = len(match) // 2
        broken = match[middle].match
        for step, _ in match[middle + 1 :]:
            broken = advance(broken, replace(step, open=step.open[:-1]) if step is match[middle + 1].step else step)
        assert isinstance(broken.state, Broken)
        assert (broken.status, broken.result, broken.totals) == (
            match[-1].match.status, match[-1].match.result, match[-1].match.totals,
        )  # fmt: skip

    position = positions(table)[0]
    broken = advance(position.match, damaged(position.step)[0])
    closed = decide(broken, UUID(int=7), UUID(int=8), Close("it cannot be read"), seed_of(table, "random"))
    assert closed.draft.version == broken.version + 1
