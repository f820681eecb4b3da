"""`meeplog verify`: are these records what they say?"""

from pathlib import Path
from typing import Any

from domain.kernel.catalogue import Catalogue
from domain.record.report import Problem, Report
from domain.record.verify import verify
from infra.editions import shipped_catalogue
from infra.keys import is_signed
from service.cli.output import console, print_json, track
from service.cli.parser import Arguments
from service.cli.records import read_file


def run(asked: Arguments) -> int:
    catalogue = shipped_catalogue()
    datas = [(file, read_file(file)) for file in asked.files]
    reports = []
    for file, data in track(datas, len(datas), "verify", shown=not asked.json and len(datas) > 1):
        report = check(data, catalogue, asked.key)
        reports.append(_as_json(file, report, asked.key))
        if not asked.json:
            _show(file, report, asked.key)
    holds = all(report["holds"] for report in reports)
    if asked.json:
        print_json({"holds": holds, "records": reports})
    return 0 if holds else 1


def check(data: bytes, catalogue: Catalogue, pinned: str | None) -> Report:
    """Everything `verify` checks, and that the newest seal is by the pinned key, if one is."""
    report = verify(data, catalogue, is_signed)
    match = report.match
    if pinned and report.holds and match and match.revealed and report.sealed_by != pinned:
        why = f"sealed by {report.sealed_by}, not by the key asked for" if report.seals else "not sealed by anybody"
        report.problem = Problem(report.seals[-1][0] if report.seals else match.version, "seal", why)
    return report


def _as_json(file: Path, report: Report, pinned: str | None) -> dict[str, Any]:
    problem, match = report.problem, report.match
    return {
        "file": str(file),
        "holds": report.holds,
        "problem": problem and {"step": problem.step, "check": problem.check, "why": problem.why},
        "match": match
        and {
            "match_id": match.id,
            "game": match.created.game,
            "rules_version": match.created.rules_version,
            "edition": match.created.edition,
            "seats": match.created.seats,
            "steps": match.version,
            "status": match.status,
        },
        "checked": report.checked,
        "unchecked": report.unchecked,
        "seals": [{"step": step, "public_key": key} for step, key in report.seals],
        "pinned": pinned is not None and report.sealed_by == pinned,
        "salted_seats": report.salted,
        "chosen_seed": report.chosen_seed,
    }


def _show(file: Path, report: Report, pinned: str | None) -> None:
    problem, match = report.problem, report.match
    if problem:
        console.print(f"{file}: does not hold: {problem.where}: {problem.check}: {problem.why}", style="red")
    else:
        console.print(f"{file}: holds", style="green")
    if match:
        created = match.created
        console.print(
            f"  {created.game}, rules version {created.rules_version}, edition {created.edition},"
            f" {created.seats} seats, {match.version} steps, {match.status}"
        )
    console.print(f"  checked: {', '.join(report.checked) or 'nothing'}")
    for why in report.unchecked:
        console.print(f"  not checked: {why}")
    if match:
        seats = ", ".join(map(str, report.salted))
        console.print(f"  salt brought by: {'seats ' + seats if seats else 'no seat'}")
        console.print(f"  seed: {'chosen by the creator, so unrated' if report.chosen_seed else 'committed to first'}")
    for step, key in report.seals:
        known = "pinned" if key == pinned else "not pinned: --key says whose it must be"
        console.print(f"  sealed at step {step} by {key} ({known})")
