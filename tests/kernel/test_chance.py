"""Draw scheme 1: the bytes, the fairness, and what chance refuses."""

import hashlib
import hmac
import struct
from collections import Counter

import pytest

from domain.kernel.chance import Chance, RefusedAfterDraw
from domain.kernel.refusal import Refusal

KEY = bytes(range(32))

# Computed apart from this code: HMAC-SHA256(KEY, 0007 "reserve" 0000000000000000 00000000) begins f9db59b86cf268b6.
VECTORS = [
    ("reserve", 0, 2**64, 0xF9DB59B86CF268B6),
    ("reserve", 1, 2**64, 0x3663F5F61BDB6364),
    ("dig/0", 7, 2**64, 0x1601F6A8454E8332),
    ("reserve", 0, 6, 0),
    ("reserve", 1, 36, 12),
    ("dig/0", 7, 1_000_003, 870_341),
]


@pytest.mark.parametrize(("purpose", "counter", "outcomes", "number"), VECTORS)
def test_vectors(purpose: str, counter: int, outcomes: int, number: int) -> None:
    assert Chance(KEY, {purpose: counter}).below(outcomes, purpose) == number


def test_counters_go_on_for_each_purpose_apart() -> None:
    before = {"a": 3}
    chance = Chance(KEY, before)
    for purpose in ("a", "b", "a"):
        chance.below(10, purpose)
    assert chance.draws == [("a", 3), ("b", 0), ("a", 4)]
    assert chance.counters == {"a": 5, "b": 1}
    assert before == {"a": 3}


# The greatest chi-square that one fair die in a hundred thousand would show, for that many degrees of freedom.
CRITICAL = {1: 19.5, 5: 30.9, 6: 33.1, 35: 86.3, 95: 168.1}


@pytest.mark.parametrize("outcomes", [2, 6, 7, 36, 96])
def test_draws_are_uniform(outcomes: int) -> None:
    chance, many = Chance(KEY, {}), 20_000
    seen = Counter(chance.below(outcomes, "die") for _ in range(many))
    expected = many / outcomes
    assert sum((seen[face] - expected) ** 2 / expected for face in range(outcomes)) < CRITICAL[outcomes - 1]


def test_numbers_that_would_favour_some_outcomes_are_drawn_again() -> None:
    """With 2^63 + 1 outcomes half of all numbers are."""
    outcomes, retries = 2**63 + 1, 0
    chance = Chance(KEY, {})
    for counter in range(50):
        retry = 0
        while (number := plain(b"x", counter, retry)) >= outcomes:
            retry += 1
        retries += retry
        assert chance.below(outcomes, "x") == number
    assert retries > 20


def plain(purpose: bytes, counter: int, retry: int) -> int:
    message = struct.pack(">H", len(purpose)) + purpose + struct.pack(">Q", counter) + struct.pack(">I", retry)
    return int.from_bytes(hmac.new(KEY, message, hashlib.sha256).digest()[:8], "big")


@pytest.mark.parametrize(("outcomes", "purpose"), [(0, "die"), (-1, "die"), (2**64 + 1, "die"), (6, "blind")])
def test_what_cannot_be_drawn(outcomes: int, purpose: str) -> None:
    """`blind` is the name of the nonces; more outcomes than there are numbers would be drawn for ever."""
    chance = Chance(KEY, {})
    with pytest.raises(ValueError, match="cannot draw"):
        chance.below(outcomes, purpose)
    assert chance.draws == []


def test_a_refusal_after_a_draw_is_a_fault() -> None:
    chance = Chance(KEY, {})
    chance.below(6, "die")
    with pytest.raises(RefusedAfterDraw), chance:
        raise Refusal("too-late", "XX-1")


def test_a_refusal_before_any_draw_is_none() -> None:
    with pytest.raises(Refusal), Chance(KEY, {}):
        raise Refusal("in-time", "XX-1")
