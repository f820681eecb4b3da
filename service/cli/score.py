"""`meeplog score`: the score sheet of a recorded match, line by line."""

from domain.kernel.score import Line, totals
from domain.match.telling import outcome
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
    result = match.result
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
        print_table(("place", "seat"), sorted(zip(result.places, match.names, strict=True)))
    for sentence in outcome(match, asked.language):
        console.print(sentence)
    return 0


def _evidence(line: Line) -> str:
    found = [*line.cells, *line.pieces, *(f"step {step}" for step in line.steps)]
    return " ".join(found)
