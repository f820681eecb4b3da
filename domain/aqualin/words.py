"""Aqualin put into words."""

import re
from collections.abc import Sequence
from functools import partial

from domain.aqualin.edition import AqualinEdition
from domain.aqualin.messages import Displayed, Events, FirstSet, GoalsSet, Place, Refilled, Slide
from domain.aqualin.picture import picture
from domain.aqualin.reef import Cell, Tile
from domain.aqualin.state import other
from domain.aqualin.texts import COLOURS, MESSAGES, REASONS, TYPES
from domain.aqualin.view import Public
from domain.kernel.game import Words
from domain.kernel.messages import Seat
from domain.kernel.refusal import Refusal
from domain.kernel.score import Line
from domain.kernel.view import Seen
from domain.kernel.words import Labels, Language

_CELL = r"[a-z][1-9][0-9]?"
_TURN = re.compile(rf"(?:({_CELL})-({_CELL}) )?([A-Z][A-Z])@({_CELL})")

_LABEL = Labels(
    en="Place {tile} on {cell}",
    pt="Coloque {tile} em {cell}",
    it="Piazza {tile} in {cell}",
)
_LABEL_WITH_SLIDE = Labels(
    en="Slide {start} to {end}, place {tile} on {cell}",
    pt="Deslize {start} para {end}, coloque {tile} em {cell}",
    it="Fai scivolare {start} in {end}, piazza {tile} in {cell}",
)
_GOALS = Labels(
    en="{one} collects {colours}, {another} collects {types}.",
    pt="{one} reúne {colours}, {another} reúne {types}.",
    it="{one} raccoglie {colours}, {another} raccoglie {types}.",
)
_FIRST = Labels(en="{name} goes first.", pt="{name} começa.", it="{name} comincia.")
_DISPLAYED = Labels(en="On display: {tiles}.", pt="À mostra: {tiles}.", it="Tessere scoperte: {tiles}.")
_TOLD = Labels(
    en="{name} places {tile} on {cell}.",
    pt="{name} coloca {tile} em {cell}.",
    it="{name} piazza {tile} in {cell}.",
)
_TOLD_WITH_SLIDE = Labels(
    en="{name} slides {slid} from {start} to {end} and places {tile} on {cell}.",
    pt="{name} desliza {slid} de {start} para {end} e coloca {tile} em {cell}.",
    it="{name} fa scivolare {slid} da {start} a {end} e piazza {tile} in {cell}.",
)
_REFILLED = Labels(
    en="New on display: {tile}.",
    pt="Nova peça à mostra: {tile}.",
    it="Nuova tessera scoperta: {tile}.",
)
_COLOUR_SHOAL = Labels(
    en="{colour} shoal of {size}: {points}",
    pt="Cardume {colour} de {size}: {points}",
    it="Banco {colour} di {size}: {points}",
)
_TYPE_SHOAL = Labels(
    en="Shoal of {size} {animals}: {points}",
    pt="Cardume de {size} {animals}: {points}",
    it="Banco di {size} {animals}: {points}",
)
_ONE_POINT = Labels(en="1 point", pt="1 ponto", it="1 punto")
_POINTS = Labels(en="{points} points", pt="{points} pontos", it="{points} punti")


def words(edition: AqualinEdition) -> Words[Place, Events]:
    return Words(
        notation=notation,
        parse=parse,
        label=partial(_label, edition),
        narrate=partial(_narrate, edition),
        describe=partial(_describe, edition),
        picture=partial(picture, edition),
        messages=MESSAGES,
        reasons=REASONS,
    )


def notation(turn: Place) -> str:
    """`c3-c5 RC@d4`: slide from c3 to c5, then place the red crab on d4; without a slide `RC@d4`."""
    slide = "" if turn.slide is None else f"{turn.slide.start}-{turn.slide.end} "
    return f"{slide}{turn.tile}@{turn.cell}"


def parse(text: str) -> Place:
    found = _TURN.fullmatch(text)
    if found is None:
        raise Refusal("unreadable", text=text)
    start, end, tile, cell = found.groups()
    return Place(Tile(tile), Cell(cell), Slide(Cell(start), Cell(end)) if start else None)


def _label(edition: AqualinEdition, turn: Place, language: Language) -> str:
    template = _LABEL if turn.slide is None else _LABEL_WITH_SLIDE
    return template.say(language, tile=_the(edition, turn.tile, language), cell=turn.cell, **_way(turn))


def _narrate(
    edition: AqualinEdition,
    before: Seen,
    turn: Place | None,
    events: Sequence[Events],
    _after: Seen,
    seat: Seat,
    names: Sequence[str],
    language: Language,
) -> str:
    if turn is None:
        return _set_up(edition, events, names, language)  # a match that a seat has left is over
    tile = _the(edition, turn.tile, language)
    if turn.slide is None:
        told = _TOLD.say(language, name=names[seat], tile=tile, cell=turn.cell)
    else:
        public: Public = before.public
        slid = _the(edition, public.reef[turn.slide.start], language)
        told = _TOLD_WITH_SLIDE.say(language, name=names[seat], slid=slid, tile=tile, cell=turn.cell, **_way(turn))
    drawn = [_the(edition, event.tile, language) for event in events if isinstance(event, Refilled)]
    return " ".join([told, *(_REFILLED.say(language, tile=tile) for tile in drawn)])


def _set_up(edition: AqualinEdition, events: Sequence[Events], names: Sequence[str], language: Language) -> str:
    """Who plays for what, who goes first, and at last what lies open."""
    told: list[str] = []
    for event in sorted(events, key=lambda event: isinstance(event, Displayed)):
        match event:
            case GoalsSet(seat):
                one, another = names[seat], names[other(seat)]
                colours, types = COLOURS[language], TYPES[language]
                told.append(_GOALS.say(language, one=one, another=another, colours=colours, types=types))
            case FirstSet(seat):
                told.append(_FIRST.say(language, name=names[seat]))
            case Displayed(tiles):
                shown = ", ".join(edition.name_of(tile, language) for tile in tiles)
                told.append(_DISPLAYED.say(language, tiles=shown))
            case _:
                pass
    return " ".join(told)


def _way(turn: Place) -> dict[str, Cell]:
    return {} if turn.slide is None else {"start": turn.slide.start, "end": turn.slide.end}


def _the(edition: AqualinEdition, tile: Tile, language: Language) -> str:
    """ "the red crab" """
    return f"{edition.type_of(tile).article[language]} {edition.name_of(tile, language)}"


def _describe(edition: AqualinEdition, line: Line, language: Language) -> str:
    tile, size = Tile(line.pieces[0]), len(line.cells)
    points = (_ONE_POINT if line.points == 1 else _POINTS).say(language, points=line.points)
    if line.source == "colour-shoal":
        text = _COLOUR_SHOAL.say(language, colour=edition.colour_of(tile).label[language], size=size, points=points)
        return text[0].upper() + text[1:]
    return _TYPE_SHOAL.say(language, animals=edition.type_of(tile).plural[language], size=size, points=points)
