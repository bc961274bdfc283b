"""Tasks: the formulas and puzzles of a file to solve, and solver-independent checks of the answers."""

from argparse import Namespace
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.base.errors import InputError
from engine.base.text import printable
from engine.commands import reading
from engine.sat import result as results
from engine.sat.formula.formula import Formula
from engine.sat.formula.objective import Objective
from engine.sat.result import Result
from engine.sudoku.as_sat.encoding import encode
from engine.sudoku.as_sat.sudoku_formula import SudokuFormula
from engine.sudoku.puzzle import Digits, Puzzle, is_solution

if TYPE_CHECKING:
    from engine.sat.formula.dimacs import Document


class WrongAnswerError(Exception):
    """A solver answered "satisfiable" with a model that does not satisfy the formula."""


@dataclass(frozen=True)
class Task:
    """A formula to solve, and the sudoku that it encodes with its number in the file (from 1), if it does.

    `warnings` are printed before the answer. `document` is the file that a formula was read from.
    """

    path: str
    formula: Formula
    sudoku: SudokuFormula | None = None
    number: int = 0
    warnings: tuple[str, ...] = ()
    document: "Document | None" = None

    @property
    def objective(self) -> Objective | None:
        """The objective of the file, if it has one."""
        return None if self.document is None else self.document.objective

    @property
    def puzzle(self) -> Puzzle | None:
        """The puzzle, if the task is one."""
        return self.sudoku.puzzle if self.sudoku else None


def tasks_of(path: str, arguments: Namespace) -> Iterator[Task]:
    """The tasks of a file, with the options of `satsudoku solve`, the layout loaded. Raises InputError."""
    content = reading.load(path, strict=arguments.strict, layout=arguments.layout)
    if not isinstance(content, list):
        warnings = (f"c warning line {warning.line}: {printable(warning.message)}" for warning in content.warnings)
        yield Task(path, content.formula, warnings=tuple(warnings), document=content)
        return
    if arguments.res is not None:
        raise InputError("--res needs a formula, not a puzzle", path=path, advice="leave out --res")
    if arguments.proof is not None:
        advice = "convert it with satsudoku encode"
        raise InputError("--proof needs a formula, not a puzzle", path=path, advice=advice)
    for number, puzzle in enumerate(content, 1):
        sudoku = encode(puzzle)
        yield Task(path, sudoku.formula, sudoku, number)


def checked_solution(task: Task, result: Result) -> Digits | None:
    """The solution of the puzzle, if the task is one; None otherwise, or without a model.

    Raises WrongAnswerError if the model is wrong, or its cost differs from that in the result.
    """
    if result.model is None:
        return None
    complaint = f"{reading.name(task.path)}: WRONG MODEL from {result.solver}"
    try:
        clause = results.falsified(task.formula, result.model)
    except ValueError as error:
        raise WrongAnswerError(f"{complaint}: {error}; please report this") from None
    if clause is not None:
        literals = " ".join(map(str, task.formula[clause]))
        raise WrongAnswerError(f"{complaint}: clause {clause + 1} ({literals}) is false; please report this")
    cost = None if result.bounds is None else result.bounds[1]
    if task.objective is not None and cost is not None and task.objective.cost(result.model) != cost:
        raise WrongAnswerError(f"{complaint}: it does not cost {cost}; please report this")
    if task.sudoku is None:
        return None
    try:
        solution = task.sudoku.decode(result.model)
    except ValueError:  # a cell without a digit, or with two
        solution = ()
    if not is_solution(task.sudoku.puzzle, solution):
        raise WrongAnswerError(
            f"{complaint}: it satisfies the encoding of puzzle {task.number}, but does not solve the puzzle"
        )
    return solution
