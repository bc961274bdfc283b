"""How far programs of others are cut off from the rest of the machine.

With bubblewrap a program sees the system's programs and libraries, its interpreter and itself, all read-only, and can
write to its own folder and to two temporary file systems of a fixed size. It is in namespaces of its own, so that there
are no other processes and no network. A filter of system calls lets it connect to no socket, trace no process and mount
nothing. Without bubblewrap less holds, which `confinement().sentences` tells.
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

from engine.base.confinement import seccomp
from engine.base.confinement.control_group import control_groups
from engine.base.confinement.seccomp import Policy
from engine.base.errors import InputError
from engine.sat.programs.readable import SYSTEM, of_system, without_nested
from engine.sat.solvers.limits import MEGABYTE

TEMPORARY = ("/tmp", "/dev/shm")
"""The temporary file systems of a sandbox. What is in them counts as memory."""
TEMPORARY_SIZE = 64 * MEGABYTE
"""Bytes of each of them."""
EMPTY = ("/home", "/run", "/root", "/media", "/mnt", "/srv")
"""Folders that are there in the sandbox, with nothing in them but what a command names."""
FILTER = Policy(
    execution=True,
    sessions=True,
    exempt=frozenset({
        "chmod", "fchmod", "fchmodat", "utime", "utimes", "utimensat", "futimesat", "mknod", "mknodat",
        "setpriority", "sched_setaffinity", "socketpair",
    }),
)  # fmt: skip
"""Which system calls programs may make where they see neither processes nor files of others.

Java needs a pair of sockets to read files. Nothing else is reached over it: `connect` and addresses are refused.
"""

ALWAYS = (
    "Processor time, memory, output and processes are limited. Each run has a temporary folder and an empty "
    "environment, and all its processes are killed at the end."
)
BUBBLEWRAP = (
    "bubblewrap: programs read only the system's programs and libraries, their interpreter and their own folder. They "
    "reach no network and no other process, and write only to their temporary files."
)
UNSHARE = "unshare: programs reach no network. They can read and write all files that you can."
NOTHING = "Neither bubblewrap nor unshare works here: programs can read and write all files that you can."
FILTERED = "seccomp: programs can't connect to sockets, trace processes, mount file systems or use namespaces."
SIGNALS = "They can signal only themselves."
UNFILTERED = "seccomp does not work here: programs can use sockets and trace other processes, as far as you can."
GROUP = "A control group limits memory and processes."
NO_GROUP = "There is no control group to limit memory and processes: they are measured several times a second."
AS_ROOT = "You are root, and so are the programs. Use an account without rights."
REQUIRE = "--require-sandbox"
"""The option that asks for the full sandbox."""
REFUSED = "the full sandbox for programs does not work here"
ADVICE = "install bubblewrap 0.8 or newer and allow user namespaces, or leave {option} out"


@dataclass(frozen=True)
class Confinement:
    """What cuts programs off; `sentences` tell it.

    `command` makes the words before theirs, from the folder that they may write to and the paths that they may read.
    `namespace`: all processes end with the first one. `hides`: files of others are not there. `filtered`: system calls
    are filtered, by bubblewrap if there it `hides`, else by the launcher.
    """

    command: Callable[[Path, Sequence[Path]], list[str]]
    sentences: tuple[str, ...] = ()
    namespace: bool = False
    hides: bool = False
    filtered: bool = False

    @property
    def lacking(self) -> str:
        """What is not in force, as a sentence; empty if all is."""
        if not self.hides:
            return UNSHARE if self.namespace else NOTHING
        return "" if self.filtered else UNFILTERED

    @property
    def is_full(self) -> bool:
        """Whether programs reach nothing but what they need."""
        return self.namespace and self.hides and self.filtered


def bubblewrap(folder: Path, readable: Sequence[Path], *, sized: bool = True) -> list[str]:
    """The words before a command. Not every version of bubblewrap has `sized` file systems; then they are read-only."""
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
    """The words before a command where there is no bubblewrap, but user namespaces."""
    return ["unshare", "--user", "--map-current-user", "--net", "--ipc", "--pid", "--fork", "--kill-child=KILL", "--"]


def nothing(_folder: Path, _readable: Sequence[Path]) -> list[str]:
    """No words before a command."""
    return []


@cache
def confinement() -> Confinement:
    """The strictest that works on this system, found by trying."""
    return next(iter(every()))


def every() -> Iterator[Confinement]:
    """All that work on this system, the strictest first."""
    filtered = seccomp.is_supported()
    calls = FILTERED if filtered else UNFILTERED
    root = (AS_ROOT,) if hasattr(os, "geteuid") and not os.geteuid() else ()
    groups = GROUP if control_groups() else NO_GROUP
    for command in (bubblewrap, partial(bubblewrap, sized=False)):
        if shutil.which("bwrap") and _works(command):
            yield Confinement(command, (ALWAYS, groups, BUBBLEWRAP, calls, *root), True, True, filtered)
            break
    if shutil.which("unshare") and _works(unshare):
        yield Confinement(unshare, (ALWAYS, groups, UNSHARE, calls, *root), True, False, filtered)
    alone = f"{calls} {SIGNALS}" if filtered else calls
    yield Confinement(nothing, (ALWAYS, groups, NOTHING, alone, *root), False, False, filtered)


def require_full() -> None:
    """Raise InputError unless programs reach nothing but what they need."""
    if not confinement().is_full:
        raise InputError(f"{REFUSED}: {confinement().lacking}", advice=ADVICE.format(option=REQUIRE))


def search_path(readable: Iterable[Path]) -> str:
    """The folders of commands that a program can read, as in PATH."""
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
