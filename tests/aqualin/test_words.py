"""Aqualin in words."""

import pytest

from domain.aqualin.game import AQUALIN
from domain.aqualin.messages import Place, Slide
from domain.aqualin.reef import Cell, Tile
from domain.kernel.refusal import Refusal
from domain.kernel.view import Seen, see
from domain.kernel.words import LANGUAGES, Language
from tests.aqualin.table import FIRST, STANDARD, TINY, after, chance, match, position, started, turn

WORDS = AQUALIN.words(STANDARD)
SLIDING = Place(Tile("RC"), Cell("d4"), Slide(Cell("c3"), Cell("c5")))
PLACING = Place(Tile("RS"), Cell("d4"))


@pytest.mark.parametrize(("command", "text"), [(SLIDING, "c3-c5 RC@d4"), (PLACING, "RS@d4")])
def test_one_turn_is_one_short_line(command: Place, text: str) -> None:
    assert WORDS.notation(command) == text
    assert WORDS.parse(text) == command


def test_every_lawful_turn_can_be_read_back() -> None:
    for played in match(seed=1):
        for command in AQUALIN.legal(played.before, AQUALIN.actors(played.before)[0])[::53]:
            assert WORDS.parse(WORDS.notation(command)) == command


@pytest.mark.parametrize(
    "text",
    ["", "RC", "d4", "rc@d4", "RC@D4", "RC@d04", "RC@d4 ", "RC@d4\n", "c3c5 RC@d4", "c3-c5", "RC@d4 c3-c5", "RC@d٤"],
)
def test_anything_else_is_unreadable(text: str) -> None:
    with pytest.raises(Refusal) as refused:
        WORDS.parse(text)
    assert (refused.value.code, refused.value.detail) == ("unreadable", {"text": text})


@pytest.mark.parametrize(
    ("command", "language", "label"),
    [
        (SLIDING, "en", "Slide c3 to c5, place the red crab on d4"),
        (SLIDING, "pt", "Deslize c3 para c5, coloque o caranguejo vermelho em d4"),
        (SLIDING, "it", "Fai scivolare c3 in c5, piazza il granchio rosso in d4"),
        (PLACING, "en", "Place the red starfish on d4"),
        (PLACING, "pt", "Coloque a estrela-do-mar vermelha em d4"),
        (PLACING, "it", "Piazza la stella marina rossa in d4"),
    ],
)
def test_labels(command: Place, language: Language, label: str) -> None:
    assert WORDS.label(command, language) == label


def told(notation: str, language: Language, seed: int = 0) -> str:
    state = position("RC .. .. \n .. .. ..", "OW RQ", edition=TINY)
    events = turn(state, notation, seed)
    before, ended = (see(AQUALIN.view(moment), "spectator") for moment in (state, after(state, events)))
    words = AQUALIN.words(TINY)
    return words.narrate(
        before, words.parse(notation), events, ended, AQUALIN.actors(state)[0], ["Ana", "Rui"], language
    )


def test_narration() -> None:
    drawn = {"en": "the orange crab", "pt": "o caranguejo laranja", "it": "il granchio arancione"}
    seed = next(seed for seed in range(99) if drawn["en"] in told("OW@a1", "en", seed))
    assert told("OW@a1", "en", seed) == "Rui places the orange whale on a1. New on display: the orange crab."
    assert told("a2-c2 RQ@a1", "en", seed) == (
        "Rui slides the red crab from a2 to c2 and places the red squid on a1. New on display: the orange crab."
    )
    assert told("a2-c2 RQ@a1", "pt", seed) == (
        "Rui desliza o caranguejo vermelho de a2 para c2 e coloca a lula vermelha em a1. "
        "Nova peça à mostra: o caranguejo laranja."
    )
    assert told("a2-c2 RQ@a1", "it", seed) == (
        "Rui fa scivolare il granchio rosso da a2 a c2 e piazza il calamaro rosso in a1. "
        "Nuova tessera scoperta: il granchio arancione."
    )


def test_a_turn_without_a_refill_tells_of_none() -> None:
    state = position("RC RQ .. \n .. .. ..", "RW OC OQ OW", edition=TINY)
    events, words = turn(state, "RW@c2"), AQUALIN.words(TINY)
    seen = Seen("spectator", AQUALIN.view(state).public)
    assert words.narrate(seen, words.parse("RW@c2"), events, seen, AQUALIN.actors(state)[0], "AB", "en") == (
        "A places the red whale on c2."
    )


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Rui collects colours, Ana collects types of animal. Ana goes first. On display: {tiles}."),
        ("pt", "Rui reúne cores, Ana reúne tipos de animal. Ana começa. À mostra: {tiles}."),
        ("it", "Rui raccoglie colori, Ana raccoglie tipi di animale. Ana comincia. Tessere scoperte: {tiles}."),
    ],
)
def test_the_set_up_is_told(language: Language, text: str) -> None:
    state = started(colours="1", first="0")
    events = AQUALIN.setup(AQUALIN.initial(STANDARD, 2, state.options), chance())
    seen = see(AQUALIN.view(state), "spectator")
    tiles = ", ".join(STANDARD.name_of(tile, language) for tile in state.display)
    assert WORDS.narrate(seen, None, events, seen, FIRST, ["Ana", "Rui"], language) == text.format(tiles=tiles)


def test_lines_of_the_sheet() -> None:
    colour, type_ = AQUALIN.score(position("RC RQ RW \n OC .. ..", edition=TINY))
    words = AQUALIN.words(TINY)
    assert [words.describe(colour, language) for language in LANGUAGES] == [
        "Red shoal of 3: 5 points",
        "Cardume vermelho de 3: 5 pontos",
        "Banco rosso di 3: 5 punti",
    ]
    assert [words.describe(type_, language) for language in LANGUAGES] == [
        "Shoal of 2 crabs: 2 points",
        "Cardume de 2 caranguejos: 2 pontos",
        "Banco di 2 granchi: 2 punti",
    ]
    pair = AQUALIN.score(position("BC BF .. .. .. ..\n" + ".. .. .. .. .. ..\n" * 5))[0]
    assert [WORDS.describe(pair, language) for language in LANGUAGES] == [
        "Blue shoal of 2: 1 point",
        "Cardume azul de 2: 1 ponto",
        "Banco blu di 2: 1 punto",
    ]


@pytest.mark.parametrize(
    "notation", ["RC@z9", "a1-a2 BT@c3", "PF@b1", "a3-a4 PF@a1", "a3-b4 YS@a1", "a3-a3 YS@a1", "b3-c3 YS@f6", "YS@c3"]
)
def test_every_refusal_can_be_said(notation: str) -> None:
    reef = "\n".join([".. .. .. .. .. .."] * 3) + "\nBJ .. YC .. .. .." + "\n.. .. .. .. .. .." * 2
    with pytest.raises(Refusal) as refused:
        turn(position(reef, "YS"), notation)
    for language in LANGUAGES:
        assert "{" not in WORDS.messages[refused.value.code].say(language, **refused.value.detail)


def test_every_way_to_end_is_said() -> None:
    assert WORDS.reasons.keys() == {"reef-full", "seat-left", "second-mover"}
