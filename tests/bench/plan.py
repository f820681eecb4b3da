"""How much of everything is measured."""

from msgspec import Struct


class Plan(Struct, frozen=True):
    """Seconds and sizes; the defaults are those of `make bench`."""

    warm_up: float = 3.0  # seconds of commands before anything counts; they also tell how many the rest needs
    load: float = 10.0  # seconds at saturation, and again at half of it
    tables: int = 512  # matches played at once: far more than connections
    connections: int = 64
    players: int = 64
    watchers: int = 24  # matches whose live streams are listened to
    watched_per_s: float = 100.0  # commands in these
    seeks: int = 1000
    store_groups: int = 24  # of 32 matches, appended to the store
    domain: float = 3.0  # seconds for each figure of a game
    matches: int = 100  # simulated matches of a game, the material of what is measured in the domain
    peers: bool = True


FULL = Plan()
SHORT = Plan(
    warm_up=0.5,
    load=1.0,
    tables=64,
    connections=16,
    players=8,
    watchers=6,
    seeks=50,
    store_groups=3,
    domain=0.3,
    matches=5,
    peers=False,
)
