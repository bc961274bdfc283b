"""Control groups of Linux (cgroups, version 1 or 2): limits of memory and processes enforced by the kernel.

A group is made below that of this process, or beside it, where the account may do so: as root, or in a user session
or a service to which systemd delegates its groups. In version 2, a group delegates its controllers to the groups below
it, which have no limits otherwise; while it has processes itself, it can't. Memory in temporary file systems counts
too.
"""

import os
import signal
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from itertools import count
from pathlib import Path

_CONTROLLERS = ("memory", "pids")
_JOIN = 'while [ "$1" != -- ]; do echo 0 > "$1" || exit 126; shift; done; shift; exec "$@"'
_NAME = "satsudoku-{process}-{number}"
_EMPTY_SECONDS, _CHECK_SECONDS = 5.0, 0.01
"""How long to wait for a group to become empty, and between two checks."""

_numbers = count()


@dataclass(frozen=True)
class ControlGroup:
    """A group for one run: its folders, one per hierarchy."""

    folders: tuple[Path, ...] = ()

    def join(self, command: Sequence[str]) -> list[str]:
        """The words that run a command in the group."""
        if not self.folders:
            return [*command]
        process_files = [str(folder / "cgroup.procs") for folder in self.folders]
        return ["/bin/sh", "-c", _JOIN, "sh", *process_files, "--", *command]

    def ran_out_of_memory(self) -> bool:
        """Whether the kernel has killed a process of the group for lack of memory."""
        for folder in self.folders:
            for name in ("memory.events", "memory.oom_control"):
                with suppress(OSError):
                    words = (folder / name).read_text().split()
                    if "oom_kill" in words:
                        return words[words.index("oom_kill") + 1] != "0"
        return False

    def kill(self, seconds: float = _EMPTY_SECONDS) -> None:
        """Kill all processes of the group, and wait up to `seconds` until they are gone."""
        deadline = time.monotonic() + seconds
        while members := self._members():
            for member in members:
                with suppress(OSError):
                    os.kill(member, signal.SIGKILL)
            if time.monotonic() >= deadline:
                break
            time.sleep(_CHECK_SECONDS)

    def _members(self) -> set[int]:
        found: set[int] = set()
        for folder in self.folders:
            with suppress(OSError):
                found.update(map(int, (folder / "cgroup.procs").read_text().split()))
        return found


class GroupFactory:
    """Makes a group for each child of a process, even after the process has changed its root."""

    def __init__(self) -> None:
        self._places: tuple[Path, ...] = ()
        self._owner = 0
        self._remaining: set[int] = set()
        """Ended children whose groups still have processes."""

    def open(self) -> None:
        """Open the folders of `control_groups`, before the process changes its root. Raises OSError."""
        places = control_groups()
        _remove_abandoned(places)
        descriptors = [os.open(place, os.O_PATH | os.O_DIRECTORY | os.O_CLOEXEC) for place in places]
        self._places = tuple(Path(f"/proc/self/fd/{descriptor}") for descriptor in descriptors)
        self._owner = os.getpid()  # the same number in the namespace of the process that removes abandoned groups

    def enter(self, memory: int, processes: int) -> None:
        """Move this process, a child, to a group limited to `memory` bytes and `processes` (including threads).

        Raises OSError.
        """
        self._remove(os.getpid())  # of an earlier process with this number
        for folder in _make_groups(self._places, self._name(os.getpid())):
            _set_limits(folder, memory, processes)
            (folder / "cgroup.procs").write_text("0")
        for place in self._places:
            os.close(int(place.name))

    def remove(self, child: int) -> None:
        """Remove the group of an ended child, and kill its remaining processes."""
        self._remaining.add(child)
        self._remaining = {number for number in self._remaining if not self._remove(number)}

    def _remove(self, child: int) -> bool:
        folders = tuple(place / self._name(child) for place in self._places)
        ControlGroup(folders).kill(0)
        for folder in folders:
            with suppress(OSError):
                folder.rmdir()
        return not any(folder.exists() for folder in folders)

    def _name(self, child: int) -> str:
        return _NAME.format(process=self._owner, number=child)


@contextmanager
def limited(memory: int, processes: int) -> Iterator[ControlGroup]:
    """Yield a group limited to `memory` bytes and `processes` (including threads); without limits if unsupported."""
    if not control_groups():
        yield ControlGroup()
        return
    _remove_abandoned(control_groups())
    folders = _make_groups(control_groups(), _new_name())
    group = ControlGroup(folders)
    try:
        for folder in folders:
            _set_limits(folder, memory, processes)
        yield group
    finally:
        group.kill()
        _remove(folders)


@cache
def control_groups() -> tuple[Path, ...]:
    """The folders where groups can be made, one a hierarchy; empty unless both memory and processes can be limited."""
    by_controller = _own_groups()
    unified = by_controller.get("")
    candidates = [(by_controller.get("memory"), by_controller.get("pids")), (unified,), (unified and unified.parent,)]
    for candidate in candidates:
        places = tuple(dict.fromkeys(place for place in candidate if place is not None))
        if places and None not in candidate and _can_limit(places):
            return places
    return ()


def _can_limit(places: tuple[Path, ...]) -> bool:
    for place in places:
        _delegate_controllers(place)
    try:
        folders = _make_groups(places, _new_name())
    except OSError:
        return False
    try:
        limits = [("memory.max", "memory.limit_in_bytes"), ("pids.max",)]
        if not all(any((folder / name).exists() for folder in folders for name in names) for names in limits):
            return False
        command = ControlGroup(folders).join(["/bin/sh", "-c", ":"])
        return subprocess.run(command, capture_output=True, timeout=_EMPTY_SECONDS, check=False).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False
    finally:
        _remove(folders)


def _delegate_controllers(place: Path) -> None:
    """Delegate the controllers of a group of version 2 to the groups below it, if that is missing and allowed."""
    controls = place / "cgroup.subtree_control"
    with suppress(OSError):
        missing = {*_CONTROLLERS} - {*controls.read_text().split()}
        if missing:
            controls.write_text(" ".join(f"+{name}" for name in sorted(missing)))


def _own_groups() -> dict[str, Path]:
    """The groups of this process by controller; that of version 2 has an empty name."""
    found: dict[str, Path] = {}
    try:
        lines = Path("/proc/self/cgroup").read_text("utf-8").splitlines()
        mounts = [line.split() for line in Path("/proc/self/mountinfo").read_text("utf-8").splitlines()]
    except OSError:
        return found
    for line in lines:
        _, controllers, path = line.split(":", 2)
        for mount in mounts:
            kind, options = mount[mount.index("-") + 1], mount[-1].split(",")
            names = [name for name in controllers.split(",") if name in _CONTROLLERS or not name]
            fits = kind == "cgroup2" if not controllers else kind == "cgroup" and bool(set(names) & set(options))
            if fits and path.startswith(mount[3].rstrip("/")):
                below = path.removeprefix(mount[3].rstrip("/")).lstrip("/")
                found.update(dict.fromkeys(names, Path(mount[4]) / below))
    return found


def _new_name() -> str:
    return _NAME.format(process=os.getpid(), number=next(_numbers))


def _make_groups(places: Sequence[Path], name: str) -> tuple[Path, ...]:
    """Make groups of one name. Raises OSError."""
    made: list[Path] = []
    try:
        for place in places:
            (place / name).mkdir()
            made.append(place / name)
    except OSError:
        _remove(made)
        raise
    return tuple(made)


def _remove_abandoned(places: Sequence[Path]) -> None:
    """Remove groups left behind by a killed process."""
    for place in places:
        for group in place.glob(_NAME.format(process="*", number="*")):
            if not Path("/proc", group.name.split("-")[1]).exists():
                with suppress(OSError):
                    group.rmdir()


def _remove(folders: Sequence[Path]) -> None:
    """Remove groups, waiting until the kernel has noticed the end of their processes."""
    deadline = time.monotonic() + _EMPTY_SECONDS
    for folder in folders:
        while folder.exists() and time.monotonic() < deadline:
            try:
                folder.rmdir()
            except OSError:
                time.sleep(_CHECK_SECONDS)


def _set_limits(folder: Path, memory: int, processes: int) -> None:
    _write(folder, "memory.max", memory)
    _write(folder, "memory.swap.max", 0)
    _write(folder, "memory.limit_in_bytes", memory)
    _write(folder, "memory.memsw.limit_in_bytes", memory)
    _write(folder, "pids.max", processes)


def _write(folder: Path, name: str, value: int) -> None:
    """Set a limit if this kind of group has it; not every system counts swapped memory."""
    with suppress(OSError):
        if (folder / name).exists():
            (folder / name).write_text(str(value))
