"""What checking a record finds."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from domain.match.filing import Filed
from domain.match.state import Match
from domain.match.step import Step


class Problem(Exception):
    """The first thing that does not hold: at which step (0: the header), which check, and why."""

    def __init__(self, step: int, check: str, why: str) -> None:
        super().__init__(step, check, why)
        self.step, self.check, self.why = step, check, why

    @property
    def where(self) -> str:
        return f"step {self.step}" if self.step else "header"


class Folded(NamedTuple):
    """A step, what can be read of it, and the match after it."""

    step: Step
    filed: Filed
    match: Match


@dataclass
class Report:
    """What was found. The record holds if there is no `problem`; then `folded` is all of it, to be told or imported.

    `checked` lists the checks that were done, `unchecked` what could not be and why. `seals` are the versions that
    seal and their public keys; empty when unsigned. `salted` are the seats whose sitter brought a salt.
    """

    match: Match | None = None
    problem: Problem | None = None
    folded: Sequence[Folded] = ()
    checked: list[str] = field(default_factory=list)
    unchecked: list[str] = field(default_factory=list)
    seals: list[tuple[int, str]] = field(default_factory=list)
    salted: tuple[int, ...] = ()
    chosen_seed: bool = False

    @property
    def holds(self) -> bool:
        return self.problem is None

    @property
    def sealed_by(self) -> str | None:
        """The public key of the newest seal: the one that covers all before it."""
        return self.seals[-1][1] if self.seals else None
