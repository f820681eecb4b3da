"""`meeplog simulate`: whole matches by bots, without servers."""

import hashlib
import secrets
import time
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

from msgspec import Struct

from domain.kernel.catalogue import Catalogue, Rules, UnknownRules
from domain.kernel.edition import choose_options
from domain.kernel.game import no_elements
from domain.kernel.messages import Event
from domain.kernel.refusal import Refusal
from domain.match.commands import THE_HOUSE, Seal
from domain.match.events import EnvelopeEvent
from domain.match.filing import codec_of
from domain.players import PLAYERS
from domain.record.playout import Played, playout, take
from domain.record.record import write_record
from domain.record.verify import SEAL_PREFIX
from infra.editions import shipped_catalogue
from infra.keys import SigningKey
from service.cli.failure import Misuse
from service.cli.output import console, print_json, print_table, track
from service.cli.parser import Arguments


class Summary(Struct):
    """What was simulated. `seconds` covers all of it: deciding, hashing, writing.

    `shares` are the endings in per cent. `elements` counts event types, and what the game itself counts (cards and the
    like). `points` are means: what a seat earns in a match from each source of points.
    """

    matches: int
    steps: int
    events: int
    seconds: float
    matches_per_s: float
    events_per_s: float
    endings: Mapping[str, int]
    shares: Mapping[str, float]
    elements: Mapping[str, int]
    points: Mapping[str, float]


def run(asked: Arguments) -> int:
    catalogue = shipped_catalogue()
    rules, seats = _table(catalogue, asked)
    key = None if asked.key is None else _signing_key(asked)
    seed = secrets.token_hex(8) if asked.seed is None else asked.seed
    if asked.out:
        asked.out.mkdir(parents=True, exist_ok=True)

    steps, events = 0, Counter[type[Event]]()
    endings, elements, points = Counter[str](), Counter[str](), Counter[str]()
    begun = time.perf_counter()
    for number in track(range(1, asked.matches + 1), asked.matches, rules.game.id, shown=not asked.json):
        match = _play(catalogue, rules, seats, asked, f"{seed} {number}", key)
        if asked.out:
            _write(asked.out / f"{rules.game.id}-{number:0{len(str(asked.matches))}}.jsonl", match)
        steps += len(match)
        _count(rules, match, events, elements)
        last = match[-1].match
        endings[last.result.reason] += 1
        for line in rules.game.score(last.state):
            points[line.source] += line.points
    seconds = time.perf_counter() - begun

    summary = Summary(
        matches=asked.matches,
        steps=steps,
        events=events.total(),
        seconds=round(seconds, 3),
        matches_per_s=round(asked.matches / seconds, 1),
        events_per_s=round(events.total() / seconds, 1),
        endings=endings,
        shares={ending: round(100 * times / asked.matches, 1) for ending, times in endings.items()},
        elements=Counter({str(type_.__struct_config__.tag): times for type_, times in events.items()}) + elements,
        points={source: round(total / asked.matches / seats, 3) for source, total in points.items()},
    )
    print_json(summary) if asked.json else _show(summary, seed, asked)
    return 0


def _table(catalogue: Catalogue, asked: Arguments) -> tuple[Rules, int]:
    """The rules to play by and how many seats. Raises `Misuse`."""
    try:
        rules = catalogue.newest(asked.game, asked.edition)
    except UnknownRules as error:
        editions = catalogue.editions
        there = [rules.edition.id for rules in editions[asked.game]] if asked.game in editions else sorted(editions)
        raise Misuse(f"there is no {error}; there is {', '.join(there)}") from error
    seats = asked.seats or min(rules.game.seats)
    if seats not in rules.game.seats:
        raise Misuse(f"{asked.game} is for {' or '.join(map(str, rules.game.seats))} seats, not {seats}")
    try:
        rules.game.initial(rules.edition, seats, choose_options(rules.edition, dict(asked.option)))
    except Refusal as refusal:
        facts = ", ".join(f"{name} {value}" for name, value in refusal.detail.items())
        raise Misuse(f"{refusal.code}: {facts}") from refusal
    return rules, seats


def _signing_key(asked: Arguments) -> SigningKey:
    from service.cli.keys import signing_key  # only now: it brings the database driver along

    return signing_key(asked)


def _play(
    catalogue: Catalogue, rules: Rules, seats: int, asked: Arguments, text: str, key: SigningKey | None
) -> list[Played]:
    seed = hashlib.sha256(f"meeplog simulate {text}".encode()).digest()
    players = [PLAYERS[asked.players]] * seats
    match = list(playout(catalogue, rules, seats, dict(asked.option), seed, players, seed_is_chosen=True))
    if key:
        last = match[-1]
        signature = key.sign(SEAL_PREFIX + last.step.hash)
        match.append(take(last.match, THE_HOUSE, Seal(key.public_key.hex(), signature.hex()), seed))
    return match


def _write(file: Path, match: list[Played]) -> None:
    file.write_bytes(b"".join(write_record(match[-1].match, [played.step for played in match])))


def _count(rules: Rules, match: list[Played], events: Counter[type[Event]], elements: Counter[str]) -> None:
    codec, own = codec_of(rules.game), rules.game.elements
    for played in match:
        for event in codec.read(played.step.open, played.step.sealed).events:
            events[type(event)] += 1
            if own is not no_elements and not isinstance(event, EnvelopeEvent):
                elements.update(own(event))


def _show(summary: Summary, seed: str, asked: Arguments) -> None:
    console.print(
        f"{summary.matches} matches, {summary.steps} steps, {summary.events} events in {summary.seconds} s:"
        f" {summary.matches_per_s} matches/s, {summary.steps / summary.seconds:.0f} steps/s"
    )
    console.print(f"seed {seed}" + (f", records in {asked.out}" if asked.out else ""))
    shares = ((ending, times, f"{summary.shares[ending]} %") for ending, times in sorted(summary.endings.items()))
    print_table(("ending", "matches ", "share "), shares)
    print_table(("points from", "mean of a seat "), sorted(summary.points.items()))
    print_table(("element", "times "), sorted(summary.elements.items()))
