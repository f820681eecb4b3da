"""Everything that is stored can be read back."""

import subprocess
import sys
from typing import Any

import pytest

from domain.kernel.catalogue import union_members
from domain.kernel.codec import decode, encode
from domain.kernel.refusal import Refusal
from domain.match.commands import EnvelopeCommand
from domain.match.events import EnvelopeEvent
from tests.conformance.digest import digest_of_matches
from tests.conformance.material import ROOT, Table
from tests.conformance.played import every_position, positions, some

GARBAGE = ("", " ", "?", "a1", "1", "-", "🐢", "x" * 1000, "\n")


def test_states_events_and_commands_survive_their_encoding(table: Table) -> None:
    game = table.rules.game
    for position in positions(table):
        _survives(position.state, game.state)
    for match in every_position(table):
        _survives(match[-1].after.state, game.state)
        for position in match:
            if not isinstance(position.command, EnvelopeCommand):
                _survives(position.command, game.commands)
            for event in position.events:
                if not isinstance(event, EnvelopeEvent):
                    _survives(event, game.events)


def test_the_examples_are_one_of_each_command_type(table: Table) -> None:
    game = table.rules.game
    for example in game.examples:
        _survives(example, game.commands)
    assert len({type(example) for example in game.examples}) == len(game.examples)
    assert {type(example) for example in game.examples} == set(union_members(game.commands))


def _survives(value: Any, type_: Any) -> None:
    written = encode(value)
    read = decode(written, type_)
    assert type(read) is type(value)
    assert read == value
    assert encode(read) == written


def test_a_notation_writes_one_command_and_can_be_read(table: Table) -> None:
    words = table.rules.words
    for position in positions(table):
        for seat in position.actors:
            listing = position.game.legal(position.state, seat)
            for index in some(50, len(listing)):
                text = words.notation(listing[index])
                assert words.parse(text) == listing[index]
                assert "\n" not in text
    for example in table.rules.game.examples:
        assert words.parse(words.notation(example)) == example


def test_what_is_no_notation_is_unreadable(table: Table) -> None:
    words = table.rules.words
    notations = [words.notation(command) for command in table.rules.game.examples]
    changed = [f for text in notations for f in (text + " ", " " + text, text.swapcase(), text[:-1], text * 2)]
    for text in (*GARBAGE, *changed):
        try:
            assert words.notation(words.parse(text)) == text
        except Refusal as refusal:
            assert refusal.code == "unreadable"  # noqa: PT017


@pytest.mark.parametrize("hash_seed", ["1", "2"])
def test_another_process_makes_the_same_bytes(game_id: str, hash_seed: str) -> None:
    """Whatever order its sets and dicts have."""
    command = [sys.executable, "-m", "tests.conformance.digest", game_id]
    environment = {"PYTHONHASHSEED": hash_seed, "PATH": ""}
    there = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
    assert there.stdout.strip() == digest_of_matches(game_id)
