"""Headers as the controllers read them."""

from typing import Any

import pytest
from msgspec import Struct

from domain.kernel.words import Language
from service.http.answers import is_known
from service.languages import language_of


class Asked(Struct):
    headers: dict[str, str]


@pytest.mark.parametrize("header", ['"3"', 'W/"3"', '"2", "3"', 'W/"3","4"', '"2",W/"3" , "x"', "*"])
def test_a_version_is_known_that_is_named(header: str) -> None:
    assert is_known(Asked({"if-none-match": header}), 3)


@pytest.mark.parametrize("header", ["", "3", '"30"', '"2", "4"', 'w/"3', '"*"'])
def test_other_versions_are_not(header: str) -> None:
    assert not is_known(Asked({"if-none-match": header}), 3)


def test_nothing_is_known_to_who_names_nothing() -> None:
    assert not is_known(Asked({}), 3)


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("", "en"),
        ("de, pt-BR;q=0.5", "pt"),
        ("pt;q=0.4,IT;q=0.6", "it"),
        ("pt; q=0.9, it ; q=0.1", "pt"),
        ("it;q=0, pt;q=0.1", "pt"),
        ("pt;q=0", "en"),
        ("it;q=much", "en"),
    ],
)
def test_the_language_read_best_is_chosen(header: str, language: Language) -> None:
    asked: Any = Asked({"accept-language": header})
    assert language_of(asked) == language
