"""Editions: what the standard one holds, and what none may."""

from typing import Any

import msgspec
import pytest

from domain.aqualin.edition import AqualinEdition
from tests.aqualin.table import STANDARD


@pytest.mark.clause("AQ-1", "AQ-2", "AQ-3")
def test_the_standard_edition_is_the_printed_game() -> None:
    assert (STANDARD.grid.columns, STANDARD.grid.rows) == (6, 6)
    assert [colour.id for colour in STANDARD.colours] == ["blue", "green", "pink", "purple", "red", "yellow"]
    assert [type_.id for type_ in STANDARD.types] == ["crab", "fish", "jellyfish", "seahorse", "starfish", "turtle"]
    assert STANDARD.display.size == 6
    assert "reconstructed" not in STANDARD.provenance.values()


PLAIN = msgspec.to_builtins(STANDARD)


@pytest.mark.parametrize(
    ("tables", "message"),
    [
        ({"provenance": {"grid": "public"}}, "provenance: must say"),
        ({"grid": {"columns": 6, "rows": 5}}, "grid: must have one cell for each of the 36 tiles"),
        ({"grid": {"columns": 36, "rows": 1}}, "grid: must fit"),
        ({"colours": [PLAIN["colours"][0]] * 6}, "colours: needs rows with different letters"),
        ({"colours": [{**PLAIN["colours"][0], "letter": "É"}]}, "colours: letters must be A to Z"),
        (
            {"colours": [{**colour, "id": "red"} for colour in PLAIN["colours"]]},
            "colours: needs rows with different ids",
        ),
        ({"types": []}, "types: needs rows"),
        ({"display": {"size": 0}}, "display: must hold 1 to 36 tiles"),
        ({"display": {"size": 37}}, "display: must hold 1 to 36 tiles"),
        ({"shoals": {"points": [0, 0, 1, 3, 6, 10]}}, "shoals: must give points up to 6 tiles"),
        ({"options": {"colours": PLAIN["options"]["colours"]}}, "options: must be colours and first"),
        ({"sharks": {}}, "sharks"),
    ],
)
def test_an_edition_that_is_none_is_told_why(tables: dict[str, Any], message: str) -> None:
    with pytest.raises(msgspec.ValidationError, match=message):
        msgspec.convert({**PLAIN, **tables}, AqualinEdition)
