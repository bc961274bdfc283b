"""What the solve screen asks of the engine, without the screen. Everything here is called from worker threads."""

import re
import time
from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.sat import dimacs, result
from engine.sat.dimacs import Diagnostic
from engine.sat.formula import Formula
from engine.sat.result import Result, Status
from engine.sat.solvers import Limits, Progress, solve
from engine.sudoku.encoding import Encoding
from engine.sudoku.encoding import encode as encode_puzzle
from engine.sudoku.puzzle import Digits, Puzzle, is_solution
from tui.widgets.assignment_strip import Shares, shares

FORMS = {"shared": "course", "course": "shared"}
"""The forms in which a puzzle is encoded, each with the other one."""

Cancel = Callable[[], bool]


@dataclass(frozen=True)
class Subject:
    """A formula to solve: read from a file, or made from a puzzle. `result_path` is where a result is written."""

    formula: Formula
    result_path: Path
    warnings: tuple[Diagnostic, ...] = ()
    puzzle: Puzzle | None = None
    encoding: Encoding | None = None


@dataclass(frozen=True)
class Strategy:
    """A solver and, where it has several, its branching."""

    solver: str
    branching: str | None = None


@dataclass(frozen=True)
class Moment:
    """A search while it runs: what the solver tells, and its assignment as a strip and as digits on the board."""

    progress: Progress
    shares: Shares | None = None
    digits: Digits | None = None


@dataclass(frozen=True)
class Outcome:
    """A finished search. `fault` says what is wrong with its model, "" for nothing; `digits` is the model as a board."""

    strategy: Strategy
    result: Result
    fault: str = ""
    shares: Shares | None = None
    digits: Digits | None = None


def read(path: Path, shipped: Path, on_progress: Callable[[int, int], None], cancel: Cancel) -> Subject:
    """Read a CNF file; `shipped` is the folder beside whose files nothing is written. Raises InputError, Cancelled."""
    document = dimacs.read(path, on_progress=on_progress, cancel=cancel)
    return Subject(document.formula, result.res_path(path, shipped), document.warnings)


def encode(puzzle: Puzzle, form: str) -> Subject:
    """Reduce a puzzle to a formula; a result goes into the current directory under the puzzle's name."""
    encoding = encode_puzzle(puzzle, form)
    name = re.sub(r"[^\w.-]+", "-", puzzle.name).strip("-.") or "puzzle"
    return Subject(encoding.formula, Path.cwd() / f"{name}.res", puzzle=puzzle, encoding=encoding)


def search(
    subject: Subject,
    strategy: Strategy,
    seconds: float | None,
    *,
    on_moment: Callable[[Moment], None],
    cancel: Cancel,
    interval: float,
    columns: Callable[[], int],
) -> Outcome:
    """Solve, and check the model if there is one.

    `on_moment` is called about every `interval` seconds; `columns` gives the width of the assignment's strip.
    Raises InputError where the solver refuses.
    """

    def on_progress(progress: Progress) -> None:
        values = progress.assignment
        if values is None:
            on_moment(Moment(progress))
        else:
            on_moment(Moment(progress, shares(values, columns()), _digits(subject, values)))

    found = solve(
        subject.formula,
        strategy.solver,
        branching=strategy.branching,
        limits=Limits(seconds),
        on_progress=on_progress,
        cancel=cancel,
        interval=interval,
    )
    if found.model is None:
        return Outcome(strategy, found)
    values = array("b", [0]) + array("b", [1 if literal > 0 else -1 for literal in found.model])
    return Outcome(strategy, found, fault(subject, found), shares(values, columns()), _digits(subject, values))


def fault(subject: Subject, found: Result) -> str:
    """What is wrong with a model, in words, or "": by code that shares nothing with the solvers."""
    if found.model is None:
        return ""
    try:
        broken = result.falsified(subject.formula, found.model)
    except ValueError as error:
        return str(error)
    if broken is not None:
        literals = " ".join(str(literal) for literal in subject.formula[broken][:10])
        return f"clause {broken + 1:,} does not hold: {literals}"
    if subject.encoding and subject.puzzle and not is_solution(subject.puzzle, subject.encoding.decode(found.model)):
        return "the digits break a rule of the board"
    return ""


def verify(subject: Subject, found: Result) -> tuple[str, float]:
    """Check a model again; returns its fault or "", and the seconds that the check took."""
    start = time.perf_counter()
    return fault(subject, found), time.perf_counter() - start


def export(subject: Subject, found: Result) -> Path:
    """Write the result as a `.res` file over whatever is there; returns its path. Raises OSError."""
    with subject.result_path.open("w") as file:
        result.write_res(found, file)
    return subject.result_path


def has_model(outcome: Outcome | None) -> bool:
    """Whether a search found a model, right or wrong."""
    return outcome is not None and outcome.result.status is Status.SATISFIABLE


def _digits(subject: Subject, values: Sequence[int]) -> Digits | None:
    """The digits whose variables are true, one for each cell, 0 for none."""
    if subject.encoding is None:
        return None
    digits = [0] * len(subject.encoding.layout.cells)
    for variable, value in enumerate(values):
        if value > 0:
            cell, digit = subject.encoding.meaning(variable)
            digits[cell] = digit
    return tuple(digits)
