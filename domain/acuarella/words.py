"""Acuarella put into words."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from domain.acuarella import events as happened
from domain.acuarella import texts
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
from domain.acuarella.edition import WILDCARD, AcuarellaEdition, Card
from domain.acuarella.events import AcuarellaEvent
from domain.acuarella.geometry import bits
from domain.acuarella.messages import MESSAGES, REASONS
from domain.acuarella.notation import notation, parse
from domain.acuarella.picture import picture
from domain.acuarella.state import Tile, cells_of
from domain.acuarella.tables import tables
from domain.kernel.game import Words
from domain.kernel.messages import Seat
from domain.kernel.score import Line
from domain.kernel.view import Seen
from domain.kernel.words import Labels, Language


def words(edition: AcuarellaEdition) -> Words[AcuarellaCommand, AcuarellaEvent]:
    def label(command: AcuarellaCommand, language: Language) -> str:
        return _Speaker(edition, language).label(command)

    def narrate(
        _before: Seen,
        command: AcuarellaCommand | None,
        events: Sequence[AcuarellaEvent],
        _after: Seen,
        seat: Seat,
        names: Sequence[str],
        language: Language,
    ) -> str:
        return " ".join(_Speaker(edition, language, names).story(command, events, seat))

    def describe(line: Line, language: Language) -> str:
        return _Speaker(edition, language).line(line)

    return Words(
        notation=notation,
        parse=parse,
        label=label,
        narrate=narrate,
        describe=describe,
        picture=lambda seen, language: picture(edition, seen, language),
        messages=MESSAGES,
        reasons=REASONS,
    )


class _Speaker:
    """Speaks of one edition in one language, to people with these names."""

    def __init__(self, edition: AcuarellaEdition, language: Language, names: Sequence[str] = ()) -> None:
        self.language, self.names = language, names
        self.pigments = {pigment.id: pigment.label for pigment in edition.pigments} | {WILDCARD: texts.WILDCARD}
        self.colours = {colour.id: colour.label for colour in edition.colours}
        self.cards = {card.id: card.label for card in edition.cards}
        self.known = tables(edition)
        self.edition = edition

    def say(self, text: Labels, **values: object) -> str:
        return text.say(self.language, **values)

    def piece(self, name: str) -> str:
        """ "green L4"; a name that this edition does not have, as it stands."""
        number = self.known.piece.get(name)
        if number is None:
            return name
        shape, colour = self.edition.shapes[self.known.shape[number]], self.edition.colours[self.known.colour[number]]
        return self.say(texts.PIECE, shape=shape.id, colour=colour.label[self.language])

    def card(self, card: Card) -> str:
        return self.cards[card][self.language] if card in self.cards else card

    def pigment(self, name: str) -> str:
        return self.pigments[name][self.language] if name in self.pigments else name

    def colour(self, name: str) -> str:
        return self.colours[name][self.language] if name in self.colours else name

    def all_of(self, items: Iterable[str]) -> str:
        """ "one, two and three" """
        *most, last = items
        return f"{', '.join(most)}{texts.AND[self.language]}{last}" if most else last

    # Buttons

    def label(self, command: AcuarellaCommand) -> str:
        match command:
            case Place(source, piece, turn, cell):
                cells = self._covered(piece, turn, cell)
                return self.say(texts.PLACE, piece=self.piece(piece), cells=cells) + self._from(source)
            case LayPhoto(cell):
                return self.say(texts.LAY_PHOTO, cell=cell)
            case Done():
                return self.say(texts.DONE)
            case Meow(best):
                return self.say(texts.SHARE) if best is None else self.say(texts.MEOW, seat=self._player(best))
            case Guess(colour):
                return self._card("psychic", texts.GUESS, colour=self.colour(colour))
            case Purr():
                return self._card("purring", texts.PURR)
            case Rob(victim, pigment):
                return self._card("jealous", texts.ROB, pigment=self.pigment(pigment), victim=self._player(victim))
            case Insist():
                return self._card("stubborn", texts.INSIST)
            case Parade():
                return self._card("parade", texts.PARADE)
            case Guard():
                return self._card("guardian", texts.GUARD)
            case Reserve(source):
                return self._card("stray", texts.RESERVE, source=source)
            case Exchange(card):
                return self._card("hairball", texts.EXCHANGE, card=self.card(card))

    def _covered(self, name: str, turn: str, anchor: str) -> str:
        """The cells under a piece: "a1 b1 b2"; as it is written, where this edition does not have it."""
        grid, number = self.known.grid, self.known.piece.get(name)
        if number is None or anchor not in grid.cells:
            return f"{anchor} ({turn})"
        form = grid.form_of[self.known.shape[number]][turn]
        cells = bits(cells_of(self.known, Tile(number, form, grid.cells[anchor])))
        return " ".join(grid.names[cell] for cell in cells if cell in grid.names)

    def _card(self, played: Card, what: Labels, **values: object) -> str:
        return f"{self.card(played)}: {self.say(what, **values)}"

    def _from(self, source: str) -> str:
        other = {"B": texts.FROM_BAG, "S": texts.FROM_RESERVE, "R": texts.FROM_BEHIND}
        return self.say(other.get(source[0], texts.FROM_FRONT), source=source)

    def _player(self, seat: Seat) -> str:
        return self.say(texts.PLAYER, number=seat + 1)

    # The story of a step

    def story(self, command: AcuarellaCommand | None, events: Sequence[AcuarellaEvent], seat: Seat) -> Iterator[str]:
        """The step's own sentence, what it brought, and what followed from it."""
        if isinstance(command, Done):
            yield self.say(texts.ENDED_TURN, name=self.names[seat])
        for event in events:
            if isinstance(event, happened.Tied | happened.Decided):  # the count is over
                yield from self._cats(events)
            yield from self._told(event)
            if isinstance(event, happened.Placed):
                yield from self._unions([event for event in events if isinstance(event, happened.Joined)])

    def _cats(self, events: Sequence[AcuarellaEvent]) -> Iterator[str]:
        cats = Counter(event.seat for event in events if isinstance(event, happened.CatAssembled))
        for owner, count in cats.items():
            text = texts.CATS_ONE if count == 1 else texts.CATS
            yield self.say(text, name=self.names[owner], count=count)

    def _unions(self, unions: Sequence[happened.Joined]) -> Iterator[str]:
        pigments = [self.pigment(union.pigment) for union in unions if union.pigment is not None]
        if pigments:
            yield self.say(texts.MIXED_ONE if len(pigments) == 1 else texts.MIXED, pigments=self.all_of(pigments))
        dull = len(unions) - len(pigments)
        if dull:
            yield self.say(texts.DULL if dull == 1 else texts.DULL_MANY, count=dull)

    def _told(self, event: AcuarellaEvent) -> Iterator[str]:
        seat = getattr(event, "seat", None)
        name = "" if seat is None else self.names[seat]
        match event:
            case happened.FirstChosen():
                yield self.say(texts.FIRST, name=name)
            case happened.RowLaid(available, _):
                yield self.say(texts.ROW, pieces=self.all_of(map(self.piece, available)))
            case happened.FirstDrawn(piece):
                yield self.say(texts.FIRST_PIECE, piece=self.piece(piece))
            case happened.Placed(_, _, piece, _, cell):
                yield self.say(texts.PLACED, name=name, piece=self.piece(piece), cell=cell)
            case happened.BoneCovered(_, cell, card, reshuffled):
                if reshuffled:
                    yield self.say(texts.RESHUFFLED)
                alone = self.say(texts.BONE_ALONE, cell=cell)
                yield alone if card is None else self.say(texts.BONE, cell=cell, card=self.card(card))
            case happened.BoardFilled(_, trophy):
                yield self.say(texts.TROPHY if trophy else texts.FILLED, name=name, trophy=trophy)
            case happened.PhotosLaid(_, cells):
                yield self.say(texts.PHOTO if len(cells) == 1 else texts.PHOTOS, name=name, cells=self.all_of(cells))
            case happened.Guessed(_, colour, piece, chooses):
                yield self.say(texts.GUESSED, name=name, colour=self.colour(colour), piece=self.piece(piece))
                right = self.known.colour[self.known.piece[piece]] == self.known.colours[colour]
                verdict = texts.GUESSED_IN_VAIN if right else texts.GUESSED_WRONG
                yield self.say(texts.GUESSED_RIGHT if chooses else verdict)
            case happened.Purred(_, count):
                yield self.say(texts.PURRED, name=name, count=count)
            case happened.Robbed(_, victim, pigment):
                yield self.say(texts.ROBBED, name=name, victim=self.names[victim], pigment=self.pigment(pigment))
            case happened.Insisted():
                yield self.say(texts.INSISTED, name=name)
            case happened.Paraded():
                yield self.say(texts.PARADED, name=name)
            case happened.Guarded(_, ()):
                yield self.say(texts.GUARDED_NOTHING, name=name)
            case happened.Guarded(_, pieces):
                yield self.say(texts.GUARDED, name=name, pieces=self.all_of(map(self.piece, pieces)))
            case happened.Reserved(_, _, piece):
                yield self.say(texts.RESERVED, name=name, piece=self.piece(piece))
            case happened.Exchanged(_, card):
                yield self.say(texts.EXCHANGED, name=name, card=self.card(card))
            case happened.Refilled(slot, piece) if slot in self.known.replacements:
                yield self.say(texts.DREW, pieces=self.piece(piece))
            case happened.Returned(_, piece):
                yield self.say(texts.RETURNED, name=name, piece=self.piece(piece))
            case happened.EndTriggered():
                yield self.say(texts.TRIGGERED, name=name)
            case happened.TurnSkipped():
                yield self.say(texts.SKIPPED, name=name)
            case happened.Tied(seats):
                yield self.say(texts.TIED, names=self.all_of(self.names[seat] for seat in seats))
            case happened.Meowed(_, best):
                shared = self.say(texts.SHARED, name=name)
                yield shared if best is None else self.say(texts.MEOWED, name=name, best=self.names[best])

    # The score sheet

    def line(self, line: Line) -> str:
        one = abs(line.points) == 1
        points = self.say(texts.ONE_POINT if one else texts.POINTS, points=str(line.points).replace("-", "−"))
        match line.source:
            case "trophy":
                return self.say(texts.TROPHY_LINE, number=line.about, points=points)
            case "empty":
                return self.say(texts.EMPTY, cells=len(line.cells), points=points)
            case "cat":
                return self.say(texts.CAT, pieces=self.all_of(map(self.piece, line.pieces)), points=points)
            case "wildcard":
                return self.say(texts.GREY, points=points)
        text = texts.WARM if line.source == "warm" else texts.COOL
        return self.say(text, pigment=self.pigment(line.about), points=points)
