"""Players and seeds."""

from collections.abc import AsyncIterator
from uuid import uuid4

import psycopg
import pytest

from infra.house import House, UnknownPlayer
from infra.keys import ServiceKey
from infra.pool import open_database
from tests.services import TestDatabase

pytestmark = pytest.mark.anyio


@pytest.fixture
async def house(module_database: TestDatabase) -> AsyncIterator[House]:
    async with open_database(module_database.url) as pools:
        yield House(pools.commands)


async def test_a_token_names_its_player(house: House) -> None:
    player, token = await house.create_player("Ana")
    assert (player.name, player.role) == ("Ana", "player")
    assert token.startswith(f"{player.id}.")
    assert await house.player_of_token(token) == player
    assert await house.players([player.id, uuid4()]) == {player.id: player}


async def test_the_secret_is_not_stored(house: House, module_database: TestDatabase) -> None:
    player, token = await house.create_player("Ana")
    with psycopg.connect(module_database.admin_url) as connection:
        rows = connection.execute("SELECT player::text FROM house.player WHERE id = %s", (player.id,)).fetchall()
    assert token.split(".")[1] not in str(rows)


@pytest.mark.parametrize(
    "change",
    [
        *("", "x", "no token", "{id}", "{id}.", "{id}.{other}", "{other_id}.{secret}", "{token}.x"),
        *("{id}.{secret}=", "{id}.é", "{id}.\x00"),
    ],
)
async def test_no_other_text_names_anybody(house: House, change: str) -> None:
    player, token = await house.create_player("Ana")
    _, other = await house.create_player("Bea")
    text = change.format(
        id=player.id, token=token, secret=token.split(".")[1], other=other.split(".")[1], other_id=other.split(".")[0]
    )
    assert await house.player_of_token(text) is None


async def test_a_new_token_replaces_the_old_one(house: House) -> None:
    player, old = await house.create_player("Ana")
    new = await house.rotate_token(old)
    assert new is not None
    assert await house.player_of_token(old) is None
    assert await house.player_of_token(new) == player
    assert await house.rotate_token(old) is None
    assert await house.player_of_token(new) == player


async def test_a_role_can_be_given(house: House) -> None:
    player, token = await house.create_player("Ana")
    await house.set_role(player.id, "arbiter")
    found = await house.player_of_token(token)
    assert found is not None
    assert found.role == "arbiter"


async def test_nobody_is_nobody(house: House) -> None:
    assert await house.rotate_token(f"{uuid4()}.secret") is None
    with pytest.raises(UnknownPlayer):
        await house.set_role(uuid4(), "arbiter")


async def test_a_match_keeps_its_first_seed(house: House) -> None:
    key, match_id = ServiceKey(bytes(32)), uuid4()
    first = key.seal_seed(match_id, b"a" * 32)
    assert await house.seed(match_id) is None
    assert await house.keep_seed(match_id, first) == first
    assert await house.keep_seed(match_id, key.seal_seed(match_id, b"b" * 32)) == first
    assert await house.seed(match_id) == first
