"""Which games, rules versions and editions there are, as one value that is handed to whoever folds or verifies."""

from collections.abc import Iterable
from functools import cached_property
from typing import Any, cast

import msgspec

from domain.kernel.edition import Edition, decode_edition, edition_digest
from domain.kernel.game import Game, Words

AnyGame = Game[Any, Any, Any, Any]


class UnknownRules(LookupError):
    """No such game, rules version or edition here: the message names it."""


class Rules:
    """A game in one rules version with one edition: all that a match pins."""

    def __init__(self, game: AnyGame, file: bytes, shipped: bool) -> None:
        self.game, self.file, self.shipped = game, file, shipped
        self.digest = edition_digest(file)
        self.edition: Edition = decode_edition(file, game.edition)

    @cached_property
    def words(self) -> Words[Any, Any]:
        return self.game.words(self.edition)


class Catalogue:
    """Games by (id, rules version) and edition files by digest.

    `shipped` are the edition files of this release as (game id, bytes), the first of a game its standard one; `kept`
    are files that old matches pin. Raises `InvalidEdition` for a shipped file that its game cannot read.
    """

    def __init__(
        self, games: Iterable[AnyGame], shipped: Iterable[tuple[str, bytes]], kept: Iterable[tuple[str, bytes]] = ()
    ) -> None:
        self.games = {(game.id, game.rules_version): game for game in games}
        self._latest = {game.id: game for game in sorted(self.games.values(), key=lambda game: game.rules_version)}
        self._rules: dict[tuple[str, int, str], Rules] = {}
        self._files = {(game, edition_digest(file)): (file, False) for game, file in kept}
        self.editions: dict[str, list[Rules]] = {game: [] for game in self._latest}
        for game, file in shipped:
            self._files[game, edition_digest(file)] = (file, True)
            if game in self._latest:
                self.editions[game].append(self.rules(game, self._latest[game].rules_version, edition_digest(file)))

    @property
    def latest(self) -> tuple[AnyGame, ...]:
        """The games that can be played now, each in its newest rules version."""
        return tuple(self._latest.values())

    def rules(self, game: str, rules_version: int, digest: str) -> Rules:
        """What a match pins. Raises `UnknownRules`, or `InvalidEdition` for a kept file."""
        key = game, rules_version, digest
        if key not in self._rules:
            if (game, rules_version) not in self.games:
                raise UnknownRules(f"{game} in rules version {rules_version}")
            if (game, digest) not in self._files:
                raise UnknownRules(f"{game} edition {digest}")
            self._rules[key] = Rules(self.games[game, rules_version], *self._files[game, digest])
        return self._rules[key]

    def newest(self, game: str, edition: str | None = None) -> Rules:
        """The rules a new match is played by: the newest version, and the edition named or the standard one."""
        for rules in self.editions.get(game, ()):
            if edition is None or rules.edition.id == edition:
                return rules
        raise UnknownRules(game if edition is None else f"{game} edition {edition}")

    def with_edition(self, game: str, file: bytes) -> "Catalogue":
        """The same catalogue and one more edition file, of which nothing is known but what it holds."""
        more = Catalogue(self.games.values(), ())
        more._files = {(game, edition_digest(file)): (file, False), **self._files}
        more.editions, more._rules = self.editions, self._rules.copy()
        return more


def union_members(union: Any) -> tuple[type[msgspec.Struct], ...]:
    """The struct types of a union, or the one type itself."""
    return cast(tuple[type[msgspec.Struct], ...], getattr(union, "__args__", (union,)))
