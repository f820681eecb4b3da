"""What greedy players go for."""

from domain.catrina.game import CATRINA
from domain.catrina.scoring import score
from domain.catrina.state import State
from domain.kernel.score import totals
from domain.kernel.view import see
from tests.catrina.table import FIRST, TINY, greedily, grown, match, position, village


def best(state: State) -> str:
    worth = CATRINA.value(state.edition, see(CATRINA.view(state), FIRST), FIRST)
    return CATRINA.words(state.edition).notation(max(CATRINA.legal(state, FIRST), key=worth))


def tiny(*rows: str) -> State:
    return position(village("s1", edition=TINY), village("s2", edition=TINY), rows=rows, edition=TINY)


def test_a_balloon_tile_is_worth_more_than_a_visitor() -> None:
    state = grown(tiny("visitor weave", "red cross"), FIRST, "reds @0,1 r0")
    assert best(state).startswith("B1")


def test_a_pedestal_is_closed() -> None:
    state = grown(tiny("cross weave", "cap2 cross2"), FIRST, "cap1 @0,1 r0")
    assert best(state) == "B1 @0,2 r180"


def test_visitors_are_connected_rather_than_left_aside() -> None:
    assert best(tiny("crowd")) in ("A1 @0,1 r0", "A1 @0,-1 r0")


def test_greedy_players_beat_random_ones() -> None:
    *_, random = match(2, seed=1)
    *_, greedy = match(2, seed=1, choose=greedily)
    assert min(totals(score(greedy.after), 2)) > 2 * max(totals(score(random.after), 2))
