"""One process at a time serves from a data directory."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from infra.embedded.errors import DataDirectoryInUse


@contextmanager
def data_lock(data: Path) -> Iterator[None]:
    """Holds `<data>/lock`. The kernel frees it with the process, also after kill -9; child programs do not inherit it.

    Raises DataDirectoryInUse.
    """
    file = os.open(data / "lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise DataDirectoryInUse(data, os.pread(file, 20, 0).decode().strip()) from None
        os.ftruncate(file, 0)
        os.pwrite(file, f"{os.getpid()}\n".encode(), 0)
        yield
    finally:
        os.close(file)
