"""The service, which is killed once: after a commit, before anybody is told of it."""

import os
import signal

from litestar.types import ASGIApp

from domain.match.step import Draft
from infra.group_commit import GroupCommit
from infra.step_store import Outcome

VERSION = "DIES_AT_VERSION"


class Dying(GroupCommit):
    async def append(self, draft: Draft) -> Outcome:
        outcome = await super().append(draft)
        if draft.version == int(os.environ[VERSION]):
            os.kill(os.getpid(), signal.SIGKILL)
        return outcome


def create_dying_app() -> ASGIApp:
    import service.context
    from service.app import create_app

    service.context.GroupCommit = Dying  # type: ignore[attr-defined]
    return create_app()
