"""Which games are tried, at which tables, and where each one's own test material lies.

A game in rules version 2 called `chess` has its material in
`domain/chess/RULES.md` and `domain/chess/editions/*.toml`,
`tests/chess/slow_scorer.py` (`slow_totals(state)`; of an older version in `tests/chess/v1/slow_scorer.py`),
`tests/chess/editions/*.toml` (tiny editions for its own tests, if it needs any),
`tests/chess/exceptions.py` (see `keeps_its_place`; hardly ever needed),
`tests/chess/golden_cases.py` and `tests/golden/chess/v2/` (see `tests/golden/make.py`).
The toy has everything that the others have in `domain` in `tests/toy` instead.
"""

import importlib.util
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from domain.catalogue import GAMES as SHIPPED_GAMES
from domain.kernel.catalogue import AnyGame, Catalogue, Rules
from domain.kernel.edition import InvalidEdition, choose_options
from domain.kernel.messages import Seat
from domain.kernel.refusal import Refusal
from tests.toy.game import GAMES as TOY_GAMES

ROOT = Path(__file__).parents[2]
GAMES: tuple[AnyGame, ...] = (*SHIPPED_GAMES, *TOY_GAMES)
IDS = tuple(dict.fromkeys(game.id for game in GAMES))


def home(game: str) -> Path:
    return ROOT / ("tests" if game == "toy" else "domain") / game


def folder_of(game: str) -> Path:
    return ROOT / "tests" / game


def golden_of(game: str) -> Path:
    return ROOT / "tests" / "golden" / game


def editions_in(folder: Path) -> list[bytes]:
    """The standard edition first."""
    files = sorted(folder.glob("*.toml"), key=lambda file: (file.stem != "standard", file.stem))
    return [file.read_bytes() for file in files]


@cache
def catalogue() -> Catalogue:
    """Every game here with its shipped editions; the editions of golden matches and of a game's own tests are kept."""
    shipped = [(game, file) for game in IDS for file in editions_in(home(game) / "editions")]
    folders = [
        (game, folder) for game in IDS for folder in (golden_of(game) / "editions", folder_of(game) / "editions")
    ]
    kept = [(game, file) for game, folder in folders for file in editions_in(folder)]
    return Catalogue(GAMES, shipped, kept)


@dataclass(frozen=True, slots=True)
class Table:
    """What a match of the suite is played by."""

    rules: Rules
    seats: int
    options: Mapping[str, str]

    def __str__(self) -> str:
        game, options = self.rules.game, ",".join(self.options.values())
        return f"{game.id}-v{game.rules_version}-{self.rules.edition.id}-{self.seats}-{options}"

    def __hash__(self) -> int:
        return hash(str(self))


@cache
def all_rules() -> tuple[Rules, ...]:
    """Every rules version of every game with every shipped edition that it can read."""
    found = []
    for game in GAMES:
        for newest in catalogue().editions[game.id]:
            try:
                found.append(catalogue().rules(game.id, game.rules_version, newest.digest))
            except InvalidEdition:
                assert game.rules_version < newest.game.rules_version
    return tuple(found)


@cache
def all_tables() -> tuple[Table, ...]:
    return tuple(table for rules in all_rules() for table in tables(rules))


def tables(rules: Rules) -> Iterator[Table]:
    """At every number of seats the defaults, and then every value of every option that it allows. The options go
    through their values together, but each from another place: so a table has defaults and other values."""
    options = rules.edition.options
    rounds = max((len(option.values) for option in options.values()), default=0)
    for seats in rules.game.seats:
        tried = [choose_options(rules.edition, {})]
        for round in range(rounds):
            chosen = dict(tried[0])
            for place, (name, option) in enumerate(options.items()):
                value = list(option.values)[(round + place) % len(option.values)]
                if allowed(rules, seats, {**chosen, name: value}):
                    chosen[name] = value
            if chosen not in tried:
                tried.append(chosen)
        yield from (Table(rules, seats, chosen) for chosen in tried)


def allowed(rules: Rules, seats: int, options: Mapping[str, str]) -> bool:
    try:
        rules.game.initial(rules.edition, seats, options)
    except Refusal:
        return False
    return True


@cache
def slow_totals(game: str, rules_version: int) -> Callable[[Any], Sequence[int]]:
    """The game's own slow scorer; without one the suite fails."""
    versions = {g.rules_version for g in GAMES if g.id == game}
    folder = folder_of(game) if rules_version == max(versions) else folder_of(game) / f"v{rules_version}"
    file = folder / "slow_scorer.py"
    if rules_version != max(versions) and not file.exists():
        file = folder_of(game) / "slow_scorer.py"
    found: Callable[[Any], Sequence[int]] = load(file).slow_totals
    return found


def keeps_its_place(game: str, match: Any, seat: Seat) -> bool:
    """Whether a seat that left is not ranked last for it. Hardly any game has such a rule; one that does says so in
    `tests/<game>/exceptions.py`: `keeps_its_place(state, seat)`, of the state in which it left."""
    file = folder_of(game) / "exceptions.py"
    if not file.exists():
        return False
    then = next(position.state for position in match if position.leaver == seat)
    return bool(load(file).keeps_its_place(then, seat))


def load(file: Path) -> Any:
    """A module of a game's test material."""
    name = ".".join(file.relative_to(ROOT).with_suffix("").parts)
    spec = importlib.util.spec_from_file_location(name, file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@cache
def clauses(game: str) -> Mapping[str, str]:
    """Each clause id of RULES.md with its mark: the first two columns of its tables."""
    text = (home(game) / "RULES.md").read_text()
    return dict(re.findall(r"^\| *([A-Z]+-\d+) *\| *([^|]*?) *\|", text, re.MULTILINE))
