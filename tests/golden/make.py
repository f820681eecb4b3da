"""Makes golden matches: `python -m tests.golden.make GAME [CASE …] [--rules-version N] [--seeds N]`.

A golden match is a record that stays as it is for ever; the conformance suite (`test_golden.py`) decides it anew and
compares it byte for byte. What each shall show is a `Case` in `tests/<game>/golden_cases.py`:

    CASES = (
        Case(name="shared-by-two", seats=2, holds=lambda finished: len(finished.result.winners) == 2),
        Case(name="first-leaves", seats=3, leaves=10, holds=lambda finished: finished.match.resigned == (0,)),
    )

For each case (or each that is named) the first seed whose match holds gives

* `tests/golden/<game>/v<rules version>/<case>.jsonl`, the record,
* its entry in `cases.toml` beside it: how it ended and with what points; read it, and see that it is right,
* the edition's file in `tests/golden/<game>/editions/`, so that a change to a shipped edition is noticed,
* in `tests/golden/<game>/messages.jsonl` each type of command and event that no earlier golden match had.

Nothing that exists is ever written over: a golden match that fails shows a change of the rules. Such a change gets a
new rules version, and the old goldens stay where they are. (While a game has not been released, delete the files and
make them anew.) The exit code is 1 when a case was not found within the number of seeds.
"""

import argparse
import hashlib
import sys
from pathlib import Path

import msgspec

from domain.kernel.catalogue import Rules
from domain.kernel.codec import encode
from domain.kernel.edition import edition_digest
from domain.players import PLAYERS
from domain.record.playout import Endless, nobody_leaves, playout
from domain.record.record import write_record
from tests.conformance.material import GAMES, Table, catalogue, editions_in, folder_of, golden_of, home, load
from tests.conformance.played import some_leave
from tests.golden.case import Case, Finished


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.golden.make")
    parser.add_argument("game")
    parser.add_argument("case", nargs="*")
    parser.add_argument("--rules-version", type=int, help="the newest when not given")
    parser.add_argument("--seeds", type=int, default=20_000)
    asked = parser.parse_args(arguments)

    version = asked.rules_version or max(game.rules_version for game in GAMES if game.id == asked.game)
    folder = golden_of(asked.game) / f"v{version}"
    folder.mkdir(parents=True, exist_ok=True)
    for edition in editions_in(home(asked.game) / "editions"):
        keep_edition(asked.game, edition)
    missing = 0
    for case in cases_of(asked.game):
        file = folder / f"{case.name}.jsonl"
        if file.exists() or (asked.case and case.name not in asked.case):
            continue
        found = search(asked.game, version, case, asked.seeds)
        if found is None:
            print(f"{case.name}: not in {asked.seeds} seeds", flush=True)
            missing += 1
            continue
        file.write_bytes(b"".join(write_record(found.match, [played.step for played in found.played])))
        with (folder / "cases.toml").open("ab") as index:
            index.write(entry(case, found).encode())
        keep_edition(asked.game, found.rules.file)
        keep_messages(asked.game, found)
        print(f"{case.name}: {shown_by(found)}", flush=True)
    return 1 if missing else 0


def cases_of(game: str) -> tuple[Case, ...]:
    found: tuple[Case, ...] = load(folder_of(game) / "golden_cases.py").CASES
    assert len({case.name for case in found}) == len(found), "two cases have one name"
    return found


def rules_of(game: str, version: int, edition: str) -> Rules:
    """With an edition that is shipped or one of the game's own tests, by its id."""
    for folder in (home(game) / "editions", folder_of(game) / "editions"):
        for file in editions_in(folder):
            rules = catalogue().rules(game, version, edition_digest(file))
            if rules.edition.id == edition:
                return rules
    raise LookupError(f"{game} has no edition {edition}")


def search(game: str, version: int, case: Case, seeds: int) -> Finished | None:
    table = Table(rules_of(game, version, case.edition), case.seats, case.options)
    for number in range(seeds):
        found = attempt(table, case, number)
        if found is not None and case.holds(found):
            return found
    return None


def attempt(table: Table, case: Case, number: int) -> Finished | None:
    seed = hashlib.sha256(f"{table.rules.game.id} {case.name} {number}".encode()).digest()
    named = case.players if isinstance(case.players, tuple) else (case.players,) * case.seats
    players = [PLAYERS[player] if isinstance(player, str) else player for player in named]
    leaves = case.leaves or nobody_leaves
    if isinstance(leaves, int):
        leaves = some_leave(table, f"{case.name} {number}", leaves)
    try:
        played = tuple(
            playout(catalogue(), table.rules, case.seats, table.options, seed, players, leaves=leaves, salts=case.salts)
        )
    except Endless:
        return None
    return Finished(table.rules, played)


def shown_by(found: Finished) -> dict[str, object]:
    """What the index says of a golden match, for people to check and for the suite to hold."""
    return {
        "reason": found.result.reason,
        "tiebreaks": sorted({tiebreak.reason for tiebreak in found.result.tiebreaks}),
        "places": list(found.result.places),
        "totals": list(found.match.totals),
    }


def entry(case: Case, found: Finished) -> str:
    """In TOML, whose strings and arrays are written like those of JSON."""
    lines = [f"{name} = {encode(value).decode()}" for name, value in shown_by(found).items()]
    return "\n".join([f"[{case.name}]", *lines, "", ""])


def keep_edition(game: str, file: bytes) -> None:
    folder = golden_of(game) / "editions"
    folder.mkdir(parents=True, exist_ok=True)
    copy = folder / f"{edition_digest(file)[:16]}.toml"
    if not copy.exists():
        copy.write_bytes(file)


def keep_messages(game: str, found: Finished) -> None:
    file = golden_of(game) / "messages.jsonl"
    kept = tags_kept(file)
    with file.open("ab") as lines:
        for message in found.messages:
            tag = str(message.__struct_config__.tag)
            if tag not in kept:
                lines.write(encode(message) + b"\n")
                kept.add(tag)


def tags_kept(file: Path) -> set[str]:
    """Of the messages kept so far."""
    lines = file.read_bytes().splitlines() if file.exists() else ()
    return {msgspec.json.decode(line)["type"] for line in lines}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
