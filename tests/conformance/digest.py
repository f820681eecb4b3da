"""`python -m tests.conformance.digest GAME` prints one hash over all stored bytes of a few matches."""

import hashlib
import sys

from tests.conformance.material import all_tables
from tests.conformance.played import play


def digest_of_matches(game: str) -> str:
    total = hashlib.sha256()
    for table in all_tables():
        if table.rules.game.id == game:
            for step, _ in play(table, "digest"):
                total.update(step.hash + step.open + step.sealed)
    return total.hexdigest()


if __name__ == "__main__":
    print(digest_of_matches(sys.argv[1]))
