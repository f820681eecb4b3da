"""A second writer of records, by FORMAT.md alone: for forgers who know how to make hashes and digests anew."""

import hashlib
import json
import struct
from collections.abc import Callable
from typing import Any
from uuid import UUID

Line = dict[str, Any]
HEADER = struct.Struct(">16sqq16s16s")


def lines_of(data: bytes) -> list[Line]:
    return [json.loads(line) for line in data.splitlines()]


def bytes_of(lines: list[Line]) -> bytes:
    return b"".join(dump(line) + b"\n" for line in lines)


def dump(value: object) -> bytes:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode()


def step_hash(match_id: str, line: Line) -> str:
    """Chain scheme 1."""
    header = HEADER.pack(
        UUID(match_id).bytes, line["version"], line["at"], UUID(line["actor"]).bytes, UUID(line["command_id"]).bytes
    )
    digests = b"".join(digest_of(part) for part in line.get("sealed", ()))
    opened = hashlib.sha256(dump(line["open"])).digest()
    return hashlib.sha256(bytes.fromhex(line["previous"]) + header + opened + digests).hexdigest()


def digest_of(part: Line) -> bytes:
    if "digest" in part:
        return bytes.fromhex(part["digest"])
    return hashlib.sha256(bytes.fromhex(part["nonce"]) + dump(part["part"])).digest()


def forge(data: bytes, change: Callable[[list[Line]], None], header: bool = True) -> bytes:
    """The record after a change to its lines (the header is line 0, step n line n), with every hash made anew.

    With `header` the header's number of steps follows.
    """
    lines = lines_of(data)
    change(lines)
    previous = "0" * 64
    for line in lines[1:]:
        line["previous"] = previous
        previous = line["hash"] = step_hash(lines[0]["match_id"], line)
    if header:
        lines[0]["steps"] = len(lines) - 1
    return bytes_of(lines)
