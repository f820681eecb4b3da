"""Who the servers run as, and which folders that user can reach."""

import os
import pwd
import shutil
import tempfile
from pathlib import Path

from msgspec import Struct

SOCKET_PATH_MAX = 107  # bytes, without the closing zero


class Account(Struct, frozen=True):
    """An unprivileged user for the servers."""

    uid: int
    gid: int


def server_account(database: Path) -> Account | None:
    """None: ourselves. PostgreSQL refuses root; then it is the owner of an existing database, else `nobody`."""
    if os.geteuid() != 0:
        return None
    if database.exists() and (owner := database.stat()).st_uid != 0:
        return Account(owner.st_uid, owner.st_gid)
    nobody = pwd.getpwnam("nobody")
    return Account(nobody.pw_uid, nobody.pw_gid)


def give(account: Account | None, path: Path) -> None:
    """Makes a folder or file of ours the account's. Never called on a path that was there before us."""
    if account:
        os.chown(path, account.uid, account.gid)


def can_reach(account: Account | None, path: Path) -> bool:
    """Whether the account can walk to this path. We never open a folder that we did not make."""
    if account is None:
        return True
    return all(
        folder.stat().st_mode & (0o100 if folder.stat().st_uid == account.uid else 0o001)
        for folder in path.resolve().parents
    )


def socket_folder(account: Account | None, wanted: Path) -> Path:
    """A fresh private folder for sockets: `wanted`, or where that is too long or out of reach, a temporary one.

    In the second case `wanted` becomes a link to it, so that people find it and the next start clears it away.
    """
    clear_folder(account, wanted)
    if can_reach(account, wanted) and len(os.fsencode(wanted / ".s.PGSQL.5432")) <= SOCKET_PATH_MAX:
        wanted.mkdir(mode=0o700)
        give(account, wanted)
        return wanted
    folder = temporary_folder(account)
    wanted.symlink_to(folder)
    return folder


def temporary_folder(account: Account | None) -> Path:
    """A new private folder with a short path that the account can reach."""
    base = Path(tempfile.gettempdir())
    if not can_reach(account, base / "x") or len(os.fsencode(base)) > 60:
        base = Path("/tmp")
    folder = Path(tempfile.mkdtemp(prefix="meeplog-", dir=base))
    give(account, folder)
    return folder


def clear_folder(account: Account | None, folder: Path) -> None:
    """Removes a socket folder, or the link and the temporary folder behind it."""
    if not folder.is_symlink():
        shutil.rmtree(folder, ignore_errors=True)
        return
    target = folder.readlink()
    owner = account.uid if account else os.geteuid()
    # After a reboot the name may be somebody else's: only a real folder of our own server user is removed.
    if target.name.startswith("meeplog-") and target.exists() and target.lstat().st_uid == owner:
        shutil.rmtree(target, ignore_errors=True)
    folder.unlink()
