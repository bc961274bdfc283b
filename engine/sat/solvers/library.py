"""The solvers of python-sat, each run in its own process (`library_process.py`)."""

import importlib.util
import json
import signal
import subprocess
import sys
from array import array
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Event, Thread
from time import perf_counter
from typing import Any, Literal

import psutil

from engine.base.errors import InputError
from engine.base.language import Sentence, _, lazy_gettext
from engine.sat.formula.formula import Formula
from engine.sat.result import Result, Status
from engine.sat.solvers.forked_process import ForkedProcess
from engine.sat.solvers.limits import SearchProgress, Watch

POLL = 0.02
"""Seconds between two checks of the cancel flag and the clock."""

GRACE = 0.05
"""Seconds to wait for a verdict that may be about to arrive when the time is over."""

COUNTERS = ("decisions", "propagations", "conflicts")

_PROCESS = Path(__file__).with_name("library_process.py")
COMMAND = [sys.executable, "-P", str(_PROCESS)]  # -P: do not search the script's folder for modules
"""The command that runs a solver, without the arguments of `library_process.py`."""

_ADVICE = lazy_gettext("install it with `pip install python-sat`, or use one of our own solvers, such as dpll")


_forks = False


def fork_processes() -> None:
    """Fork later solver processes from this process, which may not start programs."""
    global _forks  # noqa: PLW0603 (a property of the process, like those of setrlimit)
    _forks = True


@dataclass(frozen=True)
class LibrarySolver:
    """A solver of python-sat: its names there (best first), how to watch it, and the counters it lacks.

    `watched` is "live" (its counters can be read while it runs), "slices" (only between calls with a conflict budget),
    "observed" (it reports every assignment, which slows it down) or "blind" (no progress).
    """

    name: str
    title: Sentence | str
    candidates: tuple[str, ...]
    watched: Literal["live", "slices", "observed", "blind"]
    uncounted: tuple[str, ...] = ()


LIBRARY_SOLVERS = (
    LibrarySolver("cadical", "CaDiCaL (python-sat)", ("cadical300", "cadical195", "cadical153"), "slices"),
    LibrarySolver(
        "cadical-observed",
        lazy_gettext("CaDiCaL (python-sat) with a live view of its assignment, 1.1 to 3 times slower"),
        ("cadical195", "cadical300"),
        "observed",
    ),
    LibrarySolver(
        "kissat", lazy_gettext("Kissat (python-sat); no progress while it runs"), ("kissat404",), "blind", COUNTERS
    ),
    LibrarySolver("glucose", "Glucose (python-sat)", ("glucose42", "glucose4", "glucose3"), "live"),
    LibrarySolver("minisat", "MiniSat 2.2 (python-sat)", ("minisat22",), "live"),
    LibrarySolver(
        "lingeling", lazy_gettext("Lingeling (python-sat); no progress while it runs"), ("lingeling",), "blind"
    ),
    LibrarySolver("maplechrono", "MapleLCMDistChronoBT (python-sat)", ("maplechrono",), "live"),
    LibrarySolver("maplecm", "MapleCM (python-sat)", ("maplecm",), "live", ("propagations",)),
    LibrarySolver("maplesat", "Maplesat (python-sat)", ("maplesat",), "live", ("propagations",)),
    LibrarySolver("mergesat", "MergeSat 3 (python-sat)", ("mergesat3",), "live"),
    LibrarySolver("ergo", "Ergo (python-sat)", ("ergo",), "live"),
)


def available() -> bool:
    """Whether python-sat is installed; does not import it."""
    return importlib.util.find_spec("pysat") is not None


def solve(formula: Formula, solver: LibrarySolver, watch: Watch) -> Result:
    """Run a solver until it has a verdict or `watch` says to stop.

    Raises InputError if python-sat is missing or broken.
    """
    if not available():
        raise InputError(
            _("{name} is a solver of python-sat, which is not installed").format(name=solver.name), advice=_ADVICE
        )
    if not len(formula):  # not every solver accepts a formula without clauses,
        return Result(Status.SATISFIABLE, solver.name, model=array("i", range(1, formula.variables + 1)))
    if 0 in formula.lengths:  # nor an empty clause
        return Result(Status.UNSATISFIABLE, solver.name)
    with LibraryProcess(formula, solver, watch) as process:
        while True:
            message = process.receive()
            if message.get("event") == "verdict":
                return process.verdict(message)
            failure = process.failure(message)
            reason = watch.reason_to_stop(process.id) or failure
            in_time = watch.time_is_over and not failure and process.has_decided()
            if reason and not in_time:
                watch.clock.stop()
                seconds = watch.clock.seconds
                return Result(Status.UNKNOWN, solver.name, seconds=seconds, **process.counters, reason=reason)
            watch.report(process.progress)


class LibraryProcess:
    """A running `library_process.py`, served by threads so that the caller never blocks for long.

    The formula needs at least one clause and must have no empty clause. The process ends with the `with` block, and
    with this process.
    """

    def __init__(self, formula: Formula, solver: LibrarySolver, watch: Watch) -> None:
        self.counters: dict[str, Any] = dict.fromkeys(COUNTERS)
        self._solver = solver
        self._variables = formula.variables
        self._clock = watch.clock
        self._decided = Event()
        self._processor = 0.0
        self._level: int | None = None
        self._assignment: array[int] | None = None
        self._inbox: SimpleQueue[dict[str, Any]] = SimpleQueue()
        arguments = [solver.watched, str(watch.interval), *solver.candidates]
        self._process: subprocess.Popen[bytes] | ForkedProcess
        if _forks:
            self._process = ForkedProcess(arguments)
        else:
            self._process = subprocess.Popen(
                [*COMMAND, *arguments],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                start_new_session=True,  # signals of the terminal are for the caller alone
            )
        self._feeder = Thread(target=self._feed, args=(formula,), daemon=True)
        self._feeder.start()
        self._listener = Thread(target=self._listen, daemon=True)
        self._listener.start()

    def __enter__(self) -> "LibraryProcess":
        return self

    def __exit__(self, *_: object) -> None:
        self.end()

    def end(self) -> None:
        """Kill the process."""
        with suppress(PermissionError):  # where processes may not be signalled, it ends with this one
            self._process.kill()  # the listener waits for the end: freeing a lot of memory takes long
        self._listener.join(POLL)

    def receive(self, wait: float = POLL) -> dict[str, Any]:
        """The next message, or an empty one if none arrives within `wait` seconds."""
        with suppress(Empty):
            message = self._inbox.get(timeout=wait) if wait else self._inbox.get_nowait()
            if message["event"] == "search":
                self._clock.start(message["at"], self._processor_time, message["processor"])
            self.counters.update({name: message.get(name, self.counters[name]) for name in COUNTERS})
            self.counters.update(dict.fromkeys(self._solver.uncounted))
            self._level = message.get("level")
            self._assignment = message.get("assignment")
            return message
        return {}

    def failure(self, message: dict[str, Any]) -> str:
        """A sentence if the process fails, or an empty string. Raises InputError if python-sat is at fault."""
        match message.get("event"):
            case "broken":
                raise InputError(
                    _("python-sat does not work here: {message}").format(message=message["text"]), advice=_ADVICE
                )
            case "missing":
                raise InputError(
                    _("this python-sat has no solver {message}").format(message=message["text"]),
                    advice=_("install a newer one"),
                )
            case "end":
                code = message["code"]
                ending = _("exit code {code}").format(code=code) if code >= 0 else signal.Signals(-code).name
                return _("{name} ended without a verdict ({ending})").format(name=self._solver.name, ending=ending)
        return ""

    def verdict(self, message: dict[str, Any]) -> Result:
        """The result of a "verdict" message, with the model if satisfiable."""
        model = None
        status = Status.UNSATISFIABLE
        if message["status"] == 10:
            status, model = Status.SATISFIABLE, array("i", message["model"])
        self._clock.stop(message["seconds"], message["processor"])
        return Result(status, self._solver.name, model=model, seconds=self._clock.seconds, **self.counters)

    def _processor_time(self) -> float:
        """The last known processor time of the process, in seconds."""
        with suppress(psutil.Error):
            times = psutil.Process(self.id).cpu_times()
            self._processor = times.user + times.system
        return self._processor

    @property
    def id(self) -> int:
        """The process id."""
        return self._process.pid

    def has_decided(self) -> bool:
        """Whether a verdict has arrived or arrives within GRACE seconds; the model may take longer."""
        return self._decided.wait(GRACE)

    def progress(self) -> SearchProgress:
        """The progress last reported."""
        return SearchProgress(
            **self.counters, level=self._level, seconds=self._clock.seconds, assignment=self._assignment
        )

    def _feed(self, formula: Formula) -> None:
        # The pipe stays open: its end tells the process that the caller is gone.
        pipe = self._process.stdin
        assert pipe is not None
        with suppress(OSError):  # the process has ended; the listener reports why
            pipe.write(array("q", [formula.variables, len(formula), len(formula.literals)]))
            pipe.write(formula.literals)
            pipe.write(formula.starts)
            pipe.flush()

    def _listen(self) -> None:
        pipe, other_pipe = self._process.stdout, self._process.stdin
        assert pipe is not None
        assert other_pipe is not None
        with pipe:
            for line in pipe:
                message = json.loads(line)
                if message["event"] == "search":
                    message["at"] = perf_counter()
                if message["event"] == "verdict":
                    self._decided.set()
                if message.get("status") == 10:
                    message["model"] = pipe.read(4 * self._variables)
                elif "level" in message:
                    message["assignment"] = array("b", pipe.read(self._variables + 1))
                self._inbox.put(message)
        self._inbox.put({"event": "end", "code": self._process.wait()})
        self._feeder.join()  # its write fails now
        with suppress(OSError):  # unwritten data is no longer needed
            other_pipe.close()
