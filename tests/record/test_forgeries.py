"""Changes by somebody who makes every hash and digest anew: a second decision finds them, and names the step."""

import copy
import hashlib
from collections.abc import Callable
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.record.forge import Line, bytes_of, digest_of, forge, lines_of
from tests.record.material import (
    ADMINISTRATOR,
    SIGNING_KEY,
    cancelled,
    check,
    closed,
    played,
    problem,
    record,
    sealed,
    toy,
)

Change = Callable[[list[Line]], None]

WHOLE = record(played(toy(), 3))
SEALED = record(sealed(played(toy(), 3)))
STEPS = len(lines_of(WHOLE)) - 1
OF = {line["open"]["command"]["type"]: line["version"] for line in reversed(lines_of(WHOLE)[1:])}  # first of each


def event(lines: list[Line], type_: str) -> Line:
    """The first event of a type, open or sealed."""
    for line in lines[1:]:
        for part in (line["open"], *(part["part"] for part in line.get("sealed", ()))):
            for found in part["events"]:
                if found["type"] == type_:
                    return cast(Line, found)
    raise LookupError(type_)


def step_with(type_: str) -> int:
    """The first step with an event of a type, open or sealed."""
    return next(number for number, line in enumerate(WHOLE.splitlines()) if f'{{"type":"{type_}"'.encode() in line)


def other_colour(lines: list[Line], type_: str) -> None:
    found = event(lines, type_)
    found["colour"] = {"red": "blue", "blue": "red"}.get(found["colour"], "red")


def two_commands_swapped(lines: list[Line]) -> None:
    first = OF["dig"]
    lines[first]["open"], lines[first + 1]["open"] = lines[first + 1]["open"], lines[first]["open"]


def move_addressee(lines: list[Line]) -> None:
    lines[OF["dig"]]["sealed"][0]["part"]["to"] = None


def swap_parts(lines: list[Line]) -> None:
    first = OF["dig"]
    lines[first]["sealed"], lines[first + 1]["sealed"] = lines[first + 1]["sealed"], lines[first]["sealed"]


def blind_otherwise(lines: list[Line]) -> None:
    lines[OF["dig"]]["sealed"][0]["nonce"] = "00" * 16


def hide_a_part(lines: list[Line]) -> None:
    line = lines[OF["dig"]]
    line["sealed"] = [{"digest": digest_of(part).hex()} for part in line["sealed"]]


def other_seed(lines: list[Line]) -> None:
    event(lines, "revealed")["seed"] = "11" * 32


def other_seed_and_commitment(lines: list[Line]) -> None:
    other_seed(lines)
    commitment = hashlib.sha256(bytes.fromhex("11" * 32)).hexdigest()
    event(lines, "created")["commitment"] = lines[0]["commitment"] = commitment


def no_reveal(lines: list[Line]) -> None:
    events = lines[-1]["open"]["events"]
    events.remove(event(lines, "revealed"))
    lines[-1]["open"]["at"].pop()


def reveal_nothing(lines: list[Line]) -> None:
    event(lines, "revealed")["seed"] = None


def reveal_no_hex(lines: list[Line]) -> None:
    event(lines, "revealed")["seed"] = "g" * 64


def reveal_in_capitals(lines: list[Line]) -> None:
    found = event(lines, "revealed")
    found["seed"] = found["seed"].upper()


def other_rules(lines: list[Line]) -> None:
    lines[0]["rules_version"] = 1
    for place in (event(lines, "created"), lines[1]["open"]["command"]):
        place["rules_version"] = 1


def command_again_at_the_end(lines: list[Line]) -> None:
    again = copy.deepcopy(lines[-1])
    again |= {"version": STEPS + 1, "command_id": "00000000-0000-0000-0000-000000000999"}
    lines.append(again)


def other_winner(lines: list[Line]) -> None:
    winners = event(lines, "ended")["result"]["winners"]
    winners[0] = (winners[0] + 1) % 3


def one_point_more(lines: list[Line]) -> None:
    event(lines, "ended")["totals"][0] += 1


def other_salt(lines: list[Line]) -> None:
    for place in (event(lines, "sat"), lines[OF["sit"]]["open"]["command"]):
        place["salt"] = "another"


def other_fingerprint(lines: list[Line]) -> None:
    event(lines, "fingerprint")["digest"] = "00" * 32


def no_fingerprint(lines: list[Line]) -> None:
    line = lines[step_with("fingerprint")]
    for part in line["sealed"]:
        part["part"]["events"].remove(event(lines, "fingerprint"))
        part["part"]["at"].pop()


def one_draw_more(lines: list[Line]) -> None:
    lines[OF["dig"]]["open"]["draws"].append(["dig/0", 9])


def seed_named_beforehand(lines: list[Line]) -> None:
    for place in (event(lines, "created"), lines[1]["open"]["command"]):
        place["seed"] = "11" * 32


def command_id_again(lines: list[Line]) -> None:
    lines[OF["dig"] + 3]["command_id"] = next(
        line["command_id"] for line in lines[1:] if line["actor"] == lines[OF["dig"] + 3]["actor"]
    )


def time_goes_back(lines: list[Line]) -> None:
    lines[5]["at"] = lines[4]["at"] - 1


def other_schemes(lines: list[Line]) -> None:
    event(lines, "created")["schemes"]["chain"] = lines[0]["schemes"]["chain"] = 2


def other_actor(lines: list[Line]) -> None:
    lines[OF["dig"]]["actor"] = lines[OF["dig"] + 1]["actor"]


def unknown_event(lines: list[Line]) -> None:
    lines[OF["dig"]]["open"]["events"].append({"type": "miracle"})


def billions_of_seats(lines: list[Line]) -> None:
    event(lines, "created")["seats"] = lines[1]["open"]["command"]["seats"] = 10**12


@pytest.mark.parametrize(
    ("change", "step", "check"),
    [
        (two_commands_swapped, OF["dig"], "decision"),
        (move_addressee, OF["dig"], "nonces"),
        (swap_parts, OF["dig"], "decision"),
        (blind_otherwise, OF["dig"], "nonces"),
        (hide_a_part, OF["dig"], "sealed parts"),
        (other_seed, STEPS, "commitment"),
        (other_seed_and_commitment, OF["start"], "decision"),
        (no_reveal, STEPS, "reveal"),
        (reveal_nothing, STEPS, "reveal"),
        (reveal_no_hex, STEPS, "reveal"),
        (reveal_in_capitals, STEPS, "reveal"),
        (other_rules, STEPS, "decision"),
        (command_again_at_the_end, STEPS + 1, "decision"),
        (other_winner, STEPS, "decision"),
        (one_point_more, STEPS, "decision"),
        (other_salt, OF["start"], "nonces"),
        (other_fingerprint, step_with("fingerprint"), "fingerprint"),
        (no_fingerprint, step_with("fingerprint"), "fingerprint"),
        (one_draw_more, OF["dig"], "decision"),
        (seed_named_beforehand, 1, "seed"),
        (command_id_again, OF["dig"] + 3, "command id"),
        (time_goes_back, 5, "time"),
        (other_schemes, 1, "schemes"),
        (other_actor, OF["dig"], "decision"),
        (unknown_event, OF["dig"], "fold"),
        (billions_of_seats, 1, "fold"),
        (lambda lines: other_colour(lines, "dug"), step_with("dug"), "decision"),
        (lambda lines: other_colour(lines, "covered"), step_with("covered"), "decision"),
        (lambda lines: other_colour(lines, "shown"), step_with("shown"), "decision"),
    ],
)
def test_a_forgery_is_found(change: Change, step: int, check: str) -> None:
    assert problem(forge(WHOLE, change)) == (step, check)


@pytest.mark.parametrize("field", ["game", "edition", "edition_digest", "commitment", "status", "steps", "seats"])
def test_the_header_says_what_the_steps_say(field: str) -> None:
    lines = lines_of(WHOLE)
    said = lines[0][field]
    lines[0][field] = "running" if field == "status" else said + 1 if isinstance(said, int) else said[::-1]
    assert problem(bytes_of(lines)) == (0, "header")


@given(st.data())
def test_no_value_can_be_another(draw: st.DataObject) -> None:
    """Any one value somewhere in any step, with the chain made anew: times, ids and salts apart nothing may vary."""
    line = draw.draw(st.integers(1, STEPS))

    def change(lines: list[Line]) -> None:
        places = list(leaves(lines[line]["open"])) + [
            place for part in lines[line].get("sealed", ()) for place in leaves(part["part"])
        ]
        holder, key = draw.draw(st.sampled_from(places))
        old = holder[key]
        new: object = draw.draw(
            st.sampled_from([None, True, 0, 1, 2, -1, 2**63, 1.5, "", "red", "blue", "dig", [], {}, ["dig/0", 1]])
        )
        holder[key] = new
        if type(new) is type(old) and new == old:
            holder[key] = "no such thing"

    forged = forge(WHOLE, change)
    name_only = [b'"name":"red"', b'"name":"blue"', b'"name":"dig"', b'"name":"no such thing"']
    if not any(name in forged for name in name_only):  # what a player is called in a match is anybody's to say
        report = check(forged)
        assert report.problem is not None


def leaves(value: object) -> list[tuple[dict[object, object], object]]:
    """Every (holder, key) of a JSON value whose content is no container with content."""
    found: list[tuple[dict[object, object], object]] = []
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, content in items:
        if isinstance(content, dict | list) and content:
            found += leaves(content)
        else:
            found.append((value, key))  # type: ignore[arg-type]
    return found


# Seals


def seal(lines: list[Line]) -> Line:
    command: Line = lines[-1]["open"]["command"]
    return command


def other_signature(lines: list[Line]) -> None:
    for place in (seal(lines), event(lines, "sealed")):
        place["signature"] = "00" * 64


def other_key(lines: list[Line]) -> None:
    for place in (seal(lines), event(lines, "sealed")):
        place["public_key"] = "11" * 32


def no_hex(lines: list[Line]) -> None:
    for place in (seal(lines), event(lines, "sealed")):
        place["signature"] = "not hex"


def capitals(lines: list[Line]) -> None:
    for place in (seal(lines), event(lines, "sealed")):
        place["signature"] = place["signature"].upper()


def sealed_by_a_player(lines: list[Line]) -> None:
    lines[-1]["actor"] = lines[2]["actor"]


def sealed_again(lines: list[Line]) -> None:
    lines.append(copy.deepcopy(lines[-1]) | {"version": len(lines), "command_id": str(ADMINISTRATOR)})


def other_time(lines: list[Line]) -> None:
    lines[-2]["at"] += 1
    lines[-1]["at"] += 1


@pytest.mark.parametrize(
    ("change", "step", "check"),
    [
        (other_signature, STEPS + 1, "seal"),
        (other_key, STEPS + 1, "seal"),
        (no_hex, STEPS + 1, "seal"),
        (capitals, STEPS + 1, "seal"),
        (sealed_by_a_player, STEPS + 1, "seal"),
        (sealed_again, STEPS + 2, "decision"),
        (other_time, STEPS + 1, "seal"),  # the seal covers what a second decision cannot know: times, ids, names
    ],
)
def test_a_forged_seal_is_found(change: Change, step: int, check: str) -> None:
    assert problem(forge(SEALED, change)) == (step, check)


def test_the_seal_names_its_key() -> None:
    assert check(SEALED).seals == [(STEPS + 1, SIGNING_KEY.public_key.hex())]


def test_a_record_without_a_seal_says_so() -> None:
    report = check(WHOLE)
    assert report.holds
    assert (report.sealed_by, report.unchecked) == (None, ["unsigned"])


# After the end


@pytest.mark.parametrize("match", [cancelled(), closed(seed_lost=True), closed(seed_lost=False)])
def test_no_step_follows_the_end(match: tuple[object, ...]) -> None:
    data = record(match)  # type: ignore[arg-type]

    def sit(lines: list[Line]) -> None:
        more = copy.deepcopy(lines[2])
        more |= {"version": len(lines), "at": lines[-1]["at"], "command_id": str(ADMINISTRATOR)}
        more["actor"] = more["open"]["events"][0]["player"] = str(ADMINISTRATOR)
        lines.append(more)

    assert problem(forge(data, sit))[1] in ("decision", "header")
