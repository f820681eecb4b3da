"""What may be seen of a state, and by whom. What a game does not list here, nobody sees."""

from typing import Any

from msgspec import Struct

from domain.kernel.messages import Audience


class View(Struct, frozen=True):
    """A state as an allow-list of structs: a part for all, one for each seat, and what only the end may show."""

    public: Any
    private: tuple[Any, ...]
    revealed: Any = None


class Seen(Struct, frozen=True):
    """A view as one audience has it: `private` is empty for spectators, one part for a seat, all for an arbiter."""

    audience: Audience
    public: Any
    private: tuple[Any, ...] = ()
    revealed: Any = None


def see(view: View, audience: Audience, reveal: bool = False) -> Seen:
    """`reveal` is for finished matches: every private part and the revealed one, for every audience."""
    if reveal or audience == "arbiter":
        return Seen(audience, view.public, view.private, view.revealed)
    if audience == "spectator":
        return Seen(audience, view.public)
    return Seen(audience, view.public, view.private[audience : audience + 1])
