"""Identifies a guest's SSH key, if the SSH server exposes it (`ExposeAuthInfo yes` in its configuration)."""

import os
import stat
from pathlib import Path

from engine.base.errors import InputError
from engine.base.patterns import pattern

VARIABLE = "SSH_USER_AUTH"
"""Names the file in which sshd describes the authentication, a line for each method: `publickey TYPE KEY`
(sshd_config(5)).
"""
_AUTH_FILE = pattern(r"/tmp/sshauth\.[A-Za-z0-9]+")
"""The path of that file. Others are refused: a client may set the variable, but can't create or list files of this
form.
"""
_MAX_BYTES = 1_000_000


def key_mark() -> str | None:
    """Return a stable identifier of the session's key or certificate: 32 hexadecimal digits.

    Returns None if the server exposes none, or if the login used no key. Raises InputError if the information can't be
    read, because the guest is then unknown.
    """
    path = os.environ.get(VARIABLE)
    if not path:
        return None
    from hashlib import sha256  # it loads OpenSSL, which others don't need

    methods = (line.partition(b" ") for line in _file_content(path).splitlines())
    keys = [key for method, _, key in methods if method == b"publickey" and key]
    return sha256(b"\n".join(keys)).hexdigest()[:32] if keys else None


def _file_content(path: str) -> bytes:
    advice = "see AcceptEnv in its configuration"
    problem = InputError(f"{VARIABLE} does not name a file of the SSH server", advice=advice)
    if not _AUTH_FILE.fullmatch(path):
        raise problem
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
        with os.fdopen(descriptor, "rb") as file:
            status = os.fstat(descriptor)
            if not stat.S_ISREG(status.st_mode) or status.st_uid != os.geteuid():
                raise problem
            return file.read(_MAX_BYTES)
    except OSError as error:
        reason = error.strerror
        raise InputError(f"can't be read: {reason}", path=Path(path), advice="log in again") from None
