"""The service key and the signing key."""

import stat
import threading
from pathlib import Path
from uuid import uuid4

import pytest
from msgspec.structs import replace

from infra.keys import KeyUnusable, SeedLost, ServiceKey, SigningKey, is_signed, load_service_key, load_signing_key

SEED = bytes(range(32))


def test_a_seed_comes_back_from_its_encryption() -> None:
    key, match_id = ServiceKey(b"k" * 32), uuid4()
    encrypted = key.seal_seed(match_id, SEED)
    assert SEED not in encrypted.ciphertext
    assert encrypted.key_id == key.id
    assert key.open_seed(match_id, encrypted) == SEED
    assert key.seal_seed(match_id, SEED) != encrypted


def test_another_key_another_match_or_another_byte_lose_the_seed() -> None:
    key, match_id = ServiceKey(b"k" * 32), uuid4()
    encrypted = key.seal_seed(match_id, SEED)
    with pytest.raises(SeedLost, match=key.id):
        ServiceKey(b"x" * 32).open_seed(match_id, encrypted)
    with pytest.raises(SeedLost):
        key.open_seed(uuid4(), encrypted)
    with pytest.raises(SeedLost):
        key.open_seed(match_id, replace(encrypted, ciphertext=bytes(48)))


def test_the_key_id_is_stable() -> None:
    assert ServiceKey(bytes(32)).id == "66687aadf862bd77"  # first 8 bytes of SHA-256 of 32 zero bytes


def test_a_signature_is_one_key_s_over_one_message() -> None:
    key = SigningKey(b"s" * 32)
    signature = key.sign(b"the end")
    assert is_signed(key.public_key, b"the end", signature)
    assert not is_signed(key.public_key, b"the End", signature)
    assert not is_signed(SigningKey(b"t" * 32).public_key, b"the end", signature)
    assert not is_signed(b"no key", b"the end", signature)
    assert not is_signed(key.public_key, b"the end", b"no signature")


def test_a_key_file_is_made_once_and_private(tmp_path: Path) -> None:
    path = tmp_path / "secrets" / "service.key"
    first = load_service_key(path)
    assert load_service_key(path).id == first.id
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    assert (
        load_signing_key(tmp_path / "signing.key").public_key == load_signing_key(tmp_path / "signing.key").public_key
    )


def test_all_who_make_a_key_file_at_once_get_the_same_key(tmp_path: Path) -> None:
    ids: list[str] = []
    threads = [
        threading.Thread(target=lambda: ids.append(load_service_key(tmp_path / "service.key").id)) for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(ids) == 8
    assert len(set(ids)) == 1
    assert [path.name for path in tmp_path.iterdir()] == ["service.key"]


def test_a_file_that_is_no_key_is_named(tmp_path: Path) -> None:
    (tmp_path / "short").write_bytes(b"short")
    with pytest.raises(KeyUnusable, match=r"short holds 5 bytes instead of 32"):
        load_service_key(tmp_path / "short")
    with pytest.raises(KeyUnusable, match="cannot read"):
        load_service_key(tmp_path)
