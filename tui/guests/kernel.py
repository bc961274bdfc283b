"""What Linux's kernel holds this process to, behind the audit hook of `confinement`: by Landlock and seccomp.

The hook is told of what Python does; the kernel sees every system call, those of C code and of the solvers that are
started included.
"""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from enum import Enum

from engine.base.confinement import landlock, seccomp
from engine.base.confinement.landlock import DEVICE, READ, WRITE, FileAccess, PathRule
from engine.base.confinement.seccomp import Policy
from engine.base.language import N_, _
from tui.guests.confinement import GuestLimits, program_places

IN_FORCE = N_("The kernel holds the program to its folders (Landlock).")
CALLS = N_("The kernel holds the program to its folders (Landlock) and filters its system calls (seccomp).")
NOT_THERE = N_("Python's audit hook alone holds the program to its folders: the kernel has no Landlock.")
NO_LINUX = N_("Python's audit hook alone holds the program to its folders: only Linux has Landlock.")

_LIBRARIES = ("/usr/lib", "/usr/lib64", "/usr/local/lib", "/lib", "/lib64")
_OF_LIBRARIES = ("/etc/ld.so.cache", "/etc/localtime", "/usr/share/zoneinfo", "/sys/devices/system/cpu")
"""What C code reads: where libraries are, time zones, how many processors there are."""
_OF_NAMES = ("/etc/passwd", "/etc/group", "/etc/nsswitch.conf", "/etc/hosts", "/etc/host.conf", "/etc/resolv.conf",
             "/etc/gai.conf", "/etc/terminfo", "/usr/share/terminfo", "/usr/share/locale")  # fmt: skip
"""What else a server and a program in a terminal read: names of users and addresses, terminals."""
_READ_DEVICES = ("/dev/urandom", "/dev/random")
_DEVICES = ("/dev/null", "/dev/zero", "/dev/tty")


class Force(Enum):
    """How far the kernel holds a process."""

    FULL = "full"
    FILES = "files only"
    NONE = "none"


@dataclass(frozen=True)
class Enforcement:
    """What is in force, and the sentence that tells it."""

    force: Force
    sentence: str


def confine(bounds: GuestLimits, *, calls: bool = False) -> Enforcement:
    """From now on this thread, and those and the processes that it starts, keep to the bounds. Nothing takes that back.

    With `calls` they also make no sockets but pairs, inspect no other process and use no rarely needed service of the
    kernel. To be called while there is one thread only. Returns what is in force.
    """
    if sys.platform != "linux":
        return Enforcement(Force.NONE, _(NO_LINUX))
    version = landlock.version()
    if not version:
        return Enforcement(Force.NONE, _(NOT_THERE))
    landlock.restrict(_rules(bounds))
    if not calls or not seccomp.is_supported():
        return Enforcement(Force.FILES, _(IN_FORCE))
    seccomp.install(Policy(execution=True, sessions=True, pairs=True))
    return Enforcement(Force.FULL, _(CALLS))


def _rules(bounds: GuestLimits) -> list[PathRule]:
    """What the program reads and writes; it starts nothing but its own Python."""
    places = {str(place) for place in (bounds.folder, *program_places(), *library_places(), *_OF_NAMES)}
    return [
        *(PathRule(path, READ) for path in sorted(places)),
        *(PathRule(path, FileAccess.EXECUTE) for path in (os.path.realpath(sys.executable), *_LIBRARIES)),
        *(PathRule(path, FileAccess.READ_FILE) for path in _READ_DEVICES),
        *(PathRule(path, DEVICE) for path in _DEVICES),
        PathRule(str(bounds.state), WRITE),
    ]


def library_places() -> list[str]:
    """What C code reads, whatever it does."""
    return [*_LIBRARIES, *_OF_LIBRARIES]
