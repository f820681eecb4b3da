"""The schemes' bytes, against vectors computed apart from this code: what another verifier must arrive at."""

import hashlib
from uuid import UUID

from domain.kernel.messages import Seat
from domain.match.decide import fingerprint, match_key
from domain.match.filing import file_step, nonce, part_digest
from domain.match.step import GENESIS, Draft, bucket_of, chain_hash, commit
from tests.match.table import MATCH, RULES
from tests.toy import rules
from tests.toy.edition import Colour
from tests.toy.game import TOY
from tests.toy.state import Covered, Dig, Dug

KEY = bytes(range(32))
ACTOR, COMMAND = UUID("aaaaaaaa-aaaa-aaaa-aaaa-aaaaaaaaaaaa"), UUID("cccccccc-cccc-cccc-cccc-cccccccccccc")


def test_the_match_key() -> None:
    """HMAC(KEY, "meeplog/1" id 0000 0004 "salt" 0001 0000 0002 0005 "märz")."""
    key = match_key(KEY, MATCH, ["salt", "", "märz"])
    assert key.hex() == "c99a25e1fcff39449c91ff6ab818d298e5104476078355b2fa2d89f989c464d2"


def test_the_nonce_of_a_sealed_part() -> None:
    """HMAC(KEY, 0005 "blind" 0000000000000005 00000001), its first half."""
    assert nonce(KEY, 5, 1).hex() == "2da61fe584df3d1876d85e61076b0c3e"


def test_the_digest_of_a_sealed_part() -> None:
    assert part_digest(b"nonce", b"part") == hashlib.sha256(b"noncepart").digest()


def test_the_hash_chain() -> None:
    """SHA-256(previous, id 0000000000000002 00000000000003e8 actor command id, SHA-256(open), digests)."""
    header = MATCH.bytes + bytes.fromhex("000000000000000200000000000003e8") + ACTOR.bytes + COMMAND.bytes
    assert len(header) == 64
    expected = hashlib.sha256(GENESIS + header + hashlib.sha256(b"open").digest() + b"d" * 32).digest()
    assert chain_hash(GENESIS, MATCH, 2, 1000, ACTOR, COMMAND, b"open", b"d" * 32) == expected
    step = commit(Draft(MATCH, 2, ACTOR, COMMAND, b"open", b"sealed", b"d" * 32), GENESIS, 1000)
    assert (step.hash, step.at, step.open, step.sealed) == (expected, 1000, b"open", b"sealed")
    assert expected.hex() == "4e08ae954c7f53075e02c0df6c3b91d110e2ee104a2bd887f4de30b270f3a7be"


def test_the_bucket() -> None:
    assert bucket_of(MATCH) == 168


def test_the_fingerprint() -> None:
    state = rules.initial(RULES.edition, 2, {"length": "short"})  # type: ignore[arg-type]
    view = (
        b'[{"round":1,"rounds":2,"phase":"dig","first":0,"rows":[[null,null,null,null],[null,null,null,null]],'
        b'"holding":[false,false],"buried":[false,false],"left":[],"cup":null},[{"hand":null},{"hand":null}],'
        b'{"cup":null,"bag":["red","red","red","red","red","red","green","green","green","green","green",'
        b'"blue","blue","blue","blue"]},{"cup":1,"dig/0":2}]'
    )
    assert fingerprint(TOY, state, {"dig/0": 2, "cup": 1}) == hashlib.sha256(view).hexdigest()


def test_a_step_in_three_parts() -> None:
    events = [Covered(Colour("red")), Dug(Seat(1), Colour("blue")), Dug(Seat(0), Colour("green"))]
    open_, sealed, digests = file_step(KEY, 5, Dig(), events, [("dig/0", 3)])
    assert open_ == b'{"command":{"type":"dig"},"events":[],"draws":[["dig/0",3]]}'
    parts = [
        b'{"to":0,"at":[2],"events":[{"type":"dug","seat":0,"colour":"green"}]}',
        b'{"to":1,"at":[1],"events":[{"type":"dug","seat":1,"colour":"blue"}]}',
        b'{"to":null,"at":[0],"events":[{"type":"covered","colour":"red"}]}',
    ]
    nonces = [nonce(KEY, 5, index) for index in range(3)]
    column = [b'{"nonce":"%s","part":%s}' % (n.hex().encode(), part) for n, part in zip(nonces, parts, strict=True)]
    assert sealed == b"[" + b",".join(column) + b"]"
    assert digests == b"".join(hashlib.sha256(n + part).digest() for n, part in zip(nonces, parts, strict=True))
