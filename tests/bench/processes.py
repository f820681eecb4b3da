"""Processor time and memory by part of the house, from /proc: on a busy machine they say more than rates do."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

PARTS = {"granian": "http", "project": "projector", "postgres": "postgres", "valkey-server": "valkey"}
"""A word of the name or command line, and the part that the process and all below it belong to."""

_TICKS = os.sysconf("SC_CLK_TCK")


class Process(NamedTuple):
    parent: int
    words: list[str]
    cpu_seconds: float


def cpu_seconds() -> dict[str, float]:
    """What each part below this process has used so far. What ends takes its time with it: take differences."""
    return _sums(lambda _, process: process.cpu_seconds)


def memory_mb() -> dict[str, float]:
    """Each part's own memory, and its share of what several processes use."""
    return {part: round(kilobytes / 1024) for part, kilobytes in _sums(lambda pid, _: _share_of_memory(pid)).items()}


def _sums(measure: Callable[[int, Process], float]) -> dict[str, float]:
    sums: dict[str, float] = {}
    for part, pid, process in _parts(os.getpid()):
        sums[part] = sums.get(part, 0.0) + measure(pid, process)
    return sums


def _parts(root: int) -> Iterator[tuple[str, int, Process]]:
    """Everything below a process, with its part."""
    processes = dict(_processes())
    below: dict[int, list[int]] = {}
    for pid, process in processes.items():
        below.setdefault(process.parent, []).append(pid)
    waiting = [(pid, "") for pid in below.get(root, ())]
    while waiting:
        pid, part = waiting.pop()
        part = part or next((PARTS[word] for word in processes[pid].words if word in PARTS), "")
        if part:
            yield part, pid, processes[pid]
        waiting += [(child, part) for child in below.get(pid, ())]


def _processes() -> Iterator[tuple[int, Process]]:
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            line = (folder / "comm").read_text().strip() + "\0" + (folder / "cmdline").read_text()
            fields = (folder / "stat").read_text().rsplit(") ", 1)[1].split()
        except (OSError, IndexError):  # it has ended
            continue
        words = [word.rsplit("/", 1)[-1] for word in line.split("\0")]
        yield int(folder.name), Process(int(fields[1]), words, (int(fields[11]) + int(fields[12])) / _TICKS)


def _share_of_memory(pid: int) -> float:
    """In kilobytes."""
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    except OSError:
        return 0.0
    return float(next((line.split()[1] for line in lines if line.startswith("Pss:")), 0))
