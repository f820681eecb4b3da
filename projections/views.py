"""Match views: each match rendered once, as all audiences read it. In the slot of its bucket, a hash for each match."""

from collections.abc import Sequence
from uuid import UUID

import msgspec
from msgspec import Raw

from domain.kernel.codec import encode
from domain.match.state import Match
from projections.keys import Slot, Write
from projections.match_view import Access, Projected, Rendered, access_of, render

FIELDS = ("version", "shared", "private", "access")
_parts = msgspec.json.Decoder(tuple[Raw, ...]).decode
_access = msgspec.json.Decoder(Access).decode


def view_key(slot: Slot, match_id: UUID) -> str:
    return slot.key("view", match_id.hex)


def view_writes(slot: Slot, match: Match) -> list[Write]:
    rendered = render(match)
    private, access = encode(tuple(map(Raw, rendered.private))).decode(), encode(access_of(match)).decode()
    fields = ("version", rendered.version, "shared", rendered.shared.decode(), "private", private, "access", access)
    return [("HSET", view_key(slot, match.id), *fields)]


def read_view(values: Sequence[bytes | None]) -> Projected | None:
    """From the values of FIELDS; None when there is no such match here."""
    version, shared, private, access = values
    if version is None or shared is None or private is None or access is None:
        return None
    return Projected(Rendered(int(version), shared, tuple(map(bytes, _parts(private)))), _access(access))
