"""The edition files that are shipped with the games, and those that the database keeps; `domain` decodes them."""

from collections.abc import Sequence
from functools import reduce
from importlib.resources import files

from domain.catalogue import GAMES
from domain.kernel.catalogue import Catalogue, Rules
from domain.match.fold import advance, begin
from domain.match.state import Match
from domain.match.step import Step
from infra.step_store import StepStore


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


class Editions:
    """The catalogue of this release, and what it learns from the database of editions that only other releases ship."""

    def __init__(self, store: StepStore, catalogue: Catalogue) -> None:
        self.catalogue, self._store = catalogue, store
        self._kept: set[str] = set()

    async def begin(self, first: Step) -> Match:
        """The match after step 1. Raises `Unreadable`, StoreUnavailable."""
        match = begin(self.catalogue, first)
        if match.rules is None and (file := await self._store.edition(match.created.edition_digest)):
            self.catalogue = self.catalogue.with_edition(match.created.game, file)
            match = begin(self.catalogue, first)
        return match

    async def fold(self, steps: Sequence[Step]) -> Match:
        """All steps of one match, from the first on. Raises as `begin` and `advance` do."""
        return reduce(advance, steps[1:], await self.begin(steps[0]))

    async def keep(self, rules: Rules) -> None:
        """Stores the edition that a match is about to pin: whoever reads the match can read it too.

        Raises StoreUnavailable.
        """
        if rules.digest not in self._kept:
            await self._store.keep_edition(rules.game.id, rules.file)
            self._kept.add(rules.digest)
