"""A separate root folder for a process, by Linux namespaces, with the files that the process needs and no others.

Landlock controls which files are opened, but any process may ask whether a file exists, and for its size and time of
change. In a root of its own, there are no other files to ask for. The same namespaces leave a process without a network
and System V objects, and it sees only the processes that it starts.
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
_NAMESPACES = _NEW_NS | _NEW_UTS | _NEW_IPC | _NEW_PID | _NEW_NET
_BASES = ("/mnt", "/media", "/srv", "/opt", "/boot", "/run")
"""Folders that most systems have, over one of which a new root can be mounted."""
_DETACH = 2
_PIVOT_ROOT, _MOUNT_SETATTR = {"x86_64": 155, "aarch64": 41}, 442
_AT_FDCWD, _AT_RECURSIVE = -100, 0x8000
_READ_ONLY = 0x1 | 0x2
"""Mount attributes: read-only, and without set-user-ID programs."""
_WITHOUT_DEVICES = 0x4
_WRITABLE = 0x2 | _WITHOUT_DEVICES
"""Mount attributes: without set-user-ID programs and devices."""
_CAPSET = {"x86_64": 126, "aarch64": 91}
_CAPABILITIES_VERSION = 0x20080522
_SET_PARENT_DEATH_SIGNAL = 1
"""The option of prctl(2) for a signal at the parent's death."""


def enter(places: Iterable[str], devices: Iterable[str], base: str) -> None:
    """Continue as the first process of new namespaces, whose root has these paths (read-only) and /proc.

    The caller continues in a child, while its parent only waits for it. `base` is any folder, over which the new root
    is mounted for this process alone. Call this while there is only one thread. Raises OSError if the system does not
    allow it; the process may then be in some of the namespaces and must be ended.
    """
    _check_machine()
    folder = os.getcwd()
    _unshare(_NAMESPACES)
    _become_init()
    mask = os.umask(0o022)  # the folders must be accessible to whatever user the process becomes later
    proc = _make_root(places, devices, base)
    _set_attributes(base, _READ_ONLY)
    _mount("proc", proc, "proc", _NOSUID | _NODEV | _NOEXEC)
    _move_to(base)
    os.umask(mask)
    with suppress(OSError):
        os.chdir(folder)


def hide(places: Iterable[str], writable: str, devices: Iterable[str]) -> None:
    """Continue in a root that has these paths (read-only), the folder `writable` and /proc.

    The process stays the same, and its network too. Call this while there is only one thread. Raises OSError if the
    system does not allow it; the process may then be in a namespace where it has no rights, so try it in a child first.
    """
    _check_machine()
    places = {os.path.abspath(path) for path in places}
    base = next((base for base in _BASES if os.path.isdir(base) and not _overlaps(base, {*places, writable})), None)
    if base is None:
        raise OSError(EOPNOTSUPP, "there is no folder over which a root can be mounted")
    folder = os.getcwd()
    _unshare(_NEW_NS)
    mask = os.umask(0o022)
    proc = _make_root(places - {writable}, devices, base)
    os.makedirs(base + writable, exist_ok=True)
    _mount(writable, base + writable, None, _BIND)
    _set_attributes(base + writable, _WRITABLE)
    _mount("/proc", proc, None, _BIND | _REC)
    _set_attributes(base, _READ_ONLY, recursive=False)
    _move_to(base)
    os.umask(mask)
    with suppress(OSError):
        os.chdir(folder)
    if os.geteuid():
        drop_capabilities()


def _check_machine() -> None:
    """Raise OSError if the system is not one that this module knows."""
    if sys.platform != "linux" or os.uname().machine not in _PIVOT_ROOT:
        raise OSError(EOPNOTSUPP, "namespaces are not supported on this system")


def _overlaps(base: str, places: Iterable[str]) -> bool:
    """Whether one of the paths is the folder, in it or above it."""
    return any(os.path.commonpath([base, place]) in (base, place) for place in places)


def _make_root(places: Iterable[str], devices: Iterable[str], base: str) -> str:
    """Mount a root with these paths over `base`; returns its folder for /proc, which is empty."""
    _mount(None, "/", None, _REC | _PRIVATE)
    _mount("tmpfs", base, "tmpfs", _NOSUID | _NODEV, "size=1m,mode=755")
    for path in _outermost(places):
        _bind(path, base, _READ_ONLY | _WITHOUT_DEVICES)
    for path in sorted(set(devices)):
        _bind(path, base, _READ_ONLY)
    proc = base + "/proc"
    os.makedirs(proc, exist_ok=True)
    return proc


def _move_to(base: str) -> None:
    """Make `base` the root, without the old one."""
    os.chdir(base)
    _call(_PIVOT_ROOT[os.uname().machine], b".", b".")  # now the old root lies over the new one
    _check(_library().umount2(b".", _DETACH))
    os.chdir("/")


def drop_capabilities() -> None:
    """Give up all rights of this process beyond those of its user. Raises OSError."""
    header = (ctypes.c_uint32 * 2)(_CAPABILITIES_VERSION, 0)
    nothing = (ctypes.c_uint32 * 6)()
    _call(_CAPSET[os.uname().machine], header, nothing)


def _unshare(flags: int) -> None:
    """Enter new namespaces, with a user namespace where only its owner may make the others."""
    user, group = os.getuid(), os.getgid()
    library = _library()
    if user == 0 and library.unshare(flags) == 0:
        return
    _check(library.unshare(flags | _NEW_USER))
    for name, content in (("setgroups", "deny"), ("uid_map", f"{user} {user} 1"), ("gid_map", f"{group} {group} 1")):
        with open(f"/proc/self/{name}", "w", encoding="ascii") as file:
            file.write(content)


def _become_init() -> None:
    """Continue in a child, the first process of the new namespace, whose end ends all others."""
    child = os.fork()
    if child:
        status = 0
        with suppress(OSError):
            status = os.waitpid(child, 0)[1]
        os._exit(min(255, abs(os.waitstatus_to_exitcode(status))))
    _check(_library().prctl(_SET_PARENT_DEATH_SIGNAL, signal.SIGKILL, 0, 0, 0))


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


def _set_attributes(target: str, attributes: int, *, recursive: bool = True) -> None:
    """Add attributes to a mount and those inside it."""
    mount_attributes = (ctypes.c_uint64 * 4)(attributes, 0, 0, 0)
    _call(
        _MOUNT_SETATTR,
        _AT_FDCWD,
        os.fsencode(target),
        _AT_RECURSIVE * recursive,
        mount_attributes,
        ctypes.sizeof(mount_attributes),
    )


def _mount(source: str | None, target: str, kind: str | None, flags: int, options: str = "") -> None:
    encoded = [None if argument is None else os.fsencode(argument) for argument in (source, target, kind)]
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
