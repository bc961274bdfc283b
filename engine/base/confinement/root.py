"""A separate root folder for a process, by Linux namespaces, with the files that the process needs and no others.

Landlock controls which files are opened, not which are looked at: any process may ask whether a file exists, its size
and its time of change. In its own root there is nothing else to ask about. The same namespaces leave a process without
a network, without System V objects, and with no visible processes but those that it starts.
"""

import ctypes
import os
import signal
import sys
from collections.abc import Iterable
from contextlib import suppress
from errno import EOPNOTSUPP

_NEW_NS, _NEW_UTS, _NEW_IPC, _NEW_USER, _NEW_PID, _NEW_NET = (
    0x00020000, 0x04000000, 0x08000000, 0x10000000, 0x20000000, 0x40000000,
)  # fmt: skip
_NOSUID, _NODEV, _NOEXEC, _BIND, _REC, _PRIVATE = 2, 4, 8, 4096, 16384, 1 << 18
_DETACH = 2
_PIVOT_ROOT, _MOUNT_SETATTR = {"x86_64": 155, "aarch64": 41}, 442
_AT_FDCWD, _AT_RECURSIVE = -100, 0x8000
_ATTRIBUTES = (0x1 | 0x2, 0x1 | 0x2 | 0x4)
"""Read-only and without set-user-ID programs; also without devices."""
_CAPSET = {"x86_64": 126, "aarch64": 91}
_CAPABILITIES_VERSION = 0x20080522
_PARENT_DIES = 1


def enter(places: Iterable[str], devices: Iterable[str], base: str) -> None:
    """Continue as the first process of new namespaces, whose root has these paths (read-only) and /proc.

    The caller continues in a child, while its parent only waits for it. `base` is any folder, over which the new root
    is mounted for this process alone. Call this while there is only one thread. Raises OSError if the system does not
    allow it; the process may then be in some of the namespaces and must be ended.
    """
    if sys.platform != "linux" or os.uname().machine not in _PIVOT_ROOT:
        raise OSError(EOPNOTSUPP, "no namespaces are known here")
    before = os.getcwd()
    _unshare()
    _become_first()
    mask = os.umask(0o022)  # the folders must be accessible to whatever user the process becomes later
    _mount(None, "/", None, _REC | _PRIVATE)
    _mount("tmpfs", base, "tmpfs", _NOSUID | _NODEV, "size=1m,mode=755")
    for path in _outermost(places):
        _bind(path, base, _ATTRIBUTES[1])
    for path in sorted(set(devices)):
        _bind(path, base, _ATTRIBUTES[0])
    proc = base + "/proc"
    os.makedirs(proc, exist_ok=True)
    _set_attributes(base, _ATTRIBUTES[0])
    _mount("proc", proc, "proc", _NOSUID | _NODEV | _NOEXEC)
    os.chdir(base)
    _call(_PIVOT_ROOT[os.uname().machine], b".", b".")  # now the old root lies over the new one
    _check(_library().umount2(b".", _DETACH))
    os.umask(mask)
    os.chdir("/")
    with suppress(OSError):
        os.chdir(before)


def drop_capabilities() -> None:
    """Give up all rights of this process beyond those of its user. Raises OSError."""
    header = (ctypes.c_uint32 * 2)(_CAPABILITIES_VERSION, 0)
    nothing = (ctypes.c_uint32 * 6)()
    _call(_CAPSET[os.uname().machine], header, nothing)


def _unshare() -> None:
    """Enter new namespaces, with a user namespace where only its owner may make the others."""
    flags = _NEW_NS | _NEW_UTS | _NEW_IPC | _NEW_PID | _NEW_NET
    user, group = os.getuid(), os.getgid()
    library = _library()
    if user == 0 and library.unshare(flags) == 0:
        return
    _check(library.unshare(flags | _NEW_USER))
    for name, content in (("setgroups", "deny"), ("uid_map", f"{user} {user} 1"), ("gid_map", f"{group} {group} 1")):
        with open(f"/proc/self/{name}", "w", encoding="ascii") as file:
            file.write(content)


def _become_first() -> None:
    """Continue in a child, the first process of the new namespace, whose end ends all others."""
    child = os.fork()
    if child:
        status = 0
        with suppress(OSError):
            status = os.waitpid(child, 0)[1]
        os._exit(min(255, abs(os.waitstatus_to_exitcode(status))))
    _check(_library().prctl(_PARENT_DIES, signal.SIGKILL, 0, 0, 0))


def _outermost(places: Iterable[str]) -> list[str]:
    """The paths that are not inside another one."""
    found: list[str] = []
    for path in sorted({os.path.abspath(place) for place in places}):
        if not any(os.path.commonpath([path, other]) == other for other in found):
            found.append(path)
    return found


def _bind(path: str, base: str, attributes: int) -> None:
    """Mount a path, if it exists, at the same place of the new root; links stay links."""
    target = base + path
    if not os.path.lexists(path):
        return
    os.makedirs(os.path.dirname(target), mode=0o755, exist_ok=True)
    if os.path.islink(path):
        with suppress(FileExistsError):
            os.symlink(os.readlink(path), target)
        return
    if os.path.isdir(path):
        os.makedirs(target, mode=0o755, exist_ok=True)
    else:
        os.close(os.open(target, os.O_CREAT | os.O_WRONLY, 0o644))
    _mount(path, target, None, _BIND | _REC)
    _set_attributes(target, attributes)


def _set_attributes(target: str, attributes: int) -> None:
    """Add attributes to a mount and those inside it."""
    mount_attributes = (ctypes.c_uint64 * 4)(attributes, 0, 0, 0)
    _call(
        _MOUNT_SETATTR, _AT_FDCWD, os.fsencode(target), _AT_RECURSIVE, mount_attributes, ctypes.sizeof(mount_attributes)
    )


def _mount(source: str | None, target: str, kind: str | None, flags: int, options: str = "") -> None:
    encoded = [None if each is None else os.fsencode(each) for each in (source, target, kind)]
    _check(_library().mount(*encoded, ctypes.c_ulong(flags), os.fsencode(options)))


def _call(number: int, *arguments: object) -> None:
    _check(_library().syscall(ctypes.c_long(number), *arguments))


def _check(answer: int) -> None:
    """Raise OSError if the last call failed."""
    if answer < 0:
        error = ctypes.get_errno()
        raise OSError(error, os.strerror(error))


def _library() -> ctypes.CDLL:
    return ctypes.CDLL(None, use_errno=True)
