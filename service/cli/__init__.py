"""The command line: `meeplog COMMAND …`. Exit codes: 0 done, 1 the answer is no, 2 used wrongly."""

import logging
import os
import sys
from collections.abc import Sequence
from importlib import import_module

from service.cli.failure import Failure
from service.cli.parser import build_parser

_OURS = ("domain.", "infra.", "projections.", "service.", "psycopg", "redis.")  # whose errors speak for themselves


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command and returns its exit code. Whatever goes wrong is one line on standard error."""
    asked = build_parser().parse_args(arguments)
    logging.lastResort = (
        logging.NullHandler()
    )  # libraries warn into the log of those commands that keep one, and nowhere else
    try:
        code: int = import_module(asked.module).run(asked)
        sys.stdout.flush()
        return code
    except Failure as failure:
        return _say(str(failure), failure.code)
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:  # whoever reads has had enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except Exception as error:
        if os.environ.get("MEEPLOG_DEBUG"):
            raise
        if isinstance(error, OSError):
            return _say(f"{error.filename}: {error.strerror}" if error.filename else str(error), 1)
        if type(error).__module__.startswith(_OURS):
            return _say(str(error), 2 if type(error).__name__ == "SettingsError" else 1)
        return _say(f"unexpected {type(error).__name__}: {error} (MEEPLOG_DEBUG=1 shows where)", 1)


def _say(message: str, code: int) -> int:
    print("meeplog:", " ".join(message.split()), file=sys.stderr)
    return code
