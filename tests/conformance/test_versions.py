"""Rules that matches were played by stay as they were."""

import hashlib
from pathlib import Path

from tests.conformance.material import GAMES, golden_of, home


def test_the_rules_of_older_versions_are_frozen(game_id: str) -> None:
    """A change that alters what old matches decide, show or score first copies the rules, unchanged, into the folder
    `v<N>/` of the game; `tests/golden/<game>/v<N>/rules.sha256` holds the digest of that folder."""
    versions = sorted(game.rules_version for game in GAMES if game.id == game_id)
    assert versions == list(range(1, len(versions) + 1))
    for version in versions[:-1]:
        frozen = (golden_of(game_id) / f"v{version}" / "rules.sha256").read_text().strip()
        assert digest_of(home(game_id) / f"v{version}") == frozen


def digest_of(folder: Path) -> str:
    total = hashlib.sha256()
    for file in sorted(folder.rglob("*.py")):
        total.update(f"{file.relative_to(folder)}\n".encode() + file.read_bytes())
    return total.hexdigest()
