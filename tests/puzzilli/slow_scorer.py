"""The score once more, in the plainest way: what the rules' own scoring is compared with."""

from domain.puzzilli.state import State

NEIGHBOURS = {"Sub": "Coin", "Turtle": "Crab", "Fish": "Turtle"}
LINES = {"Crab": "Starfish", "Starfish": "Shell"}


def slow_totals(state: State) -> tuple[int, ...]:
    """For the seven printed shapes at a point each."""
    totals = []
    for own in state.seats:
        board = {}
        for cell, piece in own.board.items():
            q, r = cell.split(",")
            board[int(q), int(r)] = tuple(piece.split())
        total = sum(points(board, place, state.options.shell, state.options.coin) for place in board)
        totals.append(total + state.edition.latecomer.points * own.tokens)
    return tuple(totals)


def points(board: dict[tuple[int, int], tuple[str, ...]], place: tuple[int, int], shell: str, coin: str) -> int:
    _, shape = board[place]
    near = [board[other] for other in board if other != place and distance(place, other) == 1]
    if shape in NEIGHBOURS:
        return len([other for other in near if other[1] == NEIGHBOURS[shape]])
    if shape in LINES:
        best = 0
        for step in [(1, 0), (0, 1), (1, -1)]:
            found = 0
            for far in range(-20, 21):
                other = (place[0] + far * step[0], place[1] + far * step[1])
                if far != 0 and other in board and board[other][1] == LINES[shape]:
                    found += 1
            best = max(best, found)
        return best
    if shape == "Shell":
        return len(near) if shell == "every-neighbour" else len({colour for colour, _ in near})
    assert shape == "Coin"
    if coin == "every-non-coin":
        return len([other for other in near if other[1] != "Coin"])
    return len({other for _, other in near})


def distance(one: tuple[int, int], two: tuple[int, int]) -> int:
    """Steps between two cells of a hexagonal board."""
    q, r = one[0] - two[0], one[1] - two[1]
    return max(abs(q), abs(r), abs(q + r))
