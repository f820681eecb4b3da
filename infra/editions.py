"""The edition files that are shipped with the games, as bytes; `domain` decodes them."""

from importlib.resources import files

from domain.catalogue import GAMES
from domain.kernel.catalogue import Catalogue
from infra.house import House


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


def shipped_catalogue() -> Catalogue:
    """Every game with its shipped editions, the standard one first."""
    shipped = []
    for game in {game.id for game in GAMES}:
        found = edition_files(game)
        shipped += [(game, found[name]) for name in sorted(found, key=lambda name: (name != "standard", name))]
    return Catalogue(GAMES, shipped)


async def with_kept_editions(catalogue: Catalogue, house: House) -> Catalogue:
    """The catalogue with every edition that this database has seen, so that old matches keep theirs; what is shipped
    now is kept for releases to come. Raises StoreUnavailable."""
    for game, editions in catalogue.editions.items():
        for rules in editions:
            await house.keep_edition(game, rules.file)
    for game, file in await house.editions():
        catalogue = catalogue.with_edition(game, file)
    return catalogue
