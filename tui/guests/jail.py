"""The jail of players' jobs: restricts files, network, system calls, users and resources, as the kernel allows.

A job reads puzzles and formulas, computes, and answers over its connection. An attacker who takes it over by a fault in
a parser or solver should gain nothing else: no other files, sockets or processes, and no account that owns anything.
"""

from __future__ import annotations

import os
import resource
import sys
from contextlib import suppress
from dataclasses import dataclass, replace
from errno import EACCES
from itertools import product
from pathlib import Path

from engine.base.confinement import landlock, root, seccomp
from engine.base.confinement.control_group import GroupFactory, control_groups
from engine.base.confinement.landlock import READ, FileAccess, PathRule
from engine.base.confinement.seccomp import Policy
from engine.sat.solvers import library
from tui.guests import confinement
from tui.guests.confinement import MEGABYTE, GuestLimits, program_places
from tui.guests.kernel import KernelConfinement, library_places

JOB_MEMORY = 200 * MEGABYTE
"""Memory of a job besides its search, in bytes."""
FIRST_USER, USERS = 1_879_048_192, 1 << 22
"""Numbers of unused users, one for each job: far above those of accounts and containers."""
NOBODY_ID = 65534

_DEVICES = ("/dev/null", "/dev/urandom")
_OPEN_FILES = 128
_PROCESSES = 64
"""Maximum processes and threads of a job, in a control group or as the only job of its user; otherwise of all jobs."""
_PROCESSES_OF_ALL = 2048
_NICENESS = 10

AS_ROOT = "jobs run as root: let other accounts read the program and the puzzles, or let the system allow namespaces"
NO_NAMESPACES = "jobs can see which files exist: the system allows no namespaces"
NO_GROUPS = "a job's processes share no limit of memory: the server can make no control groups (cgroups) here"
NO_SIGNALS = "jobs can signal other processes of the account: the kernel's Landlock is older than version 6"
NO_CALLS = "jobs can make sockets: the kernel filters no system calls here"
NO_FILES = "jobs can read all files of the account: the kernel has no Landlock"


@dataclass(frozen=True)
class Jail:
    """How jobs are confined: to the bounds, by Landlock (`files`), by seccomp (`calls`), in namespaces (`namespaces`),
    each with a user of its own (`users`) and in a control group of its own (`groups`).
    """

    bounds: GuestLimits
    files: bool = False
    calls: bool = False
    namespaces: bool = False
    users: bool = False
    groups: GroupFactory | None = None

    @property
    def confinement(self) -> KernelConfinement:
        """The extent of confinement."""
        if not self.files:
            return KernelConfinement.NONE
        return KernelConfinement.FULL if self.calls and self._restricts_signals() else KernelConfinement.FILES

    def __str__(self) -> str:
        """Such as "full (Landlock 7, seccomp, namespaces, own users, control groups)"."""
        version = landlock.version()
        parts = [
            name
            for name, has in (
                (f"Landlock {version}", self.files),
                ("seccomp", self.calls),
                ("namespaces", self.namespaces),
                ("own users", self.users),
                ("control groups", self.groups is not None),
            )
            if has
        ]
        return f"{self.confinement.value} ({', '.join(parts)})" if parts else self.confinement.value

    def warnings(self) -> list[str]:
        """Return a warning for each protection that is missing."""
        warnings = {
            NO_FILES: not self.files,
            NO_CALLS: not self.calls,
            NO_SIGNALS: not self._restricts_signals(),
            NO_NAMESPACES: not self.namespaces,
            NO_GROUPS: self.groups is None,
            AS_ROOT: not self.users and os.geteuid() == 0,
        }
        return [sentence for sentence, applies in warnings.items() if applies]

    def enter(self) -> None:
        """Prepare the fork server of jobs. Raises OSError."""
        if self.groups:
            self.groups.open()
        if self.namespaces:
            places = {os.path.abspath(place) for place in self._places()}
            base = self.bounds.state
            base.mkdir(parents=True, exist_ok=True)
            root.enter(places | {os.path.realpath(place) for place in places}, _DEVICES, str(base))
            if os.geteuid():
                root.drop_capabilities()

    def close(self) -> None:
        """Confine this process, a job with a single thread, permanently. Raises OSError."""
        if self.groups:
            self.groups.enter(self.bounds.memory + JOB_MEMORY, _PROCESSES)
        os.nice(_NICENESS)
        with suppress(OSError), open("/proc/self/oom_score_adj", "w", encoding="ascii") as file:
            file.write("1000")  # if the machine's memory is short, a job ends, not the server
        processes = _PROCESSES if self.users else _PROCESSES_OF_ALL if self.namespaces else None
        if self.users:
            _switch_user(FIRST_USER + os.getpid() % USERS)
        if self.files:
            landlock.restrict(self._rules())
        confinement.enforce(self.bounds, forks=self.calls)
        seconds = 2 * int(self.bounds.seconds) + 10  # a search has its own time limit
        limit(resource.RLIMIT_CPU, seconds, margin=1)  # SIGXCPU comes first, and gives the reason
        limit(resource.RLIMIT_DATA, self.bounds.memory + JOB_MEMORY)
        limit(resource.RLIMIT_NOFILE, _OPEN_FILES)
        limit(resource.RLIMIT_FSIZE, 0)
        if processes is not None:
            limit(resource.RLIMIT_NPROC, processes)
        if self.calls:
            library.fork_processes()
            seccomp.install(Policy(process=None if self._restricts_signals() else os.getpid()))

    def clean_up(self, job: int) -> None:
        """Remove the control group of an ended job."""
        if self.groups:
            self.groups.remove(job)

    def _restricts_signals(self) -> bool:
        return self.namespaces or landlock.restricts_signals(landlock.version())

    def _places(self) -> list[str]:
        """Return the paths that a job reads, besides /proc and devices."""
        program = [str(place) for place in program_places() if not str(place).startswith(("/proc", "/dev"))]
        return [str(self.bounds.folder), *program, *library_places()]

    def _rules(self) -> list[PathRule]:
        return [
            *(PathRule(path, READ) for path in (*self._places(), "/proc")),
            PathRule("/dev/urandom", FileAccess.READ_FILE),
            PathRule("/dev/null", FileAccess.READ_FILE | FileAccess.WRITE_FILE),
        ]


def strongest(bounds: GuestLimits) -> Jail:
    """Return the strongest jail that works on this system, by trial. Must be called with a single thread."""
    plain = Jail(replace(bounds, state=bounds.state / "jobs"))
    if sys.platform != "linux":
        return plain
    supported = replace(plain, files=landlock.version() > 0, calls=seccomp.is_supported())
    user_choices = (True, False) if os.geteuid() == 0 else (False,)
    group_choices = (GroupFactory(), None) if control_groups() else (None,)
    for namespaces, users, groups in product((True, False), user_choices, group_choices):
        jail = replace(supported, namespaces=namespaces, users=users, groups=groups)
        if _can_enter(jail):
            return jail
    return plain


def _can_enter(jail: Jail) -> bool:
    """Whether a process can enter the jail and still read the required files."""
    child = os.fork()
    if not child:
        code = 1
        with suppress(BaseException):
            jail.enter()
            job = os.fork()
            if not job:
                code = 1
                with suppress(BaseException):
                    jail.close()
                    _read(jail.bounds.folder, Path(os.__file__).parent, Path(__file__).parent)
                    code = 0
                os._exit(code)
            code = os.waitstatus_to_exitcode(os.waitpid(job, 0)[1])
            jail.clean_up(job)
        os._exit(code)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


def _read(*folders: Path) -> None:
    """List the folders. Raises OSError."""
    for folder in folders:
        os.listdir(folder)


def _switch_user(user: int) -> None:
    """Switch from root to a user that owns nothing. Raises OSError."""
    for number in (user, NOBODY_ID):  # in some containers only the first 65,536 numbers are there
        with suppress(OSError):
            os.setgroups([])
            os.setresgid(NOBODY_ID, NOBODY_ID, NOBODY_ID)
            os.setresuid(number, number, number)
            return
    raise PermissionError(EACCES, "can't switch to another user")


def limit(kind: int, most: int, margin: int = 0) -> None:
    """Set the soft limit to `most`, and the hard limit `margin` above it."""
    hard = resource.getrlimit(kind)[1]
    soft, last = (bound if hard == resource.RLIM_INFINITY else min(bound, hard) for bound in (most, most + margin))
    resource.setrlimit(kind, (soft, last))
