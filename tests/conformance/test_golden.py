"""Golden matches (see `tests/golden/make.py`) are decided anew to their stored bytes, for ever."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from domain.kernel.catalogue import union_members
from domain.kernel.codec import encode
from domain.kernel.words import LANGUAGES, Language
from domain.match.state import Match
from domain.match.telling import outcome
from domain.record.verify import verify
from tests.conformance.material import GAMES, IDS, catalogue, golden_of
from tests.golden.make import cases_of, tags_kept

FILES = [file for game in IDS for file in sorted(golden_of(game).glob("v*/*.jsonl"))]


def name_of(file: Path) -> str:
    return "-".join((file.parent.parent.name, file.parent.name, file.stem))


def index_of(game: str, version: int) -> dict[str, Any]:
    index: dict[str, Any] = msgspec.toml.decode((golden_of(game) / f"v{version}" / "cases.toml").read_bytes())
    return index


@pytest.mark.parametrize("file", FILES, ids=name_of)
def test_a_golden_match_is_still_decided_as_it_was(file: Path) -> None:
    report = verify(file.read_bytes(), catalogue(), lambda *_: False)
    assert report.problem is None
    assert {"hash chain", "header", "decisions", "draws", "fingerprints"} <= set(report.checked)
    assert report.unchecked == ["unsigned"]
    assert report.match is not None
    version = report.match.created.rules_version
    assert (report.match.created.game, f"v{version}") == (file.parent.parent.name, file.parent.name)

    expected, result = index_of(report.match.created.game, version)[file.stem], report.match.result
    assert result.reason == expected["reason"]
    assert sorted({tiebreak.reason for tiebreak in result.tiebreaks}) == expected["tiebreaks"]
    assert list(result.places) == expected["places"]
    assert list(report.match.totals) == expected["totals"]
    for language in LANGUAGES:
        assert_tells_how_it_ended(report.match, language)


def assert_tells_how_it_ended(match: Match, language: Language) -> None:
    assert match.rules is not None
    end, *parted = outcome(match, language)
    assert end == match.rules.words.reasons[match.result.reason][language]
    for sentence, tiebreak in zip(parted, match.result.tiebreaks, strict=True):
        assert sentence.startswith(tiebreak.clause)
        assert sentence.endswith(match.rules.words.reasons[tiebreak.reason][language])
        assert all(match.names[seat] in sentence for seat in tiebreak.seats)


def test_every_way_to_end_and_every_tiebreak_has_a_golden_match(game_id: str) -> None:
    for game in GAMES:
        if game.id == game_id:
            index = index_of(game_id, game.rules_version)
            files = {file.stem for file in (golden_of(game_id) / f"v{game.rules_version}").glob("*.jsonl")}
            assert files == set(index)
            shown = {name for case in index.values() for name in (case["reason"], *case["tiebreaks"])}
            rules = catalogue().rules(game_id, game.rules_version, catalogue().newest(game_id).digest)
            assert shown == set(rules.words.reasons)


def test_every_golden_case_has_been_made(game_id: str) -> None:
    newest = max(game.rules_version for game in GAMES if game.id == game_id)
    assert {case.name for case in cases_of(game_id)} <= set(index_of(game_id, newest))


def test_every_command_and_event_ever_written_can_still_be_read(game_id: str) -> None:
    for game in GAMES:
        if game.id == game_id:
            file = golden_of(game_id) / "messages.jsonl"
            for line in file.read_bytes().splitlines():
                assert encode(msgspec.json.decode(line, type=game.commands | game.events)) == line
            types = (*union_members(game.commands), *union_members(game.events))
            assert {type_.__struct_config__.tag for type_ in types} <= tags_kept(file)
