"""The picture of a reef."""

import pytest
from lxml import etree

from domain.aqualin.game import AQUALIN
from domain.aqualin.state import State
from domain.kernel.view import see
from domain.kernel.words import LANGUAGES, Language
from tests.aqualin.table import STANDARD, TINY, after, match, position, started, turn


def drawn(state: State, language: Language = "en") -> etree._Element:
    return etree.fromstring(AQUALIN.words(state.edition).picture(see(AQUALIN.view(state), "spectator"), language))


def marked(picture: etree._Element, mark: str) -> list[str]:
    return [element.get(mark) for element in picture.iter() if element.get(mark)]


def test_every_picture_of_a_match_is_a_whole_document() -> None:
    for state in (started(), *(played.after for played in match())):
        picture = drawn(state)
        assert picture.tag == "{http://www.w3.org/2000/svg}svg"
        assert len(marked(picture, "data-cell")) == 36
        assert marked(picture, "data-move") == [*sorted(state.reef), *state.display]


@pytest.mark.parametrize(
    ("language", "title", "tile", "reserve"),
    [
        ("en", "The reef after turn 1", "red crab", "Reserve: 34"),
        ("pt", "O recife após a jogada 1", "caranguejo vermelho", "Reserva: 34"),
        ("it", "La barriera dopo il turno 1", "granchio rosso", "Riserva: 34"),
    ],
)
def test_a_picture_speaks_the_language_asked_for(language: Language, title: str, tile: str, reserve: str) -> None:
    state = position("RC .. .. .. .. ..\n" + ".. .. .. .. .. ..\n" * 5, "YS")
    text = list(drawn(state, language).itertext())
    assert title in text
    assert {tile, "RC", reserve} <= set(text)


@pytest.mark.parametrize(
    ("language", "colours", "types"),
    [
        ("en", "Player 2: colours", "Player 1: types of animal"),
        ("pt", "Jogador 2: cores", "Jogador 1: tipos de animal"),
        ("it", "Giocatore 2: colori", "Giocatore 1: tipi di animale"),
    ],
)
def test_a_picture_shows_who_collects_what(language: Language, colours: str, types: str) -> None:
    shown = list(drawn(started(colours="1"), language).itertext())
    assert shown[-2:] == [types, colours]
    assert "Player 1: colours" in drawn(started(colours="0")).itertext()


def test_the_latest_turn_is_marked() -> None:
    state = position("RC .. .. \n .. .. ..", "OW RQ", edition=TINY)
    assert not _orange(state)
    state = after(state, turn(state, "a2-c2 OW@a1"))
    assert _orange(state) == ["circle", "path", "rect", "rect"]
    state = after(state, turn(state, "RQ@b1"))
    assert _orange(state) == ["rect"]


def _orange(state: State) -> list[str]:
    return [
        etree.QName(element).localname
        for element in drawn(state).iter()
        if "#ff6d00" in (element.get("fill"), element.get("stroke"))
    ]


def test_an_edition_with_other_animals_and_colours_still_has_a_picture() -> None:
    state = position("OW RC .. \n .. .. ..", "OQ", edition=TINY)
    for language in LANGUAGES:
        assert {"OW", "RC", "OQ"} <= set(drawn(state, language).itertext())
    assert STANDARD.tiles()[0] not in drawn(state).itertext()
