"""The account that a server started as root switches to."""

import os
import pwd
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from engine.base.errors import InputError


@dataclass(frozen=True)
class Account:
    """A system account with its user and group ids."""

    name: str
    user: int
    group: int

    @classmethod
    def find(cls, name: str) -> "Account":
        """Look up an account. Raises InputError if it does not exist or this process can't switch to it."""
        try:
            entry = pwd.getpwnam(name)
        except KeyError:
            raise InputError(f"--user names no account: {name}", advice="create it first") from None
        if os.geteuid() not in (0, entry.pw_uid):
            raise InputError("only root can switch to another account", advice="leave --user out")
        return cls(name, entry.pw_uid, entry.pw_gid)

    def own(self, folder: Path) -> None:
        """Change the owner of an empty folder to it. Raises InputError if the folder belongs to another account."""
        if os.geteuid() == 0 and not any(folder.iterdir()):
            os.chown(folder, self.user, self.group)
        if folder.stat().st_uid != self.user:
            raise InputError(
                f"belongs to another account than {self.name}",
                path=folder,
                advice="give it to that account with chown -R, or name another --state",
            )

    @contextmanager
    def as_effective(self) -> Iterator[None]:
        """Make the account the effective user inside the block, so that new files belong to it. Raises OSError."""
        if os.geteuid() == self.user:
            yield
            return
        user, group = os.geteuid(), os.getegid()
        os.setegid(self.group)
        os.seteuid(self.user)
        try:
            yield
        finally:
            os.seteuid(user)
            os.setegid(group)

    def switch(self) -> None:
        """Switch to the account permanently. Raises OSError."""
        if os.geteuid() == self.user:
            return
        os.initgroups(self.name, self.group)
        os.setresgid(self.group, self.group, self.group)
        os.setresuid(self.user, self.user, self.user)
