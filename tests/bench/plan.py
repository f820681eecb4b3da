"""How much of everything is measured."""

from msgspec import Struct

PATIENCE = 600.0  # seconds for whatever might hang: only to fail in the end, never to pass


class Plan(Struct, frozen=True):
    """Seconds and sizes; the defaults are those of `make bench`."""

    warm_up: float = 3.0  # seconds of commands before anything counts; they also tell how many the rest needs
    load: float = 10.0  # seconds at saturation, and again at half of it
    tables: int = 512  # matches played at once: far more than connections, see `in_turn`
    connections: int = 64  # at saturation
    paced: int = 64  # at half of it, where each waits most of the time
    players: int = 64
    watchers: int = 24  # matches whose live streams are listened to
    watched_per_s: float = 100.0  # commands in these
    seeks: int = 1000
    store_groups: int = 24  # of 32 matches, appended to the store
    domain: float = 3.0  # seconds for each figure of a game
    matches: int = 100  # simulated matches of a game, the material of what is measured in the domain
    peers: bool = True

    def __post_init__(self) -> None:
        assert self.tables >= 4 * max(self.connections, self.paced)


FULL = Plan()
SHORT = Plan(
    warm_up=0.5,
    load=1.0,
    tables=256,
    connections=16,
    players=8,
    watchers=6,
    seeks=50,
    store_groups=3,
    domain=0.3,
    matches=5,
    peers=False,
)
