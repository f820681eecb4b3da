"""What is told while it runs, on standard error: standard output is for the figures."""

import sys
import time

_began = time.monotonic()


def say(text: str) -> None:
    print(f"[{time.monotonic() - _began:6.1f} s] {text}", file=sys.stderr, flush=True)
