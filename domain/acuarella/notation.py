"""Commands as short lines, the same in every language: `2:L4-green fr90@c4`, `!psychic(blue)`, `+photo@c4`, `.`"""

import re
from collections.abc import Callable

from domain.acuarella.commands import (
    AcuarellaCommand,
    Done,
    Exchange,
    Guard,
    Guess,
    Insist,
    LayPhoto,
    Meow,
    Parade,
    Place,
    Purr,
    Reserve,
    Rob,
)
from domain.acuarella.edition import CARDS
from domain.kernel.messages import Seat
from domain.kernel.refusal import Refusal

SHARE = "share"


def notation(command: AcuarellaCommand) -> str:
    """Seats are counted from 0, as everywhere in commands."""
    match command:
        case Place(source, piece, turn, cell):
            return f"{source}:{piece} {turn}@{cell}"
        case LayPhoto(cell):
            return f"+photo@{cell}"
        case Done():
            return "."
        case Guess(colour):
            return f"!psychic({colour})"
        case Purr():
            return "!purring"
        case Rob(victim, pigment):
            return f"!jealous({victim},{pigment})"
        case Insist():
            return "!stubborn"
        case Parade():
            return "!parade"
        case Guard():
            return "!guardian"
        case Reserve(source):
            return f"!stray({source})"
        case Exchange(card):
            return f"!hairball({card})"
        case Meow(best):
            return f"meow({SHARE if best is None else best})"


_ID = r"([\w-]+)"
_SEAT = r"(0|[1-9][0-9]?)"

_READERS: tuple[tuple[str, Callable[..., AcuarellaCommand]], ...] = (
    (r"(R?[1-9]|B|S):([\w-]+) (f?r\d+)@([a-z][0-9]+)", Place),
    (r"\+photo@([a-z][0-9]+)", LayPhoto),
    (r"\.", Done),
    (rf"!psychic\({_ID}\)", Guess),
    (r"!purring", Purr),
    (rf"!jealous\({_SEAT},{_ID}\)", lambda victim, pigment: Rob(Seat(int(victim)), pigment)),
    (r"!stubborn", Insist),
    (r"!parade", Parade),
    (r"!guardian", Guard),
    (r"!stray\((R?[1-9])\)", Reserve),
    (rf"!hairball\(({'|'.join(CARDS)})\)", Exchange),
    (rf"meow\((?:{_SEAT}|{SHARE})\)", lambda best: Meow(None if best is None else Seat(int(best)))),
)


def parse(text: str) -> AcuarellaCommand:
    for pattern, read in _READERS:
        found = re.fullmatch(pattern, text, re.ASCII)
        if found is not None:
            return read(*found.groups())
    raise Refusal("unreadable", text=text)
