"""Every vector of FORMAT.md, once more from its text alone: hashes by hashlib and hmac, nothing of ours.

Then the same of our own code, so that page and code cannot part.
"""

import hashlib
import hmac
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from domain.kernel.chance import Chance
from domain.match.commands import EnvelopeCommands
from domain.match.decide import match_key
from domain.match.events import EnvelopeEvents
from domain.match.filing import nonce, part_digest
from domain.match.step import chain_hash
from domain.record.record import Header, RecordStep
from infra.keys import is_signed
from tests.record.forge import dump, lines_of, step_hash
from tests.record.material import check

PAGE = (Path(__file__).parents[2] / "domain/record/FORMAT.md").read_text()

Vector = dict[str, Any]


def block(name: str) -> str:
    found = re.search(rf"^```json {name}\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    assert found is not None, f"FORMAT.md has no vector {name!r}"
    return found[1]


def vectors(name: str) -> Iterator[Vector]:
    for line in block(name).splitlines():
        yield json.loads(line)


def sha(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def uint(bits: int, number: int) -> bytes:
    return number.to_bytes(bits // 8, "big")


# From the text of the page alone


def commitment(v: Vector) -> None:
    assert sha(bytes.fromhex(v["seed"])) == v["commitment"]


def key(v: Vector) -> None:
    message = b"meeplog/1" + bytes.fromhex(v["match_id"].replace("-", ""))
    for seat, salt in enumerate(v["salts"]):
        message += uint(16, seat) + uint(16, len(salt.encode())) + salt.encode()
    assert hmac.digest(bytes.fromhex(v["seed"]), message, "sha256").hex() == v["key"]


def draw(v: Vector) -> None:
    purpose, retry = v["purpose"].encode(), 0
    while True:
        message = uint(16, len(purpose)) + purpose + uint(64, v["counter"]) + uint(32, retry)
        number = int.from_bytes(hmac.digest(bytes.fromhex(v["key"]), message, "sha256")[:8], "big")
        if number < 2**64 - 2**64 % v["outcomes"]:
            break
        retry += 1
    assert (number % v["outcomes"], retry) == (v["number"], v["retries"])


def blind(v: Vector) -> None:
    message = uint(16, 5) + b"blind" + uint(64, v["version"]) + uint(32, v["part"])
    assert hmac.digest(bytes.fromhex(v["key"]), message, "sha256")[:16].hex() == v["nonce"]


def digest(v: Vector) -> None:
    assert sha(bytes.fromhex(v["nonce"]) + v["part"].encode()) == v["digest"]


def chained(v: Vector) -> None:
    match_id, actor, command_id = (
        bytes.fromhex(v[name].replace("-", "")) for name in ("match_id", "actor", "command_id")
    )
    header = match_id + uint(64, v["version"]) + uint(64, v["at"]) + actor + command_id
    assert len(header) == 64
    digests = b"".join(map(bytes.fromhex, v["digests"]))
    opened = hashlib.sha256(v["open"].encode()).digest()
    assert sha(bytes.fromhex(v["previous"]) + header + opened + digests) == v["hash"]


def seen(v: Vector) -> None:
    assert sha(v["view"].encode()) == v["digest"]
    assert dump(json.loads(v["view"])).decode() == v["view"]


def signed(v: Vector) -> None:
    public_key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(v["public_key"]))
    public_key.verify(bytes.fromhex(v["signature"]), b"meeplog/seal/1" + bytes.fromhex(v["hash"]))


@pytest.mark.parametrize(
    ("name", "recompute"),
    [
        ("commitment", commitment),
        ("match key", key),
        ("draw", draw),
        ("nonce", blind),
        ("part digest", digest),
        ("step hash", chained),
        ("fingerprint", seen),
        ("seal", signed),
    ],
)
def test_a_vector_follows_from_the_page(name: str, recompute: Callable[[Vector], None]) -> None:
    found = list(vectors(name))
    assert found
    for vector in found:
        recompute(vector)


def test_some_draw_is_drawn_again() -> None:
    assert any(vector["retries"] for vector in vectors("draw"))


def test_the_record_on_the_page_is_chained_as_the_page_says() -> None:
    lines = lines_of(block("record").encode())
    previous = "0" * 64
    for version, line in enumerate(lines[1:], 1):
        assert (line["version"], line["previous"]) == (version, previous)
        previous = line["hash"]
        assert step_hash(lines[0]["match_id"], line) == previous
    assert lines[0]["steps"] == len(lines) - 1
    parts = [part for line in lines[1:] for part in line.get("sealed", ())]
    assert {frozenset(part) for part in parts} == {frozenset(("nonce", "part")), frozenset(("digest",))}


# And our own code says the same


def test_the_code_says_the_same() -> None:
    for v in vectors("match key"):
        assert match_key(bytes.fromhex(v["seed"]), UUID(v["match_id"]), v["salts"]).hex() == v["key"]
    for v in vectors("draw"):
        chance = Chance(bytes.fromhex(v["key"]), {v["purpose"]: v["counter"]})
        assert chance.below(v["outcomes"], v["purpose"]) == v["number"]
    for v in vectors("nonce"):
        assert nonce(bytes.fromhex(v["key"]), v["version"], v["part"]).hex() == v["nonce"]
    for v in vectors("part digest"):
        assert part_digest(bytes.fromhex(v["nonce"]), v["part"].encode()).hex() == v["digest"]
    for v in vectors("step hash"):
        match_id, actor, command_id = (UUID(v[name]) for name in ("match_id", "actor", "command_id"))
        digests = b"".join(map(bytes.fromhex, v["digests"]))
        previous = bytes.fromhex(v["previous"])
        opened = v["open"].encode()
        hash_ = chain_hash(previous, match_id, v["version"], v["at"], actor, command_id, opened, digests)
        assert hash_.hex() == v["hash"]
    for v in vectors("seal"):
        public_key, signature = bytes.fromhex(v["public_key"]), bytes.fromhex(v["signature"])
        assert is_signed(public_key, b"meeplog/seal/1" + bytes.fromhex(v["hash"]), signature)


def test_the_record_on_the_page_holds() -> None:
    report = check(block("record").encode())
    assert report.problem is None
    assert report.unchecked == ["running: decisions, draws and fingerprints not checked"]


def test_the_page_lists_every_field_in_order() -> None:
    tables = dict(re.findall(r"^\| (`.*?) \| (.*) \|$", PAGE, re.MULTILINE))
    for union in (EnvelopeCommands, EnvelopeEvents):
        for type_ in union.__args__:
            tag = type_.__struct_config__.tag
            row = next(row for types, row in tables.items() if f"`{tag}`" in types.split(", "))
            places = [row.find(f"`{field}`") for field in type_.__struct_fields__]
            assert -1 not in places, (tag, row)
            assert places == sorted(places), (tag, row)
    for struct, heading in ((Header, "### Header"), (RecordStep, "### Step")):
        section = PAGE.partition(heading)[2].partition("\n#")[0]
        rows = "".join(re.findall(r"^\| (`.*?) \|", section, re.MULTILINE))
        assert re.findall(r"`(\w+)`", rows) == list(struct.__struct_fields__)
