"""Everything that can be asked of `meeplog`, in the order of its help.

Nothing heavy is imported here, so that help answers at once: each command names the module that runs it.
"""

import argparse
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import Any, NoReturn
from uuid import UUID

from rich_argparse import RichHelpFormatter

LANGUAGES = ("en", "pt", "it")


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        """One line, without the usage."""
        self.exit(2, f"{self.prog}: {message} ({self.prog} --help tells more)\n")


def build_parser() -> argparse.ArgumentParser:
    top = _Parser(
        prog="meeplog",
        description="An event-sourced table for board games: play, watch, replay and prove.",
        epilog="Exit codes: 0 done, 1 the answer is no, 2 used wrongly.",
        formatter_class=RichHelpFormatter,
    )
    top.add_argument("--version", action="version", version=f"%(prog)s {version('meeplog')}")
    commands = top.add_subparsers(title="commands", metavar="COMMAND", dest="command", required=True)

    def command(name: str, module: str, help_: str) -> argparse.ArgumentParser:
        added = commands.add_parser(name, help=help_, description=help_, formatter_class=RichHelpFormatter)
        added.set_defaults(module=f"service.cli.{module}")
        return added

    for add in (_serving, _offline, _operating):
        add(command)
    return top


Add = Callable[[str, str, str], argparse.ArgumentParser]


def _serving(command: Add) -> None:
    serve = command(
        "serve",
        "serve",
        "Serve the API and the page, with the projector beside them. Without MEEPLOG_DATABASE_URL and "
        "MEEPLOG_REDIS_URL it starts servers of its own in the data directory.",
    )
    serve.add_argument("--host", help="address to listen on (MEEPLOG_HOST, else 127.0.0.1)")
    serve.add_argument("--port", type=_port, help="port to listen on (MEEPLOG_PORT, else 8000)")
    serve.add_argument("--workers", type=_positive, default=1, metavar="N", help="HTTP processes (1)")
    _add_data(serve)
    _add_data(command("project", "project", "Run the projector alone, against servers named by the environment."))


def _offline(command: Add) -> None:
    simulate = command("simulate", "simulate", "Play whole matches by bots, without servers, and record them.")
    simulate.add_argument("game", metavar="GAME", help="the game's id, such as aqualin")
    simulate.add_argument("--matches", type=_positive, default=1, metavar="N", help="how many (1)")
    simulate.add_argument("--seats", type=_positive, metavar="K", help="seats of each match (the game's fewest)")
    simulate.add_argument("--seed", metavar="S", help="any text; the same seed plays the same matches (drawn)")
    simulate.add_argument("--out", type=Path, metavar="DIR", help="folder for the records, one file a match")
    simulate.add_argument("--players", choices=("random", "greedy"), default="random", help="who plays (random)")
    simulate.add_argument("--edition", metavar="ID", help="the edition to play (the standard one)")
    simulate.add_argument(
        "--option", type=_assignment, action="append", default=[], metavar="NAME=VALUE", help="an option of the edition"
    )
    simulate.add_argument(
        "--key",
        type=Path,
        nargs="?",
        const=Path(),
        metavar="FILE",
        help="sign the records with this key file (without FILE: with the house's own key)",
    )
    _add_data(simulate)
    _add_json(simulate)

    replay = command("replay", "replay", "Tell a recorded match, step by step.")
    _add_record(replay)
    replay.add_argument("--seat", type=_seat, metavar="S", help="as this seat, counted from 0, saw it then (revealed)")
    replay.add_argument("--svg", type=Path, metavar="OUT", help="draw the position into this file")

    _add_record(command("score", "score", "The score sheet of a recorded match, with clauses and evidence."))

    verify = command("verify", "verify", "Check records from their bytes up: hashes, decisions, draws, seals. Offline.")
    verify.add_argument("files", type=Path, nargs="+", metavar="FILE", help="records (-: standard input)")
    verify.add_argument(
        "--key", type=_public_key, metavar="PUBLIC", help="the public key (64 hex digits) that must have sealed them"
    )
    _add_json(verify)


def _operating(command: Add) -> None:
    export = command("export", "export", "Write the record of a stored match, as a spectator may have it.")
    export.add_argument("match", type=UUID, metavar="MATCH", help="the match's id")
    export.add_argument("--out", type=Path, metavar="FILE", help="where to (standard output)")
    _add_data(export)

    _add_data(command("rebuild", "rebuild", "Fill all projections anew from the log, beside the ones in use."))

    role = command("role", "role", "Say what a player may do.")
    role.add_argument("player", type=UUID, metavar="PLAYER", help="the player's id")
    role.add_argument("role", choices=("player", "arbiter", "administrator"))
    _add_data(role)

    keys = command("keys", "keys", "The keys of the house: the one that signs seals, the one that hides seeds.")
    keys.add_argument(
        "what",
        nargs="?",
        choices=("show", "rotate"),
        default="show",
        help="show them, or make a new key for seals; the old one is set aside (show)",
    )
    _add_data(keys)
    _add_json(keys)

    _add_data(command("migrate", "migrate", "Bring the database up to date."))

    doctor = command("doctor", "doctor", "What is configured, what answers, at which version, and what to back up.")
    _add_data(doctor)
    _add_json(doctor)


def _add_data(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--data", type=Path, metavar="DIR", help="data directory (MEEPLOG_DATA, else data)")


def _add_json(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def _add_record(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help="a record (-: standard input)")
    parser.add_argument("--step", type=_positive, metavar="N", help="after this step (the last)")
    parser.add_argument("--language", choices=LANGUAGES, default="en", help="of the texts (en)")
    _add_json(parser)


def _positive(text: str) -> int:
    return _number(text, 1)


def _seat(text: str) -> int:
    return _number(text, 0)


def _port(text: str) -> int:
    if _number(text, 0) > 65535:
        raise argparse.ArgumentTypeError(f"{text} is no port")
    return int(text)


def _number(text: str, least: int) -> int:
    if not (text.isascii() and text.isdecimal() and int(text) >= least):
        raise argparse.ArgumentTypeError(f"{text!r} is no number from {least} up")
    return int(text)


def _assignment(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not (name and equals):
        raise argparse.ArgumentTypeError(f"{text!r} is not NAME=VALUE")
    return name, value


def _public_key(text: str) -> str:
    try:
        if len(bytes.fromhex(text)) == 32:
            return text.lower()
    except ValueError:
        pass
    raise argparse.ArgumentTypeError(f"{text!r} is not 64 hex digits")


Arguments = Any
"""What a command's `run` gets: the namespace that the parser fills."""
