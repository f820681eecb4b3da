"""What commands print: tables and progress for people, JSON for programs."""

import sys
from collections.abc import Iterable, Iterator
from typing import Any, TypeVar

import msgspec
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

T = TypeVar("T")

# No markup: what is printed may come from a record, and so from anybody.
console = Console(markup=False, highlight=False, width=None if sys.stdout.isatty() else 160)


def print_json(value: object) -> None:
    """One line of JSON."""
    sys.stdout.write(msgspec.json.encode(value).decode() + "\n")


def print_table(columns: Iterable[str], rows: Iterable[Iterable[object]]) -> None:
    """A column whose name ends with a space holds numbers, and stands to the right."""
    table = Table(box=None, pad_edge=False, header_style="bold")
    for column in columns:
        table.add_column(column.strip(), justify="right" if column.endswith(" ") else "left", overflow="fold")
    for row in rows:
        table.add_row(*(Text(str(cell)) for cell in row))
    console.print(table)


def progress(name: str) -> Progress:
    """A bar on standard error, if that is a terminal."""
    bar: tuple[Any, ...] = (TextColumn(name), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    return Progress(*bar, console=Console(stderr=True), disable=not sys.stderr.isatty(), transient=True)


def track(items: Iterable[T], total: int, name: str, shown: bool = True) -> Iterator[T]:
    """The items, with a bar that grows."""
    if not shown:
        yield from items
        return
    with progress(name) as bar:
        task = bar.add_task(name, total=total)
        for item in items:
            yield item
            bar.advance(task)
