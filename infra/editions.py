"""The edition files that are shipped with the games, as bytes; `domain` decodes them."""

from collections.abc import Iterable
from importlib.resources import files

from domain.catalogue import GAMES
from domain.kernel.catalogue import Catalogue


def edition_files(game: str) -> dict[str, bytes]:
    """The editions of one game by file name without its ending; empty for a game that has none."""
    folder = files("domain") / game / "editions"
    if not folder.is_dir():
        return {}
    return {
        file.name.removesuffix(".toml"): file.read_bytes()
        for file in sorted(folder.iterdir(), key=lambda file: file.name)
        if file.name.endswith(".toml")
    }


def shipped_catalogue(kept: Iterable[tuple[str, bytes]] = ()) -> Catalogue:
    """Every game with its shipped editions, the standard one first, and the `kept` ones that old matches pin."""
    shipped = []
    for game in {game.id for game in GAMES}:
        found = edition_files(game)
        shipped += [(game, found[name]) for name in sorted(found, key=lambda name: (name != "standard", name))]
    return Catalogue(GAMES, shipped, kept)
