"""Landlock rules for files, the network and signals, on Linux 5.13 and later.

The package `landlock` supports rules for files only; the network (ABI version 4) and the scopes of signals and abstract
sockets (version 6) need a few more lines with the same three system calls.
"""

import ctypes
import os
import stat
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from enum import IntFlag
from errno import EOPNOTSUPP
from typing import NamedTuple

from engine.base.confinement.seccomp import forgo_privileges

_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446
"""The system calls, with the same numbers on every architecture."""
_VERSION_FLAG, _PATH_BENEATH = 1, 1
"""Flag that asks for the version of the ABI, and the kind of a rule for a path."""


class FileAccess(IntFlag):
    """Access rights to a file, or to the files of a folder."""

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

_FILE_RIGHTS = (
    FileAccess.EXECUTE | FileAccess.WRITE_FILE | FileAccess.READ_FILE | FileAccess.TRUNCATE | FileAccess.IOCTL_DEV
)
_RIGHTS_BY_VERSION = {
    1: FileAccess.MAKE_SYM * 2 - 1,
    2: FileAccess.REFER,
    3: FileAccess.TRUNCATE,
    5: FileAccess.IOCTL_DEV,
}
"""The rights added by each version of the ABI."""
_NETWORK_VERSION, _SCOPES_VERSION = 4, 6
_TCP = 1 << 0 | 1 << 1
"""Bind and connect."""
_SCOPES = 1 << 0 | 1 << 1
"""Abstract sockets and signals."""


class PathRule(NamedTuple):
    """The access rights beneath a path; a missing path is ignored."""

    path: str
    access: FileAccess


class _RulesetAttributes(ctypes.Structure):
    """`struct landlock_ruleset_attr`."""

    _fields_ = (("files", ctypes.c_uint64), ("network", ctypes.c_uint64), ("scoped", ctypes.c_uint64))


class _PathAttributes(ctypes.Structure):
    """`struct landlock_path_beneath_attr`."""

    _pack_ = 1
    _fields_ = (("allowed", ctypes.c_uint64), ("parent", ctypes.c_int32))


def version() -> int:
    """The version of the kernel's ABI; 0 without Landlock."""
    if sys.platform != "linux":
        return 0
    try:
        return _call(_CREATE_RULESET, None, 0, _VERSION_FLAG)
    except OSError:
        return 0


def restricts_network(version: int) -> bool:
    """Whether this version restricts TCP."""
    return version >= _NETWORK_VERSION


def restricts_signals(version: int) -> bool:
    """Whether this version limits signals and abstract sockets to restricted processes."""
    return version >= _SCOPES_VERSION


def restrict(rules: Iterable[PathRule]) -> None:
    """From now on, restrict this thread and what it starts to these rules.

    The thread makes no TCP connections and accepts none on its own sockets, connects to no abstract sockets, and
    signals no process outside its restriction, as far as the kernel's version supports this. It can't be undone. Raises
    OSError if unsupported.
    """
    abi = version()
    if not abi:
        raise OSError(EOPNOTSUPP, "Landlock is not available")
    files = 0
    for first_version, rights in _RIGHTS_BY_VERSION.items():
        files |= rights if abi >= first_version else 0
    network = _TCP if restricts_network(abi) else 0
    scopes = _SCOPES if restricts_signals(abi) else 0
    attributes = _RulesetAttributes(files, network, scopes)
    size = 24 if restricts_signals(abi) else 16 if restricts_network(abi) else 8
    with _closed(_call(_CREATE_RULESET, ctypes.byref(attributes), size, 0)) as ruleset:
        for rule in rules:
            _add(ruleset, rule, files)
        forgo_privileges()
        _call(_RESTRICT_SELF, ruleset, 0)


def _add(ruleset: int, rule: PathRule, handled: int) -> None:
    try:
        descriptor = os.open(rule.path, os.O_PATH | os.O_CLOEXEC)
    except FileNotFoundError:
        return
    with _closed(descriptor):
        is_folder = stat.S_ISDIR(os.fstat(descriptor).st_mode)
        allowed = rule.access & handled & (-1 if is_folder else _FILE_RIGHTS)
        attributes = _PathAttributes(allowed, descriptor)
        if allowed:
            _call(_ADD_RULE, ruleset, _PATH_BENEATH, ctypes.byref(attributes), 0)


@contextmanager
def _closed(descriptor: int) -> Iterator[int]:
    """Close the descriptor at the end of the block."""
    try:
        yield descriptor
    finally:
        os.close(descriptor)


def _call(number: int, *arguments: object) -> int:
    """Make a system call. Raises OSError if it fails."""
    library = ctypes.CDLL(None, use_errno=True)
    answer: int = library.syscall(ctypes.c_long(number), *arguments)
    if answer < 0:
        error = ctypes.get_errno()
        raise OSError(error, os.strerror(error))
    return answer
