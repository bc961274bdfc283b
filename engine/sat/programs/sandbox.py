"""Runs an untrusted program under limits, without network access, and kills all its processes in the end.

The program runs in its own temporary folder, with nothing on its standard input but the formula. Its processor time,
memory and output are measured while it runs; limits of the system back this up. How far it is isolated depends on the
system, see `engine.sat.programs.confinement`.
"""

import json
import os
import select
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from enum import Enum
from pathlib import Path
from typing import Any

import psutil

from engine.base.confinement import seccomp
from engine.base.confinement.control_group import ControlGroup, limited
from engine.base.errors import Cancelled, InputError
from engine.base.language import N_, _
from engine.sat.programs.confinement import FILTER, TEMPORARY, WRITABLE, Confinement, confinement, search_path
from engine.sat.programs.leftovers import MAX_FILES, changed_files, file_states, unexpected_files
from engine.sat.solvers.limits import MEGABYTE, wall_seconds

FORMULA, PROOF, ANSWER = "formula.cnf", "proof.drat", "formula.res"
"""The files in the program's folder: the formula to read, and those that it may write."""

_LAUNCHER = Path(__file__).with_name("launcher.py")
_PROJECT = Path(__file__).parents[3]
_MIN_PAUSE, _MAX_PAUSE, _PAUSE_SHARE = 0.005, 0.1, 0.1
"""Minimum and maximum seconds between two measurements, and the share of the elapsed time that they should be."""
_MAX_COSTLY_PAUSE, _PAUSE_PER_COST = 0.3, 30
"""Maximum seconds between slow measurements, and the seconds to wait for each second that the last one took."""
_START_SECONDS, _END_SECONDS = 30.0, 5.0
"""Seconds to wait for a program to start, and for killed processes to end."""
_MAX_ERROR_OUTPUT = 4096
"""Bytes kept of the end of standard error."""
_MAX_NAMED = 20
"""Maximum number of changed files that are named."""
_LAUNCHER_MEMORY = 32 * MEGABYTE
"""Bytes added to the limit of a control group for the launcher."""


class ExceededLimit(Enum):
    """The limit that stopped a program."""

    TIME = N_("time limit")
    WALL = N_("wall-clock time limit")
    MEMORY = N_("memory limit")
    OUTPUT = N_("output limit")
    PROCESSES = N_("process limit")


@dataclass(frozen=True)
class ProgramLimits:
    """The limits of a program.

    `seconds` of processor time, summed over all processes and threads; `wall` seconds of the clock; `memory` and
    `output` (everything printed and written) in bytes; number of `processes`.
    """

    seconds: float
    memory: int = 1024 * MEGABYTE
    output: int = 256 * MEGABYTE
    processes: int = 256

    @property
    def wall(self) -> float:
        """The wall-clock limit in seconds."""
        return wall_seconds(self.seconds)


@dataclass(frozen=True)
class Execution:
    """A run of a program, in a sandbox or not.

    `seconds` is processor time, `wall` the elapsed time, `peak` the maximum of memory in bytes. `code` is the exit
    code, or minus the signal that ended the program; None if it was stopped because it `exceeded` a limit, or killed
    the processes that watch it. `refusal` is the reason why it could not be started. `error_output` is the end of its
    standard error.

    `folder` is where it ran, and `output` the file with its output; both are removed after the block of
    `run_sandboxed`. `unexpected_files` are other files that it wrote in its folder, `outside_files` files that changed
    elsewhere during the run if there is no sandbox, and `remaining_processes` the names of processes that outlived it.
    `in_group`: the same run had other formulas, too.
    """

    folder: Path
    output: Path
    seconds: float = 0.0
    wall: float = 0.0
    peak: int = 0
    code: int | None = None
    exceeded: ExceededLimit | None = None
    refusal: str = ""
    error_output: str = ""
    unexpected_files: tuple[str, ...] = ()
    outside_files: tuple[str, ...] = ()
    remaining_processes: tuple[str, ...] = ()
    in_group: bool = False


@contextmanager
def run_sandboxed(
    command: Callable[[Path], Sequence[str]],
    formula: bytes,
    bounds: ProgramLimits,
    *,
    readable: Sequence[Path] = (),
    as_input: bool = False,
    cancel: Callable[[], bool] = lambda: False,
    on_progress: Callable[[float], None] = lambda _seconds: None,
) -> Iterator[Execution]:
    """Run a command, made from its folder, on the text of a formula; yields the run with its files.

    `readable` are the files and folders that it can read in a sandbox, in addition to those of the system and the
    current Python. With `as_input` the formula is its standard input, too. `on_progress` gets the processor time in
    seconds now and then. Raises Cancelled if `cancel` returns True, and InputError if the system can't run programs
    this way.
    """
    if sys.platform == "win32":
        raise InputError(_("running other people's programs needs a Unix system"), advice=_("try it on Linux or macOS"))
    with tempfile.TemporaryDirectory(prefix="satsudoku-", ignore_cleanup_errors=True) as place:
        folder, output = Path(place, "run"), Path(place, "output")
        folder.mkdir()
        (folder / FORMULA).write_bytes(formula)
        with limited(bounds.memory + _LAUNCHER_MEMORY, 2 * bounds.processes) as group:
            supervisor = _Supervisor(folder, output, bounds, readable, group)
            watched = watched_folders(readable)
            states_before = file_states(watched)
            execution = supervisor.run(list(command(folder)), as_input, cancel, on_progress)
        outside_files = changed_files(states_before, file_states(watched))
        yield replace(
            execution,
            unexpected_files=tuple(unexpected_files(str(folder), {FORMULA: formula}, (PROOF, ANSWER))),
            outside_files=tuple(outside_files[:_MAX_NAMED]),
        )


def watched_folders(readable: Sequence[Path]) -> list[str]:
    """The folders that a program most likely writes to if nothing prevents it: its own, and the current one."""
    isolation = confinement()
    if isolation.hides:
        return []
    folders = [path if path.is_dir() else path.parent for path in readable]
    unique_folders = dict.fromkeys((*(folder.resolve() for folder in folders), Path.cwd()))
    return [str(folder) for folder in unique_folders if not isolation.guarded or _is_temporary(folder)]


def _is_temporary(folder: Path) -> bool:
    return any(folder.is_relative_to(Path(place).resolve()) for place in WRITABLE)


@dataclass
class _Supervisor:
    """Watches one run."""

    folder: Path
    output: Path
    bounds: ProgramLimits
    readable: Sequence[Path]
    group: ControlGroup
    peak: int = 0
    seconds: float = 0.0
    processes: dict[int, psutil.Process] = field(default_factory=dict)

    def run(
        self,
        command: list[str],
        as_input: bool,
        cancel: Callable[[], bool],
        on_progress: Callable[[float], None],
    ) -> Execution:
        isolation = confinement()
        report_reader, report_writer = os.pipe()
        lifeline_reader, lifeline = os.pipe()
        filter_descriptor = _as_file(seccomp.program(FILTER)) if isolation.filtered and isolation.hides else -1
        launch = self._launch(isolation, command, report_writer, lifeline_reader, filter_descriptor)
        inherited = [report_writer, lifeline_reader, *([filter_descriptor] if filter_descriptor >= 0 else [])]
        errors = self.output.with_name("errors")
        try:
            with (
                open(self.folder / FORMULA if as_input else os.devnull, "rb") as formula_file,
                self.output.open("wb") as output_file,
                errors.open("wb") as error_file,
            ):
                process = subprocess.Popen(
                    self.group.join(launch),
                    stdin=formula_file,
                    stdout=output_file,
                    stderr=error_file,
                    cwd=self.folder,
                    env=self._environment(),
                    pass_fds=inherited,
                    start_new_session=True,
                )
            os.close(report_writer)
            report_writer = -1
            try:
                return self._watch(process, _Messages(report_reader), errors, cancel, on_progress)
            finally:
                os.close(lifeline)
                lifeline = -1
                self._end(process)
        finally:
            for descriptor in (report_reader, report_writer, lifeline_reader, lifeline, filter_descriptor):
                if descriptor >= 0:
                    os.close(descriptor)

    def _launch(
        self, isolation: Confinement, command: list[str], report: int, lifeline: int, filter_descriptor: int
    ) -> list[str]:
        """The command that starts the launcher in isolation, with the descriptors that it inherits."""
        request: dict[str, Any] = {
            "command": command,
            "folder": str(self.folder),
            "limits": self._limits(isolation),
            "report": report,
            "lifeline": lifeline,
            "project": str(_PROJECT),
        }
        words = isolation.command(self.folder, self.readable)
        if filter_descriptor >= 0:
            words += ["--seccomp", str(filter_descriptor)]
        elif isolation.filtered:
            request["filter"] = {"exempt": sorted(FILTER.exempt), "only_own": not isolation.namespace}
        if isolation.guarded:
            request["writable"] = [str(self.folder), *WRITABLE]
        return [*words, sys.executable, "-I", "-S", str(_LAUNCHER), json.dumps(request)]

    def _watch(
        self,
        process: "subprocess.Popen[bytes]",
        messages: "_Messages",
        errors: Path,
        cancel: Callable[[], bool],
        on_progress: Callable[[float], None],
    ) -> Execution:
        message = messages.next(_START_SECONDS)
        if message.get("event") != "started":
            refusal = message.get("text") or _tail(errors) or "it could not be started"
            return Execution(self.folder, self.output, refusal=refusal)
        began = time.perf_counter()
        exceeded = None
        end: dict[str, Any] = {}
        pause = _MIN_PAUSE
        while not end and exceeded is None:
            end = messages.next(pause)
            if cancel():
                raise Cancelled
            wall, thread_seconds = time.perf_counter() - began, time.thread_time()
            exceeded = self._measure(process.pid, wall)
            cost = time.thread_time() - thread_seconds
            usual_pause = min(_MAX_PAUSE, max(_MIN_PAUSE, _PAUSE_SHARE * wall))
            pause = max(usual_pause, min(_MAX_COSTLY_PAUSE, _PAUSE_PER_COST * cost))
            on_progress(self.seconds)
        wall = time.perf_counter() - began
        code = None
        if "status" in end:
            code = os.waitstatus_to_exitcode(end["status"])
            self.seconds, self.peak = end["seconds"], max(self.peak, end["peak"])
            exceeded = self._too_much(wall) if exceeded is None else exceeded
        if code in (-signal.SIGXCPU, -signal.SIGXFSZ):
            exceeded = ExceededLimit.TIME if code == -signal.SIGXCPU else ExceededLimit.OUTPUT
        if exceeded is None and code != 0 and self.group.ran_out_of_memory():
            exceeded = ExceededLimit.MEMORY
        return Execution(
            self.folder, self.output, self.seconds, wall, self.peak, None if exceeded else code, exceeded,
            error_output=_tail(errors), remaining_processes=tuple(end.get("remaining", ())),
        )  # fmt: skip

    def _measure(self, process: int, wall: float) -> ExceededLimit | None:
        """Measure the processes; returns the limit that is exceeded, if any."""
        memory, seconds = 0, 0.0
        children = self._look_up(process)
        for child in children:
            with suppress(psutil.Error), child.oneshot():
                memory += child.memory_info().rss
                times = child.cpu_times()
                seconds += times.user + times.system + getattr(times, "children_user", 0.0)
        temporary = _temporary(children)
        if len(children) > 1 and memory + temporary > self.peak:  # shared pages were counted several times
            memory = sum(map(_own_memory, children))
        if len(children) > self.bounds.processes:
            return ExceededLimit.PROCESSES
        self.peak, self.seconds = max(self.peak, memory + temporary), max(self.seconds, seconds)
        return self._too_much(wall)

    def _look_up(self, process: int) -> list[psutil.Process]:
        """What a process has started, and what that has started; all of it is remembered."""
        children = []
        for number in _descendants(process):
            with suppress(psutil.Error):
                child = self.processes.get(number)
                if child is None or not child.is_running():  # its number belongs to another process now
                    child = self.processes[number] = psutil.Process(number)
                children.append(child)
        return children

    def _too_much(self, wall: float) -> ExceededLimit | None:
        if self.peak > self.bounds.memory:
            return ExceededLimit.MEMORY
        if self.seconds > self.bounds.seconds:
            return ExceededLimit.TIME
        if wall > self.bounds.wall:
            return ExceededLimit.WALL
        return ExceededLimit.OUTPUT if self._written() > self.bounds.output else None

    def _written(self) -> int:
        """Bytes printed or written, without the formula."""
        sizes = 0
        for number, path in enumerate((*self.output.parent.iterdir(), *self.folder.rglob("*"))):
            if number > MAX_FILES:
                return self.bounds.output + 1
            with suppress(OSError):
                sizes += path.lstat().st_size if path.name != FORMULA and not path.is_dir() else 0
        return sizes

    def _end(self, process: "subprocess.Popen[bytes]") -> None:
        """Kill all remaining processes."""
        self._look_up(process.pid)
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
        for descendant in self.processes.values():
            with suppress(psutil.Error):  # psutil compares creation times, so no other process is hit
                descendant.kill()
        process.wait()
        until = time.monotonic() + _END_SECONDS
        while any(map(_runs, self.processes.values())) and time.monotonic() < until:
            time.sleep(_MIN_PAUSE)

    def _limits(self, isolation: Confinement) -> dict[str, int]:
        """System limits that back up our own; each process counts on its own there."""
        limits = {
            "RLIMIT_CORE": 0,
            "RLIMIT_CPU": int(self.bounds.seconds) + 2,
            "RLIMIT_DATA": 2 * self.bounds.memory,
            "RLIMIT_FSIZE": self.bounds.output + MEGABYTE,
        }
        return {**limits, "RLIMIT_NPROC": 2 * self.bounds.processes} if isolation.namespace else limits

    def _environment(self) -> dict[str, str]:
        """The environment of programs: nothing of the user's."""
        place = str(self.folder)
        return {"PATH": search_path(self.readable), "HOME": place, "TMPDIR": place, "LANG": "C.UTF-8"}


def _descendants(process: int) -> Iterator[int]:
    """The numbers of the processes that a process has started, and of those that these have started.

    Linux lists the children of each thread, so that no other process of the machine need be looked at.
    """
    if not os.path.exists(f"/proc/{process}/task/{process}/children"):
        with suppress(psutil.Error):
            yield from (child.pid for child in psutil.Process(process).children(recursive=True))
        return
    parents = [process]
    for parent in parents:
        with suppress(OSError):
            for thread in os.listdir(f"/proc/{parent}/task"):
                with suppress(OSError), open(f"/proc/{parent}/task/{thread}/children", encoding="ascii") as file:
                    parents += map(int, file.read().split())
    yield from parents[1:]


def _own_memory(process: psutil.Process) -> int:
    """The memory of a process in bytes, with its share of shared pages (PSS) if available; 0 if it has ended."""
    with suppress(psutil.Error, OSError):
        return int(getattr(process.memory_full_info(), "pss", 0)) or int(process.memory_info().rss)
    with suppress(psutil.Error):
        return int(process.memory_info().rss)
    return 0


def _runs(process: psutil.Process) -> bool:
    """Whether a process still runs; zombies do not count."""
    try:
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    except psutil.Error:
        return False


def _temporary(processes: Sequence[psutil.Process]) -> int:
    """The bytes in the temporary file systems of a sandbox, seen through one of its processes."""
    for process in processes:
        with suppress(OSError):
            file_systems = [os.statvfs(f"/proc/{process.pid}/root{place}") for place in TEMPORARY]
            own_system = os.statvfs("/").f_fsid
            return sum(
                (file_system.f_blocks - file_system.f_bfree) * file_system.f_frsize
                for file_system in file_systems
                if file_system.f_fsid != own_system
            )
    return 0


def _as_file(data: bytes) -> int:
    """A descriptor to read a few bytes from."""
    reading, writing = os.pipe()
    os.write(writing, data)
    os.close(writing)
    return reading


class _Messages:
    """The messages of the launcher."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._buffer = b""

    def next(self, wait: float) -> dict[str, Any]:
        """The next message; empty if none arrives within `wait` seconds, {"event": "closed"} if none will."""
        until = time.perf_counter() + wait
        while b"\n" not in self._buffer:
            remaining = until - time.perf_counter()
            if remaining < 0 or not select.select([self._descriptor], [], [], remaining)[0]:
                return {}
            piece = os.read(self._descriptor, 1 << 16)
            if not piece:
                return {"event": "closed"}
            self._buffer += piece
        line, self._buffer = self._buffer.split(b"\n", 1)
        message: dict[str, Any] = json.loads(line)
        return message


def _tail(path: Path) -> str:
    """The end of a text file."""
    with path.open("rb") as file:
        file.seek(max(0, path.stat().st_size - _MAX_ERROR_OUTPUT))
        return file.read().decode("utf-8", "replace").strip()
