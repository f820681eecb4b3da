"""Processor time by part of the house, from /proc: on a busy machine it says more than rates do. Empty elsewhere."""

import os
from collections.abc import Iterator
from pathlib import Path

PARTS = {"granian": "http", "project": "projector", "postgres": "postgres", "valkey-server": "valkey"}
"""A word of the command line, and the part that the process and all below it belong to."""

_TICKS = os.sysconf("SC_CLK_TCK")


def cpu_seconds() -> dict[str, float]:
    """What each part below this process has used so far. What ends takes its time with it: take differences."""
    used: dict[str, float] = {}
    for part, seconds in _parts(os.getpid()):
        used[part] = used.get(part, 0.0) + seconds
    return used


def _parts(root: int) -> Iterator[tuple[str, float]]:
    processes = dict(_processes())
    below: dict[int, list[int]] = {}
    for pid, (parent, _, _) in processes.items():
        below.setdefault(parent, []).append(pid)
    waiting = [(root, "")]
    while waiting:
        pid, part = waiting.pop()
        _, words, seconds = processes.get(pid, (0, [], 0.0))
        part = part or next((PARTS[word] for word in words if word in PARTS), "")
        if part:
            yield part, seconds
        waiting += [(child, part) for child in below.get(pid, ())]


def _processes() -> Iterator[tuple[int, tuple[int, list[str], float]]]:
    """(process, (its parent, words of its command line, seconds))"""
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            words = [word.rsplit("/", 1)[-1] for word in (folder / "cmdline").read_text().split("\0")]
            fields = (folder / "stat").read_text().rsplit(") ", 1)[1].split()
        except (OSError, IndexError):  # it has ended
            continue
        yield int(folder.name), (int(fields[1]), words, (int(fields[11]) + int(fields[12])) / _TICKS)
