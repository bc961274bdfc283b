"""Isolates third-party programs from the other processes and files of the machine.

With bubblewrap a program sees the system's programs and libraries, its interpreter and itself, all read-only, and can
write to its own folder and to two temporary file systems of a fixed size. It runs in its own namespaces, without other
processes and without a network. A filter of system calls keeps it from connecting to sockets, tracing processes and
mounting file systems. Without bubblewrap the isolation is weaker; `confinement().sentences` describes it. Landlock then
keeps the program from writing to folders other than its own and those for temporary files.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path

from engine.base.confinement import landlock, seccomp
from engine.base.confinement.control_group import control_groups
from engine.base.confinement.seccomp import Policy
from engine.base.errors import InputError
from engine.base.language import N_, _, lazy_gettext
from engine.sat.programs.readable import SYSTEM, of_system, without_nested
from engine.sat.solvers.limits import MEGABYTE

TEMPORARY = ("/tmp", "/dev/shm")
"""The temporary file systems of a sandbox. Their contents count as memory."""
WRITABLE = (*TEMPORARY, "/var/tmp")
"""The folders for temporary files, which programs may always write to."""
TEMPORARY_SIZE = 64 * MEGABYTE
"""The size of each in bytes."""
EMPTY = ("/home", "/run", "/root", "/media", "/mnt", "/srv")
"""Folders that are empty in the sandbox, except for paths that a command names."""
FILTER = Policy(
    execution=True,
    sessions=True,
    exempt=frozenset({
        "chmod", "fchmod", "fchmodat", "utime", "utimes", "utimensat", "futimesat", "mknod", "mknodat",
        "setpriority", "sched_setaffinity", "socketpair",
    }),
)  # fmt: skip
"""The system calls of programs that see neither processes nor files of others.

Java needs a pair of sockets to read files. It reaches nothing else: `connect` and addresses are refused.
"""

ALWAYS = N_(
    "Processor time, memory, output and processes are limited. Each run has a temporary folder and an empty "
    "environment, and all its processes are killed at the end."
)
BUBBLEWRAP = N_(
    "bubblewrap: programs read only the system's programs and libraries, their interpreter and their own folder. They "
    "reach no network and no other process, and write only to their temporary files."
)
UNSHARE = N_("unshare: programs reach no network. They can read and write all files that you can.")
UNSHARE_GUARDED = N_("unshare: programs reach no network. They can read all files that you can.")
NOTHING_GUARDED = N_("Neither bubblewrap nor unshare works here: programs can read all files that you can.")
GUARDED = N_("Landlock: programs write only to their temporary folder, and to /tmp, /var/tmp and /dev/shm.")
NOTHING = N_("Neither bubblewrap nor unshare works here: programs can read and write all files that you can.")
FILTERED = N_("seccomp: programs can't connect to sockets, trace processes, mount file systems or use namespaces.")
SIGNALS = N_("They can signal only themselves.")
UNFILTERED = N_("seccomp does not work here: programs can use sockets and trace other processes, as far as you can.")
GROUP = N_("A control group limits memory and processes.")
NO_GROUP = N_("There is no control group to limit memory and processes: they are measured several times a second.")
AS_ROOT = N_("You are root, and so are the programs. Use an account without rights.")
REQUIRE = "--require-sandbox"
"""The option that requires the full sandbox."""
REFUSED = lazy_gettext("the full sandbox for programs does not work here: {sentence}")
ADVICE = lazy_gettext("install bubblewrap 0.8 or newer and allow user namespaces, or leave {option} out")


@dataclass(frozen=True)
class Confinement:
    """A way to isolate programs; `sentences` describe it.

    `command` makes the words that precede a command, from the folder that it may write to and the paths that it may
    read. `namespace`: all processes end with the first one. `hides`: files of others are invisible. `filtered`: system
    calls are filtered, by bubblewrap if it `hides`, else by the launcher. `guarded`: the launcher restricts writing.
    """

    command: Callable[[Path, Sequence[Path]], list[str]]
    sentences: tuple[str, ...] = ()
    namespace: bool = False
    hides: bool = False
    filtered: bool = False
    guarded: bool = False

    @property
    def weakness(self) -> str:
        """A sentence on what is missing; empty if the isolation is complete."""
        if not self.hides:
            if self.guarded:
                return UNSHARE_GUARDED if self.namespace else NOTHING_GUARDED
            return UNSHARE if self.namespace else NOTHING
        return "" if self.filtered else UNFILTERED

    @property
    def is_full(self) -> bool:
        """Whether programs can reach nothing but what they need."""
        return self.namespace and self.hides and self.filtered


def bubblewrap(folder: Path, readable: Sequence[Path], *, sized: bool = True) -> list[str]:
    """The words before a command. Older versions of bubblewrap lack `sized` file systems; these are then read-only."""
    words = [shutil.which("bwrap") or "bwrap", "--unshare-all", "--new-session", "--die-with-parent", "--as-pid-1"]
    words += ["--cap-drop", "ALL", *(word for empty in EMPTY for word in ("--dir", empty))]
    words += [*_temporary("/tmp", sized), "--symlink", "/tmp", "/var/tmp"]
    for place in without_nested((*of_system(), *readable)):
        if str(place) in SYSTEM and place.is_symlink():
            words += ["--symlink", os.readlink(place), str(place)]
        else:
            words += ["--ro-bind", str(place), str(place)]
    words += ["--bind", str(folder), str(folder), "--proc", "/proc", "--dev", "/dev", *_temporary("/dev/shm", sized)]
    fixed = ["/dev", "/proc", "/", *(() if sized else TEMPORARY)]
    return [*words, *(word for path in fixed for word in ("--remount-ro", path)), "--chdir", str(folder)]


def unshare(_folder: Path, _readable: Sequence[Path]) -> list[str]:
    """The words before a command where there are user namespaces but no bubblewrap."""
    return ["unshare", "--user", "--map-current-user", "--net", "--ipc", "--pid", "--fork", "--kill-child=KILL", "--"]


def unconfined(_folder: Path, _readable: Sequence[Path]) -> list[str]:
    """No words before a command."""
    return []


@cache
def confinement() -> Confinement:
    """The strictest confinement that works on this system, found by trying."""
    return next(iter(confinements()))


def confinements() -> Iterator[Confinement]:
    """All confinements that work on this system, the strictest first."""
    has_filter = seccomp.is_supported()
    calls = FILTERED if has_filter else UNFILTERED
    root = (AS_ROOT,) if hasattr(os, "geteuid") and not os.geteuid() else ()
    groups = GROUP if control_groups() else NO_GROUP
    for command in (bubblewrap, partial(bubblewrap, sized=False)):
        if shutil.which("bwrap") and _works(command):
            yield Confinement(command, (ALWAYS, groups, BUBBLEWRAP, calls, *root), True, True, has_filter)
            break
    has_landlock = landlock.version() > 0
    files = (GUARDED,) if has_landlock else ()
    if shutil.which("unshare") and _works(unshare):
        reach = UNSHARE_GUARDED if has_landlock else UNSHARE
        yield Confinement(unshare, (ALWAYS, groups, reach, *files, calls, *root), True, False, has_filter, has_landlock)
    reach, call_sentence = NOTHING_GUARDED if has_landlock else NOTHING, f"{calls} {SIGNALS}" if has_filter else calls
    yield Confinement(
        unconfined, (ALWAYS, groups, reach, *files, call_sentence, *root), False, False, has_filter, has_landlock
    )


def require_full() -> None:
    """Raise InputError unless programs can reach nothing but what they need."""
    if not confinement().is_full:
        raise InputError(REFUSED.format(sentence=_(confinement().weakness)), advice=ADVICE.format(option=REQUIRE))


def search_path(readable: Iterable[Path]) -> str:
    """The value of PATH, restricted to folders that a program can read."""
    visible = {*of_system(), *readable}
    folders = [Path(text) for text in os.environ.get("PATH", os.defpath).split(os.pathsep) if os.path.isabs(text)]
    folders_left = [str(folder) for folder in folders if not visible.isdisjoint((folder, *folder.parents))]
    return os.pathsep.join(dict.fromkeys((*folders_left, *os.defpath.strip(os.pathsep).split(os.pathsep))))


def _temporary(place: str, sized: bool) -> list[str]:
    return ["--size", str(TEMPORARY_SIZE), "--tmpfs", place] if sized else ["--tmpfs", place]


def _works(command: Callable[[Path, Sequence[Path]], list[str]]) -> bool:
    with tempfile.TemporaryDirectory() as folder, suppress(OSError, subprocess.TimeoutExpired):
        words = [*command(Path(folder), ()), sys.executable, "-I", "-S", "-c", ""]
        return subprocess.run(words, capture_output=True, timeout=10, check=False).returncode == 0
    return False
