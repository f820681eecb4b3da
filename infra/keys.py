"""The service key, which encrypts seeds, and the signing key, which signs seals. Neither is ever in the database."""

import hashlib
import os
from pathlib import Path
from uuid import UUID

from cryptography.exceptions import InvalidSignature, InvalidTag
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from msgspec import Struct

from infra.private_files import keep, private_folder

KEY_BYTES = 32
_NONCE_BYTES = 12


class KeyUnusable(Exception):
    """A key file cannot be read, or does not hold 32 bytes."""


class SeedLost(Exception):
    """The seed was encrypted with a service key that is not this one, or its bytes were changed."""

    def __init__(self, match_id: UUID, key_id: str, ours: str) -> None:
        super().__init__(f"the seed of match {match_id} needs service key {key_id}; this one is {ours}")
        self.match_id, self.key_id, self.ours = match_id, key_id, ours


class EncryptedSeed(Struct, frozen=True):
    """A seed as it is stored: AES-GCM, the match id as associated data."""

    key_id: str
    nonce: bytes
    ciphertext: bytes


class ServiceKey:
    """Encrypts seeds at rest. `id`, the first 8 bytes of the key's SHA-256 in hex, names the key and tells nothing."""

    def __init__(self, key: bytes) -> None:
        self.id = hashlib.sha256(key).digest()[:8].hex()
        self._cipher = AESGCM(key)

    def seal_seed(self, match_id: UUID, seed: bytes) -> EncryptedSeed:
        nonce = os.urandom(_NONCE_BYTES)
        return EncryptedSeed(self.id, nonce, self._cipher.encrypt(nonce, seed, match_id.bytes))

    def open_seed(self, match_id: UUID, encrypted: EncryptedSeed) -> bytes:
        """Raises SeedLost."""
        try:
            return self._cipher.decrypt(encrypted.nonce, encrypted.ciphertext, match_id.bytes)
        except InvalidTag:
            raise SeedLost(match_id, encrypted.key_id, self.id) from None


class SigningKey:
    """Signs seals with Ed25519. `public_key` is its 32 raw bytes."""

    def __init__(self, key: bytes) -> None:
        self._key = Ed25519PrivateKey.from_private_bytes(key)
        self.public_key = self._key.public_key().public_bytes_raw()

    def sign(self, message: bytes) -> bytes:
        """64 bytes."""
        return self._key.sign(message)


def is_signed(public_key: bytes, message: bytes, signature: bytes) -> bool:
    """Whether the signature is this key's over this message; False also for bytes that are no key or no signature."""
    try:
        Ed25519PublicKey.from_public_bytes(public_key).verify(signature, message)
    except (InvalidSignature, ValueError):
        return False
    return True


def load_service_key(path: Path) -> ServiceKey:
    """Reads the key file, which is made at the first use. Raises KeyUnusable."""
    return ServiceKey(_load(path))


def load_signing_key(path: Path) -> SigningKey:
    """Reads the key file, which is made at the first use. Raises KeyUnusable."""
    return SigningKey(_load(path))


def _load(path: Path) -> bytes:
    try:
        private_folder(path.parent)
        key = keep(path, lambda: os.urandom(KEY_BYTES))
    except OSError as error:
        raise KeyUnusable(f"cannot read the key file {path}: {error.strerror}") from error
    if len(key) != KEY_BYTES:
        raise KeyUnusable(f"the key file {path} holds {len(key)} bytes instead of {KEY_BYTES}")
    return key
