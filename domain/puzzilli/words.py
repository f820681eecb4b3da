"""Puzzilli put into words, always of what an audience sees."""

from collections.abc import Sequence
from functools import partial
from typing import Any

from domain.kernel.game import Words
from domain.kernel.messages import Seat
from domain.kernel.refusal import Refusal
from domain.kernel.score import Line
from domain.kernel.view import Seen
from domain.kernel.words import Language
from domain.puzzilli import texts
from domain.puzzilli.commands import Feed, LetGo, Place, Pull, PuzzilliCommand, Reach
from domain.puzzilli.edition import Cell, Piece, PuzzilliEdition
from domain.puzzilli.events import (
    AllPlaced,
    AllPulled,
    Felt,
    Finished,
    Grasped,
    Left,
    PuzzilliEvent,
    Reached,
    RoundBegan,
)
from domain.puzzilli.nouns import listed, name_of, shape_name, the
from domain.puzzilli.picture import picture
from domain.puzzilli.view import Table

_PLAIN: dict[str, PuzzilliCommand] = {"reach": Reach(), "let go": LetGo(), "pull": Pull()}


def words(edition: PuzzilliEdition) -> Words[PuzzilliCommand, PuzzilliEvent]:
    return Words(
        notation=notation,
        parse=partial(_parse, edition),
        label=partial(_label, edition),
        narrate=partial(_narrate, edition),
        describe=partial(_describe, edition),
        picture=partial(picture, edition),
        messages=texts.MESSAGES,
        reasons=texts.REASONS,
    )


def notation(command: PuzzilliCommand) -> str:
    """`reach`, `let go`, `pull`, `White Crab@-1,2`, `feed Red Sub`."""
    match command:
        case Place(piece, cell):
            return f"{piece}@{cell}"
        case Feed(piece):
            return f"feed {piece}"
        case LetGo():
            return "let go"
        case Reach():
            return "reach"
        case Pull():
            return "pull"


def _parse(edition: PuzzilliEdition, text: str) -> PuzzilliCommand:
    if text in _PLAIN:
        return _PLAIN[text]
    fed = text.removeprefix("feed ")
    if fed != text and fed in edition.pieces:
        return Feed(Piece(fed))
    piece, _, cell = text.partition("@")
    if piece in edition.pieces and cell in edition.places:
        return Place(Piece(piece), Cell(cell))
    raise Refusal("unreadable", text=text)


def _label(edition: PuzzilliEdition, command: PuzzilliCommand, language: Language) -> str:
    template = texts.LABELS[str(command.__struct_config__.tag)]
    match command:
        case Place(piece, cell):
            return template.say(language, piece=the(edition, piece, language), cell=cell)
        case Feed(piece):
            return template.say(language, piece=the(edition, piece, language))
        case _:
            return template[language]


def _narrate(
    edition: PuzzilliEdition,
    _before: Seen,
    _command: PuzzilliCommand | None,
    events: Sequence[PuzzilliEvent],
    after: Seen,
    _seat: Seat,
    names: Sequence[str],
    language: Language,
) -> str:
    """Sentence by sentence what the audience's events say. Who knows the piece in a hand needs no word of its shape."""
    known = any(isinstance(event, Grasped) for event in events)
    told = [
        sentence
        for event in events
        if not (known and isinstance(event, Felt))
        for sentence in _sentences(edition, event, after.public, names, language)
    ]
    return " ".join(told)


def _sentences(
    edition: PuzzilliEdition, event: PuzzilliEvent, public: Table, names: Sequence[str], language: Language
) -> list[str]:
    if isinstance(event, Left):
        return []  # the table tells it
    if isinstance(event, AllPlaced) and public.phase != "feed":
        return []  # nobody had anything to feed the bag with (PZ-8)
    if isinstance(event, Finished):
        return [texts.REASONS[event.reason][language]]
    if isinstance(event, AllPulled):
        return _look(event, public, names, language)
    values: dict[str, Any] = {name: getattr(event, name) for name in event.__struct_fields__}
    if "seat" in values:
        values["who"] = names[values["seat"]]
    if "piece" in values:
        values["piece"] = the(edition, values["piece"], language)
    if "shape" in values:
        values["shape"] = shape_name(edition, values["shape"], language)
    told = texts.TOLD[str(event.__struct_config__.tag)].say(language, **values)
    if isinstance(event, RoundBegan) and event.round == 1:
        return [_colours(edition, names, language), told]
    return [told, texts.FINAL[language]] if isinstance(event, Reached) and event.final else [told]


def _colours(edition: PuzzilliEdition, names: Sequence[str], language: Language) -> str:
    """Who has which colour: the first one is nobody's (PZ-1)."""
    pairs = [
        texts.COLOUR_OF.say(language, colour=colour.label[language], who=who)
        for colour, who in zip(edition.colours[1:], names, strict=False)
    ]
    return texts.COLOURS.say(language, pairs=listed(pairs, language))


def _look(event: AllPulled, public: Table, names: Sequence[str], language: Language) -> list[str]:
    told = [texts.TOLD["all_pulled"].say(language, who=names[event.late])]
    if event.stuck:
        template = texts.STUCK if len(event.stuck) == 1 else texts.STUCK_SEVERAL
        told.append(template.say(language, who=listed([names[seat] for seat in event.stuck], language)))
    if event.ending and public.options.end == "finish-round":
        told.append(texts.LAST_ROUND[language])
    return told


def _describe(edition: PuzzilliEdition, line: Line, language: Language) -> str:
    points = (texts.ONE_POINT if abs(line.points) == 1 else texts.POINTS).say(language, points=line.points)
    if line.clause == "PZ-16":
        return texts.LINES["PZ-16"].say(language, count=line.about, points=points)
    piece = name_of(edition, Piece(line.about), language)
    return texts.LINES[line.clause].say(
        language,
        piece=piece[:1].upper() + piece[1:],
        cell=line.cells[0],
        pieces=listed([name_of(edition, Piece(other), language) for other in line.pieces], language),
        points=points,
    )
