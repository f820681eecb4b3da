"""Makes the tiles of the standard edition, within the totals that are known: `python -m tests.catrina.make_catalogue`.

It prints the table `tiles` as it stands at the end of `standard.toml`. The draws come from the house's
own chance under a fixed key, so the same program always makes the same tiles.
"""

from collections import Counter
from dataclasses import dataclass, field

from domain.kernel.chance import Chance

KEY = b"e"  # of those tried, the one whose tiles came nearest to what was aimed at

# How many tiles have which paths: kind, sides. Four open sides on 60 tiles, three on 44, two on 10.
LAYOUTS: dict[str, int] = {
    "paved NESW": 2,
    "trail NESW": 3,
    "paved NES, trail W": 12,
    "trail NES, paved W": 14,
    "paved NE, trail SW": 20,
    "paved NS, trail E, trail W": 5,
    "trail NS, paved E, paved W": 5,
    "paved NES": 7,
    "trail NES": 7,
    "paved NS, trail E": 6,
    "trail NS, paved E": 7,
    "paved NE, trail S": 7,
    "trail NE, paved S": 7,
    "paved N, trail E, paved S": 3,
    "paved NS": 3,
    "paved NE": 2,
    "trail NE": 2,
    "paved N, trail S": 2,
}
ELEMENTS_PER_TILE = {2: 38, 3: 46, 4: 30}
STALLS = ("bread", "fruit", "calavera", "marigold", "banner", "candle")
COLOURS = ("red", "blue", "green", "yellow")
EACH_STALL = 7
EACH_COLOUR = 24
VISITORS = 60
BUTTERFLIES = 40
ALTARS = {f"{wanted}-altar": 2 for wanted in COLOURS} | {"stall-altar": 3, "butterfly-altar": 1}
ONE_SIDED, TWO_SIDED = 50, 34
STARTS = (
    "paved NE: visitor; trail SW: red",
    "paved NE: visitor; trail SW: blue",
    "paved NE: green; trail SW: butterfly",
    "paved NE: yellow; trail SW: butterfly",
    "paved NE: visitor; trail SW: butterfly",
    "paved NE: visitor, visitor; trail SW:",
)

# How readily something goes onto a path that opens on so many sides.
Weight = dict[int, int]
ANYWHERE: Weight = {1: 1, 2: 1, 3: 1, 4: 1}
WIDER: Weight = {1: 2, 2: 2, 3: 3, 4: 3}
WIDE: Weight = {1: 1, 2: 2, 3: 4, 4: 5}
WIDEST: Weight = {1: 0, 2: 1, 3: 4, 4: 5}
NARROW: Weight = {1: 6, 2: 3, 3: 1, 4: 1}
NARROWER: Weight = {1: 10, 2: 2, 3: 1, 4: 1}
NARROWEST: Weight = {1: 20, 2: 3, 3: 1, 4: 1}
ALONE = 4  # times as readily a balloon goes onto a path that bears nothing: there it is connected for its own sake only
FIRST_PART = 20  # times as readily a part goes onto a tile without one: more tiles then go on with a pedestal
CORNER = 8  # times as readily a two-sided part is a corner: with corners a large pedestal closes within few cells


@dataclass
class Draft:
    kind: str
    sides: str
    holds: list[str] = field(default_factory=list)
    pedestals: list[str] = field(default_factory=list)


class Maker:
    """Tiles being filled: `room[i]` elements may still be put on tile i."""

    def __init__(self) -> None:
        self.chance = Chance(KEY, {})
        layouts = self.shuffled([layout for layout, times in LAYOUTS.items() for _ in range(times)], "layouts")
        self.tiles = [[Draft(*path.split()) for path in layout.split(", ")] for layout in layouts]
        self.room = self.shuffled([n for n, times in ELEMENTS_PER_TILE.items() for _ in range(times)], "rooms")

    def shuffled(self, items: list, purpose: str) -> list:  # type: ignore[type-arg]
        left = list(items)
        return [left.pop(self.chance.below(len(left), purpose)) for _ in items]

    def put(
        self,
        element: str,
        weight: Weight,
        kind: str | None = None,
        only_one_of: tuple[str, ...] = (),
        alone: int = 1,
    ) -> None:
        """On a path of that kind, drawn among the tiles with room and without another of `only_one_of`."""
        fit = [
            (i, path)
            for i, tile in enumerate(self.tiles)
            if self.room[i] and not any(held in only_one_of for path in tile for held in path.holds)
            for path in tile
            if kind in (None, path.kind)
            for _ in range(weight[len(path.sides)] * (1 if path.holds or path.pedestals else alone))
        ]
        i, path = self.chance.choose(fit, element)
        path.holds.append(element)
        self.room[i] -= 1

    def put_part(self, size: int, weight: Weight) -> None:
        """A pedestal part with that many open sides; one part to a side, two to a tile at most."""
        fit = [
            (i, path, sides)
            for i, tile in enumerate(self.tiles)
            if self.room[i] and sum(len(path.pedestals) for path in tile) < 2
            for path in tile
            for sides in ("N", "E", "S", "W", "NE", "ES", "NS", "SW", "EW", "NW")
            if len(sides) == size and set(sides) <= set(path.sides) - set("".join(path.pedestals))
            for _ in range(
                weight[len(path.sides)]
                * (1 if any(other.pedestals for other in tile) else FIRST_PART)
                * (CORNER if size == 2 and sides not in ("NS", "EW") else 1)
            )
        ]
        i, path, sides = self.chance.choose(fit, "pedestal")
        path.pedestals.append(sides)
        self.room[i] -= 1

    def fill(self) -> None:
        for altar, times in ALTARS.items():
            for _ in range(times):
                # Easily connected, the altars to a colour would make players look for six balloons of it.
                weight = NARROW if altar.removesuffix("-altar") in COLOURS else ANYWHERE
                self.put(altar, weight, only_one_of=tuple(ALTARS))
        for stall in STALLS:
            for _ in range(EACH_STALL):
                self.put(stall, ANYWHERE, only_one_of=STALLS)
        for _ in range(TWO_SIDED):
            self.put_part(2, WIDEST)
        for _ in range(ONE_SIDED):
            # Two of them on paths that open on one side only make a small pedestal that nothing can connect.
            self.put_part(1, NARROWER)
        for _ in range(BUTTERFLIES):
            self.put("butterfly", WIDE, "trail")
        for _ in range(VISITORS):
            self.put("visitor", WIDER, "paved")
        for colour in self.shuffled([colour for colour in COLOURS for _ in range(EACH_COLOUR)], "colours"):
            self.put(colour, NARROWEST, only_one_of=(colour,), alone=ALONE)


def row(name: str, paths: list[Draft]) -> str:
    texts = []
    for path in paths:
        text = f'kind = "{path.kind}", sides = "{path.sides}"'
        if path.holds:
            text += f", holds = [{quoted(path.holds)}]"
        if path.pedestals:
            text += f", pedestals = [{quoted(path.pedestals)}]"
        texts.append(f"{{ {text} }}")
    return f'  {{ id = "{name}", paths = [{", ".join(texts)}] }},'


def quoted(names: list[str]) -> str:
    return ", ".join(f'"{name}"' for name in sorted(names, key=order))


def order(name: str) -> tuple[int, str]:
    return ("visitor", "butterfly", *COLOURS, *STALLS, *ALTARS, name).index(name), name


def start(text: str) -> list[Draft]:
    paths = []
    for part in text.split(";"):
        path, held = part.split(":")
        kind, sides = path.split()
        paths.append(Draft(kind, sides, [name.strip() for name in held.split(",") if name.strip()]))
    return paths


def catalogue() -> str:
    """The table as TOML."""
    maker = Maker()
    maker.fill()
    assert not any(maker.room)
    rows = ["[tiles]", "starting = ["]
    rows += [row(f"s{n}", start(text)) for n, text in enumerate(STARTS, 1)]
    rows += ["]", "path = ["]
    rows += [row(f"t{n:03}", paths) for n, paths in enumerate(maker.tiles, 1)]
    return "\n".join([*rows, "]", ""])


def totals(text: str) -> Counter[str]:
    return Counter(text.split('"')[1::2])


if __name__ == "__main__":
    print(catalogue(), end="")
