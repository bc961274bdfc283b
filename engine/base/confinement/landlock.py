"""Rules for files, the network and signals by Landlock, on Linux 5.13 and later.

The package `landlock` knows rules for files only; the network (version 4 of the interface) and the scopes of signals
and abstract sockets (version 6) are a few lines more of the same three system calls.
"""

import ctypes
import os
import stat
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import IntFlag
from errno import EOPNOTSUPP

from engine.base.confinement.seccomp import forgo_privileges

_CREATE, _ADD, _RESTRICT = 444, 445, 446
"""The system calls, with the same numbers on every architecture."""
_ASK_VERSION, _PATH = 1, 1


class FileAccess(IntFlag):
    """What may be done with a file, or with the files of a folder."""

    EXECUTE = 1 << 0
    WRITE_FILE = 1 << 1
    READ_FILE = 1 << 2
    READ_DIR = 1 << 3
    REMOVE_DIR = 1 << 4
    REMOVE_FILE = 1 << 5
    MAKE_CHAR = 1 << 6
    MAKE_DIR = 1 << 7
    MAKE_REG = 1 << 8
    MAKE_SOCK = 1 << 9
    MAKE_FIFO = 1 << 10
    MAKE_BLOCK = 1 << 11
    MAKE_SYM = 1 << 12
    REFER = 1 << 13
    TRUNCATE = 1 << 14
    IOCTL_DEV = 1 << 15


READ = FileAccess.READ_FILE | FileAccess.READ_DIR
DEVICE = FileAccess.READ_FILE | FileAccess.WRITE_FILE | FileAccess.IOCTL_DEV
WRITE = (
    READ
    | FileAccess.WRITE_FILE
    | FileAccess.REMOVE_DIR
    | FileAccess.REMOVE_FILE
    | FileAccess.MAKE_DIR
    | FileAccess.MAKE_REG
    | FileAccess.REFER
    | FileAccess.TRUNCATE
)

_OF_FILES = (
    FileAccess.EXECUTE | FileAccess.WRITE_FILE | FileAccess.READ_FILE | FileAccess.TRUNCATE | FileAccess.IOCTL_DEV
)
_SINCE = {1: FileAccess.MAKE_SYM * 2 - 1, 2: FileAccess.REFER, 3: FileAccess.TRUNCATE, 5: FileAccess.IOCTL_DEV}
"""The rights that each version of the interface brought."""
_NETWORK_SINCE, _SCOPES_SINCE = 4, 6
_TCP = 1 << 0 | 1 << 1
"""Bind and connect."""
_SCOPES = 1 << 0 | 1 << 1
"""Abstract sockets and signals."""


@dataclass(frozen=True)
class PathRule:
    """What may be done with what lies at a path; a path where there is nothing is left out."""

    path: str
    access: FileAccess


class _Handled(ctypes.Structure):
    """`struct landlock_ruleset_attr`."""

    _fields_ = (("files", ctypes.c_uint64), ("network", ctypes.c_uint64), ("scoped", ctypes.c_uint64))


class _Beneath(ctypes.Structure):
    """`struct landlock_path_beneath_attr`."""

    _pack_ = 1
    _fields_ = (("allowed", ctypes.c_uint64), ("parent", ctypes.c_int32))


def version() -> int:
    """The version of the kernel's interface; 0 where there is no Landlock."""
    if sys.platform != "linux":
        return 0
    try:
        return _call(_CREATE, None, 0, _ASK_VERSION)
    except OSError:
        return 0


def restricts_network(version: int) -> bool:
    """Whether that version restricts TCP."""
    return version >= _NETWORK_SINCE


def restricts_signals(version: int) -> bool:
    """Whether that version keeps signals and abstract sockets to the processes that are restricted."""
    return version >= _SCOPES_SINCE


def restrict(rules: Iterable[PathRule]) -> None:
    """From now on this thread, and what it starts, uses files by these rules alone.

    It makes no TCP connection and accepts none on sockets of its own, connects to no abstract socket and signals no
    process that is not restricted with it, as far as the kernel's version has that. Nothing takes it back. Raises
    OSError where it can't be had.
    """
    has = version()
    if not has:
        raise OSError(EOPNOTSUPP, "Landlock is not there")
    files = 0
    for since, rights in _SINCE.items():
        files |= rights if has >= since else 0
    handled = _Handled(files, _TCP if restricts_network(has) else 0, _SCOPES if restricts_signals(has) else 0)
    size = 24 if restricts_signals(has) else 16 if restricts_network(has) else 8
    with _closed(_call(_CREATE, ctypes.byref(handled), size, 0)) as ruleset:
        for rule in rules:
            _add(ruleset, rule, files)
        forgo_privileges()
        _call(_RESTRICT, ruleset, 0)


def _add(ruleset: int, rule: PathRule, handled: int) -> None:
    try:
        descriptor = os.open(rule.path, os.O_PATH | os.O_CLOEXEC)
    except FileNotFoundError:
        return
    with _closed(descriptor):
        is_folder = stat.S_ISDIR(os.fstat(descriptor).st_mode)
        allowed = rule.access & handled & (-1 if is_folder else _OF_FILES)
        beneath = _Beneath(allowed, descriptor)
        if allowed:
            _call(_ADD, ruleset, _PATH, ctypes.byref(beneath), 0)


@contextmanager
def _closed(descriptor: int) -> Iterator[int]:
    """Close it in the end."""
    try:
        yield descriptor
    finally:
        os.close(descriptor)


def _call(number: int, *arguments: object) -> int:
    """Raises OSError where it fails."""
    library = ctypes.CDLL(None, use_errno=True)
    answer: int = library.syscall(ctypes.c_long(number), *arguments)
    if answer < 0:
        error = ctypes.get_errno()
        raise OSError(error, os.strerror(error))
    return answer
