"""Holding the program to one folder: for players who are guests of the account that it runs under.

Before a file is opened, a folder listed, a program started or a connection made, Python tells an audit hook of it
(PEP 578), and the hook can refuse. So what guests may do is said here, once, and no screen has to ask: whatever they
make the program try, by a link, a typed path or a fault in a screen, comes through here first.
"""

import os
import signal
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from errno import EACCES
from pathlib import Path
from typing import Any

import psutil

from engine.base.errors import InputError
from engine.base.language import VARIABLE, _

MEGABYTE = 1_000_000

SECONDS, MEMORY, GAMES = 60.0, 1000, 200
"""What a guest's search may take in seconds and megabytes, and how many games are kept, unless the host says else."""

DISK = 32 * MEGABYTE
"""Bytes that a guest's saved games may take: 200,000 moves."""

LARGEST_FILE = 256 * MEGABYTE
"""Bytes of any file that is written: what the saved games can grow to."""

BESIDES = 1000 * MEGABYTE
"""Bytes that the program may take besides a search."""

_PASSED_ON = (VARIABLE, "TERM", "COLORTERM", "NO_COLOR", "LANG", "LANGUAGE", "TZ", "HOME", "USER", "LOGNAME",
         "SSH_CONNECTION", "SSH_CLIENT", "SSH_TTY", "SSH_USER_AUTH")  # fmt: skip
"""Variables of the environment that a guest may have a say in, beside those that begin with LC_."""

_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND

_LISTING = ("os.listdir", "os.scandir", "os.chdir", "os.getxattr", "os.listxattr")
_CHANGING = ("os.chmod", "os.chown", "os.link", "os.mkdir", "os.remove", "os.removexattr", "os.rename", "os.rmdir",
             "os.setxattr", "os.symlink", "os.truncate", "os.utime", "os.chflags", "os.lchflags")  # fmt: skip
_FORBIDDEN = ("os.exec", "os.fork", "os.forkpty", "os.posix_spawn", "os.spawn", "os.startfile", "os.system",
              "pty.spawn", "resource.prlimit", "socket.bind", "socket.connect", "socket.getaddrinfo",
              "socket.gethostbyaddr", "socket.gethostbyname", "socket.getnameinfo", "socket.sendto",
              "socket.sethostname", "webbrowser.open")  # fmt: skip


@dataclass(frozen=True)
class GuestLimits:
    """What a guest may use: the folder to read, the one for what is remembered, and at most so many seconds and bytes
    for a search, so many saved games, and so many bytes for them. Both paths are real ones, without links.
    """

    folder: Path
    state: Path
    seconds: float = SECONDS
    memory: int = MEMORY * MEGABYTE
    games: int = GAMES
    disk: int = DISK


def forget_environment() -> None:
    """Keep of the environment only what is harmless; before anything else looks at it."""
    if sys.flags.inspect:
        os.write(2, b"satsudoku-tui: Python would go on at its own prompt (-i, PYTHONINSPECT); start it with -I\n")
        os._exit(2)  # anything else would lead to the prompt
    for name in list(os.environ):
        if name not in _PASSED_ON and not name.startswith("LC_"):
            del os.environ[name]


def prepare(bounds: GuestLimits) -> None:
    """Take the state's folder for one's own. Raises InputError if there is no place for it."""
    os.environ["SATSUDOKU_STATE"] = str(bounds.state)
    os.environ["OPENBLAS_NUM_THREADS"] = "1"  # else numpy takes memory for every core of the machine
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
    """From now on this process and the solvers that it starts keep to the bounds; nothing takes that back.

    With `forks` it may fork itself, where the kernel sees to what its children do.
    """
    from engine.sat.solvers.library import COMMAND
    from engine.sat.solvers.limits import Limits, bound

    if sys.platform != "win32":
        import resource

        for kind, most in (
            (resource.RLIMIT_CORE, 0),
            (resource.RLIMIT_FSIZE, LARGEST_FILE),
            (resource.RLIMIT_DATA, bounds.memory + BESIDES),
        ):
            _, hard = resource.getrlimit(kind)
            least = most if hard == resource.RLIM_INFINITY else min(most, hard)
            resource.setrlimit(kind, (least, least))
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTSTP})
    bound(Limits(bounds.seconds, bounds.memory))
    sys.dont_write_bytecode = True
    sys.addaudithook(Warden(bounds, COMMAND, forks=forks))


class Warden:
    """The audit hook. What lies in the folder is read, by its real path; the state's folder is read and written; the
    program itself is read; a library's solver is started. All else that the hook is told of is refused.
    """

    def __init__(self, bounds: GuestLimits, command: Sequence[str], *, forks: bool = False) -> None:
        """`command` is what every command begins with that may be run; with `forks` the process may fork."""
        self._command = list(command)
        self._folder = str(bounds.folder)
        self._state = str(bounds.state)
        self._program = tuple({os.path.realpath(path) for path in program_places()})
        self._checks: dict[str, Callable[..., None]] = {"open": self._open, "subprocess.Popen": self._start}
        self._checks.update(dict.fromkeys(_LISTING, self._read))
        self._checks.update(dict.fromkeys(_CHANGING, self._change))
        self._checks.update(dict.fromkeys(_FORBIDDEN, self._refuse))
        self._checks.update({"os.kill": self._signal, "os.killpg": self._signal, "socket.sendmsg": self._send})
        if forks:
            del self._checks["os.fork"]

    def __call__(self, event: str, args: tuple[Any, ...]) -> None:
        """Raises PermissionError for what must not be."""
        check = self._checks.get(event)
        if check is not None:
            check(*args)

    def _open(self, path: Any, _mode: object, flags: int) -> None:
        if path == os.devnull or isinstance(path, int):  # a number is of a file that was opened before
            return
        if flags & _WRITING:
            self._change(path)
        else:
            self._read(path)

    def _read(self, path: Any) -> None:
        """A name in the folder must lead to what lies there; any other, which the program made up, to the program."""
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
        """A message goes over a line that is open, to no other address."""
        if address is not None:
            self._refuse()

    def _signal(self, process: int, _number: int) -> None:
        """A signal goes to this process, its group, or a solver that it has started."""
        if process not in (0, os.getpid()) and not _is_child(process):
            self._refuse()

    def _refuse(self, *about: object) -> None:
        where = about[0] if about and isinstance(about[0], str) else None
        raise PermissionError(EACCES, _("it leads out of the folder that is open to you"), where)


def _is_child(process: int) -> bool:
    """Whether this process has started that one."""
    try:
        return psutil.Process(process).ppid() == os.getpid()
    except (psutil.Error, ValueError):  # ValueError: a negative number, which is of a group or of all
        return False


def leads_out(path: Path, folder: Path) -> bool:
    """Whether the path, links followed, is not in the folder, which is a real path itself."""
    return not _within(os.path.realpath(path), str(folder))


def _within(path: str, folder: str) -> bool:
    return os.path.commonpath([path, folder]) == folder


def program_places() -> list[str | Path]:
    """Where Python and the program lie, and what the system tells of this process."""
    packages = [path for path in sys.path if path.endswith(("site-packages", "dist-packages"))]
    return [sys.prefix, sys.base_prefix, Path(__file__).parents[2], "/proc", "/dev/urandom", *packages]
