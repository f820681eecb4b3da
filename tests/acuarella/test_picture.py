"""The picture of a table."""

from xml.etree import ElementTree

import pytest
from msgspec.structs import replace

from domain.acuarella.edition import AcuarellaEdition
from domain.acuarella.game import ACUARELLA
from domain.acuarella.state import State, Turn
from domain.kernel.messages import Audience
from domain.kernel.view import see
from domain.kernel.words import LANGUAGES
from tests.acuarella.table import (
    ONE,
    STANDARD,
    THREE,
    TINY,
    TWO,
    board,
    full_board,
    lawful,
    match,
    play,
    position,
    started,
)

SVG = "{http://www.w3.org/2000/svg}"


def drawn(state: State, audience: Audience = ONE, language: str = "en") -> ElementTree.Element:
    seen = see(ACUARELLA.view(state), audience)
    return ElementTree.fromstring(ACUARELLA.words(state.edition).picture(seen, language))  # type: ignore[arg-type]


def marks(picture: ElementTree.Element, name: str) -> list[str]:
    return [element.attrib[name] for element in picture.iter() if name in element.attrib]


def words(picture: ElementTree.Element) -> list[str]:
    return [text for element in picture.iter() for text in [element.text] if text and text.strip()]


def test_the_cells_of_ones_own_board_can_be_touched() -> None:
    state = started(seats=4, first="0")
    cells = marks(drawn(state, TWO), "data-cell")
    assert len(cells) == len(set(cells)) == 49


def test_for_spectators_those_of_the_board_whose_turn_it_is() -> None:
    for audience in ("spectator", "arbiter"):
        assert len(marks(drawn(started(seats=3, first="1"), audience), "data-cell")) == 49


def test_what_can_be_touched_stands_in_the_notation_of_some_move() -> None:
    """Pieces of the row, cards, the reserved piece, the piece drawn, the pieces of the bag."""
    holding = board("I2-red r0@a1", hand="parade stray")
    reserved = board("I2-red r0@a1", reserved="I2-blue")
    for state in (
        position(holding, board()),
        position(reserved, board(), turn=Turn(ONE, "reserved")),
        started(first="0"),
        play(position(board("I2-red r0@a1", hand="psychic"), board()), "!psychic(blue)", guess="I2-blue"),
    ):
        touched = marks(drawn(state), "data-move") + marks(drawn(state), "data-cell")
        for move in lawful(state):
            if ":" in move:
                assert any(move.startswith(f"{mark} ") for mark in touched)
                assert any(move.endswith(f"@{mark}") for mark in touched)
            else:
                assert any(move.split("(")[0] == mark for mark in touched)


def test_colours_have_letters() -> None:
    picture = drawn(position(board("I3-orange r0@a1", "I3-blue r0@a2"), board()))
    assert {"O", "B"} <= set(words(picture))


def test_unions_show_their_pigments() -> None:
    with_one = words(drawn(position(board("I2-blue r0@a1", "I2-yellow r0@a2"), board())))
    assert "green" in with_one
    assert "no pigment" in words(drawn(position(board("I2-red r0@a1", "I2-green r0@a2"), board())))


@pytest.mark.parametrize(
    ("language", "turn", "bag"),
    [
        ("en", "turn: player 2", "Bag"),
        ("pt", "turno: jogador 2", "Saco"),
        ("it", "turno: giocatore 2", "Sacchetto"),
    ],
)
def test_it_speaks_three_languages(language: str, turn: str, bag: str) -> None:
    said = words(drawn(started(first="1"), TWO, language))
    assert f"Acuarella: {turn}" in said
    assert any(text.startswith(f"{bag}: ") for text in said)


def test_trophies_leavers_meows_and_the_end_are_shown() -> None:
    state = position(full_board(), full_board(), board(), turn=None, full=(TWO, ONE), left=(THREE,), tied=(ONE, TWO))
    said = words(drawn(state, "spectator"))
    assert {"Player 1 · Trophy no. 2", "Player 2 · Trophy no. 1", "Player 3 · left"} <= set(said)
    assert "Acuarella: who meows best?" in said
    assert "Acuarella: the match is over" in words(drawn(position(turn=None, over="stuck"), "spectator"))


def test_a_fourth_full_board_says_so() -> None:
    state = position(*(full_board() for _ in range(4)), full=(0, 1, 2, 3))
    assert "Player 4 · Full" in words(drawn(state))


@pytest.mark.parametrize("edition", [STANDARD, TINY], ids=["standard", "tiny"])
def test_all_that_a_seat_has_is_inside_its_frame(edition: AcuarellaEdition) -> None:
    """Every pigment, a card for each bone, and a reserved piece."""
    rich = board("I2-red r0@a1", hand=" ".join(["stray"] * 6), reserved="I2-blue", edition=edition)
    rich = replace(rich, pigments=(1,) * len(rich.pigments))
    picture = drawn(position(rich, board(edition=edition), edition=edition))
    frame = next(box for box in picture.iter(f"{SVG}rect") if box.attrib.get("stroke-width") == "3")
    (reserved,) = (group for group in picture.iter(f"{SVG}g") if group.attrib.get("data-move") == "S:I2-blue")
    place = next(reserved.iter(f"{SVG}rect"))
    assert bottom(place) < bottom(frame) < float(picture.attrib["viewBox"].split()[3])


def bottom(box: ElementTree.Element) -> float:
    return float(box.attrib["y"]) + float(box.attrib["height"])


def test_whole_matches_can_be_drawn() -> None:
    for number, step in enumerate(match(TINY, 3, 1)):
        picture = drawn(step.after, ONE, LANGUAGES[number % 3])
        assert len(picture.attrib["viewBox"].split()) == 4
        assert picture.find(f"{SVG}title") is not None
