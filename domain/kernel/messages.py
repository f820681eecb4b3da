"""What is said between a table and its game: the bases of commands and events, seats and audiences."""

from typing import ClassVar, Literal, NewType

from msgspec import Struct

Seat = NewType("Seat", int)  # counted from 0, clockwise

Audience = Seat | Literal["spectator", "arbiter"]
"""Who looks: a seat sees its own private part, an arbiter all of them, a spectator none."""


class Command(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """What a seat wants. Subclasses set a `tag`, in the imperative: `place`."""


class Event(Struct, frozen=True, forbid_unknown_fields=True, gc=False):  # plain data makes no cycles
    """What happened. Subclasses set a `tag`, in the past: `placed`, and say who may know it.

    `audience` is "all", "seat" (the event has a field `seat`: that one alone, until the reveal) or "nobody" (until the
    reveal). `reveals` marks an event that makes something hidden known: no takeback goes across it.

    A type that an older release wrote stays in the game's union, with a method `upcast()` that gives today's event; the
    new type takes a new tag (`placed.2`). Stored bytes never change.
    """

    audience: ClassVar[Literal["all", "seat", "nobody"]] = "all"
    reveals: ClassVar[bool] = False
