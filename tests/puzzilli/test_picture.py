"""The picture: a whole document that shows what its audience may know, and where to click."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, product
from math import dist
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest

from domain.kernel.messages import Audience, Seat
from domain.kernel.view import see
from domain.kernel.words import LANGUAGES, Language
from domain.puzzilli.picture import picture
from domain.puzzilli.state import State
from domain.puzzilli.view import view
from tests.puzzilli.play import begin, edition, feeding, fold, grasped, leaves, placing, playout, with_board

a, b = Seat(0), Seat(1)
SVG = "{http://www.w3.org/2000/svg}"


def draw(state: State, audience: Audience, language: Language = "it", reveal: bool = False) -> Element:
    return ElementTree.fromstring(picture(state.edition, see(view(state), audience, reveal), language))


def marked(document: Element, attribute: str) -> list[str]:
    return [value for element in document.iter() if (value := element.get(attribute)) is not None]


def texts(document: Element) -> list[str]:
    return [element.text or "" for element in document.iter(f"{SVG}text")]


def titles(document: Element) -> list[str]:
    return [element.text or "" for element in document.iter(f"{SVG}title")]


def discs(element: Element, x: float = 0, y: float = 0, scale: float = 1) -> Iterator[tuple[float, float, float]]:
    """Middle and radius of all that is drawn round."""
    kind, *numbers = element.get("transform", "scale(1)").replace("(", " ").replace(")", "").split()
    if kind == "scale":
        scale *= float(numbers[0])
    else:
        x, y = x + scale * float(numbers[0]), y + scale * float(numbers[1])
    if element.get("r") == "22":
        yield x, y, 22 * scale
    for child in element:
        yield from discs(child, x, y, scale)


def moments() -> Iterator[State]:
    for seats, name in ((2, "scarce"), (3, "standard"), (4, "doubloons")):
        yield from [state for state, *_ in playout(seats, begin(seats, name), leaving=0.02)][::9]


def test_every_moment_has_a_picture_for_everybody() -> None:
    for state in moments():
        audiences: list[Audience] = [*(own.seat for own in state.seats), "spectator", "arbiter"]
        for audience, language in product(audiences, LANGUAGES):
            document = draw(state, audience, language)
            assert document.tag == f"{SVG}svg"
            assert len(document.attrib["viewBox"].split()) == 4
            assert titles(document)[0].startswith("Puzzilli")


def test_a_picture_is_wider_than_high_and_nothing_lies_on_anything_else() -> None:
    for state in moments():
        document = draw(state, a)
        _, _, width, height = map(float, document.attrib["viewBox"].split())
        assert width > 1.25 * height
        pieces = list(discs(document))
        for x, y, radius in pieces:
            assert radius < x < width - radius
            assert radius < y < height - radius
        for (x, y, radius), (x_too, y_too, radius_too) in combinations(pieces, 2):
            assert dist((x, y), (x_too, y_too)) > radius + radius_too


def test_a_count_stands_below_its_piece_and_touches_none() -> None:
    for state in moments():
        for heap in draw(state, a).iter():
            pieces = [disc for child in heap for disc in discs(child)]
            counts = [text.attrib for text in heap.findall(f"{SVG}text") if (text.text or "").startswith("×")]
            for x, y, radius in pieces:
                assert all(dist((x, y), (float(at["x"]), float(at["y"]) - 7)) > radius + 5 for at in counts)


def test_a_seat_clicks_on_its_own_board() -> None:
    cells = list(edition().board.cells)
    for seat in (a, b):
        assert marked(draw(begin(2), seat), "data-cell") == cells
    assert Counter(marked(draw(begin(2), "spectator"), "data-cell")) == Counter(cells * 2)


def test_what_lies_open_beside_the_boards_can_be_moved() -> None:
    state = placing(begin(3), "White Crab", "Doubloon", "White Fish")
    moves = marked(draw(state, a), "data-move")
    assert {"White Crab", "Doubloon", "White Fish", "Red Sub", "Blue Coin"} <= set(moves)
    assert "White Sub" not in moves  # it is in the bag


def test_a_piece_shows_its_shape_its_colours_letter_and_its_name() -> None:
    document = draw(with_board(begin(2), a, {"0,0": "Blue Crab"}), b)
    assert "granchio blu" in titles(document)
    assert "B" in texts(document)


@pytest.mark.clause("PZ-3")
def test_a_hand_shows_its_shape_to_its_seat_and_no_one_else() -> None:
    state = grasped(begin(2), a, "White Crab")
    plain = draw(begin(2), b)
    assert "sente: granchio" in texts(draw(state, a))
    assert "mano nel sacchetto" in texts(draw(state, b))
    assert "sente: granchio" not in texts(draw(state, b))
    assert titles(draw(state, b)) == titles(plain)
    assert "sente: granchio" in texts(draw(state, "spectator", reveal=True))


def test_who_left_and_who_must_pull_is_seen() -> None:
    state = grasped(begin(3), a, "White Crab", final=True)
    assert "mano nel sacchetto · deve estrarre" in texts(draw(state, b))
    assert "uscito" in texts(draw(fold(state, leaves(state, b)), a))
    assert "uscito" in texts(draw(fold(state, leaves(state, a)), b))  # and has nothing to pull any more


@pytest.mark.clause("PZ-4", "PZ-18")
def test_when_the_match_is_over_nobody_must_pull() -> None:
    """The last one left still holds a piece in the bag."""
    state = grasped(begin(2), a, "White Crab", final=True)
    state = fold(state, leaves(state, b))
    for audience in (a, b, "spectator"):
        assert not [text for text in texts(draw(state, audience)) if "deve estrarre" in text]


@pytest.mark.parametrize(
    ("language", "names"),
    [
        ("en", {"Player 1 · R · red", "Player 2 · Y · yellow"}),
        ("pt", {"Jogador 1 · R · vermelho", "Jogador 2 · Y · amarelo"}),
        ("it", {"Giocatore 1 · R · rosso", "Giocatore 2 · Y · giallo"}),
    ],
)
def test_whose_board_it_is_and_in_which_colour_is_seen(language: Language, names: set[str]) -> None:
    assert names <= set(texts(draw(begin(2), a, language)))


def test_the_phase_is_named() -> None:
    state = placing(begin(2), "White Crab", "White Fish")
    assert titles(draw(state, a, "en"))[0] == "Puzzilli, round 1: place"
    assert titles(draw(feeding(state), a, "pt"))[0] == "Puzzilli, rodada 1: abastecer o saco"
