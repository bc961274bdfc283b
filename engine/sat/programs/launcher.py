"""Starts a program under limits of the system, and tells how it ended.

It is a script that imports nothing of ours, but the filter of system calls where no other program installs that.

Argument: a JSON object with the `command`, the `folder` to run it in, its `limits` (names of `resource` with numbers),
and the descriptors `report` and `lifeline`; with a `filter` the folder of the `project`, the calls that are `exempt`,
and whether the program may signal `only_own` processes. JSON objects, one a line, go to `report`: {"event": "started"}
or {"event": "refused"} with a text, then {"event": "ended"} with the `status` of the process, its seconds of processor
time and the `peak` of its memory in bytes. When the lifeline is closed, which is when the caller is gone or has enough
of it, the program is killed. In a namespace of its own this process is the first one, whose end ends all others.
"""

import ctypes
import json
import os
import resource
import select
import signal
import sys
from contextlib import suppress
from typing import Any


def main() -> None:
    """Start it, wait, and tell."""
    order = json.loads(sys.argv[1])
    _hide()
    if "filter" in order:
        sys.path.append(order["filter"]["project"])
        from engine.base.confinement import seccomp  # noqa: F401 (loaded here, as the program's time counts after it)
    for descriptor in (order["report"], order["lifeline"]):
        os.set_inheritable(descriptor, False)
    awake, waker = os.pipe()
    os.set_blocking(waker, False)
    signal.set_wakeup_fd(waker, warn_on_full_buffer=False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    start, refused = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            _become(order)
        except (OSError, ValueError) as error:
            os.write(refused, str(error).encode())
        os._exit(127)
    os.close(refused)
    complaint = os.read(start, 1 << 12)  # nothing: it was closed by starting the program
    _tell(order, event="refused" if complaint else "started", text=complaint.decode())
    ended = None
    while ended is None:
        ready = select.select([awake, order["lifeline"]], [], [])[0]
        if order["lifeline"] in ready:
            break
        os.read(awake, 1 << 12)
        ended = _reap(child)
    with suppress(ProcessLookupError):
        os.killpg(child, signal.SIGKILL)
    if ended is not None:
        _tell(order, event="ended", **ended)


_DUMPABLE, _DROP_CAPABILITY = 4, 24  # PR_SET_DUMPABLE, PR_CAPBSET_DROP
_CAPABILITIES = 64


def _hide() -> None:
    """Keep the program from opening what this process has open, such as the report."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_DUMPABLE, 0, 0, 0, 0)


def _become(order: dict[str, Any]) -> None:
    """Turn this process into the program."""
    os.setsid()
    os.chdir(order["folder"])
    for name, most in order["limits"].items():
        limit = getattr(resource, name, None)
        if limit is not None:
            hard = resource.getrlimit(limit)[1]
            most = most if hard == resource.RLIM_INFINITY else min(most, hard)
            with suppress(OSError, ValueError):  # not every system holds to each
                resource.setrlimit(limit, (most, most))
    signal.set_wakeup_fd(-1)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    if "filter" in order:
        _filter(order["filter"])
    os.execvp(order["command"][0], order["command"])


def _filter(request: dict[str, Any]) -> None:
    """Have the kernel refuse system calls that no program needs, and the privileges of root once it is started."""
    from engine.base.confinement import seccomp

    library = ctypes.CDLL(None)
    for capability in range(_CAPABILITIES):
        library.prctl(_DROP_CAPABILITY, capability, 0, 0, 0)
    own = os.getpid() if request["only_own"] else None
    seccomp.install(seccomp.Policy(execution=True, process=own, exempt=frozenset(request["exempt"])))


def _reap(child: int) -> dict[str, Any] | None:
    """Take note of processes that have ended; how, if the program is among them."""
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


def _tell(order: dict[str, Any], **message: object) -> None:
    with suppress(BrokenPipeError):
        os.write(order["report"], json.dumps(message).encode() + b"\n")


if __name__ == "__main__":
    main()
