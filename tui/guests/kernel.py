"""Held by the kernel too, by Landlock (Linux 5.13 and later): a wall behind the audit hook of `confinement`.

The hook is told of what Python does; the kernel sees every system call, those of C code and of the solvers that are
started included. What may be read is a little more than the hook lets through: shared libraries and what C looks up.
"""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from engine.base.language import N_, _
from tui.guests.confinement import Bounds, program_places

if TYPE_CHECKING:
    from landlock import FSAccess, Ruleset

IN_FORCE = N_("Held to its folders by Python's audit hook, and by the kernel (Landlock).")
NOT_INSTALLED = N_("Held to its folders by Python's audit hook alone: the package landlock is not installed.")
NOT_THERE = N_("Held to its folders by Python's audit hook alone: the kernel has no Landlock ({reason}).")
NO_LINUX = N_("Held to its folders by Python's audit hook alone: only Linux has Landlock.")

_SYSTEM = ("/usr", "/lib", "/lib64", "/bin", "/etc", "/sys/devices/system/cpu")
"""What C code reads: libraries, names of users, time zones, how many processors there are."""
_DEVICES = ("/dev/null", "/dev/zero", "/dev/urandom", "/dev/random", "/dev/tty")


def confine(bounds: Bounds) -> str:
    """From now on this thread, and those and the processes that it starts, keep to the bounds. Nothing takes that back.

    To be called while there is one thread only. Returns what is in force, as a sentence.
    """
    if sys.platform != "linux":
        return _(NO_LINUX)
    try:
        from landlock import FSAccess, LandlockError, Ruleset
    except ImportError:
        return _(NOT_INSTALLED)
    reading = FSAccess.EXECUTE | FSAccess.READ_FILE | FSAccess.READ_DIR
    try:
        rules = Ruleset()
        for path in {str(place) for place in (bounds.folder, *program_places(), *_SYSTEM)}:
            _allow(rules, path, reading, FSAccess.all_file())
        for path in _DEVICES:
            _allow(rules, path, FSAccess.READ_FILE | FSAccess.WRITE_FILE, FSAccess.all_file())
        rules.allow(bounds.state)
        rules.apply()
    except (LandlockError, OSError) as error:
        return _(NOT_THERE).format(reason=error)
    return _(IN_FORCE)


def _allow(rules: Ruleset, path: str, rights: FSAccess, of_files: FSAccess) -> None:
    """Let what lies there be used so, if there is anything; a file has only rights `of_files`."""
    if os.path.exists(path):
        rules.allow(path, rules=rights if os.path.isdir(path) else rights & of_files)
