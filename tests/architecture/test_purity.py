"""What the rooms of `domain` may know of each other and of the world: read off their syntax trees."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FILES = sorted((ROOT / "domain").rglob("*.py"))
LONGEST = 450  # lines

# Modules of the standard library that reach for the outside: files, processes, networks, clocks, chance, environment.
OUTSIDE = {
    "asyncio", "builtins", "ctypes", "datetime", "fcntl", "getpass", "glob", "http", "importlib", "io", "locale",
    "logging", "mmap", "multiprocessing", "os", "pathlib", "pickle", "platform", "random", "secrets", "select",
    "shelve", "shutil", "signal", "socket", "sqlite3", "ssl", "subprocess", "sys", "tempfile", "threading", "time",
    "urllib", "warnings", "zoneinfo",
}  # fmt: skip
OUTSIDE_CALLS = {"open", "input", "print", "eval", "exec", "compile", "__import__", "id", "hash", "breakpoint"}
OUTSIDE_UUIDS = {"uuid1", "uuid4", "getnode"}

# The rooms that each room may import, besides itself. A game may import the kernel only.
ROOMS = {
    "kernel": set[str](),
    "match": {"kernel"},
    "players": {"kernel"},
    "record": {"kernel", "match", "players"},
}


def room_of(file: Path) -> str:
    return file.relative_to(ROOT / "domain").parts[0].removesuffix(".py")


def imports(file: Path) -> Iterator[tuple[int, str, str]]:
    """Line, module and name of each import, also of those inside functions."""
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield node.lineno, alias.name, ""
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file}:{node.lineno}: relative"
            for alias in node.names:
                yield node.lineno, node.module or "", alias.name


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(ROOT)))
def test_the_domain_is_pure(file: Path) -> None:
    """No I/O, no clock, no chance but the kernel's, no environment; nothing but the standard library and msgspec."""
    for line, module, name in imports(file):
        top = module.split(".")[0]
        assert top in {"domain", "msgspec"} or top in sys.stdlib_module_names, f"line {line}: {module}"
        assert top not in OUTSIDE, f"line {line}: {module}"
        assert (top, name) not in {("uuid", bad) for bad in OUTSIDE_UUIDS}, f"line {line}: {name}"
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            assert node.func.id not in OUTSIDE_CALLS, f"line {node.lineno}: {node.func.id}"
        assert not isinstance(node, ast.Global | ast.Nonlocal), f"line {getattr(node, 'lineno', 0)}: global"


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(ROOT)))
def test_the_arrows_between_its_rooms_go_one_way(file: Path) -> None:
    room = room_of(file)
    games = {room_of(other) for other in FILES} - ROOMS.keys() - {"catalogue", "__init__"}
    allowed = ROOMS.get(room, games if room == "catalogue" else set()) | {room, "kernel"}
    for line, module, name in imports(file):
        if module.split(".")[0] == "domain":
            imported = [*module.split("."), name][1]
            assert imported in allowed, f"line {line}: {room} imports {imported}"


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(ROOT)))
def test_files_are_short_enough_to_be_read(file: Path) -> None:
    assert len(file.read_text().splitlines()) <= LONGEST


def test_only_the_catalogue_knows_the_games() -> None:
    """A new game is one folder and one line."""
    games = {room_of(file) for file in FILES} - ROOMS.keys() - {"catalogue", "__init__"}
    for folder in ("infra", "projections", "service"):
        for file in (ROOT / folder).rglob("*.py"):
            for line, module, _ in imports(file):
                assert not games & set(module.split(".")[1:2]), f"{file}:{line}: {module}"
