"""Commands that clients should not send: each a small change of a good one, as plain data."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec

NONSENSE: tuple[Any, ...] = (
    None, True, -1, 0, 3, 99, 10**30, 1.5, "", "zz9", "a1", "A", "\x00", "🐢", [], [None], {}, {"type": "nothing"},
)  # fmt: skip


def variants(command: Any, others: Iterable[Any]) -> Iterator[Any]:
    """The command itself, and with one thing changed: a field of another type, one too many, one too few, or one as
    another command has it."""
    plain = msgspec.to_builtins(command)
    yield from (plain, None, [], "", {}, {**plain, "type": "nothing"}, {**plain, "extra": 1}, [plain])
    for path in paths(plain):
        yield without(plain, path)
        for value in NONSENSE:
            yield put(plain, path, value)
        for other in others:
            value = get(msgspec.to_builtins(other), path)
            if value is not None:
                yield put(plain, path, value)
        inner = get(plain, path)
        if isinstance(inner, dict):
            yield put(plain, path, {**inner, "extra": 1})


def paths(plain: Any) -> Iterator[Sequence[Any]]:
    keys = list(plain) if isinstance(plain, dict) else range(len(plain)) if isinstance(plain, list) else ()
    for key in keys:
        yield (key,)
        for inner in paths(plain[key]):
            yield (key, *inner)


def get(plain: Any, path: Sequence[Any]) -> Any:
    for key in path:
        try:
            plain = plain[key]
        except (LookupError, TypeError):
            return None
    return plain


def put(plain: Any, path: Sequence[Any], value: Any) -> Any:
    if not path:
        return value
    copy = dict(plain) if isinstance(plain, dict) else list(plain)
    copy[path[0]] = put(plain[path[0]], path[1:], value)
    return copy


def without(plain: Any, path: Sequence[Any]) -> Any:
    if len(path) > 1:
        return put(plain, path[:1], without(plain[path[0]], path[1:]))
    copy = dict(plain) if isinstance(plain, dict) else list(plain)
    del copy[path[0]]
    return copy
