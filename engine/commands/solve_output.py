"""Output of `satsudoku solve`: the answer to a formula, the solution of a puzzle, or both as JSON."""

import json
from dataclasses import asdict
from time import process_time

from engine.base.text import printable
from engine.commands import reading
from engine.commands.search_report import counters
from engine.commands.tasks import Task
from engine.sat import result as results
from engine.sat.formula.names import variable_names
from engine.sat.result import Result, Status
from engine.sat.solvers.memory import resident
from engine.sat.solvers.solve import MEGABYTE, SOLVERS
from engine.sat.solvers.structure import VERDICTS
from engine.sudoku.puzzle import Digits, Puzzle, contradictions

_SOLVED = {
    True: "solved",
    False: "has several solutions, such as this one",
    None: "solved; whether this is the only solution was not decided",
}
"""The verdict on a puzzle with a solution, by whether that is unique."""

_INCOMPLETE = "c {solver} can't show that a formula is unsatisfiable; lowest number of false clauses: {lowest}"
_STEP = "c   {step.name}: {time}, {step.outcome}"
_COST = "c total: {seconds:.2f} s of processor time, {megabytes:.0f} MB of memory"


def print_answer(task: Task, result: Result, *, with_names: bool) -> None:
    """Print the answer to a formula in the format of the SAT competitions, with the effort as comments."""
    print(f"c {printable(reading.name(task.path))}")
    print(f"c {_method(result)}: {_duration(result.seconds)}{counters(result)}")
    print(_COST.format(seconds=process_time(), megabytes=resident() / MEGABYTE))
    for name, value in result.details.items():
        text = f"{value:,}" if isinstance(value, int) else f"{value:.3f}"
        if text.strip("0."):  # an unused technique has nothing to report
            print(f"c   {name}: {text}")
    for step in result.plan:
        print(_STEP.format(step=step, time=_duration(step.seconds)))
    if result.lowest and SOLVERS[result.solver].incomplete:
        print(_INCOMPLETE.format(solver=result.solver, lowest=result.lowest))
    if result.technique:
        print(f"c {VERDICTS[result.technique]}")
    print(results.competition(result, task.formula), end="")
    words = variable_names(task.formula) if with_names else None
    if words is not None and result.model is not None:
        for literal in results.stated_model(result, task.formula):
            print(f"c {literal} {printable(words.literal(literal))}")


def print_solution(task: Task, result: Result, solution: Digits | None) -> None:
    """Print the verdict on a puzzle as a comment, and its solution as a grid."""
    from engine.sudoku import formats

    assert task.puzzle is not None
    verdict = {
        Status.SATISFIABLE: _SOLVED[_is_unique(task.puzzle) if solution is not None else None],
        Status.UNSATISFIABLE: "has no solution",
        Status.UNKNOWN: f"not decided ({result.reason})",
    }[result.status]
    name = f"{task.puzzle.name or f'puzzle {task.number}'}: {verdict}"
    if task.number > 1:
        print()
    print(printable(f"# {name}; {_method(result)}: {_duration(result.seconds)}{counters(result)}"))
    for sentence in contradictions(task.puzzle):
        print(f"# {sentence}")
    if solution is not None:
        print(formats.write(Puzzle(task.puzzle.layout, solution)), end="")


def _is_unique(puzzle: Puzzle) -> bool | None:
    """Whether the solution is unique; None if that takes too long to decide."""
    from engine.sudoku.techniques.rating import solutions_of

    solutions = solutions_of(puzzle)
    return None if solutions is None else solutions == 1


def print_json(task: Task, result: Result, solution: Digits | None) -> None:
    """Print the answer as a JSON object on one line, without the fields that do not apply."""
    fields = {
        "path": task.path,
        "puzzle": task.number or None,
        "name": task.puzzle.name or None if task.puzzle else None,
        "solver": result.solver,
        "branching": result.branching,
        "status": result.status.value,
        "reason": result.reason or None,
        "technique": result.technique or None,
        "seconds": round(result.seconds, 6),
        "decisions": result.decisions,
        "propagations": result.propagations,
        "conflicts": result.conflicts,
        "flips": result.flips,
        "lowest": result.lowest,
        "restarts": result.restarts,
        "learned": result.learned,
        "details": dict(result.details) or None,
        "bounds": None if result.bounds is None else list(result.bounds),
        "plan": [asdict(step) for step in result.plan] or None,
        "model": None if task.puzzle or result.model is None else list(results.stated_model(result, task.formula)),
        "solution": None if solution is None else list(solution),
        "unique": None if solution is None or task.puzzle is None else _is_unique(task.puzzle),
    }
    print(json.dumps({key: value for key, value in fields.items() if value is not None}))


def _method(result: Result) -> str:
    return f"{result.solver} {result.branching}" if result.branching else result.solver


def _duration(seconds: float) -> str:
    return f"{1000 * seconds:.3g} ms" if seconds < 1 else f"{seconds:.2f} s"
