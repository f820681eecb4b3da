"""A record on disk as a match that can be told. What does not hold is not told."""

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from domain.kernel.catalogue import union_members
from domain.match.state import Match
from domain.record.report import Folded
from domain.record.verify import verify
from infra.editions import shipped_catalogue
from infra.keys import is_signed
from service.cli.failure import Failure, Misuse


def read_file(file: Path) -> bytes:
    """`-` is standard input. Raises `Misuse`."""
    try:
        return sys.stdin.buffer.read() if file == Path("-") else file.read_bytes()
    except OSError as error:
        raise Misuse(f"cannot read {file}: {error.strerror}") from error


def open_record(file: Path) -> Sequence[Folded]:
    """Every step of a record that holds, with the match after it. Raises `Misuse`, `Failure`."""
    report = verify(read_file(file), shipped_catalogue(), is_signed)
    if problem := report.problem:
        raise Failure(f"{file} does not hold: {problem.where}: {problem.check}: {problem.why}")
    match = report.folded[-1].match
    if match.status == "running" and _hides(match):
        raise Failure(f"{file}: the match still runs, and its hidden pieces are not in the record")
    return report.folded


def _hides(match: Match) -> bool:
    """Whether the game has anything that not everybody may know."""
    assert match.rules is not None  # a record that holds is of rules known here
    types: Sequence[Any] = union_members(match.rules.game.events)
    return any(type_.audience != "all" for type_ in types)


def upto(folded: Sequence[Folded], step: int | None) -> Sequence[Folded]:
    """The steps up to the one asked for, by default the last. Raises `Misuse`."""
    if step is not None and step > len(folded):
        raise Misuse(f"there are {len(folded)} steps, not {step}")
    return folded[:step]


def named(folded: Sequence[Folded]) -> Iterator[Match]:
    """The matches with a name for every seat: the last one it had, or its number."""
    known = [f"seat {seat}" for seat in range(folded[0].match.created.seats)]
    for moment in folded:
        known = [name or old for name, old in zip(moment.match.names, known, strict=True)]
        yield replace(moment.match, names=tuple(known))
