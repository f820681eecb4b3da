"""Assembling cats from the pieces on a board (AC-25)."""

from domain.acuarella.state import Tile
from domain.acuarella.tables import Piece, Tables

Cat = tuple[Piece, ...]  # one piece for each part, in the order of the guide


def assemble(known: Tables, tiles: tuple[Tile, ...]) -> tuple[Cat, ...]:
    """As many cats as possible, each piece in at most one.

    Each further cat asks for one more piece of every part; if it is not free, pieces already used are moved to other
    parts (augmenting paths of a matching), so the first cat that cannot be completed is one too many.
    """
    used: dict[int, tuple[int, int]] = {}  # tile: its cat and part
    cats = 0
    while all(_find(known, tiles, used, (cats, part), set()) for part in range(len(known.roles))):
        cats += 1
    pieces = {place: tiles[tile].piece for tile, place in used.items()}
    return tuple(tuple(pieces[cat, part] for part in range(len(known.roles))) for cat in range(cats))


def _find(
    known: Tables, tiles: tuple[Tile, ...], used: dict[int, tuple[int, int]], place: tuple[int, int], tried: set[int]
) -> bool:
    """Give a place in a cat a tile, moving others out of the way if need be."""
    for number, tile in enumerate(tiles):
        if number not in tried and known.roles[place[1]][known.shape[tile.piece]]:
            tried.add(number)
            if number not in used or _find(known, tiles, used, used[number], tried):
                used[number] = place
                return True
    return False
