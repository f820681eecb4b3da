"""Every clause of a game's rules has its test, and no test speaks of a clause that does not exist."""

import ast
from collections.abc import Iterator
from pathlib import Path

from tests.conformance.material import clauses, folder_of, home

MARKS = {"book", "public", "ruling", "edition"}


def test_the_rules_say_where_each_clause_comes_from(game_id: str) -> None:
    found = clauses(game_id)
    assert found, f"{home(game_id)}/RULES.md has no table of clauses"
    for clause, mark in found.items():
        assert set(mark.split(" + ")) <= MARKS, f"{clause}: {mark!r}"


def test_every_clause_is_exercised_and_no_test_names_another(game_id: str) -> None:
    named = {clause for file in folder_of(game_id).rglob("test_*.py") for clause in clauses_named_in(file)}
    assert named == set(clauses(game_id))


def clauses_named_in(file: Path) -> Iterator[str]:
    """The arguments of every `pytest.mark.clause(…)` in a file."""
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "clause":
            for argument in node.args:
                assert isinstance(argument, ast.Constant), f"{file}:{node.lineno}: clause ids are written out"
                yield str(argument.value)
