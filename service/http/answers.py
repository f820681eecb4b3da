"""What the controllers have in common: reading headers, checking who may look, writing answers."""

import re
from contextlib import suppress
from uuid import UUID

from litestar import HttpMethod, Response

from domain.kernel.codec import encode
from domain.kernel.messages import Seat
from infra.house import Player
from infra.pool import StoreUnavailable
from projections.match_view import access_of
from service.auth import WithHeaders
from service.context import Context
from service.problems import Problem
from service.stream import reply
from service.tables import Moment, Table

GET_OR_HEAD = [HttpMethod.GET, HttpMethod.HEAD]  # for pages, and by load balancers
_ETAG = re.compile(r'(?:W/)?"?([0-9]{1,18})"?')


def json_answer(body: object, status: int = 200, **headers: str) -> Response[bytes]:
    """Any value, or bytes that are JSON already; what is in it may depend on who asks, and in which language."""
    written = body if isinstance(body, bytes) else encode(body)
    own = {"Vary": "Authorization, Accept-Language", "Cache-Control": "no-cache", **headers}
    return Response(written, status_code=status, media_type="application/json", headers=own)


def versioned(body: bytes, version: int, status: int = 200) -> Response[bytes]:
    return Response(body, status_code=status, media_type="application/json", headers=version_headers(version))


def version_headers(version: int) -> dict[str, str]:
    return {"ETag": f'"{version}"', "Vary": "Authorization", "Cache-Control": "no-cache"}


def moment_answer(request: WithHeaders, moment: Moment, seat: Seat | None, status: int = 200) -> Response[bytes]:
    return versioned(moment_body(request, moment, seat), moment.match.version, status)


def moment_body(request: WithHeaders, moment: Moment, seat: Seat | None) -> bytes:
    """What a command answers: version, events and view as the caller may see them."""
    return reply(moment, seat, "return=minimal" in request.headers.get("prefer", ""))


def idempotency_key(request: WithHeaders) -> UUID | None:
    """Raises `Problem` (400) when there is one that is no UUID."""
    key = request.headers.get("idempotency-key")
    if key is None:
        return None
    try:
        return UUID(key)
    except ValueError:
        raise Problem(400, "malformed", why="Idempotency-Key is not a UUID") from None


def required_key(request: WithHeaders) -> UUID:
    """Raises `Problem` (428) without one."""
    if key := idempotency_key(request):
        return key
    raise Problem(428, "header-missing", header="Idempotency-Key")


def named_version(request: WithHeaders) -> int:
    """The version in `If-Match`. Raises `Problem`: 428 without it, 400 when it is none."""
    header = request.headers.get("if-match")
    if header is None:
        raise Problem(428, "header-missing", header="If-Match")
    if found := _ETAG.fullmatch(header.strip()):
        return int(found[1])
    raise Problem(400, "malformed", why='If-Match is not a version, like "12"')


def is_known(request: WithHeaders, version: int) -> bool:
    """Whether `If-None-Match` names this version, be it among others, or any (`*`)."""
    tags = [tag.strip() for tag in request.headers.get("if-none-match", "").split(",")]
    return "*" in tags or f'"{version}"' in [tag.removeprefix("W/") for tag in tags]


async def admitted(context: Context, request: WithHeaders, match_id: UUID) -> tuple[Table, Player | None]:
    """The table at its newest version, and the caller, who may look at it.

    While the database is away a warm table is shown as it was last known. Raises `NoSuchMatch`, also for a private
    match that the caller has no part in.
    """
    player = await context.authentication.player(request)
    warm = context.tables.warm(match_id)
    table = warm or await context.tables.table(match_id)
    if warm:
        with suppress(StoreUnavailable):
            await context.tables.catch_up(warm)
    context.check_access(access_of(table.match), match_id, player)
    return table, player
