"""Confines the program to one folder, for guests who play under another person's account.

Python calls an audit hook (PEP 578) before it opens a file, lists a folder, starts a program or connects, and the hook
can refuse. All permissions of guests are therefore defined here, and no screen has to check them: links, typed paths
and faults in a screen all pass through the hook.
"""

import os
import signal
import sys
from collections.abc import Callable, Sequence
from errno import EACCES
from pathlib import Path
from typing import Any

from engine.base.errors import InputError
from engine.base.language import VARIABLE, _
from engine.base.lazy_dataclasses import dataclass

MEGABYTE = 1_000_000

SECONDS, MEMORY, GAMES = 60.0, 1000, 200
"""Default limits of a guest: seconds and megabytes of a search, and number of saved games."""

DISK = 32 * MEGABYTE
"""Maximum size of a guest's saved games in bytes: 200,000 moves."""

MAX_FILE_SIZE = 256 * MEGABYTE
"""Maximum size of any written file in bytes."""

PROGRAM_MEMORY = 1000 * MEGABYTE
"""Memory of the program besides a search, in bytes."""

_INHERITED_VARIABLES = (VARIABLE, "TERM", "COLORTERM", "NO_COLOR", "LANG", "LANGUAGE", "TZ", "HOME", "USER", "LOGNAME",
         "SSH_CONNECTION", "SSH_CLIENT", "SSH_TTY", "SSH_USER_AUTH")  # fmt: skip
"""Environment variables that guests may set, besides those that begin with LC_."""

_WRITE_FLAGS = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND

_READ_EVENTS = ("os.listdir", "os.scandir", "os.chdir", "os.getxattr", "os.listxattr")
_CHANGE_EVENTS = ("os.chmod", "os.chown", "os.link", "os.mkdir", "os.remove", "os.removexattr", "os.rename", "os.rmdir",
             "os.setxattr", "os.symlink", "os.truncate", "os.utime", "os.chflags", "os.lchflags")  # fmt: skip
_FORBIDDEN_EVENTS = ("os.exec", "os.fork", "os.forkpty", "os.posix_spawn", "os.spawn", "os.startfile", "os.system",
              "pty.spawn", "resource.prlimit", "socket.bind", "socket.connect", "socket.getaddrinfo",
              "socket.gethostbyaddr", "socket.gethostbyname", "socket.getnameinfo", "socket.sendto",
              "socket.sethostname", "webbrowser.open")  # fmt: skip


@dataclass(frozen=True)
class GuestLimits:
    """Limits of a guest: the readable folder, the state folder, seconds and bytes of a search, number and bytes of
    saved games. Both paths must be real paths without links.
    """

    folder: Path
    state: Path
    seconds: float = SECONDS
    memory: int = MEMORY * MEGABYTE
    games: int = GAMES
    disk: int = DISK


def forget_environment() -> None:
    """Remove all but harmless environment variables. Must be called before anything reads them."""
    if sys.flags.inspect:
        os.write(2, b"satsudoku-tui: Python would continue at its own prompt (-i, PYTHONINSPECT); start it with -I\n")
        os._exit(2)  # anything else would lead to the prompt
    for name in list(os.environ):
        if name not in _INHERITED_VARIABLES and not name.startswith("LC_"):
            del os.environ[name]


def prepare(bounds: GuestLimits) -> None:
    """Create the state folder and set up the environment. Raises InputError if the folder can't be created."""
    os.environ["SATSUDOKU_STATE"] = str(bounds.state)
    os.environ["OPENBLAS_NUM_THREADS"] = "1"  # otherwise numpy reserves memory for every core of the machine
    os.umask(0o077)
    try:
        bounds.state.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(
            _("can't be made: {strerror}").format(strerror=error.strerror),
            path=bounds.state,
            advice=_("name another --state"),
        ) from None


def enforce(bounds: GuestLimits, *, forks: bool = False) -> None:
    """Apply the bounds to this process and its solvers. This can't be undone.

    `forks` allows forks of this process, for use where the kernel confines its children.
    """
    import psutil  # noqa: F401 - `_is_child` needs it later, when no library may be loaded

    from engine.sat.solvers.library import COMMAND
    from engine.sat.solvers.limits import Limits, limit_process

    if sys.platform != "win32":
        import resource

        for kind, most in (
            (resource.RLIMIT_CORE, 0),
            (resource.RLIMIT_FSIZE, MAX_FILE_SIZE),
            (resource.RLIMIT_DATA, bounds.memory + PROGRAM_MEMORY),
        ):
            _, hard = resource.getrlimit(kind)
            lowest = most if hard == resource.RLIM_INFINITY else min(most, hard)
            resource.setrlimit(kind, (lowest, lowest))
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTSTP})
    limit_process(Limits(bounds.seconds, bounds.memory))
    sys.dont_write_bytecode = True
    sys.addaudithook(AuditHook(bounds, COMMAND, forks=forks))


class AuditHook:
    """The audit hook. Allows reading the folder (by real paths) and the program, reading and writing the state folder,
    and starting a library's solver; refuses all other audited operations.
    """

    def __init__(self, bounds: GuestLimits, command: Sequence[str], *, forks: bool = False) -> None:
        """`command` is the prefix of the only allowed commands; `forks` allows forks."""
        self._command = list(command)
        self._folder = str(bounds.folder)
        self._state = str(bounds.state)
        self._program = tuple({os.path.realpath(path) for path in program_places()})
        self._checks: dict[str, Callable[..., None]] = {"open": self._open, "subprocess.Popen": self._start}
        self._checks.update(dict.fromkeys(_READ_EVENTS, self._read))
        self._checks.update(dict.fromkeys(_CHANGE_EVENTS, self._change))
        self._checks.update(dict.fromkeys(_FORBIDDEN_EVENTS, self._refuse))
        self._checks.update({"os.kill": self._signal, "os.killpg": self._signal, "socket.sendmsg": self._send})
        if forks:
            del self._checks["os.fork"]

    def __call__(self, event: str, args: tuple[Any, ...]) -> None:
        """Check an audit event. Raises PermissionError to refuse it."""
        check = self._checks.get(event)
        if check is not None:
            check(*args)

    def _open(self, path: Any, _mode: object, flags: int) -> None:
        if path == os.devnull or isinstance(path, int):  # a number names a file opened before
            return
        if flags & _WRITE_FLAGS:
            self._change(path)
        else:
            self._read(path)

    def _read(self, path: Any) -> None:
        """Allow paths in the folder that resolve inside it; other paths may resolve to any readable place."""
        if isinstance(path, int):
            return
        named = os.path.abspath(os.fsdecode(path or "."))
        roots = (self._folder,) if _within(named, self._folder) else (self._folder, self._state, *self._program)
        real = os.path.realpath(named)
        if not any(_within(real, root) for root in roots):
            self._refuse(named)

    def _change(self, *args: Any) -> None:
        paths = [os.path.realpath(os.fsdecode(arg)) for arg in args if isinstance(arg, str | bytes | os.PathLike)]
        if not paths or not all(_within(path, self._state) for path in paths):
            self._refuse(*paths)

    def _start(self, executable: Any, args: Any, _directory: object, _environment: object) -> None:
        if executable != sys.executable or list(args)[: len(self._command)] != self._command:
            self._refuse(executable)

    def _send(self, _socket: object, address: object) -> None:
        """Allow messages over connected sockets, without an address."""
        if address is not None:
            self._refuse()

    def _signal(self, process: int, _number: int) -> None:
        """Allow signals to this process, its group and its children."""
        if process not in (0, os.getpid()) and not _is_child(process):
            self._refuse()

    def _refuse(self, *paths: object) -> None:
        path = paths[0] if paths and isinstance(paths[0], str) else None
        raise PermissionError(EACCES, _("it leads out of the folder that is open to you"), path)


def _is_child(process: int) -> bool:
    """Whether the process is a child of this one."""
    import psutil

    try:
        return psutil.Process(process).ppid() == os.getpid()
    except (psutil.Error, ValueError):  # ValueError: a negative number, which names a group or all processes
        return False


def leads_out(path: Path, folder: Path) -> bool:
    """Whether the path, with links resolved, is outside of the folder, which must be a real path."""
    return not _within(os.path.realpath(path), str(folder))


def _within(path: str, folder: str) -> bool:
    return os.path.commonpath([path, folder]) == folder


def program_places() -> list[str | Path]:
    """Return the paths of Python and the program, plus /proc and /dev/urandom."""
    packages = [path for path in sys.path if path.endswith(("site-packages", "dist-packages"))]
    return [sys.prefix, sys.base_prefix, Path(__file__).parents[2], "/proc", "/dev/urandom", *packages]
