"""The picture of a table."""

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

import pytest
from lxml import etree
from msgspec.structs import replace

from domain.catrina import rules
from domain.catrina.game import CATRINA
from domain.catrina.state import State
from domain.catrina.tiles import TileId
from domain.kernel.messages import Audience, Seat
from domain.kernel.view import see
from domain.kernel.words import LANGUAGES, Language
from tests.catrina.table import FIRST, SECOND, TINY, after, chance, grown, match, position, started, village


def drawn(state: State, language: Language = "en", audience: Audience = "spectator") -> etree._Element:
    return etree.fromstring(CATRINA.words(state.edition).picture(see(CATRINA.view(state), audience), language))


def marked(picture: etree._Element, mark: str) -> list[str]:
    return [element.get(mark) for element in picture.iter() if element.get(mark)]


class Box(NamedTuple):
    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        return self.right - self.left

    @property
    def height(self) -> float:
        return self.bottom - self.top


def boxes(element: etree._Element, x: float = 0, y: float = 0, scale: float = 1) -> Iterator[Box]:
    """Where the rectangles lie."""
    for change in element.get("transform", "").split(") "):
        kind, _, numbers = change.rstrip(")").partition("(")
        if kind == "translate":
            x, y = (at + scale * float(by) for at, by in zip((x, y), numbers.split(), strict=True))
        elif kind == "scale":
            scale *= float(numbers)
    if element.tag.endswith("rect") and "%" not in element.get("width", ""):
        left, top, width, height = (scale * float(element.get(name, 0)) for name in ("x", "y", "width", "height"))
        yield Box(x + left, y + top, x + left + width, y + top + height)
    for child in element:
        yield from boxes(child, x, y, scale)


def panels(picture: etree._Element) -> list[list[Box]]:
    """For each seat its panel and the rectangles in it."""
    return [list(boxes(element)) for element in picture.iter() if element.get("data-seat")]


def tile_width(panel: list[Box]) -> float:
    """In the village of a panel: of squares, tiles are the largest."""
    return max(box.width for box in panel[1:] if box.width == pytest.approx(box.height))


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_every_picture_of_a_match_is_a_whole_document(seats: int) -> None:
    for played in list(match(seats))[::9]:
        picture = drawn(played.before)
        assert picture.tag == "{http://www.w3.org/2000/svg}svg"
        assert len(marked(picture, "data-seat")) == seats


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_panels_do_not_overlap_and_hold_their_villages(seats: int) -> None:
    for played in list(match(seats))[::13]:
        picture = drawn(played.before)
        _, _, width, height = map(float, picture.get("viewBox", "").split())
        assert width > 1.5 * height
        for panel, *inside in panels(picture):
            assert 0 < panel.left < panel.right < width
            assert 0 < panel.top < panel.bottom < height
            for box in inside:
                assert panel.left < box.left < box.right < panel.right
                assert panel.top < box.top < box.bottom < panel.bottom
        for (one, *_), (other, *_) in combinations(panels(picture), 2):
            beside = one.right < other.left or other.right < one.left
            assert beside or one.bottom < other.top or other.bottom < one.top


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_the_village_of_who_looks_or_else_acts_is_the_largest(seats: int) -> None:
    for played in list(match(seats))[::13]:
        assert played.before.turn is not None
        looks: list[tuple[Audience, Seat]] = [(SECOND, SECOND), ("spectator", played.before.turn)]
        for audience, own in looks:
            shown = panels(drawn(played.before, audience=audience))
            assert max(range(seats), key=lambda seat: shown[seat][0].width * shown[seat][0].height) == own
            assert max(map(tile_width, shown)) == pytest.approx(tile_width(shown[own]))


def test_after_the_end_panels_are_equal_for_who_only_watches() -> None:
    *_, last = match(4)
    panel, *others = (panel for panel, *_ in panels(drawn(last.after)))
    assert all((other.width, other.height) == pytest.approx((panel.width, panel.height)) for other in others)


def test_to_who_waits_no_free_cell_is_marked() -> None:
    state = position(village("s1"), village("s2"), rows=("t001", "t002 t003 t004"))
    assert marked(drawn(state, audience=SECOND), "data-cell") == ["0,0"]


def test_what_can_be_taken_and_where_it_can_be_placed_is_marked() -> None:
    state = position(village("s1"), village("s2"), rows=("t001", "t002 t003 t004"))
    picture = drawn(state)
    assert marked(picture, "data-move") == ["A1", "B1", "B$"]
    assert set(marked(picture, "data-cell")) == {"0,0", *state.villages[0].free}


def test_an_extra_tile_alone_can_be_moved() -> None:
    state = replace(position(village("s1"), village("s2"), rows=("t001",)), extra=TileId("t005"))
    assert marked(drawn(state), "data-move") == ["+"]


def test_once_all_others_have_left_the_extra_tile_stays_where_it_is() -> None:
    state = replace(position(village("s1"), village("s2"), rows=("t001",)), extra=TileId("t005"))
    left = after(state, rules.leave(state, SECOND, chance()))
    assert (left.ended, left.extra) == ("alone", "t005")
    picture = drawn(left)
    assert marked(picture, "data-move") == []
    assert any(text.startswith("t005: ") for text in picture.itertext())


def test_after_the_end_nothing_can_be_moved_and_every_cell_is_marked() -> None:
    *_, last = match(2)
    picture = drawn(last.after)
    assert marked(picture, "data-move") == []
    assert len(marked(picture, "data-cell")) == sum(len(built.tiles) for built in last.after.villages)


@pytest.mark.parametrize(
    ("language", "texts"),
    [
        ("en", {"Viva Catrina, round 1", "Player 2", "Bag: 96", "red balloon"}),
        ("pt", {"Viva Catrina, rodada 1", "Jogador 2", "Saco: 96", "balão vermelho"}),
        ("it", {"Viva Catrina, round 1", "Giocatore 2", "Sacchetto: 96", "palloncino rosso"}),
    ],
)
def test_a_picture_speaks_the_language_asked_for(language: Language, texts: set[str]) -> None:
    state = started(2, seed=3, first="0")
    state = replace(state, villages=(village("s1"), village("s2")))
    assert texts <= set(drawn(state, language).itertext())


def test_a_tile_says_what_it_bears() -> None:
    state = position(village("s1", edition=TINY), village("s2", edition=TINY), rows=("guests", "cap1"), edition=TINY)
    texts = set(drawn(state).itertext())
    assert "guests: paved path N: visitor, visitor; blooming trail S: butterfly" in texts
    assert "cap1: paved path N E S W: pedestal N" in texts


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "guests: paved path E: visitor, visitor; blooming trail W: butterfly"),
        ("pt", "guests: caminho calçado L: visitante, visitante; trilha florida O: borboleta"),
        ("it", "guests: sentiero lastricato E: visitatore, visitatore; sentiero fiorito O: farfalla"),
    ],
)
def test_a_tile_in_a_village_says_where_its_paths_lead_as_it_lies(language: Language, text: str) -> None:
    built = village("s1", "guests @1,0 r90", edition=TINY)
    state = position(built, village("s2", edition=TINY), rows=("weave",), edition=TINY)
    assert text in set(drawn(state, language).itertext())


def test_balloon_tiles_and_chimeras_lie_with_their_village() -> None:
    state = position(village("s1", edition=TINY), village("s2", edition=TINY), rows=("weave",), edition=TINY)
    state = grown(state, FIRST, "cap1 @0,1 r0", "cap2 @0,2 r180", "reds6 @0,-1 r0")
    for language in LANGUAGES:
        texts = list(drawn(state, language).itertext())
        assert "R8" in texts
        assert texts.count("s") == 2  # the stack and the pedestal
