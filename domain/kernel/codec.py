"""One canonical writing for everything that is stored or hashed: compact JSON, structs in the order of their fields,
mappings in that of their keys."""

from typing import Any

import msgspec

_encoder = msgspec.json.Encoder(order="deterministic")

encode = _encoder.encode


def decode(data: bytes, type_: Any) -> Any:
    """Decode strictly. Raises `msgspec.DecodeError` (of which `ValidationError` is one) on anything else."""
    return msgspec.json.decode(data, type=type_)
