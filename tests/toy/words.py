"""The toy in words and pictures, always of what an audience sees."""

import re
from collections.abc import Sequence
from typing import Any

from domain.kernel.game import Words
from domain.kernel.messages import Seat
from domain.kernel.refusal import Refusal
from domain.kernel.score import Line
from domain.kernel.view import Seen
from domain.kernel.words import Labels, Language
from tests.toy.edition import Colour, ToyEdition
from tests.toy.state import Began, Buried, Bury, Commands, Dig, Dug, Events, Lifted, Show, Shown, Spot

DIG = Labels("Take a stone out of the bag", "Tirar uma pedra do saco", "Prendi un sasso dal sacchetto")
SHOW = Labels("Lay the stone on spot {spot}", "Pôr a pedra na casa {spot}", "Metti il sasso sul posto {spot}")
BURY = Labels("Put the stone back", "Devolver a pedra", "Rimetti il sasso nel sacchetto")

BEGAN = Labels("{who} goes first.", "{who} começa.", "{who} comincia.")
DUG = Labels("{who} takes a stone.", "{who} tira uma pedra.", "{who} prende un sasso.")
FELT = Labels("{who} takes a stone: {stone}.", "{who} tira uma pedra: {stone}.", "{who} prende un sasso: {stone}.")
SHOWN = Labels("{who} lays {stone} on {spot}.", "{who} põe {stone} na casa {spot}.", "{who} mette {stone} su {spot}.")
BURIED = Labels("{who} puts a stone back.", "{who} devolve uma pedra.", "{who} rimette un sasso.")
LIFTED = Labels("Under the cup: {stone}.", "Sob o copo: {stone}.", "Sotto il bicchiere: {stone}.")

LINES = {
    "stone": Labels("A stone, {stone}: {points}", "Uma pedra {stone}: {points}", "Un sasso {stone}: {points}"),
    "neighbours": Labels("Neighbours, {stone}: {points}", "Vizinhas {stone}: {points}", "Vicini {stone}: {points}"),
    "cup": Labels("As the cup, {stone}: {points}", "Como o copo, {stone}: {points}", "Bicchiere, {stone}: {points}"),
}
MESSAGES = {
    "not-in-this-phase": Labels("Not in the phase {phase}.", "Não na fase {phase}.", "Non nella fase {phase}."),
    "no-such-spot": Labels("Spots go from 1 to {spots}.", "As casas vão de 1 a {spots}.", "I posti: da 1 a {spots}."),
    "spot-taken": Labels("Spot {spot} is taken.", "A casa {spot} está ocupada.", "Il posto {spot} è occupato."),
    "buried-before": Labels("Once a match only.", "Só uma vez por partida.", "Solo una volta per partita."),
}
REASONS = {
    "rounds": Labels("The last round is over.", "A última rodada acabou.", "L'ultimo giro è finito."),
    "left": Labels("All others have left.", "Todos os outros saíram.", "Tutti gli altri sono usciti."),
    "not-buried": Labels("Who did not bury wins.", "Ganha quem não devolveu.", "Vince chi non ha rimesso."),
    "shared": Labels("The victory is shared.", "A vitória é dividida.", "La vittoria è condivisa."),
}


def words(edition: ToyEdition) -> Words[Commands, Events]:
    def stone(colour: str, language: Language) -> str:
        return edition.kind(Colour(colour)).label[language]

    def label(command: Commands, language: Language) -> str:
        match command:
            case Dig():
                return DIG[language]
            case Show(spot):
                return SHOW.say(language, spot=spot + 1)
            case Bury():
                return BURY[language]

    def narrate(
        before: Seen,
        command: Commands | None,
        events: Sequence[Events],
        after: Seen,
        seat: Seat,
        names: Sequence[str],
        language: Language,
    ) -> str:
        who, told = names[seat], []
        if isinstance(command, Dig) and not any(isinstance(event, Dug) for event in events):
            told.append(DUG.say(language, who=who))  # the event is for the seat alone
        for event in events:
            match event:
                case Began(first):
                    told.append(BEGAN.say(language, who=names[first]))
                case Dug(_, colour):
                    told.append(FELT.say(language, who=who, stone=stone(colour, language)))
                case Shown(_, spot, colour):
                    told.append(SHOWN.say(language, who=who, stone=stone(colour, language), spot=spot + 1))
                case Buried():
                    told.append(BURIED.say(language, who=who))
                case Lifted(colour):
                    told.append(LIFTED.say(language, stone=stone(colour, language)))
        return " ".join(told)

    def describe(line: Line, language: Language) -> str:
        return LINES[line.source].say(language, stone=stone(line.about, language), points=line.points)

    def picture(seen: Seen, language: Language) -> str:
        return draw(seen, edition.title[language])

    return Words(
        notation=notation,
        parse=parse,
        label=label,
        narrate=narrate,
        describe=describe,
        picture=picture,
        messages=MESSAGES,
        reasons=REASONS,
    )


def notation(command: Commands) -> str:
    match command:
        case Show(spot):
            return f"show {spot + 1}"
        case Dig():
            return "dig"
        case Bury():
            return "bury"


def parse(text: str) -> Commands:
    if text in ("dig", "bury"):
        return Dig() if text == "dig" else Bury()
    if re.fullmatch("show [1-9][0-9]{0,2}", text, re.ASCII):
        return Show(Spot(int(text.removeprefix("show ")) - 1))
    raise Refusal("unreadable", text=text)


def draw(seen: Seen, title: str) -> str:
    rows: Any = seen.public.rows
    circles = [
        f'<circle cx="{spot * 10 + 5}" cy="{seat * 10 + 5}" r="4" fill="{stone or "none"}" stroke="black"'
        f' data-cell="{seat + 1}.{spot + 1}"/>'
        for seat, row in enumerate(rows)
        for spot, stone in enumerate(row)
    ]
    size = f"0 0 {len(rows[0]) * 10} {len(rows) * 10}"
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{size}"><title>{title}</title>{"".join(circles)}</svg>'
