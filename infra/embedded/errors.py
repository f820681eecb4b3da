"""What can go wrong with the embedded servers. Each message names the remedy."""

from pathlib import Path


class EmbeddedError(Exception):
    """Base of all errors of the embedded servers."""


class DataDirectoryInUse(EmbeddedError):
    """Another process serves from this data directory."""

    def __init__(self, data: Path, holder: str) -> None:
        super().__init__(f"{data} is in use by process {holder or 'unknown'}: stop that one or choose another --data")
        self.data, self.holder = data, holder


class DataDirectoryUnusable(EmbeddedError):
    """The data directory cannot be made, read or written."""

    def __init__(self, data: Path, reason: object) -> None:
        super().__init__(f"cannot use {data} as data directory ({reason}): choose another --data or repair its owner")
        self.data = data


class ServerFailed(EmbeddedError):
    """A server ended during its start, or was not ready in time. `log` holds its last lines."""

    def __init__(self, name: str, reason: str, log: str) -> None:
        super().__init__(f"{name} did not start: {reason}\n{log}".rstrip())
        self.name, self.reason, self.log = name, reason, log
