"""From batches of steps to matches, with a bounded memory of those folded last."""

from collections import OrderedDict
from collections.abc import Iterable, Sequence
from functools import reduce
from uuid import UUID

from domain.kernel.catalogue import Catalogue
from domain.match.fold import advance
from domain.match.state import Match
from domain.match.step import Step
from infra.editions import Editions
from infra.pool import StoreUnavailable
from infra.step_store import StepStore

KEPT_MATCHES = 20_000

Failure = str
"""Why a match could not be folded, rendered or summarised."""


class Folder:
    """Gives each match of a batch as it was after its last step there: exactly then, so that whoever applies the batch
    writes the same."""

    def __init__(self, store: StepStore, catalogue: Catalogue, kept: int = KEPT_MATCHES) -> None:
        self._store, self._editions, self._most = store, Editions(store, catalogue), kept
        self._kept: OrderedDict[UUID, Match] = OrderedDict()

    async def fold(self, steps: Iterable[Step]) -> dict[UUID, Match | Failure]:
        """Raises StoreUnavailable; whatever else goes wrong with a match is its `Failure`."""
        by_match: dict[UUID, list[Step]] = {}
        for step in steps:
            by_match.setdefault(step.match_id, []).append(step)
        return {match_id: await self._fold_match(match_id, own) for match_id, own in by_match.items()}

    async def _fold_match(self, match_id: UUID, steps: Sequence[Step]) -> Match | Failure:
        match = self._kept.pop(match_id, None)
        last = steps[-1].version
        if steps[0].version > 1 and (match is None or match.version not in (steps[0].version - 1, last)):
            match, steps = None, await self._store.read(match_id, 0, last)
        try:
            if [step.version for step in steps] != list(range(steps[0].version, last + 1)):
                raise LookupError(f"steps are missing before step {last}")
            if steps[0].version == 1:
                match = await self._editions.fold(steps)
            elif match and match.version != last:
                match = reduce(advance, steps, match)
        except StoreUnavailable:
            raise
        except Exception as error:  # anything: a match that cannot be folded concerns nobody else
            return why(error)
        assert match is not None
        self._kept[match_id] = match
        if len(self._kept) > self._most:
            self._kept.popitem(last=False)
        return match


def why(error: Exception) -> Failure:
    return f"{type(error).__name__}: {error}"
