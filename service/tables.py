"""The path of a command, and the matches of this process that are warm.

A table is a match in memory with what a command on it needs. It may be behind the store, never ahead of it: before
anything is refused the store is asked whether more has happened.
"""

import asyncio
import os
from collections import OrderedDict, deque
from collections.abc import AsyncIterator, Callable, Iterable
from functools import cached_property, partial
from uuid import UUID

from domain.kernel.catalogue import Catalogue
from domain.kernel.codec import encode
from domain.kernel.messages import Command, Event
from domain.kernel.refusal import Refusal
from domain.match.commands import Create
from domain.match.decide import Decision, Stale, check_fresh, decide, decide_create
from domain.match.filing import codec_of
from domain.match.fold import advance, begin, read_step
from domain.match.state import Match, settle
from domain.match.step import Step
from infra.editions import Editions
from infra.group_commit import GroupCommit
from infra.step_store import Appended, Conflict, Done, Late, StepStore, UnknownMatch
from projections.match_view import Projected, access_of, render
from service.seeds import Seeds

KEPT_TABLES = 2048
KEPT_MOMENTS = 32  # of each table: the frames that cost no fold, and what a stream may be behind before it must resume
MOST_TRIES = 8  # against commits of other processes


class Moment:
    """A step and the match as it left it."""

    def __init__(self, match: Match, actor: UUID, command: Command | None, events: tuple[Event, ...]) -> None:
        self.match, self.actor, self.command, self.events = match, actor, command, events

    @cached_property
    def projected(self) -> Projected:
        """The match rendered, as a projection would have it."""
        return Projected(render(self.match), access_of(self.match))


class NoSuchMatch(LookupError):
    pass


class KeyReused(Exception):
    """Another command was committed under this command id."""


class TooLate(Exception):
    """The deadline of the command had passed when the store looked at its clock."""


class Table:
    def __init__(self, moments: Iterable[Moment]) -> None:
        self.recent: deque[Moment] = deque(moments, maxlen=KEPT_MOMENTS)
        self.lock = asyncio.Lock()
        self.seed: bytes | None = None

    @property
    def newest(self) -> Moment:
        return self.recent[-1]

    @property
    def match(self) -> Match:
        return self.recent[-1].match

    def add(self, moment: Moment) -> None:
        """The next moment. Who commits a step and who reads it from the store may both bring it: it counts once."""
        if moment.match.version == self.match.version + 1:
            self.recent.append(moment)

    def since(self, version: int) -> list[Moment] | None:
        """The moments after a version, or None when they go back further than is kept."""
        if version + 1 < self.recent[0].match.version:
            return None
        return [moment for moment in self.recent if moment.match.version > version]


class Tables:
    """The matches of this process, and the one way to change one.

    `announce` is called after each commit with the match and its version; whoever waits for news hangs on it.
    """

    def __init__(
        self,
        store: StepStore,
        commits: GroupCommit,
        seeds: Seeds,
        catalogue: Catalogue,
        announce: Callable[[Match], None],
    ) -> None:
        self._editions = Editions(store, catalogue)
        self._store, self._commits, self._seeds, self._announce = store, commits, seeds, announce
        self._tables: OrderedDict[UUID, Table] = OrderedDict()
        self._loading: dict[UUID, asyncio.Task[Table]] = {}

    def warm(self, match_id: UUID) -> Table | None:
        """The table as this process knows it, if it does."""
        if table := self._tables.get(match_id):
            self._tables.move_to_end(match_id)
        return table

    async def table(self, match_id: UUID) -> Table:
        """The table, folded from the store if it is not warm. Raises `NoSuchMatch`, `StoreUnavailable`."""
        if table := self.warm(match_id):
            return table
        if match_id not in self._loading:  # of many who ask at once, one folds
            task = self._loading[match_id] = asyncio.create_task(self._load(match_id))
            task.add_done_callback(partial(self._loaded, match_id))
        return await asyncio.shield(self._loading[match_id])

    def _loaded(self, match_id: UUID, loading: asyncio.Task[Table]) -> None:
        del self._loading[match_id]
        if not loading.cancelled():
            loading.exception()  # seen, even if all who asked have left

    async def _load(self, match_id: UUID) -> Table:
        return self._keep(Table([moment async for moment in self.moments(match_id)]))

    def _keep(self, table: Table) -> Table:
        self._tables[table.match.id] = table
        while len(self._tables) > KEPT_TABLES:
            self._tables.popitem(last=False)
        return table

    async def moments(self, match_id: UUID, upto: int | None = None) -> AsyncIterator[Moment]:
        """Every moment of a match from the first, read from the store. Raises `NoSuchMatch`."""
        steps = await self._store.read(match_id, upto=upto)
        if not steps:
            raise NoSuchMatch(match_id)
        match = await self._editions.begin(steps[0])
        yield Moment(match, steps[0].actor, codec_of(None).read(steps[0].open).command, (match.created,))
        for step in steps[1:]:
            filed = read_step(match, step)
            match = advance(match, step, filed)
            yield Moment(match, step.actor, filed.command, filed.events)

    async def at(self, match_id: UUID, version: int) -> tuple[Moment | None, Moment]:
        """The moment before a version (None before the first), and that of the version.

        Raises `NoSuchMatch`, also when there is no such version.
        """
        table = self.warm(match_id)
        kept = table.since(max(version - 2, 0)) if table and version <= table.match.version else None
        if kept is None:
            kept = [moment async for moment in self.moments(match_id, upto=version)]
        found = {moment.match.version: moment for moment in kept}
        if version not in found:
            raise NoSuchMatch(match_id, version)
        return found.get(version - 1), found[version]

    async def catch_up(self, table: Table) -> bool:
        """Fold what other processes have committed; whether there was anything."""
        steps = await self._store.read(table.match.id, after=table.match.version)
        for step in steps:
            if step.version == table.match.version + 1:  # somebody else may have caught up meanwhile
                filed = read_step(table.match, step)
                table.add(Moment(advance(table.match, step, filed), step.actor, filed.command, filed.events))
        return bool(steps)

    async def create(self, match_id: UUID, player: UUID, command_id: UUID, command: Create) -> Moment:
        """Step 1 of a new match; of one that is there already, if it was created by the same command, that step again.

        Raises `Refusal`, `UnknownRules`, `KeyReused`, `SeedLost`, `StoreUnavailable`.
        """
        seed = bytes.fromhex(command.seed) if command.seed else os.urandom(32)
        catalogue = self._editions.catalogue
        decide_create(catalogue, match_id, player, command_id, command, seed)  # refuse before anything is kept
        await self._editions.keep(catalogue.rules(command.game, command.rules_version, command.edition_digest))
        if not command.seed:  # a chosen one stands in step 1: kept, it could get into a match that says it was drawn
            seed = await self._seeds.keep(match_id, seed)
        decision = decide_create(catalogue, match_id, player, command_id, command, seed)
        outcome = await self._commits.append(decision.draft)
        if isinstance(outcome, Appended):
            first = _step(decision, outcome)
            moment = Moment(begin(catalogue, first), player, command, decision.events)
            self._keep(Table([moment])).seed = seed
            self._announce(moment.match)
            return moment
        _, moment = await self.at(match_id, 1)
        if encode(moment.command) != encode(command):
            raise KeyReused
        return moment

    async def act(
        self, match_id: UUID, actor: UUID, command_id: UUID, command: Command, named: int | None = None
    ) -> Moment:
        """Decide a command and commit it; the moment it led to. `named` is the version its sender saw, if it matters.

        A command that was committed before is not committed again: its moment is returned. Raises `Refusal`, `Stale`,
        `NoSuchMatch`, `KeyReused`, `TooLate`, `StoreUnavailable`.
        """
        table = await self.table(match_id)
        async with table.lock:
            for _ in range(MOST_TRIES):
                try:
                    decision = await self._decide(table, actor, command_id, command, named)
                except (Refusal, Stale):
                    if await self.catch_up(table):
                        continue
                    if (version := await self._store.find(match_id, actor, command_id)) is None:
                        raise
                    return await self._again(match_id, version, command)
                match await self._commits.append(decision.draft):
                    case Appended() as outcome:
                        return self._committed(table, command, decision, outcome)
                    case Done(version):
                        return await self._again(match_id, version, command)
                    case Conflict():
                        await self.catch_up(table)
                    case Late():
                        raise TooLate
                    case UnknownMatch():
                        raise NoSuchMatch(match_id)
            raise Stale(table.match.version)

    async def _decide(
        self, table: Table, actor: UUID, command_id: UUID, command: Command, named: int | None
    ) -> Decision:
        match = table.match
        if named is not None:
            check_fresh(match, actor, named)
        return decide(match, actor, command_id, command, await self._seed(table))

    async def _seed(self, table: Table) -> bytes | None:
        if table.seed is None:
            chosen = table.match.created.seed
            table.seed = bytes.fromhex(chosen) if chosen else await self._seeds.open(table.match.id)
        return table.seed

    async def seed_is_lost(self, match_id: UUID) -> bool:
        """Whether the match can only be closed. Raises `NoSuchMatch`, `StoreUnavailable`."""
        return await self._seed(await self.table(match_id)) is None

    def _committed(self, table: Table, command: Command, decision: Decision, outcome: Appended) -> Moment:
        draft = decision.draft
        assert decision.after is not None  # there is one after every step but the first
        moment = Moment(settle(decision.after, outcome.at, outcome.hash), draft.actor, command, decision.events)
        table.add(moment)
        self._announce(moment.match)
        return moment

    async def _again(self, match_id: UUID, version: int, command: Command) -> Moment:
        _, moment = await self.at(match_id, version)
        if encode(moment.command) != encode(command):
            raise KeyReused
        return moment


def _step(decision: Decision, outcome: Appended) -> Step:
    draft = decision.draft
    return Step(
        draft.match_id,
        draft.version,
        outcome.at,
        draft.actor,
        draft.command_id,
        draft.open,
        draft.sealed,
        draft.digests,
        outcome.hash,
    )
