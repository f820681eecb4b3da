"""Concurrent appends of one process in few transactions."""

import asyncio
from uuid import UUID

from domain.match.step import Draft
from infra.pool import StoreUnavailable
from infra.step_store import Outcome, StepStore

_Waiter = tuple[Draft, "asyncio.Future[Outcome]"]


class GroupCommit:
    """Gathers drafts while a flush is under way and commits them with the next, at most one for each match.

    Each stands or falls alone. `flushes` and `steps` count what went to the database.
    """

    def __init__(self, store: StepStore, largest: int = 128) -> None:
        self.flushes = 0
        self.steps = 0
        self._store = store
        self._largest = largest
        self._waiting: list[_Waiter] = []
        self._flusher: asyncio.Task[None] | None = None

    async def append(self, draft: Draft) -> Outcome:
        """Commits a draft with others. Returns once that is durable.

        Raises StoreUnavailable: then the step may be there or not, and the same command id finds out. A caller that is
        cancelled before its flush has begun leaves nothing behind.
        """
        answer: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()
        self._waiting.append((draft, answer))
        if self._flusher is None or self._flusher.done():
            self._flusher = asyncio.create_task(self._flush_while_waiting())
        return await answer

    async def _flush_while_waiting(self) -> None:
        batch: list[_Waiter] = []
        try:
            while batch := self._next_batch():
                await self._flush(batch)
        finally:  # nobody waits for ever when this task is cancelled
            for _, answer in batch + self._waiting:
                if not answer.done():
                    answer.set_exception(StoreUnavailable("the store is closing"))

    def _next_batch(self) -> list[_Waiter]:
        batch: dict[UUID, _Waiter] = {}
        left = []
        for waiter in self._waiting:
            draft, answer = waiter
            if answer.done():  # its caller was cancelled
                continue
            if draft.match_id in batch or len(batch) == self._largest:
                left.append(waiter)
            else:
                batch[draft.match_id] = waiter
        self._waiting = left
        return list(batch.values())

    async def _flush(self, batch: list[_Waiter]) -> None:
        self.flushes += 1
        self.steps += len(batch)
        try:
            outcomes = await self._store.append_many([draft for draft, _ in batch])
        except StoreUnavailable as error:
            for _, answer in batch:
                if not answer.done():
                    answer.set_exception(StoreUnavailable(str(error)))
        except Exception as error:  # a draft that cannot be stored must not take the others with it
            if len(batch) > 1:
                for waiter in batch:
                    await self._flush([waiter])
            elif not batch[0][1].done():
                batch[0][1].set_exception(error)
        else:
            for (_, answer), outcome in zip(batch, outcomes, strict=True):
                if not answer.done():  # its caller may have been cancelled meanwhile
                    answer.set_result(outcome)
