"""Arrays in the binary form that PostgreSQL receives.

psycopg writes lists item by item, which for a flush takes longer than committing it; here each array is one join.
"""

import struct
from collections.abc import Iterable, Sequence
from uuid import UUID

from psycopg import adapters
from psycopg.abc import Buffer
from psycopg.adapt import Dumper
from psycopg.pq import Format

# Dimensions, whether there may be nulls, type of the items, their number, first index.
_HEADER = struct.Struct(">iiIii")
_NULL = b"\xff\xff\xff\xff"


class UuidArray(bytes):
    """uuid[]"""


class Int8Array(bytes):
    """int8[]"""


class ByteaArray(bytes):
    """bytea[]"""


def uuids(values: Sequence[UUID]) -> UuidArray:
    return UuidArray(_array(2950, len(values), [b"\0\0\0\x10" + value.bytes for value in values]))


def int8s(values: Sequence[int | None]) -> Int8Array:
    """Raises OverflowError for a number beyond 64 bits."""
    items = [_NULL if value is None else b"\0\0\0\x08" + value.to_bytes(8, "big", signed=True) for value in values]
    return Int8Array(_array(20, len(values), items))


def byteas(values: Sequence[bytes]) -> ByteaArray:
    return ByteaArray(_array(17, len(values), [len(value).to_bytes(4, "big") + value for value in values]))


def _array(item_type: int, count: int, items: Iterable[bytes]) -> bytes:
    return _HEADER.pack(1, 1, item_type, count, 1) + b"".join(items)


class _ArrayDumper(Dumper):
    format = Format.BINARY

    def dump(self, obj: bytes) -> Buffer:
        return obj


class _UuidArrayDumper(_ArrayDumper):
    oid = 2951


class _Int8ArrayDumper(_ArrayDumper):
    oid = 1016


class _ByteaArrayDumper(_ArrayDumper):
    oid = 1001


adapters.register_dumper(UuidArray, _UuidArrayDumper)
adapters.register_dumper(Int8Array, _Int8ArrayDumper)
adapters.register_dumper(ByteaArray, _ByteaArrayDumper)
