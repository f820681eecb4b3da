"""Viva Catrina put into words."""

from collections.abc import Iterator, Sequence
from functools import partial

from domain.catrina.board import FIRST
from domain.catrina.commands import CatrinaCommand, Take
from domain.catrina.edition import CatrinaEdition
from domain.catrina.events import (
    BalloonFlipped,
    BalloonTaken,
    CatrinaEvent,
    ChimeraCame,
    ExtraDrawn,
    ExtrasMissed,
    MatchFinished,
    RoundBegan,
    StartsDealt,
)
from domain.catrina.notation import notation, parse
from domain.catrina.picture import picture
from domain.catrina.texts import MESSAGES, REASONS
from domain.catrina.view import Table
from domain.kernel.game import Words
from domain.kernel.messages import Seat
from domain.kernel.score import Line
from domain.kernel.view import Seen
from domain.kernel.words import Labels, Language

_LABEL_FIRST = Labels(
    en="Take the first tile of row {row} and place it on {cell}{turned}",
    pt="Pegue a primeira peça da fileira {row} e coloque-a em {cell}{turned}",
    it="Prendi la prima tessera della fila {row} e piazzala in {cell}{turned}",
)
_LABEL_LAST = Labels(
    en="Take the last tile of row {row} and place it on {cell}{turned}",
    pt="Pegue a última peça da fileira {row} e coloque-a em {cell}{turned}",
    it="Prendi l'ultima tessera della fila {row} e piazzala in {cell}{turned}",
)
_LABEL_EXTRA = Labels(
    en="Place the extra tile on {cell}{turned}",
    pt="Coloque a peça extra em {cell}{turned}",
    it="Piazza la tessera extra in {cell}{turned}",
)
_TURNED = Labels(en=", turned by {turn}°", pt=", girada {turn}°", it=", ruotata di {turn}°")

_TOLD_FIRST = Labels(
    en="{name} takes the first tile of row {row} and places it on {cell}.",
    pt="{name} pega a primeira peça da fileira {row} e a coloca em {cell}.",
    it="{name} prende la prima tessera della fila {row} e la piazza in {cell}.",
)
_TOLD_LAST = Labels(
    en="{name} takes the last tile of row {row} and places it on {cell}.",
    pt="{name} pega a última peça da fileira {row} e a coloca em {cell}.",
    it="{name} prende l'ultima tessera della fila {row} e la piazza in {cell}.",
)
_TOLD_ONLY = Labels(
    en="{name} takes the only tile left in row {row} and places it on {cell}.",
    pt="{name} pega a única peça que resta na fileira {row} e a coloca em {cell}.",
    it="{name} prende l'unica tessera rimasta nella fila {row} e la piazza in {cell}.",
)
_TOLD_EXTRA = Labels(
    en="{name} places the extra tile on {cell}.",
    pt="{name} coloca a peça extra em {cell}.",
    it="{name} piazza la tessera extra in {cell}.",
)
_CONNECTED = Labels(
    en="Newly connected: {things}.",
    pt="A vila ganha {things}.",
    it="Il villaggio guadagna {things}.",
)
_BALLOON_TAKEN = Labels(
    en="The {balloons} bring a balloon tile: {points}.",
    pt="Os {balloons} rendem uma ficha de balão: {points}.",
    it="I {balloons} fruttano una tessera Palloncino: {points}.",
)
_BALLOON_FLIPPED = Labels(
    en="The tile of the {balloons} turns golden: {points}.",
    pt="A ficha dos {balloons} é virada para o lado dourado: {points}.",
    it="La tessera dei {balloons} si gira sul lato dorato: {points}.",
)
_CHIMERA_CAME = Labels(
    en="A pedestal is complete ({cells}): {chimera}, {points}.",
    pt="Um pedestal fica completo ({cells}): {chimera}, {points}.",
    it="Un piedistallo è completo ({cells}): {chimera}, {points}.",
)
_EXTRA_DRAWN = Labels(
    en="{name} draws an extra tile for the {stalls}.",
    pt="{name} tira do saco uma peça extra pelas {stalls}.",
    it="{name} pesca una tessera extra per le {stalls}.",
)
_EXTRAS_MISSED = Labels(
    en="The bag is empty: there is no extra tile.",
    pt="O saco está vazio: não há peça extra.",
    it="Il sacchetto è vuoto: niente tessera extra.",
)
_STARTS_DEALT = Labels(
    en="Each village gets its starting tile by lot.",
    pt="Cada vila recebe sua peça inicial por sorteio.",
    it="Ogni villaggio riceve a sorte la sua tessera iniziale.",
)
_ROUND_BEGAN = Labels(
    en="Round {round}: {name} has the Catrina token and begins.",
    pt="Rodada {round}: {name} está com a ficha da Catrina e começa.",
    it="Round {round}: {name} ha il segnalino Catrina e comincia.",
)

_BALLOONS = Labels(
    en="Tile of the {balloons}: {points}", pt="Ficha dos {balloons}: {points}", it="Tessera dei {balloons}: {points}"
)
_STALLS = Labels(
    en="Different stalls ({number}): {points}",
    pt="Barracas diferentes ({number}): {points}",
    it="Bancarelle diverse ({number}): {points}",
)
_ONE_POINT = Labels(en="1 point", pt="1 ponto", it="1 punto")
_POINTS = Labels(en="{points} points", pt="{points} pontos", it="{points} punti")


def words(edition: CatrinaEdition) -> Words[CatrinaCommand, CatrinaEvent]:
    return Words(
        notation=notation,
        parse=parse,
        label=_label,
        narrate=partial(_narrate, edition),
        describe=partial(_describe, edition),
        picture=partial(picture, edition),
        messages=MESSAGES,
        reasons=REASONS,
    )


def _label(command: CatrinaCommand, language: Language) -> str:
    turned = _TURNED.say(language, turn=command.turn) if command.turn else ""
    if not isinstance(command, Take):
        return _LABEL_EXTRA.say(language, cell=command.cell, turned=turned)
    template = _LABEL_FIRST if command.space[1:] == FIRST else _LABEL_LAST
    return template.say(language, row=command.space[0], cell=command.cell, turned=turned)


def _narrate(
    edition: CatrinaEdition,
    before: Seen,
    command: CatrinaCommand | None,
    events: Sequence[CatrinaEvent],
    after: Seen,
    seat: Seat,
    names: Sequence[str],
    language: Language,
) -> str:
    told: list[str] = []
    if command:
        told.append(_placement(before.public, command, names[seat], language))
        told += _connected(edition, before.public, after.public, seat, language)
    for event in events:
        told += _consequence(edition, event, names, language)
    return " ".join(told)


def _placement(table: Table, command: CatrinaCommand, name: str, language: Language) -> str:
    if not isinstance(command, Take):
        return _TOLD_EXTRA.say(language, name=name, cell=command.cell)
    row = command.space[0]
    if len(table.rows[ord(row) - ord("A")].tiles) == 1:
        template = _TOLD_ONLY
    else:
        template = _TOLD_FIRST if command.space[1:] == FIRST else _TOLD_LAST
    return template.say(language, name=name, row=row, cell=command.cell)


def _connected(edition: CatrinaEdition, before: Table, after: Table, seat: Seat, language: Language) -> Iterator[str]:
    """What became part of the village."""
    had, has = before.villages[seat].counts, after.villages[seat].counts
    things = []
    for element in edition.elements.values():
        if more := has.get(element.id, 0) - had.get(element.id, 0):
            things.append(f"{more} {(element.label if more == 1 else element.plural)[language]}")
    if things:
        yield _CONNECTED.say(language, things=", ".join(things))


def _consequence(
    edition: CatrinaEdition, event: CatrinaEvent, names: Sequence[str], language: Language
) -> Iterator[str]:
    match event:
        case BalloonTaken(_, colour, value):
            balloons = edition.elements[colour].plural[language]
            yield _BALLOON_TAKEN.say(language, balloons=balloons, points=_points(value, language))
        case BalloonFlipped(_, colour, value):
            balloons = edition.elements[colour].plural[language]
            yield _BALLOON_FLIPPED.say(language, balloons=balloons, points=_points(value, language))
        case ChimeraCame(_, size, cells):
            chimera = edition.chimera[size]
            yield _CHIMERA_CAME.say(
                language,
                cells=" ".join(cells),
                chimera=chimera.label[language],
                points=_points(chimera.points, language),
            )
        case ExtraDrawn(seat, stall, _):
            yield _EXTRA_DRAWN.say(language, name=names[seat], stalls=edition.elements[stall].plural[language])
        case ExtrasMissed():
            yield _EXTRAS_MISSED[language]
        case StartsDealt():
            yield _STARTS_DEALT[language]
        case RoundBegan(number, token, _):
            yield _ROUND_BEGAN.say(language, round=number, name=names[token])
        case MatchFinished(reason):
            yield REASONS[reason][language]


def _describe(edition: CatrinaEdition, line: Line, language: Language) -> str:
    points = _points(line.points, language)
    match line.source:
        case "balloons":
            return _BALLOONS.say(language, balloons=edition.elements[line.about].plural[language], points=points)
        case "stalls":
            return _STALLS.say(language, number=len(line.pieces), points=points)
        case "altars":
            name = edition.elements[line.about].label[language]
        case "chimeras":
            name = edition.chimera[line.about].label[language]
        case _:
            name = edition.elements[line.about].plural[language]
    return f"{name[0].upper()}{name[1:]}: {points}"


def _points(points: int, language: Language) -> str:
    return (_ONE_POINT if points == 1 else _POINTS).say(language, points=points)
