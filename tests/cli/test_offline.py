"""The commands that need no server, run as people run them."""

import io
import json
import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from service.cli import main
from service.cli.parser import build_parser
from tests.cli.running import CLEAN, run

COMMANDS = [
    *("serve", "project", "simulate", "replay", "score", "verify"),
    *("export", "rebuild", "role", "keys", "migrate", "doctor"),
]


@pytest.fixture(scope="module")
def records(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    folder = tmp_path_factory.mktemp("records")
    done = run("simulate", "aqualin", "--matches", 2, "--seed", "a seed", "--out", folder, "--key", folder / "key")
    assert done.returncode == 1  # there is no such key yet, and none is made in passing
    (folder / "key").write_bytes(bytes(range(32)))
    done = run("simulate", "aqualin", "--matches", 2, "--seed", "a seed", "--out", folder, "--key", folder / "key")
    assert (done.returncode, done.stderr) == (0, "")
    return sorted(folder.glob("*.jsonl"))


# Help and misuse


def test_help_needs_nothing_heavy() -> None:
    script = "import sys, service.cli.parser as p; p.build_parser().format_help(); print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, env=CLEAN)
    modules = {name.partition(".")[0] for name in loaded.stdout.split()}
    assert not modules & {"litestar", "psycopg", "redis", "granian", "cryptography", "domain", "infra", "projections"}


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        build_parser().parse_args([command, "--help"])
    assert ended.value.code == 0
    assert command in capsys.readouterr().out


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["fly"],
        ["serve", "--port", "99999"],
        ["simulate"],
        ["simulate", "chess"],
        ["simulate", "aqualin", "--matches", "0"],
        ["simulate", "aqualin", "--seats", "5"],
        ["simulate", "aqualin", "--edition", "deluxe"],
        ["simulate", "aqualin", "--option", "first"],
        ["simulate", "aqualin", "--option", "first=7"],
        ["simulate", "aqualin", "--option", "wind=north"],
        ["verify"],
        ["verify", "nowhere.jsonl"],
        ["verify", "--key", "no key", "nowhere.jsonl"],
        ["replay", "nowhere.jsonl"],
        ["role", "nobody", "arbiter"],
        ["export", "match"],
    ],
)
def test_misuse_is_one_line_and_2(arguments: list[str]) -> None:
    done = run(*arguments)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith("meeplog")
    assert done.stderr.count("\n") == 1


def test_a_setting_that_cannot_be_used_is_misuse(tmp_path: Path) -> None:
    done = run("serve", "--data", tmp_path, MEEPLOG_DATABASE_URL="postgresql://someone@nowhere/x")
    assert done.returncode == 2
    assert "MEEPLOG_REDIS_URL" in done.stderr


# simulate and verify


def test_simulated_records_hold_and_name_their_key(records: list[Path]) -> None:
    assert len(records) == 2
    done = run("verify", *records)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count(": holds") == 2
    assert "not pinned" in done.stdout


def test_the_same_seed_plays_the_same_matches(records: list[Path], tmp_path: Path) -> None:
    run(
        "simulate", "aqualin", "--matches", 2, "--seed", "a seed", "--out", tmp_path, "--key", records[0].parent / "key"
    )
    assert [file.read_bytes() for file in sorted(tmp_path.glob("*"))] == [file.read_bytes() for file in records]


@pytest.mark.parametrize(("game", "seats"), [("acuarella", 3), ("aqualin", 2), ("catrina", 3), ("puzzilli", 3)])
def test_the_same_seed_plays_the_same_matches_in_every_process(game: str, seats: int, tmp_path: Path) -> None:
    """Greedy players weigh what they see, and nothing may hang on the order that a set happens to have."""
    played = []
    for hash_seed in ("1", "2"):
        folder = tmp_path / hash_seed
        greedy = ("--players", "greedy", "--matches", 4, "--seed", "x")
        asked = ("simulate", game, "--seats", seats, *greedy, "--out", folder)
        assert run(*asked, PYTHONHASHSEED=hash_seed).returncode == 0
        played.append([file.read_bytes() for file in sorted(folder.iterdir())])
    assert played[0] == played[1]


def test_the_summary_for_programs(tmp_path: Path) -> None:
    done = run("simulate", "aqualin", "--matches", 3, "--seed", 7, "--json", "--players", "greedy")
    summary = json.loads(done.stdout)
    assert list(summary) == [
        *("matches", "steps", "events", "seconds", "matches_per_s", "events_per_s"),
        *("endings", "shares", "elements", "points"),
    ]
    assert (summary["matches"], summary["steps"]) == (3, 3 * 40)
    assert (summary["endings"], summary["shares"]) == ({"reef-full": 3}, {"reef-full": 100.0})
    assert summary["events"] == sum(summary["elements"].values())
    assert summary["elements"]["placed"] == 3 * 36
    assert set(summary["points"]) == {"colour-shoal", "type-shoal"}


def test_the_share_of_each_ending() -> None:
    asked = ("simulate", "puzzilli", "--matches", 6, "--seed", 1)
    summary, told = json.loads(run(*asked, "--json").stdout), run(*asked).stdout
    assert sum(summary["endings"].values()) == 6
    assert len(summary["endings"]) > 1
    for ending, times in summary["endings"].items():
        assert summary["shares"][ending] == round(100 * times / 6, 1)
        assert re.search(rf"^{ending} +{times} +{summary['shares'][ending]} %$", told, re.MULTILINE)


def test_an_option_and_seats_can_be_chosen(tmp_path: Path) -> None:
    done = run("simulate", "aqualin", "--seats", 2, "--option", "first=1", "--out", tmp_path, "--seed", 1)
    assert done.returncode == 0
    assert b'"first":"1"' in (tmp_path / "aqualin-1.jsonl").read_bytes()


def test_an_unsigned_record_holds_and_says_so(tmp_path: Path) -> None:
    run("simulate", "aqualin", "--out", tmp_path, "--seed", 1)
    done = run("verify", tmp_path / "aqualin-1.jsonl")
    assert done.returncode == 0
    assert "unsigned" in done.stdout


def test_verify_for_programs(records: list[Path]) -> None:
    done = run("verify", "--json", *records)
    report = json.loads(done.stdout)
    assert report["holds"] is True
    assert [record["problem"] for record in report["records"]] == [None, None]
    first = report["records"][0]
    assert first["match"]["game"] == "aqualin"
    assert first["checked"][-1] == "seals"
    assert (first["pinned"], first["chosen_seed"], first["salted_seats"]) == (False, True, [])


def test_a_pinned_key_must_have_sealed(records: list[Path], tmp_path: Path) -> None:
    key = json.loads(run("verify", "--json", records[0]).stdout)["records"][0]["seals"][0]["public_key"]
    assert run("verify", "--key", key, records[0]).returncode == 0
    assert "(pinned)" in run("verify", "--key", key.upper(), records[0]).stdout
    other = run("verify", "--key", "11" * 32, records[0])
    assert other.returncode == 1
    assert "step 41: seal" in other.stdout
    run("simulate", "aqualin", "--out", tmp_path, "--seed", 1)
    assert run("verify", "--key", key, tmp_path / "aqualin-1.jsonl").returncode == 1


def test_one_bad_record_among_good_ones(records: list[Path], tmp_path: Path) -> None:
    bad = tmp_path / "[bold]bad.jsonl"  # a name that is no markup
    bad.write_bytes(records[1].read_bytes().replace(b'"totals":[', b'"totals":[1'))
    done = run("verify", records[0], bad)
    assert done.returncode == 1
    assert "[bold]bad.jsonl: does not hold: step 40: hash" in done.stdout
    report = json.loads(run("verify", "--json", records[0], bad).stdout)
    assert (report["holds"], report["records"][1]["problem"]["step"]) == (False, 40)


def test_a_record_comes_from_standard_input_too(records: list[Path], monkeypatch: pytest.MonkeyPatch) -> None:
    for arguments in (["verify", "-"], ["replay", "-"], ["score", "-"]):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(records[0].read_bytes())))
        assert main(arguments) == 0


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        (slice(0, 20), "header: header: it says status 'finished', the steps say 'running'"),
        (slice(1, None), "header: form: "),
        (slice(0, 0), "header: form: this is no record"),
    ],
)
def test_what_does_not_hold_is_named_alike(records: list[Path], tmp_path: Path, lines: slice, says: str) -> None:
    damaged = tmp_path / "damaged.jsonl"
    damaged.write_bytes(b"".join(records[0].read_bytes().splitlines(keepends=True)[lines]))
    verified, replayed = run("verify", damaged), run("replay", damaged)
    assert (verified.returncode, replayed.returncode) == (1, 1)
    for said in (verified.stdout, replayed.stderr):
        assert says in " ".join(said.split())


def test_where_nothing_can_be_written_is_said_by_name(records: list[Path], tmp_path: Path) -> None:
    for arguments in (("replay", records[0], "--svg", tmp_path / "no" / "a.svg"), ("verify", tmp_path / "none")):
        said = run(*arguments)
        assert said.returncode != 0
        assert f"{arguments[-1]}: No such file or directory" in said.stderr


def test_an_edition_that_is_not_there_is_told_with_those_that_are() -> None:
    assert "there is standard" in run("simulate", "aqualin", "--edition", "zz").stderr
    assert "acuarella, aqualin" in run("simulate", "zz").stderr


def test_the_version_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="0"):
        main(["--version"])
    assert capsys.readouterr().out.startswith("meeplog ")


def test_a_running_record_holds_and_says_what_was_not_checked(records: list[Path], tmp_path: Path) -> None:
    running = tmp_path / "running.jsonl"
    header, *steps = records[0].read_text().splitlines(keepends=True)
    header = header.replace('"finished"', '"running"').replace('"steps":41', '"steps":12')
    running.write_text("".join((header, *steps[:12])))
    done = run("verify", running)
    assert done.returncode == 0
    assert "running: decisions, draws and fingerprints not checked" in done.stdout
    assert run("replay", running).returncode == 0  # nothing is hidden in this game


# replay and score


def test_a_replay_tells_every_step(records: list[Path]) -> None:
    done = run("replay", records[0], "--language", "it")
    assert done.returncode == 0
    assert "piazza" in done.stdout
    told = json.loads(run("replay", records[0], "--json").stdout)["steps"]
    assert [step["version"] for step in told] == list(range(1, 42))
    assert told[4]["notation"]
    assert told[4]["narration"].startswith("seat ")


def test_one_position_and_its_picture(records: list[Path], tmp_path: Path) -> None:
    done = run("replay", records[0], "--step", 12, "--seat", 1, "--svg", tmp_path / "p.svg", "--json")
    position = json.loads(done.stdout)["position"]
    assert (position["audience"], position["public"]["turns_played"]) == (1, 8)
    assert ElementTree.parse(tmp_path / "p.svg").getroot().tag.endswith("svg")
    assert "turns_played" in run("replay", records[0], "--step", 12).stdout


def test_there_is_no_picture_before_the_start(records: list[Path], tmp_path: Path) -> None:
    done = run("replay", records[0], "--step", 2, "--svg", tmp_path / "p.svg")
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("arguments", [["--step", "99"], ["--seat", "2"]])
def test_a_step_or_seat_that_is_not_there(records: list[Path], arguments: list[str]) -> None:
    assert run("replay", records[0], *arguments).returncode == 2


def test_a_record_that_does_not_hold_is_not_told(records: list[Path], tmp_path: Path) -> None:
    bad = tmp_path / "bad.jsonl"
    bad.write_bytes(records[0].read_bytes().replace(b'"seat":0', b'"seat":1', 1))
    for command in ("replay", "score"):
        done = run(command, bad)
        assert done.returncode == 1
        assert "does not hold: step 2: hash" in done.stderr


def test_the_score_sheet_adds_up(records: list[Path]) -> None:
    sheet = json.loads(run("score", records[0], "--json").stdout)
    sums = [sum(line["points"] for line in sheet["lines"] if line["seat"] == seat) for seat in (0, 1)]
    assert sums == sheet["totals"]
    assert sheet["result"]["reason"] == "reef-full"
    told = run("score", records[0])
    assert "AQ-12" in told.stdout
    assert run("score", records[0], "--step", 2).returncode == 1


# keys


def test_keys_are_shown_and_the_signing_key_is_replaced(tmp_path: Path) -> None:
    assert run("keys", "--data", tmp_path).returncode == 1  # nothing is made in passing
    secrets = tmp_path / "secrets"
    secrets.mkdir()
    (secrets / "signing.key").write_bytes(bytes(range(32)))
    (secrets / "service.key").write_bytes(bytes(range(1, 33)))
    before = json.loads(run("keys", "--data", tmp_path, "--json").stdout)
    assert bytes(range(1, 33)).hex() not in str(before)
    assert run("keys", "rotate", "--data", tmp_path).returncode == 0
    after = json.loads(run("keys", "show", "--data", tmp_path, "--json").stdout)
    assert after["public_key"] != before["public_key"]
    assert after["service_key_id"] == before["service_key_id"]
    assert (secrets / f"signing.key.{before['public_key'][:16]}").read_bytes() == bytes(range(32))
    assert (secrets / "signing.key").stat().st_mode & 0o077 == 0


# main


def test_main_returns_its_exit_code(records: list[Path], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", str(records[0])]) == 0
    assert main(["verify", "nowhere"]) == 2
    assert "cannot read nowhere" in capsys.readouterr().err


def test_a_reader_that_has_enough_is_no_error(records: list[Path]) -> None:
    script = f"{sys.executable} -m service.cli replay {records[0]} | head -1"
    done = subprocess.run(script, shell=True, capture_output=True, text=True, env=CLEAN)
    assert done.stderr == ""
