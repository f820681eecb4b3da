"""An independent scorer, naive on purpose: it turns tiles letter by letter and floods whole villages."""

from typing import Any

OPPOSITE = {"N": "S", "E": "W", "S": "N", "W": "E"}
STEP = {"N": (0, 1), "E": (1, 0), "S": (0, -1), "W": (-1, 0)}


def turn_letters(letters: str, degrees: int) -> set[str]:
    return {"NESW"[("NESW".index(letter) + degrees // 90) % 4] for letter in letters}


def layout(state: Any, village: Any) -> dict[tuple[int, int], list[tuple[str, set[str], tuple[str, ...]]]]:
    """For each cell its paths as (kind, open sides as they lie, elements)."""
    all_tiles = {tile.id: tile for tile in (*state.edition.tiles.starting, *state.edition.tiles.path)}
    laid = {}
    for cell, placed in village.tiles.items():
        x, y = map(int, cell.split(","))
        laid[x, y] = [
            (path.kind, turn_letters(path.sides, placed.turn), path.holds) for path in all_tiles[placed.tile].paths
        ]
    return laid


def connected(laid: dict[Any, Any]) -> set[tuple[tuple[int, int], int]]:
    """(cell, path) of everything connected to the starting tile: grown until nothing is added."""
    reached = {((0, 0), path) for path in range(len(laid[0, 0]))}
    while True:
        more = set()
        for (x, y), paths in laid.items():
            for index, (kind, sides, _) in enumerate(paths):
                for side in sides:
                    there = (x + STEP[side][0], y + STEP[side][1])
                    for far, (far_kind, far_sides, _) in enumerate(laid.get(there, [])):
                        if far_kind == kind and OPPOSITE[side] in far_sides and (there, far) in reached:
                            more.add(((x, y), index))
        if more <= reached:
            return reached
        reached |= more


def connected_elements(state: Any, village: Any) -> list[str]:
    laid = layout(state, village)
    return [element for cell, path in connected(laid) for element in laid[cell][path][2]]


def slow_total(state: Any, village: Any) -> int:
    edition = state.edition
    have = connected_elements(state, village)
    points: int = sum(tile.value for tile in village.balloons.values())
    for element in have:
        for altar in edition.altars:
            if altar.id == element:
                points += sum(altar.rate for other in have if other in altar.wants)
        for guest in edition.guests:
            if guest.id == element:
                points += guest.points
    different = {stall.id for stall in edition.stalls.types} & set(have)
    if different:
        points += edition.stalls.points[len(different) - 1]
    for housed in village.chimeras:
        points += next(chimera.points for chimera in edition.chimeras if chimera.id == housed.chimera)
    return points


def slow_totals(state: Any) -> tuple[int, ...]:
    return tuple(slow_total(state, village) for village in state.villages)


def slow_pedestals(state: Any, village: Any) -> list[tuple[set[tuple[int, int]], bool, bool]]:
    """(cells, closed, connected) of every pedestal: sets of parts are merged until none join."""
    all_tiles = {tile.id: tile for tile in (*state.edition.tiles.starting, *state.edition.tiles.path)}
    reached = connected(layout(state, village))
    parts = []
    for cell, placed in village.tiles.items():
        x, y = map(int, cell.split(","))
        for index, path in enumerate(all_tiles[placed.tile].paths):
            for part in path.pedestals:
                parts.append(((x, y), turn_letters(part, placed.turn), ((x, y), index) in reached))
    groups = [{number} for number in range(len(parts))]
    closed = [True] * len(parts)
    for one, ((x, y), sides, _) in enumerate(parts):
        for side in sides:
            there = (x + STEP[side][0], y + STEP[side][1])
            facing = [
                n for n, (cell, far_sides, _) in enumerate(parts) if cell == there and OPPOSITE[side] in far_sides
            ]
            closed[one] &= bool(facing)
            for other in facing:
                ours = next(group for group in groups if one in group)
                theirs = next(group for group in groups if other in group)
                if ours is not theirs:
                    groups.remove(theirs)
                    ours |= theirs
    return [
        ({parts[n][0] for n in group}, all(closed[n] for n in group), any(parts[n][2] for n in group))
        for group in groups
    ]
