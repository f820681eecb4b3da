"""The edition files that are shipped with the games, as bytes; `domain` decodes them."""

from importlib.resources import files


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
