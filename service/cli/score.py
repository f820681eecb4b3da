"""`meeplog score`: the score sheet of a recorded match, line by line."""

from collections.abc import Iterator

from domain.kernel.score import Line, totals
from domain.match.state import Match
from service.cli.failure import Failure
from service.cli.output import console, print_json, print_table
from service.cli.parser import Arguments
from service.cli.records import named, open_record, upto


def run(asked: Arguments) -> int:
    match = list(named(upto(open_record(asked.file), asked.step)))[-1]
    if match.rules is None or match.state is None:
        raise Failure(f"there is nothing to score after step {match.version}")
    sheet = match.rules.game.score(match.state)
    sums = totals(sheet, match.created.seats)
    result = match.rules.game.result(match.state)
    if asked.json:
        print_json(
            {"step": match.version, "lines": sheet, "totals": sums, "result": result if result.finished else None}
        )
        return 0
    describe = match.rules.words.describe
    print_table(
        ("seat", "clause", "points ", "for", "evidence"),
        (
            (match.names[line.seat], line.clause, line.points, describe(line, asked.language), _evidence(line))
            for line in sheet
        ),
    )
    print_table(("seat", "total "), zip(match.names, sums, strict=True))
    if result.finished:
        for sentence in _result(match, asked):
            console.print(sentence)
    return 0


def _evidence(line: Line) -> str:
    found = [*line.cells, *line.pieces, *(f"step {step}" for step in line.steps)]
    return " ".join(found)


def _result(match: Match, asked: Arguments) -> Iterator[str]:
    assert match.rules is not None
    result, reasons = match.rules.game.result(match.state), match.rules.words.reasons
    yield reasons[result.reason][asked.language]
    yield "  ".join(f"{place}. {name}" for place, name in sorted(zip(result.places, match.names, strict=True)))
    for tiebreak in result.tiebreaks:
        seats = ", ".join(match.names[seat] for seat in tiebreak.seats)
        yield f"{tiebreak.clause}, {seats}: {reasons[tiebreak.reason][asked.language]}"
