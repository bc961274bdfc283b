"""What a run of a program leaves behind: files, and processes that go on.

It imports nothing of this project, as the scripts that start programs in a sandbox load it, too.
"""

import os
import signal
import sys
import time
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import suppress

MAX_FILES = 10_000
"""Maximum number of files of a folder that are looked at."""

_GRACE = 0.1  # seconds in which helpers may end after the program

FileStates = dict[str, tuple[int, int]]
"""The paths of files, each with its time of change in nanoseconds and its size in bytes."""


def file_states(folders: Iterable[str]) -> FileStates:
    """The states of the files in folders, without those of folders inside."""
    states = {}
    for folder in folders:
        with suppress(OSError):
            for entry in os.scandir(folder):
                with suppress(OSError):
                    if entry.is_file(follow_symlinks=False):
                        state = entry.stat(follow_symlinks=False)
                        states[entry.path] = state.st_mtime_ns, state.st_size
    return states


def changed_files(before: FileStates, after: FileStates) -> list[str]:
    """The new and changed files, sorted."""
    return sorted(path for path, state in after.items() if before.get(path) != state)


def unexpected_files(folder: str, inputs: Mapping[str, bytes], expected: Collection[str]) -> list[str]:
    """The files in a program's folder that are neither its unchanged `inputs` nor `expected`, sorted.

    Both are named by paths in the folder. Hidden files such as caches don't count.
    """
    found = []
    for name, text in inputs.items():
        with suppress(OSError), open(os.path.join(folder, name), "rb") as file:
            if file.read(len(text) + 1) != text:
                found.append(name)
    for number, name in enumerate(_visible_files(folder)):
        if number == MAX_FILES:
            break
        if name not in inputs and name not in expected:
            found.append(name)
    return sorted(found)


def _visible_files(folder: str, prefix: str = "") -> Iterator[str]:
    with suppress(OSError):
        for entry in os.scandir(folder):
            if entry.name.startswith(".") or entry.name == "__pycache__":
                continue
            if entry.is_dir(follow_symlinks=False):
                yield from _visible_files(entry.path, f"{prefix}{entry.name}/")
            else:
                yield prefix + entry.name


def remaining_processes() -> dict[int, str]:
    """The names of the children of this process that go on after a moment, by their numbers; only on Linux.

    Those that have ended are reaped.
    """
    until = time.monotonic() + _GRACE
    try:
        while time.monotonic() < until:
            if not os.waitpid(-1, os.WNOHANG)[0]:
                time.sleep(_GRACE / 10)
    except ChildProcessError:
        return {}
    return dict(_children()) if sys.platform == "linux" else {}


def _children() -> Iterator[tuple[int, str]]:
    own_id = os.readlink("/proc/self")  # in a namespace of processes, /proc may be that outside of it
    for number in filter(str.isdecimal, os.listdir("/proc")):
        with suppress(OSError):
            with open(f"/proc/{number}/status", encoding="utf-8", errors="replace") as file:
                fields = dict(line.rstrip("\n").split(":\t", 1) for line in file if ":\t" in line)
            if fields["PPid"] == own_id and not fields["State"].startswith("Z"):
                yield int(fields.get("NSpid", number).split()[-1]), fields["Name"]


def end_processes(numbers: Iterable[int]) -> list[int]:
    """Kill children of this process, and reap them; returns those that it can't kill."""
    refused = []
    for number in numbers:
        try:
            os.kill(number, signal.SIGKILL)
            os.waitpid(number, 0)
        except PermissionError:
            refused.append(number)
        except (ProcessLookupError, ChildProcessError):
            pass
    return refused
