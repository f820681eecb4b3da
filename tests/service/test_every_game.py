"""Every game of the catalogue over HTTP: concurrent clients, and scores that an independent slow scorer confirms."""

from importlib import import_module

import pytest

from domain.catalogue import GAMES
from domain.match.fold import fold
from domain.record.record import read_record
from domain.record.verify import verify
from infra.editions import shipped_catalogue
from infra.keys import is_signed
from tests.service.bots import play_out
from tests.service.client import Client, eventually

_GAMES = {game.id: game for game in GAMES}


@pytest.mark.parametrize("game", _GAMES)
@pytest.mark.parametrize("most_seats", [False, True])
def test_a_match_of_concurrent_clients_ends_with_what_a_slow_scorer_gives(
    url: str, game: str, most_seats: bool
) -> None:
    seats = max(_GAMES[game].seats) if most_seats else min(_GAMES[game].seats)
    match, bots = play_out(url, game, seats, "random")
    view = eventually(lambda: Client(url).view(match), lambda seen: seen["sealed_at_version"] is not None)
    assert view["status"] == "finished"
    assert sum(bot.commits for bot in bots) == view["version"] - seats - 2  # created, seats, seal
    assert "version-conflict" not in [code for bot in bots for code in bot.refused]

    record = Client(url).get(match, "record").raise_for_status().content
    catalogue = shipped_catalogue()
    report = verify(record, catalogue, is_signed)
    assert report.holds, report.problem
    state = fold(catalogue, read_record(record).steps).state
    slow_totals = import_module(f"tests.{game}.slow_scorer").slow_totals
    assert tuple(view["totals"]) == tuple(slow_totals(state))
    assert Client(url).get(match, "score").json()["totals"] == view["totals"]
