"""Commands: how many a second, what each costs, and how long one takes when the house is half full."""

import time
from collections.abc import Sequence

from domain.kernel.catalogue import Catalogue
from domain.record.record import read_record
from domain.record.verify import verify
from infra.keys import is_signed
from tests.bench.house import House, until_projected
from tests.bench.numbers import rounded
from tests.bench.plan import Plan
from tests.bench.processes import cpu_seconds, memory_mb
from tests.bench.progress import say
from tests.bench.tables import BEFORE, Player, Table, body_of, in_turn, make_tables
from tests.bench.wrk import Failed, Result, send

TURNS = 36  # commands of one match
SPARE = 1.6  # so many times the commands that the warm-up says are needed
CHECKED = 5  # matches whose records are verified in the end


class Load:
    """Makes matches and plays them."""

    def __init__(self, house: House, catalogue: Catalogue, plan: Plan, players: Sequence[Player]) -> None:
        self.url = house.url
        self._catalogue, self._plan, self._players = catalogue, plan, players
        self._made = 0
        self.oldest: list[Table] = []  # those of the warm-up, forgotten by the service when the load has passed

    async def make(self, matches: int) -> list[Table]:
        numbers = range(self._made, self._made + matches)
        self._made = numbers.stop
        return await make_tables(self.url, self._catalogue, self._players, numbers)

    async def tables(self, commands: float) -> list[Table]:
        """New matches with that many commands, rounded up to whole rounds of matches at once."""
        return await self.make(-(-int(commands) // (TURNS * self._plan.tables)) * self._plan.tables)

    def play(self, tables: Sequence[Table], connections: int, seconds: float, pause_ms: float = 0.0) -> Result:
        """Raises `Failed`."""
        return send(self.url, in_turn(tables, self._plan.tables), connections, seconds, pause_ms)


async def measure_load(house: House, load: Load, catalogue: Catalogue, plan: Plan) -> dict[str, object]:
    """Raises `Failed`."""
    say("commands: warming up")
    load.oldest = await load.tables(1)
    warm = load.play(load.oldest, plan.connections, plan.warm_up).per_s
    say(f"commands: {warm} a second; making matches")
    tables = await load.tables(warm * plan.load * SPARE)
    wal, counted, used, steps = house.ask("SELECT pg_current_wal_lsn()"), house.counted(), cpu_seconds(), house.steps()
    say("commands: saturation")
    full = load.play(tables, plan.connections, plan.load)
    projected = await house.projected_steps()  # asked first: then it is no more than the log has
    behind = house.steps() - projected
    ended = time.monotonic()
    await until_projected(house, house.steps())
    caught_up = time.monotonic() - ended
    stored = house.steps() - steps
    figures = {
        "commands_per_s": full.per_s,
        "wal_bytes_per_step": round(float(house.ask("SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), %s)", wal)) / stored),
        "flushes_per_step": rounded((_flushes(house.counted()) - _flushes(counted)) / stored),
        "cpu_us_per_command": _cpu(used, cpu_seconds(), full.answers),
        "memory_mb": memory_mb(),
        "projector": {"steps_behind_at_the_end": behind, "caught_up_after_s": rounded(caught_up)},
    }
    say(f"commands: {full.per_s} a second; now at half of that")

    # Of a cycle of a connection a few milliseconds are the answer's.
    pause = max(1.0, plan.paced / (full.per_s / 2) * 1000 - 3)
    paced = await load.tables(full.per_s / 2 * plan.load * SPARE)
    half = load.play(paced, plan.paced, plan.load, pause)
    figures |= {"command_ms": half.latency_ms, "command_ms_at_per_s": half.per_s, "answers_not_200": 0}
    say(f"commands: {half.latency_ms} ms at {half.per_s} a second")
    _check_records(house, catalogue, tables)
    return figures


def _flushes(counted: dict[str, float]) -> float:
    return counted["meeplog_store_flushes_total"]


def _cpu(before: dict[str, float], after: dict[str, float], commands: int) -> dict[str, int]:
    """Microseconds of processor time; the load generator's own have ended with it."""
    return {part: round((seconds - before.get(part, 0.0)) / commands * 1e6) for part, seconds in after.items()}


def _check_records(house: House, catalogue: Catalogue, tables: Sequence[Table]) -> None:
    """That commands were answered with 200 is one thing, that they were played as meant another."""
    for table in tables[:CHECKED]:
        record = house.record(table.id)
        report = verify(record, catalogue, is_signed)
        played = [step.open for step in read_record(record).steps[BEFORE:]]
        as_meant = all(
            b'"command":' + body_of(sent) in step for sent, step in zip(table.commands, played, strict=False)
        )
        if report.problem or not played or not as_meant:
            raise Failed(f"match {table.id} is not what was played: {report.problem or 'other commands'}")
