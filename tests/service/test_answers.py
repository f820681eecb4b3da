"""Headers as the controllers read them."""

import pytest
from msgspec import Struct

from service.http.answers import is_known


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
