"""What a seat can want. Pieces, cells and slots are written as in the notation (see RULES.md)."""

from domain.acuarella.edition import Card
from domain.kernel.messages import Command, Seat


class Place(Command, frozen=True, tag="place"):
    """Lay a piece on one's board (AC-4). `source`: "1" available, "R1" replacement, "B" from the bag, "S" reserved."""

    source: str
    piece: str
    turn: str
    cell: str


class Guess(Command, frozen=True, tag="guess"):
    """Psychic Cat: name the colour of the next piece (AC-14)."""

    colour: str


class Purr(Command, frozen=True, tag="purr"):
    """Purring Cat: take wildcards (AC-15)."""


class Rob(Command, frozen=True, tag="rob"):
    """Jealous Cat: take a pigment from another seat (AC-16)."""

    victim: Seat
    pigment: str


class Insist(Command, frozen=True, tag="insist"):
    """Stubborn Cat: choose among the replacement pieces this turn (AC-17)."""


class Parade(Command, frozen=True, tag="parade"):
    """Cat Parade: turn the Catotem (AC-18)."""


class Guard(Command, frozen=True, tag="guard"):
    """Guardian Cat: new available pieces (AC-19)."""


class Reserve(Command, frozen=True, tag="reserve"):
    """Stray Cat: keep a piece of the row for one's next turn (AC-20)."""

    source: str


class Exchange(Command, frozen=True, tag="exchange"):
    """Hairball: take a card from the discard pile (AC-21)."""

    card: Card


class LayPhoto(Command, frozen=True, tag="lay_photo"):
    """Lay a cat photo on an empty cell (AC-13)."""

    cell: str


class Done(Command, frozen=True, tag="done"):
    """End one's turn (AC-11)."""


class Meow(Command, frozen=True, tag="meow"):
    """Say who of the tied seats meowed best; None shares the victory (AC-26)."""

    best: Seat | None


AcuarellaCommand = Place | Guess | Purr | Rob | Insist | Parade | Guard | Reserve | Exchange | LayPhoto | Done | Meow
