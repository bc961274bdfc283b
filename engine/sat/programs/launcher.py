"""Starts a program under system limits, and reports how it ended.

A script that imports nothing of this project but what looks for processes left over, and the system call filter and
Landlock where no other program installs them.

Argument: a JSON object with the `command`, the `folder` to run it in, its `limits` (names of `resource` with numbers),
the folder of the `project`, and the descriptors `report` and `lifeline`; with a `filter`, the calls that are `exempt`,
and whether the program may signal `only_own` processes; with `writable`, the folders that it may write to. JSON
objects, one per line, go to `report`: {"event": "started"} or {"event": "refused"} with a text, then {"event": "ended"}
with the `status` of the process, its processor time in `seconds`, the `peak` of its memory in bytes, and the names of
the `remaining` processes that it started. When the lifeline closes, because the caller ended or stops the run, the
program is killed. In a namespace of its own this process is the first one, whose end ends all others.
"""

import ctypes
import json
import os
import resource
import select
import signal
import sys
from contextlib import suppress
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from engine.sat.programs.leftovers import remaining_processes
else:
    sys.path.insert(0, os.path.dirname(__file__))
    from leftovers import remaining_processes


def main() -> None:
    """Start the program, wait for its end, and report."""
    request = json.loads(sys.argv[1])
    _hide()
    _adopt()
    if "filter" in request or "writable" in request:
        package = ModuleType("engine")  # without the kernels, which take most of the time to load it
        package.__path__ = [os.path.join(request["project"], "engine")]
        sys.modules["engine"] = package
        from engine.base.confinement import landlock  # noqa: F401 (loaded here, as the program's time counts after it)
    for descriptor in (request["report"], request["lifeline"]):
        os.set_inheritable(descriptor, False)
    wake_reader, wake_writer = os.pipe()
    os.set_blocking(wake_writer, False)
    signal.set_wakeup_fd(wake_writer, warn_on_full_buffer=False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    start, refused = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            _execute(request)
        except (OSError, ValueError) as error:
            os.write(refused, str(error).encode())
        os._exit(127)
    os.close(refused)
    problem = os.read(start, 1 << 12)  # empty: closed by starting the program
    _report(request, event="refused" if problem else "started", text=problem.decode())
    end = None
    while end is None:
        ready = select.select([wake_reader, request["lifeline"]], [], [])[0]
        if request["lifeline"] in ready:
            break
        os.read(wake_reader, 1 << 12)
        end = _reap(child)
    if end is not None:
        end["remaining"] = [*remaining_processes().values()]
    with suppress(ProcessLookupError):
        os.killpg(child, signal.SIGKILL)
    if end is not None:
        _report(request, event="ended", **end)


_DUMPABLE, _DROP_CAPABILITY, _SUBREAPER = 4, 24, 36  # PR_SET_DUMPABLE, PR_CAPBSET_DROP, PR_SET_CHILD_SUBREAPER
_CAPABILITIES = 64


def _hide() -> None:
    """Keep the program from opening files of this process, such as the report."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_DUMPABLE, 0, 0, 0, 0)


def _adopt() -> None:
    """Become the parent of processes that the program leaves behind."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_SUBREAPER, 1, 0, 0, 0)


def _execute(request: dict[str, Any]) -> None:
    """Turn this process into the program."""
    os.setsid()
    os.chdir(request["folder"])
    for name, maximum in request["limits"].items():
        limit = getattr(resource, name, None)
        if limit is not None:
            hard = resource.getrlimit(limit)[1]
            maximum = maximum if hard == resource.RLIM_INFINITY else min(maximum, hard)
            with suppress(OSError, ValueError):  # not every system supports each
                resource.setrlimit(limit, (maximum, maximum))
    signal.set_wakeup_fd(-1)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    if "writable" in request:
        _restrict_files(request["writable"])
    if "filter" in request:
        _restrict_calls(request["filter"])
    os.execvp(request["command"][0], request["command"])


def _restrict_files(writable: list[str]) -> None:
    """Let the started program read everything, and write only to these folders and to devices."""
    from engine.base.confinement.landlock import READ, FileAccess, PathRule, restrict

    all_rights = FileAccess(2 * FileAccess.IOCTL_DEV - 1)
    written = [PathRule(path, all_rights) for path in (*writable, "/dev", "/proc")]
    restrict([PathRule("/", READ | FileAccess.EXECUTE), *written])


def _restrict_calls(settings: dict[str, Any]) -> None:
    """Install the system call filter, and drop the privileges of root for the started program."""
    from engine.base.confinement import seccomp

    library = ctypes.CDLL(None)
    for capability in range(_CAPABILITIES):
        library.prctl(_DROP_CAPABILITY, capability, 0, 0, 0)
    process = os.getpid() if settings["only_own"] else None
    seccomp.install(seccomp.Policy(execution=True, process=process, exempt=frozenset(settings["exempt"])))


def _reap(child: int) -> dict[str, Any] | None:
    """Reap ended processes; returns how the program ended, if it is among them."""
    while True:
        try:
            process, status, usage = os.wait4(-1, os.WNOHANG)
        except ChildProcessError:
            return None
        if process == 0:
            return None
        if process == child:
            unit = 1 if sys.platform == "darwin" else 1024
            seconds = usage.ru_utime + usage.ru_stime
            return {"status": status, "seconds": seconds, "peak": usage.ru_maxrss * unit}


def _report(request: dict[str, Any], **message: object) -> None:
    with suppress(BrokenPipeError):
        os.write(request["report"], json.dumps(message).encode() + b"\n")


if __name__ == "__main__":
    main()
