"""Notation, labels, narration, score lines and refusals, in three languages."""

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from domain.catrina.cells import Cell
from domain.catrina.commands import CatrinaCommand, Place, Take
from domain.catrina.events import CatrinaEvent
from domain.catrina.game import CATRINA
from domain.catrina.scoring import score
from domain.catrina.state import State
from domain.catrina.tiles import TileId
from domain.kernel.refusal import Refusal
from domain.kernel.view import see
from domain.kernel.words import LANGUAGES, Language
from tests.catrina.table import FIRST, STANDARD, TINY, Scripted, after, chance, grown, match, position, turn, village

WORDS = CATRINA.words(STANDARD)
NAMES = ("Anna", "Louison", "Amandine")


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("A1 @2,-1 r90", Take("A1", Cell("2,-1"), 90)),
        ("B$ @-10,0 r270", Take("B$", Cell("-10,0"), 270)),
        ("+ @0,3 r0", Place(Cell("0,3"), 0)),
    ],
)
def test_a_turn_is_written_in_one_line(text: str, command: CatrinaCommand) -> None:
    assert WORDS.parse(text) == command
    assert WORDS.notation(command) == text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "A1",
        "A1 @2,-1",
        "a1 @2,-1 r90",
        "A2 @2,-1 r90",
        "A1 @02,-1 r90",
        "A1 @-0,1 r0",
        "A1 @2,1 r45",
        "+ @1,1 r0 ",
        "A1 @1٣,0 r0",
    ],
)
def test_anything_else_is_unreadable(text: str) -> None:
    with pytest.raises(Refusal) as refused:
        WORDS.parse(text)
    assert (refused.value.code, refused.value.clause, refused.value.detail) == ("unreadable", None, {"text": text})


@pytest.mark.parametrize(
    ("text", "language", "label"),
    [
        ("A1 @2,-1 r90", "en", "Take the first tile of row A and place it on 2,-1, turned by 90°"),
        ("B$ @0,1 r0", "pt", "Pegue a última peça da fileira B e coloque-a em 0,1"),
        ("+ @0,3 r180", "it", "Piazza la tessera extra in 0,3, ruotata di 180°"),
    ],
)
def test_labels(text: str, language: Language, label: str) -> None:
    assert WORDS.label(WORDS.parse(text), language) == label


def told(before: State, notation: str, events: Sequence[CatrinaEvent], language: Language) -> str:
    seen = [see(CATRINA.view(state), "spectator") for state in (before, after(before, events))]
    words = CATRINA.words(before.edition)
    return words.narrate(seen[0], words.parse(notation), events, seen[1], FIRST, NAMES, language)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        (
            "en",
            "Anna takes the first tile of row A and places it on 0,1. Newly connected: 3 red balloons, 2 pan de muerto"
            " stalls. The red balloons bring a balloon tile: 5 points. A pedestal is complete (2,1 2,0): small chimera,"
            " 3 points. Anna draws an extra tile for the pan de muerto stalls.",
        ),
        (
            "pt",
            "Anna pega a primeira peça da fileira A e a coloca em 0,1. A vila ganha 3 balões vermelhos, 2 barracas de"
            " pan de muerto. Os balões vermelhos rendem uma ficha de balão: 5 pontos. Um pedestal fica completo (2,1"
            " 2,0): quimera pequena, 3 pontos. Anna tira do saco uma peça extra pelas barracas de pan de muerto.",
        ),
        (
            "it",
            "Anna prende la prima tessera della fila A e la piazza in 0,1. Il villaggio guadagna 3 palloncini rossi, 2"
            " bancarelle di pan de muerto. I palloncini rossi fruttano una tessera Palloncino: 5 punti. Un piedistallo"
            " è completo (2,1 2,0): chimera piccola, 3 punti. Anna pesca una tessera extra per le bancarelle di pan de"
            " muerto.",
        ),
    ],
)
def test_a_turn_is_told(language: Language, text: str) -> None:
    state = position(
        village("s1", edition=TINY), village("s2", edition=TINY), rows=("cross weave",), bag="cross2", edition=TINY
    )
    aside = ("reds @1,0 r0", "red @1,1 r0", "cap1 @2,0 r0", "cap2 @2,1 r180", "bread1 @2,-1 r0", "bread2 @1,-1 r0")
    state = grown(state, FIRST, *aside)
    assert told(state, "A1 @0,1 r0", turn(state, "A1 @0,1 r0", Scripted(0)), language) == text


def test_extra_tiles_golden_tiles_and_the_end_are_told() -> None:
    state = position(village("s1", edition=TINY), village("s2", edition=TINY), rows=("",), edition=TINY)
    state = replace(state, extra=TileId("reds6"))
    assert told(state, "+ @0,1 r0", turn(state, "+ @0,1 r0"), "en") == (
        "Anna places the extra tile on 0,1. Newly connected: 6 red balloons. The red balloons bring a balloon tile: 5"
        " points. The tile of the red balloons turns golden: 8 points. No tile is left to fill the board."
    )


def test_an_empty_bag_and_a_new_round_are_told() -> None:
    state = position(
        village("s1", "bread1 @0,1 r0", edition=TINY), village("s2", edition=TINY), rows=("bread2",), edition=TINY
    )
    assert told(state, "A1 @0,2 r0", turn(state, "A1 @0,2 r0"), "it").endswith(
        "Il sacchetto è vuoto: niente tessera extra. Non ci sono più tessere per riempire il tabellone."
    )
    state = position(village("s1", edition=TINY), village("s2", edition=TINY), rows=("red",), bag="cross", edition=TINY)
    assert told(state, "A1 @0,1 r0", turn(state, "A1 @0,1 r0"), "en") == (
        "Anna takes the only tile left in row A and places it on 0,1. Newly connected: 1 red balloon. Round 2:"
        " Louison has the Catrina token and begins."
    )


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Each village gets its starting tile by lot. Round 1: Anna has the Catrina token and begins."),
        ("pt", "Cada vila recebe sua peça inicial por sorteio. Rodada 1: Anna está com a ficha da Catrina e começa."),
        (
            "it",
            "Ogni villaggio riceve a sorte la sua tessera iniziale. Round 1: Anna ha il segnalino Catrina e comincia.",
        ),
    ],
)
def test_the_set_up_is_told(language: Language, text: str) -> None:
    before = CATRINA.initial(STANDARD, 3, {"first": "0"})
    events = CATRINA.setup(before, chance())
    seen = see(CATRINA.view(after(before, events)), "spectator")
    assert WORDS.narrate(seen, None, events, seen, FIRST, NAMES, language) == text


def test_lines_of_the_sheet_are_described() -> None:
    tiles = ("t010 @0,-1 r0", "t008 @-1,0 r0")
    state = grown(position(village("s1"), village("s2")), FIRST, *tiles)
    lines = [WORDS.describe(line, "en") for line in score(state) if line.seat == FIRST]
    assert "Tile of the red balloons: 5 points" in lines
    assert any(line.startswith("Butterflies: ") for line in lines)


def test_every_line_of_a_match_is_described_in_every_language() -> None:
    *_, last = match(2, seed=5)
    for line in score(last.after):
        texts = [WORDS.describe(line, language) for language in LANGUAGES]
        assert all(str(line.points) in text and text[0].isupper() for text in texts)


def test_every_text_exists_in_three_languages() -> None:
    assert set(WORDS.reasons) == {"rounds", "tiles", "alone", "shared"}
    for labels in (*WORDS.messages.values(), *WORDS.reasons.values()):
        assert len({labels[language] for language in LANGUAGES}) == 3
