"""What people read and write: notation, labels, narration, score lines, refusals."""

import string

import pytest

from domain.kernel.messages import Seat
from domain.kernel.refusal import Refusal
from domain.kernel.score import Line
from domain.kernel.view import see
from domain.kernel.words import LANGUAGES, Language
from domain.puzzilli import texts
from domain.puzzilli.commands import EXAMPLES, LetGo, Pull, PuzzilliCommand, Reach
from domain.puzzilli.edition import Piece
from domain.puzzilli.events import (
    AllPlaced,
    AllPulled,
    Ending,
    Fed,
    Finished,
    Left,
    PuzzilliEvent,
    Reached,
    RoundBegan,
    ToppedUp,
    WentWithout,
)
from domain.puzzilli.legal import legal
from domain.puzzilli.nouns import listed, name_of, the
from domain.puzzilli.rules import actors
from domain.puzzilli.scoring import score
from domain.puzzilli.state import State
from domain.puzzilli.view import view
from domain.puzzilli.words import notation, words
from tests.puzzilli.play import (
    begin,
    do,
    edition,
    feed,
    feeding,
    fold,
    grasped,
    place,
    placing,
    playout,
    with_board,
    with_stock,
)

WORDS = words(edition())
a, b, c = (Seat(seat) for seat in range(3))
NAMES = ("Anna", "Bea", "Ciro")


def told(event: PuzzilliEvent, language: Language, state: State | None = None) -> str:
    seen = see(view(state or begin(3)), "spectator")
    return WORDS.narrate(seen, Reach(), [event], seen, a, NAMES, language)


@pytest.mark.parametrize(
    ("command", "written"),
    [
        (Reach(), "reach"),
        (LetGo(), "let go"),
        (Pull(), "pull"),
        (place("White Crab", "-1,2"), "White Crab@-1,2"),
        (feed("Red Sub"), "feed Red Sub"),
    ],
)
def test_a_command_is_written_in_one_way(command: PuzzilliCommand, written: str) -> None:
    assert notation(command) == written
    assert WORDS.parse(written) == command


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Reach",
        "reach ",
        "letgo",
        "feed",
        "feed ",
        "feed Red Sub ",
        "feed Purple Sub",
        "Red Sub",
        "Red Sub@",
        "@0,0",
        "Red Sub@9,9",
        "Red Sub@0, 0",
        "red sub@0,0",
        "Red Sub@0,0@0,0",
    ],
)
def test_anything_else_is_unreadable(text: str) -> None:
    with pytest.raises(Refusal) as refused:
        WORDS.parse(text)
    assert (refused.value.code, refused.value.detail) == ("unreadable", {"text": text})


def test_every_lawful_command_can_be_written_and_read() -> None:
    for state, *_ in playout(1, begin(3)):
        for seat in actors(state):
            for command in legal(state, seat):
                assert WORDS.parse(notation(command)) == command


def test_adjectives_and_articles_agree() -> None:
    for piece, italian, portuguese, english in (
        ("White Crab", "il granchio bianco", "o caranguejo branco", "the white crab"),
        ("White Starfish", "la stella marina bianca", "a estrela-do-mar branca", "the white starfish"),
        ("Red Turtle", "la tartaruga rossa", "a tartaruga vermelha", "the red turtle"),
        ("Yellow Fish", "il pesce giallo", "o peixe amarelo", "the yellow fish"),
        ("Green Coin", "la moneta verde", "a moeda verde", "the green coin"),
        ("Blue Sub", "il sub blu", "o mergulhador azul", "the blue diver"),
        ("Yellow Shell", "la conchiglia gialla", "a concha amarela", "the yellow shell"),
        ("Doubloon", "il doblone speciale", "o dobrão especial", "the special doubloon"),
    ):
        assert the(edition(), Piece(piece), "it") == italian
        assert the(edition(), Piece(piece), "pt") == portuguese
        assert the(edition(), Piece(piece), "en") == english
    assert name_of(edition(), Piece("White Crab"), "it") == "granchio bianco"


def test_names_are_listed() -> None:
    assert listed(["Anna"], "en") == "Anna"
    assert listed(["Anna", "Bea"], "it") == "Anna e Bea"
    assert listed(["Anna", "Bea", "Ciro"], "en") == "Anna, Bea and Ciro"


def test_labels_of_commands() -> None:
    assert [WORDS.label(command, "it") for command in EXAMPLES] == [
        "Infila la mano nel sacchetto",
        "Lascia andare il pezzo",
        "Estrai il pezzo",
        "Piazza il granchio bianco in -1,2",
        "Metti il sub rosso nel sacchetto",
    ]
    assert [WORDS.label(command, "pt") for command in EXAMPLES] == [
        "Ponha a mão no saco",
        "Solte a peça",
        "Tire a peça do saco",
        "Coloque o caranguejo branco em -1,2",
        "Ponha o mergulhador vermelho no saco",
    ]
    assert WORDS.label(EXAMPLES[3], "en") == "Place the white crab on -1,2"


def test_what_happens_is_told() -> None:
    assert told(Reached(a, final=True), "it") == "Anna infila la mano nel sacchetto. Questo va estratto."
    assert told(Fed(b, Piece("Yellow Coin")), "it") == "Bea mette la moneta gialla nel sacchetto."
    assert told(ToppedUp(Piece("Blue Fish")), "en") == "From the reserve into the bag: the blue fish."
    assert told(RoundBegan(3), "pt") == "Começa a rodada 3."
    assert told(AllPlaced(), "it", feeding(begin(3))) == "Ora si rifornisce il sacchetto."
    assert told(WentWithout(c), "en") == "For the doubloon of Ciro nothing that fits is left."
    assert told(Left(c), "it") == ""  # the table tells it
    assert told(Finished("bag-too-small"), "it") == "Nel sacchetto non c'è più un pezzo per ciascuno."


@pytest.mark.clause("PZ-1")
def test_the_set_up_is_told() -> None:
    assert told(RoundBegan(1), "en") == "The colours: red for Anna, yellow for Bea and green for Ciro. Round 1 begins."
    assert told(RoundBegan(1), "pt") == (
        "As cores: vermelho para Anna, amarelo para Bea e verde para Ciro. Começa a rodada 1."
    )
    assert told(RoundBegan(1), "it") == (
        "I colori: rosso per Anna, giallo per Bea e verde per Ciro. Comincia il turno 1."
    )


@pytest.mark.clause("PZ-10")
def test_the_look_is_told() -> None:
    assert told(AllPulled(b, (), ""), "it") == "Tutti hanno estratto; Bea riceve un gettone ritardatario."
    look = AllPulled(b, (a, c), "stuck")
    assert told(look, "en") == (
        "All have pulled; Bea takes a latecomer token. Anna and Ciro cannot place what they pulled. "
        "This round is the last."
    )
    assert "last" not in told(look, "en", begin(3, end="at-once"))
    assert told(AllPulled(b, (a,), "stuck"), "it").endswith(
        "Anna non può piazzare ciò che ha estratto. Questo è l'ultimo turno."
    )


@pytest.mark.clause("PZ-7")
def test_a_doubloon_is_told() -> None:
    state = placing(begin(2), "Doubloon", "White Fish")
    events = do(state, a, place("Green Crab", "0,0"))
    seen = see(view(state), "spectator")
    assert WORDS.narrate(seen, Reach(), events, seen, a, NAMES, "it") == (
        "Con il doblone Anna prende il granchio verde. Anna piazza il granchio verde in 0,0."
    )


@pytest.mark.clause("PZ-8")
@pytest.mark.parametrize(
    ("supplies", "told"),
    [({"Yellow Sub": 1}, "Bea places the white fish on 0,0. Now the bag is fed."), ({}, "Round 2 begins.")],
)
def test_that_the_bag_is_fed_is_told_when_anybody_can(supplies: dict[str, int], told: str) -> None:
    state = with_stock(placing(begin(2), "White Crab", "White Fish"), supplies)
    state = fold(state, do(state, a, place("White Crab", "0,0")))
    events = do(state, b, place("White Fish", "0,0"))
    before, after = (see(view(moment), "spectator") for moment in (state, fold(state, events)))
    text = WORDS.narrate(before, place("White Fish", "0,0"), events, after, b, NAMES, "en")
    assert text.endswith(told)
    assert ("the bag" in text) is bool(supplies)


@pytest.mark.clause("PZ-12", "PZ-16")
def test_lines_of_the_score_sheet_in_words() -> None:
    state = with_board(begin(2), a, {"0,0": "White Sub", "1,0": "Red Coin", "0,1": "Blue Coin"})
    first = score(state)[0]
    assert WORDS.describe(first, "it") == "Sub bianco in 0,0, accanto a moneta rossa e moneta blu: 2 punti"
    assert WORDS.describe(first, "en") == "White diver on 0,0, beside red coin and blue coin: 2 points"
    coin = score(state)[1]
    assert WORDS.describe(coin, "en") == "Red coin on 1,0, shapes around it (white diver and blue coin): 2 points"
    late = Line(a, "PZ-16", "latecomer", -1, about="1")
    assert WORDS.describe(late, "pt") == "Fichas de atraso, 1: -1 ponto"


@pytest.mark.clause("PZ-14")
@pytest.mark.parametrize(
    ("option", "counted"),
    [("distinct-colours", "pesce rosso): 1 punto"), ("every-neighbour", "pesce rosso e granchio rosso): 2 punti")],
)
def test_a_shells_line_is_true_under_either_option(option: str, counted: str) -> None:
    """Two red pieces are not of different colours."""
    board = {"0,1": "White Shell", "0,0": "Red Fish", "1,1": "Red Crab"}
    line = score(with_board(begin(2, shell=option), a, board))[0]
    assert WORDS.describe(line, "it") == f"Conchiglia bianca in 0,1, colori intorno ({counted}"


@pytest.mark.clause("PZ-15")
@pytest.mark.parametrize(
    ("option", "counted"),
    [("distinct-shapes", "peixe vermelho): 1 ponto"), ("every-non-coin", "peixe vermelho e peixe vermelho): 2 pontos")],
)
def test_a_coins_line_is_true_under_either_option(option: str, counted: str) -> None:
    """Two equal fish are not different pieces."""
    board = {"0,1": "White Coin", "0,0": "Red Fish", "1,1": "Red Fish"}
    line = score(with_board(begin(2, coin=option), a, board))[0]
    assert WORDS.describe(line, "pt") == f"Moeda branca em 0,1, formas ao redor ({counted}"


def test_every_template_has_the_same_blanks_in_each_language() -> None:
    tables = [texts.LABELS, texts.TOLD, texts.LINES, texts.MESSAGES, texts.REASONS, texts.PICTURE]
    for table in tables:
        for labels in table.values():
            blanks = [{name for _, name, _, _ in string.Formatter().parse(labels[one]) if name} for one in LANGUAGES]
            assert blanks[0] == blanks[1] == blanks[2]


DRAWING = begin(2)
PLACING = placing(with_board(begin(2), a, {"0,1": "White Crab"}), "White Fish", "Doubloon")
FEEDING = with_stock(feeding(PLACING), {"Red Crab": 1})
FORCED = grasped(DRAWING, a, "White Crab", final=True)


@pytest.mark.parametrize(
    ("state", "seat", "command", "code", "detail", "italian"),
    [
        (
            DRAWING,
            a,
            feed("Red Sub"),
            "wrong-phase",
            {"phase": "draw"},
            "Non ora: è cosa di un'altra fase del turno.",
        ),
        (
            FORCED,
            a,
            Reach(),
            "hand-full",
            {},
            "La tua mano tiene già un pezzo: lascialo andare o estrailo.",
        ),
        (
            DRAWING,
            a,
            Pull(),
            "hand-empty",
            {},
            "La tua mano non tiene nulla: prima infilala nel sacchetto.",
        ),
        (
            FORCED,
            a,
            LetGo(),
            "must-pull",
            {"reaches": 1, "most": 5},
            "Questo pezzo non si può più lasciar andare: estrailo.",
        ),
        (
            PLACING,
            a,
            place("Squid", "0,0"),
            "unknown-piece",
            {"piece": "Squid", "example": "White Sub"},
            "Non esiste il pezzo «Squid»; i pezzi si scrivono come White Sub.",
        ),
        (
            PLACING,
            a,
            place("White Fish", "9,9"),
            "unknown-cell",
            {"cell": "9,9", "cells": edition().board.cells},
            "La scheda non ha la casella «9,9».",
        ),
        (
            PLACING,
            a,
            place("Red Sub", "0,3"),
            "another-piece",
            {"pulled": "White Fish"},
            "Va piazzato il pezzo che hai estratto: White Fish.",
        ),
        (
            PLACING,
            b,
            place("White Sub", "0,0"),
            "not-in-stock",
            {"piece": "White Sub"},
            "Un pezzo simile non c'è né davanti ai giocatori né nella riserva.",
        ),
        (
            PLACING,
            a,
            place("White Fish", "0,1"),
            "cell-taken",
            {"cell": "0,1", "piece": "White Crab"},
            "In 0,1 c'è già un pezzo.",
        ),
        (
            PLACING,
            a,
            place("White Fish", "1,1"),
            "same-colour",
            {"cell": "1,1", "colour": "White"},
            "Accanto a 1,1 c'è un pezzo dello stesso colore.",
        ),
        (
            FEEDING,
            a,
            feed("Yellow Sub"),
            "another-colour",
            {"piece": "Yellow Sub", "colour": "Red"},
            "Il sacchetto si rifornisce solo con i pezzi del proprio colore.",
        ),
        (
            FEEDING,
            a,
            feed("Red Sub"),
            "not-in-supply",
            {"piece": "Red Sub"},
            "Tra i tuoi pezzi questo non c'è più.",
        ),
    ],
)
def test_a_refusal_has_what_explains_it(
    state: State, seat: Seat, command: PuzzilliCommand, code: str, detail: dict[str, object], italian: str
) -> None:
    with pytest.raises(Refusal) as refused:
        do(state, seat, command)
    assert (refused.value.code, refused.value.detail) == (code, detail)
    assert texts.MESSAGES[code].say("it", **detail) == italian


def test_every_ending_has_its_text() -> None:
    endings = set(Ending.__args__) - {""}  # type: ignore[attr-defined]
    assert endings | {"fewest-pieces", "equal"} == set(texts.REASONS)
