"""Players and their tokens, and encrypted seeds: what the log does not hold."""

import hashlib
import hmac
import secrets
from typing import Literal
from uuid import UUID, uuid4

from msgspec import Struct

from infra.keys import EncryptedSeed
from infra.pool import Pool

Role = Literal["player", "arbiter", "administrator"]

_SECRET_BYTES = 32


class Player(Struct, frozen=True):
    id: UUID
    name: str
    role: Role


class UnknownPlayer(Exception):
    """There is no player with this id."""


class House:
    """Every method raises StoreUnavailable when the database is away."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    async def create_player(self, name: str) -> tuple[Player, str]:
        """A new player and the token `<player id>.<secret>`, of which only a hash is kept."""
        player = Player(uuid4(), name, "player")
        secret, token_hash = _new_secret()
        await self._pool.run(
            "INSERT INTO house.player (id, name, token_hash) VALUES (%s, %s, %s)", player.id, name, token_hash
        )
        return player, f"{player.id}.{secret}"

    async def player_of_token(self, token: str) -> Player | None:
        """Whom a token belongs to; None for any text that is no valid token."""
        if named := _read_token(token):
            player_id, given = named
            for *player, stored in await self._pool.rows(
                "SELECT id, name, role, token_hash FROM house.player WHERE id = %s", player_id
            ):
                if hmac.compare_digest(stored, given):
                    return Player(*player)
        return None

    async def players(self, ids: list[UUID]) -> dict[UUID, Player]:
        """Those of the players that exist."""
        rows = await self._pool.rows("SELECT id, name, role FROM house.player WHERE id = ANY(%s::uuid[])", ids)
        return {row[0]: Player(*row) for row in rows}

    async def rotate_token(self, token: str) -> str | None:
        """A new token for a valid one, which is worth nothing from now on; None for any other text."""
        if named := _read_token(token):
            player_id, old_hash = named
            secret, token_hash = _new_secret()
            if await self._pool.run(
                "UPDATE house.player SET token_hash = %s WHERE id = %s AND token_hash = %s",
                token_hash,
                player_id,
                old_hash,
            ):
                return f"{player_id}.{secret}"
        return None

    async def set_role(self, player_id: UUID, role: Role) -> None:
        """Raises UnknownPlayer."""
        if not await self._pool.run("UPDATE house.player SET role = %s WHERE id = %s", role, player_id):
            raise UnknownPlayer(player_id)

    async def keep_seed(self, match_id: UUID, seed: EncryptedSeed) -> EncryptedSeed:
        """Stores the seed of a new match, or returns the one it has already: a repeated creation draws the same."""
        await self._pool.run(
            "INSERT INTO house.seed (match_id, key_id, nonce, ciphertext) VALUES (%s, %s, %s, %s)"
            " ON CONFLICT DO NOTHING",
            match_id,
            seed.key_id,
            seed.nonce,
            seed.ciphertext,
        )
        stored = await self.seed(match_id)
        assert stored is not None
        return stored

    async def seed(self, match_id: UUID) -> EncryptedSeed | None:
        rows = await self._pool.rows("SELECT key_id, nonce, ciphertext FROM house.seed WHERE match_id = %s", match_id)
        return EncryptedSeed(*rows[0]) if rows else None


def _read_token(token: str) -> tuple[UUID, bytes] | None:
    """The player's id and the hash of the secret; None for any text that does not look like a token."""
    try:
        player_id, secret = token.split(".")
        return UUID(player_id), _hash(secret)
    except ValueError:
        return None


def _new_secret() -> tuple[str, bytes]:
    secret = secrets.token_urlsafe(_SECRET_BYTES)
    return secret, _hash(secret)


def _hash(secret: str) -> bytes:
    """SHA-256 is enough: nobody guesses 256 random bits, so there is nothing to slow down."""
    return hashlib.sha256(secret.encode()).digest()
