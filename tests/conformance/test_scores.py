"""Score sheets and results."""

from domain.kernel.score import totals
from tests.conformance.material import Table, clauses, slow_totals
from tests.conformance.played import every_position, leavers, matches


def test_every_sheet_agrees_with_the_slow_scorer(table: Table) -> None:
    game = table.rules.game
    slow, known = slow_totals(game.id, game.rules_version), clauses(game.id)
    for match in every_position(table):
        for position in match:
            sheet = game.score(position.after.state)
            assert list(totals(sheet, table.seats)) == list(slow(position.after.state))
            assert all(line.clause in known and 0 <= line.seat < table.seats for line in sheet)


def test_a_match_is_finished_when_its_game_says_so(table: Table) -> None:
    game = table.rules.game
    for match in matches(table):
        for _, after in match:
            if after.started_at is not None:
                assert game.result(after.state).finished == (after.status == "finished")
        last = match[-1].match
        assert last.result == game.result(last.state)
        assert last.totals == totals(game.score(last.state), table.seats)


def test_places_winners_and_totals_fit_together(table: Table) -> None:
    for match in every_position(table):
        last = match[-1].after
        result, seats = last.result, range(table.seats)
        assert len(result.places) == table.seats
        assert [1 + sum(better < place for better in result.places) for place in result.places] == list(result.places)
        first = tuple(seat for seat in seats if result.places[seat] == 1)
        assert result.winners in ((), first)
        assert result.winners or len(first) > 1
        staying = [seat for seat in seats if seat not in leavers(match)]
        for one in staying:
            for other in staying:
                assert last.totals[one] <= last.totals[other] or result.places[one] < result.places[other]
        assert all(tiebreak.clause in clauses(table.rules.game.id) for tiebreak in result.tiebreaks)
        assert all(len({last.totals[seat] for seat in tiebreak.seats}) == 1 for tiebreak in result.tiebreaks)
