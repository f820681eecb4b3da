"""Files that only their owner may read: keys and passwords."""

import os
from collections.abc import Callable
from pathlib import Path


def private_folder(path: Path) -> Path:
    """Makes the folder with mode 0700 unless it is there, and returns it."""
    path.mkdir(mode=0o700, parents=True, exist_ok=True)
    return path


def keep(path: Path, make: Callable[[], bytes]) -> bytes:
    """The bytes of a 0600 file, made once: of two processes that make it at the same time both get the same bytes."""
    try:
        return path.read_bytes()
    except FileNotFoundError:
        pass
    draft = path.with_name(f".{path.name}.{os.getpid()}.{os.urandom(4).hex()}")
    with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(make())
        file.flush()
        os.fsync(file.fileno())
    try:
        os.link(draft, path)  # fails when the name is taken, where a rename would replace a key in use
    except FileExistsError:
        pass
    finally:
        draft.unlink()
    sync_folder(path.parent)
    return path.read_bytes()


def sync_folder(path: Path) -> None:
    """Makes the names in a folder as durable as the files behind them."""
    folder = os.open(path, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
