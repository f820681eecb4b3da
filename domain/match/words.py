"""The envelope's steps put into words, in three languages."""

from collections.abc import Mapping, Sequence

from domain.kernel.messages import Event
from domain.kernel.words import Labels, Language
from domain.match import events as happened

_SENTENCES: Mapping[type[Event], Labels] = {
    happened.Created: Labels(
        en="The match is created.",
        pt="A partida é criada.",
        it="La partita viene creata.",
    ),
    happened.Sat: Labels(
        en="{name} sits down.",
        pt="{name} se senta.",
        it="{name} si siede.",
    ),
    happened.Stood: Labels(
        en="{name} stands up.",
        pt="{name} se levanta.",
        it="{name} si alza.",
    ),
    happened.Cancelled: Labels(
        en="The match is cancelled.",
        pt="A partida é cancelada.",
        it="La partita viene annullata.",
    ),
    happened.Started: Labels(
        en="The match starts.",
        pt="A partida começa.",
        it="La partita comincia.",
    ),
    happened.Resigned: Labels(
        en="{name} leaves the match.",
        pt="{name} abandona a partida.",
        it="{name} abbandona la partita.",
    ),
    happened.Ended: Labels(
        en="The match is over: {totals}.",
        pt="A partida terminou: {totals}.",
        it="La partita è finita: {totals}.",
    ),
    happened.Closed: Labels(
        en="The match is closed by an administrator: {reason}.",
        pt="A partida é encerrada por um administrador: {reason}.",
        it="La partita viene chiusa da un amministratore: {reason}.",
    ),
    happened.Sealed: Labels(
        en="The house seals the match.",
        pt="A casa sela a partida.",
        it="La casa sigilla la partita.",
    ),
}


def narrate(events: Sequence[Event], names: Sequence[str], language: Language) -> str:
    """The envelope's own events in a step, as sentences; empty when there are none. `names` holds one for each seat."""
    sentences = []
    for event in events:
        if type(event) in _SENTENCES:
            seat = getattr(event, "seat", None)
            values = {
                "name": names[seat] if seat is not None else "",
                "totals": _totals(event, names),
                "reason": getattr(event, "reason", ""),
            }
            sentences.append(_SENTENCES[type(event)].say(language, **values))
    return " ".join(sentences)


def _totals(event: Event, names: Sequence[str]) -> str:
    if not isinstance(event, happened.Ended):
        return ""
    return ", ".join(f"{name} {total}" for name, total in zip(names, event.totals, strict=True))
