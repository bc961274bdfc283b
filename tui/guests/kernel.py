"""Confinement by the Linux kernel (Landlock and seccomp), in addition to the audit hook of `confinement`.

The hook sees only what Python does; the kernel sees every system call, including those of C code and solvers.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum

from engine.base.confinement import landlock, root, seccomp
from engine.base.confinement.landlock import DEVICE, READ, WRITE, FileAccess, PathRule
from engine.base.confinement.seccomp import Policy
from engine.base.language import N_, _
from tui.guests.confinement import GuestLimits, program_places

FILES_CONFINED = N_("The kernel confines the program to its folders (Landlock).")
CALLS = N_("The kernel confines the program to its folders (Landlock) and filters its system calls (seccomp).")
HIDDEN = N_(
    "The kernel confines the program to its folders (Landlock), filters its system calls (seccomp) and hides all other "
    "files (namespaces)."
)
NO_LANDLOCK = N_("Only Python's audit hook confines the program to its folders: the kernel has no Landlock.")
NO_LINUX = N_("Only Python's audit hook confines the program to its folders: only Linux has Landlock.")

_LIBRARIES = ("/usr/lib", "/usr/lib64", "/usr/local/lib", "/lib", "/lib64")
_LIBRARY_FILES = ("/etc/ld.so.cache", "/etc/localtime", "/usr/share/zoneinfo", "/sys/devices/system/cpu")
"""Files read by C libraries: library paths, time zones, processors."""
_SYSTEM_FILES = ("/etc/passwd", "/etc/group", "/etc/nsswitch.conf", "/etc/hosts", "/etc/host.conf", "/etc/resolv.conf",
             "/etc/gai.conf", "/etc/terminfo", "/usr/share/terminfo", "/usr/share/locale")  # fmt: skip
"""Files that servers and terminal programs also read: user and host names, terminfo, locales."""
_READ_DEVICES = ("/dev/urandom", "/dev/random")
_DEVICES = ("/dev/null", "/dev/zero", "/dev/tty")
_TERMINALS = ("/dev/pts",)


class KernelConfinement(Enum):
    """The extent of confinement by the kernel."""

    FULL = "full"
    FILES = "files only"
    NONE = "none"


@dataclass(frozen=True)
class Enforcement:
    """The confinement in force, and a sentence that describes it."""

    confinement: KernelConfinement
    sentence: str


def confine(bounds: GuestLimits, *, calls: bool = False) -> Enforcement:
    """Confine this thread and all threads and processes that it starts. This can't be undone.

    `calls` also hides other files, where the system allows namespaces, and forbids sockets other than pairs, inspection
    of other processes, and rarely needed system calls. Must be called while the process has a single thread.
    """
    if sys.platform != "linux":
        return Enforcement(KernelConfinement.NONE, _(NO_LINUX))
    version = landlock.version()
    if not version:
        return Enforcement(KernelConfinement.NONE, _(NO_LANDLOCK))
    is_hidden = calls and _hide(bounds)
    landlock.restrict(_rules(bounds))
    if not calls or not seccomp.is_supported():
        return Enforcement(KernelConfinement.FILES, _(FILES_CONFINED))
    seccomp.install(Policy(execution=True, sessions=True, pairs=True))
    return Enforcement(KernelConfinement.FULL, _(HIDDEN if is_hidden else CALLS))


def _hide(bounds: GuestLimits) -> bool:
    """Continue in a root that hides all other files; returns whether the system allows it."""
    places = [str(place) for place in (bounds.folder, *program_places(), *library_places(), *_SYSTEM_FILES)]
    places = [place for place in places if not place.startswith(("/proc", "/dev"))]
    paths = {os.path.abspath(place) for place in places} | {os.path.realpath(place) for place in places}
    devices = [*_READ_DEVICES, *_DEVICES, *_TERMINALS]

    def enter() -> None:
        root.hide(paths, str(bounds.state), devices)
        for folder in (bounds.folder, bounds.state, os.path.dirname(os.__file__)):
            os.listdir(folder)

    child = os.fork()
    if not child:
        code = 1
        with suppress(BaseException):
            enter()
            code = 0
        os._exit(code)
    if os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]):
        return False
    enter()
    return True


def _rules(bounds: GuestLimits) -> list[PathRule]:
    """Return the rules for what the program reads, writes and executes (only its own Python)."""
    places = {str(place) for place in (bounds.folder, *program_places(), *library_places(), *_SYSTEM_FILES)}
    return [
        *(PathRule(path, READ) for path in sorted(places)),
        *(PathRule(path, FileAccess.EXECUTE) for path in (os.path.realpath(sys.executable), *_LIBRARIES)),
        *(PathRule(path, FileAccess.READ_FILE) for path in _READ_DEVICES),
        *(PathRule(path, DEVICE) for path in _DEVICES),
        PathRule(str(bounds.state), WRITE),
    ]


def library_places() -> list[str]:
    """Return the paths that any C code may read."""
    return [*_LIBRARIES, *_LIBRARY_FILES]
