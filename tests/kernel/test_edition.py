"""Edition files and the options they offer."""

from pathlib import Path

import pytest

from domain.kernel.edition import InvalidEdition, choose_options, decode_edition, edition_digest
from domain.kernel.refusal import Refusal
from tests.toy.edition import ToyEdition

FILE = (Path(__file__).parents[1] / "toy" / "editions" / "standard.toml").read_bytes()
EDITION = decode_edition(FILE, ToyEdition)


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        (b'id = "standard"\n', b"", "missing required field `id`"),
        (b'spots = "reconstructed"', b'spots = "guessed"', "Invalid enum value 'guessed'"),
        (b'default = "short"', b'default = "tiny"', "the default 'tiny' is none of its values"),
        (b"spots = 4", b"spots = 3", "spots: fewer than rounds"),
        (b"spots = 4", b"spots = 4\ncolour = 3", "unknown field `colour`"),
        (b"spots = 4", b"spots =", "Invalid value"),
        (b"Stones", b"\xff", "can't decode byte"),
    ],
)
def test_what_is_no_edition_is_told_why(old: bytes, new: bytes, why: str) -> None:
    with pytest.raises(InvalidEdition, match=why):
        decode_edition(FILE.replace(old, new, 1), ToyEdition)


def test_every_option_gets_a_value() -> None:
    assert choose_options(EDITION, {}) == {"length": "short"}
    assert choose_options(EDITION, {"length": "long"}) == {"length": "long"}


@pytest.mark.parametrize(
    ("chosen", "code", "detail"),
    [
        ({"depth": "1"}, "unknown-option", {"option": "depth", "options": ["length"]}),
        (
            {"length": "endless"},
            "unknown-option-value",
            {"option": "length", "value": "endless", "values": ["short", "long"]},
        ),
    ],
)
def test_an_option_that_is_not_offered_is_refused(chosen: dict[str, str], code: str, detail: dict[str, object]) -> None:
    with pytest.raises(Refusal) as refused:
        choose_options(EDITION, chosen)
    assert (refused.value.code, refused.value.clause, refused.value.detail) == (code, None, detail)


def test_the_digest_is_that_of_the_file() -> None:
    assert edition_digest(b"abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
