"""Notation, labels, the story, the score sheet's lines and the messages."""

import re
from typing import Any, get_args

import pytest

from domain.acuarella import texts
from domain.acuarella.commands import Place
from domain.acuarella.edition import CARDS, AcuarellaEdition
from domain.acuarella.events import Choice, Ending, FirstDrawn, RowLaid
from domain.acuarella.game import ACUARELLA
from domain.acuarella.messages import MESSAGES, REASONS
from domain.acuarella.notation import notation, parse
from domain.acuarella.state import Board, End, State, Turn
from domain.kernel.chance import Chance
from domain.kernel.edition import decode_edition
from domain.kernel.messages import Seat
from domain.kernel.refusal import Refusal
from domain.kernel.score import Line
from domain.kernel.view import see
from domain.kernel.words import LANGUAGES, Language
from tests.acuarella.table import (
    ONE,
    PLACED,
    ROOT,
    STANDARD,
    THREE,
    TINY,
    TWO,
    after,
    board,
    events_of,
    full_board,
    position,
)

WORDS = ACUARELLA.words(STANDARD)
NAMES = ("Ana", "Bruno", "Carla")


def told(state: State, text: str, language: Language = "en", seat: Seat = ONE, **draws: Any) -> str:
    events = events_of(state, text, seat=seat, **draws)
    before, later = (see(ACUARELLA.view(each), "spectator") for each in (state, after(state, events)))
    words = ACUARELLA.words(state.edition)
    return words.narrate(before, parse(text), events, later, seat, NAMES, language)


# Notation


@pytest.mark.parametrize(
    "text",
    [
        "2:L4-green fr90@c4", "R3:I2-red r0@a1", "B:O4-blue r0@g7", "S:T4-purple r270@b2", "+photo@c4", ".",
        "!psychic(blue)", "!purring", "!jealous(1,blue-green)", "!jealous(3,wildcard)", "!stubborn", "!parade",
        "!guardian", "!stray(2)", "!stray(R2)", "!hairball(jealous)", "meow(0)", "meow(share)",
    ],
)  # fmt: skip
def test_a_command_is_a_short_line(text: str) -> None:
    assert notation(parse(text)) == text


def test_the_notation_of_the_rules() -> None:
    assert parse("2:L4-green fr90@c4") == Place("2", "L4-green", "fr90", "c4")


@pytest.mark.parametrize(
    "text",
    [
        "", "2:L4-green", "2:L4-green c4", "2 L4-green r0@c4", "X:L4-green r0@c4", "2:L4-green r0@4c", "photo@c4", "..",
        "!psychic", "!purring()", "!jealous(blue)", "!jealous(01,blue)", "!hairball(hairballs)", "meow", "meow(me)",
        "2:L4-green r0@c4 ", "2:L4-green r0@c४",
    ],
)  # fmt: skip
def test_anything_else_is_unreadable(text: str) -> None:
    with pytest.raises(Refusal) as refused:
        parse(text)
    assert (refused.value.code, refused.value.detail) == ("unreadable", {"text": text})


# Messages


def codes() -> set[str]:
    """Every code that the rules refuse with."""
    sources = (ROOT / "domain/acuarella").glob("*.py")
    return {code for source in sources for code in re.findall(r'Refusal\(\s*"([a-z-]+)"', source.read_text())}


def test_every_refusal_has_its_message_and_no_message_is_idle() -> None:
    assert codes() == set(MESSAGES)


def test_every_ending_and_tie_break_has_its_text() -> None:
    assert set(REASONS) == {*get_args(Ending), "photos", "meow", "shared"}


# Labels


@pytest.mark.parametrize(
    ("text", "en", "pt", "it"),
    [
        (
            "2:L4-green fr90@c4",
            "Place the green L4 on c4 d4 c5 c6, number 2",
            "Posicionar o gato L4 verde em c4 d4 c5 c6, número 2",
            "Posiziona il gatto L4 verde in c4 d4 c5 c6, numero 2",
        ),
        (
            "R1:I2-red r0@a1",
            "Place the red I2 on a1 b1, replacement R1",
            "Posicionar o gato I2 vermelho em a1 b1, de reposição (R1)",
            "Posiziona il gatto I2 rosso in a1 b1, di ricambio (R1)",
        ),
        (
            "!jealous(1,green)",
            "Jealous Cat: take green from player 2",
            "Gato Invejoso: roubar verde do jogador 2",
            "Gatto Invidioso: ruba verde al giocatore 2",
        ),
        (
            "!hairball(stray)",
            "Hairball: take Stray Cat back",
            "Bola de Pelo: recuperar Gato de Rua",
            "Palla di Pelo: recupera Gatto Randagio",
        ),
        (
            "meow(1)",
            "The best meow was that of player 2",
            "O melhor miado foi o do jogador 2",
            "Il miglior miagolio è stato quello del giocatore 2",
        ),
        ("meow(share)", "Share the victory", "Dividir a vitória", "Condividi la vittoria"),
    ],
)
def test_a_button_says_what_it_does(text: str, en: str, pt: str, it: str) -> None:
    assert [WORDS.label(parse(text), language) for language in ("en", "pt", "it")] == [en, pt, it]


@pytest.mark.parametrize("choice", ["available", "replacement"])
def test_labels_differ_for_all_lawful_commands(choice: Choice) -> None:
    """Although the row has some pieces twice."""
    twice = "I2-red T4-blue I2-red T4-blue"
    state = position(
        board("I2-red r0@a1", hand=" ".join(CARDS)), board(violet=1),
        discard="stray psychic", turn=Turn(ONE, choice), available=twice, replacement=twice,
    )  # fmt: skip
    for language in LANGUAGES:
        labels = [WORDS.label(command, language) for command in ACUARELLA.legal(state, ONE)]
        assert len(set(labels)) == len(labels)


def test_what_the_edition_does_not_have_is_named_as_it_stands() -> None:
    """The examples of the API are shown with any edition."""
    words = ACUARELLA.words(TINY)
    for language in LANGUAGES:
        for example in ACUARELLA.examples:
            assert words.label(example, language)
    assert "L4-green" in words.label(ACUARELLA.examples[0], "en")


# The story


@pytest.mark.parametrize(
    ("language", "sentences"),
    [
        ("en", "Bruno goes first. Available: {row}. The first piece to be placed comes from the bag: {first}."),
        ("pt", "Bruno começa. Disponíveis: {row}. A primeira peça a posicionar vem do saco: {first}."),
        ("it", "Bruno comincia. Disponibili: {row}. La prima tessera da posizionare viene dal sacchetto: {first}."),
    ],
)
def test_the_set_up_is_told(language: Language, sentences: str) -> None:
    events = ACUARELLA.setup(ACUARELLA.initial(STANDARD, 3, {"first": "1"}), Chance(bytes(32), {}))
    seen = see(ACUARELLA.view(after(ACUARELLA.initial(STANDARD, 3, {"first": "1"}), events)), "spectator")
    _, row, first = events
    assert isinstance(row, RowLaid)
    assert isinstance(first, FirstDrawn)

    def named(piece: str) -> str:
        shape, _, colour = piece.partition("-")
        label = next(each.label[language] for each in STANDARD.colours if each.id == colour)
        return f"{label} {shape}" if language == "en" else f"{shape} {label}"

    *most, last = map(named, row.available)
    and_ = texts.AND[language]
    text = sentences.format(row=f"{', '.join(most)}{and_}{last}", first=named(first.piece))
    assert WORDS.narrate(seen, None, events, seen, ONE, NAMES, language) == text


def test_a_placing_and_what_it_brought() -> None:
    state = position(
        board("I2-blue r0@a2", "I2-green r0@c3", "I4-red r0@a3"), board(),
        available="I3-orange I2-red I2-red I2-red", replacement="L3-blue - - -",
    )  # fmt: skip
    assert told(state, "1:I3-orange r0@c2", refill="S4-red", card="psychic") == (
        "Ana places the orange I3 at c2. New pigments: yellow and red-orange. New in the row: red S4. "
        "The bone on c2 brings a card: Psychic Cat."
    )


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "Ana places the red I2 at a2. One union gives nothing."),
        ("pt", "Ana posiciona o gato I2 vermelho em a2. Uma união não gera pigmento."),
        ("it", "Ana posiziona il gatto I2 rosso in a2. Un'unione non genera pigmenti."),
    ],
)
def test_a_union_without_pigment_is_told(language: Language, sentence: str) -> None:
    assert told(position(board("I2-green r0@a1"), board(), bag=""), "1:I2-red r0@a2", language) == sentence


CARD_STORIES = {
    "!psychic(blue)": "Ana guesses blue, and out comes the blue I2: right, any piece of the bag may be placed.",
    "!jealous(1,violet)": "Ana is jealous and takes a pigment from Bruno: violet.",
    "!stubborn": "Ana is stubborn and will choose a replacement piece.",
    "!parade": "Ana calls a parade: the Catotem turns round.",
    "!guardian": "Ana calls the Guardian. New available pieces: blue I2, blue I2, blue I3 and blue I3.",
    "!stray(2)": "Ana takes in a stray: the orange I3 is reserved. New in the row: blue I2.",
    "!hairball(stray)": "Ana coughs up a hairball and takes Stray Cat back.",
}


@pytest.mark.parametrize("text", CARD_STORIES)
def test_cards_are_told(text: str) -> None:
    state = position(
        board("I2-red r0@a1", hand=" ".join(CARDS)),
        board(violet=1),
        discard="stray",
        bag="I2-blue I2-blue I3-blue I3-blue",
    )
    drawn: dict[str, Any] = {"guess": "I2-blue", "guard": "I2-blue I2-blue I3-blue I3-blue", "refill": "I2-blue"}
    assert told(state, text, **drawn) == CARD_STORIES[text]
    for language in LANGUAGES:
        assert told(state, text, language, **drawn)


def test_purring_is_told() -> None:
    state = position(board("I2-red r0@a1", hand="purring", unpaid=2), board(), turn=PLACED)
    assert told(state, "!purring") == "Ana purrs and takes wildcards: 2."


def test_guesses_that_bring_nothing_are_told() -> None:
    state = position(board("I2-red r0@a1", hand="psychic"), board())
    assert told(state, "!psychic(blue)", guess="I2-green").endswith("out comes the green I2: wrong.")
    stuck = position(full_board(but="g7 f7", hand="psychic"), board(), available="I2-red - - -", bag="T4-blue")
    assert told(stuck, "!psychic(blue)").endswith("right, but nothing in the bag fits.")


def test_a_guess_is_judged_by_the_whole_name_of_the_colour() -> None:
    text = (ROOT / "tests/acuarella/editions/tiny.toml").read_text().replace('"blue"', '"dark-red"')
    darker = decode_edition(text.encode(), AcuarellaEdition)
    assert isinstance(darker, AcuarellaEdition)
    mine = board("I1-red r0@a1", hand="psychic", edition=darker)
    state = position(
        mine, board(edition=darker), edition=darker,
        available="I1-red I2-red", replacement="I1-red O4-red", bag="I2-dark-red",
    )  # fmt: skip
    assert told(state, "!psychic(red)").endswith("and out comes the dark-red I2: wrong.")


def test_the_guardian_tells_only_of_what_is_new() -> None:
    mine = board("I1-blue r0@a1", hand="guardian", edition=TINY)
    state = position(mine, board(edition=TINY), edition=TINY, bag="I2-yellow")
    assert told(state, "!guardian") == "Ana calls the Guardian. New available pieces: yellow I2."


def test_nobody_is_told_to_be_a_man_or_a_woman() -> None:
    state = position(board("I2-red r0@a1", hand="jealous"), board(violet=1))
    assert told(state, "!jealous(1,violet)", "it") == (
        "Ana si lascia prendere dall'invidia e ruba un pigmento a Bruno: viola."
    )
    assert texts.TIED.say("pt", names="Ana e Carla") == "Empate entre Ana e Carla: quem mia melhor?"


def test_the_end_is_told() -> None:
    first = board("I2-red r0@a1", hand="stray")
    turn = Turn(ONE, "available", placed=True, fresh=("stray",))
    row = "T4-red T4-red T4-red T4-red"
    state = position(first, full_board(but="c3 e5", stock=2), board(), turn=turn, available=row, replacement=row)
    assert told(state, ".") == (
        "Ana ends the turn. Bruno can place nothing: the final turns begin. "
        "Bruno lays cat photos on c3 and e5. Bruno's board is full: trophy no. 1!"
    )


def test_lost_turns_cats_and_the_tie_are_told() -> None:
    def cat(hand: str = "") -> Board:
        return board("I2-red r0@a1", "O4-red r0@a2", "T4-red r0@a4", hand=hand)

    turn = Turn(ONE, "available", placed=True, fresh=("stray",))
    state = position(cat("stray"), cat(), full_board(but="g7"), turn=turn, end=End(TWO, "stuck", (THREE,)))
    assert told(state, ".") == (
        "Ana ends the turn. Carla can place nothing and loses this turn. "
        "Ana assembles one cat. Bruno assembles one cat."
    )
    level = position(cat("stray"), cat(), turn=turn, end=End(TWO, "stuck", ()))
    assert told(level, ".").endswith("Ana and Bruno are level: who meows best?")
    tied = after(level, events_of(level, "."))
    assert told(tied, "meow(1)", "pt") == "Ana: Bruno miou melhor."
    assert told(tied, "meow(share)", "it", TWO) == "Bruno vuole condividere la vittoria."


def test_a_bone_that_brings_nothing_and_a_new_deck_are_told() -> None:
    boards = board("I1-blue r0@a1", edition=TINY), board(edition=TINY)
    state = position(*boards, edition=TINY, available="I2-red -", deck="", discard="stray")
    assert told(state, "1:I2-red r0@b2").endswith(
        "The discard pile is shuffled. The bone on b2 brings a card: Stray Cat. "
        "The bone on c2 brings nothing: there are no cards left."
    )


def test_the_guardian_of_an_empty_bag_and_a_piece_that_goes_back_are_told() -> None:
    state = position(board("I2-red r0@a1", hand="guardian"), board(), bag="")
    assert told(state, "!guardian", "it") == "Ana chiama il Guardiano, ma il sacchetto è vuoto."
    waiting = full_board(but="g7 f7", reserved="T4-blue")
    state = position(board(), waiting, available="I2-red I2-red I2-red I2-red", bag="")
    assert told(state, "1:I2-red r0@a1", "pt").endswith("O gato T4 azul reservado por Bruno não cabe e volta ao saco.")


# The score sheet


@pytest.mark.parametrize(
    ("line", "en", "pt", "it"),
    [
        (
            Line(ONE, "AC-23", "warm", 6, about="red-violet"),
            "Warm pigment red-violet: 6 points",
            "Pigmento quente vermelho-arroxeado: 6 pontos",
            "Pigmento caldo rosso-violaceo: 6 punti",
        ),
        (
            Line(ONE, "AC-23", "wildcard", 1, about="wildcard"),
            "Wildcards: 1 point",
            "Fichas coringa: 1 ponto",
            "Segnalini jolly: 1 punto",
        ),
        (
            Line(ONE, "AC-23", "empty", -1, cells=("a1",)),
            "Empty cells (1): −1 point",
            "Casas vazias (1): −1 ponto",
            "Caselle vuote (1): −1 punto",
        ),
        (
            Line(ONE, "AC-24", "trophy", 3, about="1"),
            "Trophy no. 1: 3 points",
            "Troféu nº 1: 3 pontos",
            "Trofeo n. 1: 3 punti",
        ),
        (
            Line(ONE, "AC-25", "cat", 1, pieces=("I2-red", "O4-blue", "T4-green")),
            "A cat of red I2, blue O4 and green T4: 1 point",
            "Um gato com I2 vermelho, O4 azul e T4 verde: 1 ponto",
            "Un gatto con I2 rosso, O4 blu e T4 verde: 1 punto",
        ),
    ],
)
def test_lines_of_the_sheet(line: Line, en: str, pt: str, it: str) -> None:
    assert [WORDS.describe(line, language) for language in ("en", "pt", "it")] == [en, pt, it]
