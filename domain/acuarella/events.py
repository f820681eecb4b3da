"""What happens in a match. All of it is open; draws are recorded with their outcome."""

from typing import Literal

from domain.acuarella.edition import Card
from domain.kernel.messages import Event, Seat

Choice = Literal["drawn", "available", "replacement", "bag", "reserved"]
"""From where the piece of a turn comes: the drawn first piece, the row, or where a card says."""

Ending = Literal["full", "stuck", "stuck-by-card", "left"]


class FirstChosen(Event, frozen=True, tag="first_chosen"):
    """Who begins (AC-3)."""

    seat: Seat


class RowLaid(Event, frozen=True, tag="row_laid"):
    """The row of the set-up: its available and its replacement pieces, by number (AC-1)."""

    available: tuple[str, ...]
    replacement: tuple[str, ...]


class FirstDrawn(Event, frozen=True, tag="first_drawn"):
    """The piece for the first turn of the match (AC-4)."""

    piece: str


class TurnBegan(Event, frozen=True, tag="turn_began"):
    seat: Seat
    choice: Choice


class TurnSkipped(Event, frozen=True, tag="turn_skipped"):
    """A final turn of a seat that can place nothing (AC-22)."""

    seat: Seat


class Placed(Event, frozen=True, tag="placed"):
    seat: Seat
    source: str
    piece: str
    turn: str
    cell: str


class Refilled(Event, frozen=True, tag="refilled"):
    """The piece that now lies in a slot: of an available one the replacement piece of its number, of a replacement
    one a piece from the bag (AC-9)."""

    slot: str
    piece: str


class Joined(Event, frozen=True, tag="joined"):
    """A valid union of the piece just placed with another piece of the board, numbered in the order of placing from 0
    (AC-7), and the pigment it gives, if any (AC-8)."""

    seat: Seat
    other: int
    pigment: str | None


class BoneCovered(Event, frozen=True, tag="bone_covered"):
    """A bone under a piece of its colour, and the card it brings, unless there is none left (AC-10)."""

    seat: Seat
    cell: str
    card: Card | None
    reshuffled: bool  # the discard pile became the deck for this draw


class BoardFilled(Event, frozen=True, tag="board_filled"):
    """A board is full; `trophy` is the number of the one it earns, 0 for none (AC-24)."""

    seat: Seat
    trophy: int


class PhotosLaid(Event, frozen=True, tag="photos_laid"):
    """One photo by the player's choice, or the whole stock at the end (AC-13)."""

    seat: Seat
    cells: tuple[str, ...]


class Guessed(Event, frozen=True, tag="guessed"):
    """The colour named and the piece seen, which returns; `chooses`: guessed right, and some piece fits (AC-14)."""

    seat: Seat
    colour: str
    piece: str
    chooses: bool


class Purred(Event, frozen=True, tag="purred"):
    seat: Seat
    wildcards: int


class Robbed(Event, frozen=True, tag="robbed"):
    seat: Seat
    victim: Seat
    pigment: str


class Insisted(Event, frozen=True, tag="insisted"):
    seat: Seat


class Paraded(Event, frozen=True, tag="paraded"):
    seat: Seat


class Guarded(Event, frozen=True, tag="guarded"):
    """The new available pieces, from the first slot on; those they replace went back into the bag (AC-19)."""

    seat: Seat
    pieces: tuple[str, ...]


class Reserved(Event, frozen=True, tag="reserved"):
    seat: Seat
    source: str
    piece: str


class Exchanged(Event, frozen=True, tag="exchanged"):
    seat: Seat
    card: Card


class Returned(Event, frozen=True, tag="returned"):
    """A reserved piece that fits nowhere is back in the bag (AC-20)."""

    seat: Seat
    piece: str


class EndTriggered(Event, frozen=True, tag="end_triggered"):
    """A seat can place nothing: it plays no more, and these turns are still to come (AC-22)."""

    seat: Seat
    reason: Ending
    turns: tuple[Seat, ...]


class CatAssembled(Event, frozen=True, tag="cat_assembled"):
    """One cat of the final count, a piece for each part in the order of the guide (AC-25)."""

    seat: Seat
    pieces: tuple[str, ...]


class Tied(Event, frozen=True, tag="tied"):
    """These seats are level in points and photos; the best meow decides (AC-26)."""

    seats: tuple[Seat, ...]


class Meowed(Event, frozen=True, tag="meowed"):
    seat: Seat
    best: Seat | None


class Left(Event, frozen=True, tag="left"):
    seat: Seat


class Decided(Event, frozen=True, tag="decided"):
    """The match is over."""

    reason: Ending


AcuarellaEvent = (
    FirstChosen
    | RowLaid
    | FirstDrawn
    | TurnBegan
    | TurnSkipped
    | Placed
    | Refilled
    | Joined
    | BoneCovered
    | BoardFilled
    | PhotosLaid
    | Guessed
    | Purred
    | Robbed
    | Insisted
    | Paraded
    | Guarded
    | Reserved
    | Exchanged
    | Returned
    | EndTriggered
    | CatAssembled
    | Tied
    | Meowed
    | Left
    | Decided
)
