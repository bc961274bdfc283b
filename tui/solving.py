"""What the solve screen asks of the engine, without the screen. Everything here is called from worker threads."""

import math
import re
import time
from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from engine.errors import InputError
from engine.sat import dimacs, result
from engine.sat.dimacs import Diagnostic
from engine.sat.formula import Formula
from engine.sat.result import Result
from engine.sat.solvers import SOLVERS, Limits, Progress, solve
from engine.sat.strategy import Strategy
from engine.sat.trace import Recorder, Trace
from engine.sudoku.encoding import Encoding
from engine.sudoku.encoding import encode as encode_puzzle
from engine.sudoku.puzzle import Digits, Puzzle, is_solution
from tui.widgets.assignment_strip import Shares, shares

Cancel = Callable[[], bool]


@dataclass(frozen=True)
class Instance:
    """A formula to solve: read from a file, or made from a puzzle. `result_path` is where a result is written."""

    formula: Formula
    result_path: Path
    warnings: tuple[Diagnostic, ...] = ()
    encoding: Encoding | None = None

    @property
    def form(self) -> str | None:
        """The form of the encoding, for a puzzle."""
        return self.encoding.form if self.encoding else None


@dataclass(frozen=True)
class Moment:
    """A search while it runs: what the solver tells, and its assignment as a strip and as digits on the board."""

    progress: Progress
    shares: Shares | None = None
    digits: Digits | None = None


@dataclass(frozen=True)
class Outcome:
    """A finished search.

    `fault` says what is wrong with its model, "" for nothing; `shares` and `digits` show it as a strip and a board;
    `rechecked` is how many seconds a second check took, None if there was none. `trace` is what the search did, where
    that is recorded.
    """

    instance: Instance
    limit: float | None
    result: Result
    fault: str = ""
    shares: Shares | None = None
    digits: Digits | None = None
    rechecked: float | None = None
    trace: Trace | None = None


def time_limit(text: str) -> float | None:
    """A time limit in seconds as it was typed; None for an empty text. Raises InputError."""
    if not text.strip():
        return None
    try:
        seconds = float(text)
    except ValueError:
        seconds = math.nan
    if not 0 < seconds < math.inf:
        raise InputError(f"'{text.strip()}' is no time limit", advice="give the seconds, a number above 0")
    return seconds


def read(path: Path, shipped: Path | None, on_progress: Callable[[int, int], None], cancel: Cancel) -> Instance:
    """Read a CNF file; nothing will be written into the folder `shipped`. Raises InputError and Cancelled."""
    document = dimacs.read(path, on_progress=on_progress, cancel=cancel)
    _ = document.formula.lengths, document.formula.polarity  # kept from here on: the screen never waits for them
    place = result.res_path(path, shipped or path)  # no folder lies in the file itself
    return Instance(document.formula, place, document.warnings)


def encode(puzzle: Puzzle, form: str) -> Instance:
    """Reduce a puzzle to a formula; a result goes into the current directory under the puzzle's name."""
    encoding = encode_puzzle(puzzle, form)
    name = re.sub(r"[^\w.-]+", "-", puzzle.name).strip("-.") or "puzzle"
    return Instance(encoding.formula, Path.cwd() / f"{name}.res", encoding=encoding)


def search(
    instance: Instance,
    strategy: Strategy,
    seconds: float | None,
    *,
    on_moment: Callable[[Moment], None],
    cancel: Cancel,
    interval: float,
    columns: int,
) -> Outcome:
    """Solve, and check the model if there is one. Solvers of ours are recorded, as far as the recording's limit goes.

    `on_moment` is called about every `interval` seconds; `columns` is the width of the assignment's strip.
    Raises InputError where the solver refuses.
    """

    def on_progress(progress: Progress) -> None:
        values = progress.assignment
        if values is None:
            on_moment(Moment(progress))
        else:
            on_moment(Moment(progress, shares(values, columns), _digits(instance, values)))

    recorder = Recorder() if is_recorded(strategy) else None
    found = solve(
        instance.formula,
        strategy.solver,
        branching=strategy.branching,
        limits=Limits(seconds),
        on_progress=on_progress,
        cancel=cancel,
        interval=interval,
        trace=recorder,
    )
    trace = recorder.trace(instance.formula, found) if recorder else None
    if found.model is None:
        return Outcome(instance, seconds, found, trace=trace)
    values = array("b", [0]) + array("b", [1 if literal > 0 else -1 for literal in found.model])
    strip, digits = shares(values, columns), _digits(instance, values)
    return Outcome(instance, seconds, found, fault(instance, found), strip, digits, trace=trace)


def is_recorded(strategy: Strategy) -> bool:
    """Whether the search can be gone through afterwards. `auto` is left free to change over to a library's solver."""
    return not SOLVERS[strategy.solver].library and strategy.solver != "auto"


def fault(instance: Instance, found: Result) -> str:
    """What is wrong with a model, in words, or "": by code that shares nothing with the solvers."""
    if found.model is None:
        return ""
    encoding = instance.encoding
    try:
        broken = result.falsified(instance.formula, found.model)
        if broken is not None:
            literals = " ".join(str(literal) for literal in instance.formula[broken][:10])
            return f"clause {broken + 1:,} does not hold: {literals}"
        if encoding and not is_solution(encoding.puzzle, encoding.decode(found.model)):
            return "the digits break a rule of the board"
    except ValueError as error:
        return str(error)
    return ""


def verify(outcome: Outcome) -> Outcome:
    """Check the model again; returns the outcome with what that found."""
    start = time.perf_counter()
    found = fault(outcome.instance, outcome.result)
    return replace(outcome, fault=found, rechecked=time.perf_counter() - start)


def export(outcome: Outcome) -> Path:
    """Write the result as a `.res` file over whatever is there; returns its path. Raises InputError."""
    result.write_res(outcome.result, outcome.instance.result_path)
    return outcome.instance.result_path


def _digits(instance: Instance, values: Sequence[int]) -> Digits | None:
    """The digits whose variables are true, one for each cell, 0 for none."""
    if instance.encoding is None:
        return None
    digits = [0] * len(instance.encoding.layout.cells)
    for variable, value in enumerate(values):
        if value > 0:
            cell, digit = instance.encoding.meaning(variable)
            digits[cell] = digit
    return tuple(digits)
