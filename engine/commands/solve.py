"""Decide formulas and solve puzzles.

A formula's answer is printed as the SAT competitions want it, a puzzle's as a grid. Every model is checked against its
formula before it is printed, every solution against its puzzle.
"""

import json
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from textwrap import fill

from engine import files
from engine.commands import numbers, reading
from engine.commands.exits import BAD_INPUT, DONE, INTERRUPTED, NOT_SO, SATISFIABLE, UNSATISFIABLE, complain
from engine.commands.interrupt import interruptible
from engine.commands.listing import listing
from engine.commands.progress import ProgressLine
from engine.content import Kind
from engine.errors import InputError
from engine.sat import result as results
from engine.sat.branching import BRANCHINGS
from engine.sat.formula import Formula
from engine.sat.result import Result, Status
from engine.sat.solvers import SOLVERS, Limits, Progress
from engine.sat.solvers import solve as decide
from engine.sudoku.encoding import Encoding, encode
from engine.sudoku.puzzle import Digits, Puzzle, is_solution
from engine.text import printable

SHIPPED = Path(__file__).parents[2] / "puzzles"
"""The folder of the puzzles that come with the program: no result is written there."""

_BRANCHINGS = "\n".join(
    fill(f"{solver.name}: {', '.join(solver.branchings)}", 100, initial_indent="  ", subsequent_indent="    ")
    for solver in SOLVERS.values()
    if solver.branchings
)

EXAMPLES = f"""\
solvers:
{listing((solver.name, solver.title) for solver in SOLVERS.values())}

branchings (the first of a solver is its default):
{_BRANCHINGS}

examples:
  satsudoku solve puzzles/cnf/queens-8.cnf
  satsudoku solve --solver glucose --time-limit 60 huge.cnf.gz
  satsudoku solve --branching moms --res formula.cnf      (writes formula.res beside it)
  satsudoku solve --json puzzles/cnf/*.cnf
  satsudoku solve puzzles/double/hard-1.txt
  satsudoku make queens 20 | satsudoku solve -

Exit code: 10 satisfiable, 20 unsatisfiable, 0 undecided; of several formulas or puzzles the one they all have, else 0;
1 if a model turned out wrong, 2 if a file can't be used (the others are solved all the same), 130 after ctrl-c."""

_EXITS = {Status.SATISFIABLE: SATISFIABLE, Status.UNSATISFIABLE: UNSATISFIABLE, Status.UNKNOWN: DONE}


class WrongAnswerError(Exception):
    """A solver called a formula satisfiable with a model that does not satisfy it."""


@dataclass(frozen=True)
class Task:
    """A formula to decide, and the puzzle it stands for, with its number in the file (from 1), if it does."""

    path: str
    formula: Formula
    puzzle: Puzzle | None = None
    encoding: Encoding | None = None
    number: int = 0


def configure(parser: ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument("paths", metavar="PATH", nargs="*", help="a formula or a file of puzzles; - for standard input")
    parser.add_argument(
        "--solver", metavar="NAME", choices=SOLVERS, help="default: dpll for puzzles and with --branching, else auto"
    )
    parser.add_argument("--branching", metavar="NAME", choices=BRANCHINGS, help="how the solver chooses its decisions")
    parser.add_argument("--time-limit", metavar="S", type=numbers.seconds, help="seconds of search for each formula")
    parser.add_argument("--seed", metavar="N", type=int, default=0, help="for what is chosen at random (default 0)")
    parser.add_argument(
        "--res", metavar="FILE", nargs="?", const="", help="also write a .res file; without FILE beside the formula"
    )
    parser.add_argument("--strict", action="store_true", help="refuse a formula that is read with a warning")
    parser.add_argument("--json", action="store_true", help="print each answer as a JSON object on one line")


def run(arguments: Namespace) -> int:
    """Solve the files one after the other."""
    if arguments.res and not arguments.paths:  # what follows --res was meant as the formula
        arguments.paths, arguments.res = [arguments.res], ""
    if not arguments.paths:
        raise InputError("solve: no PATH is given", advice="see satsudoku solve --help")
    if arguments.res and len(arguments.paths) > 1:
        raise InputError("solve: --res with a file is for one formula", advice="use --res alone, after the paths")
    codes: set[int] = set()
    for path in arguments.paths:
        try:
            for task in _tasks(path, arguments):
                codes.add(_solve(task, arguments))
                if INTERRUPTED in codes:
                    return INTERRUPTED
        except WrongAnswerError as error:
            complain(error)
            codes.add(NOT_SO)
        except InputError as error:
            if error.path is None:  # not about this file, so the next one would fail the same way
                raise
            complain(error)
            codes.add(BAD_INPUT)
    for failure in (NOT_SO, BAD_INPUT):
        if failure in codes:
            return failure
    return codes.pop() if len(codes) == 1 else DONE


def _tasks(path: str, arguments: Namespace) -> Iterator[Task]:
    content = reading.load(path, strict=arguments.strict)
    if not isinstance(content, list):
        if not arguments.json:
            for warning in content.warnings:
                print(f"c warning line {warning.line}: {printable(warning.message)}")
        yield Task(path, content.formula)
        return
    if arguments.res is not None:
        raise InputError("a .res file is for a formula, not for a puzzle", path=path, advice="leave out --res")
    for number, puzzle in enumerate(content, 1):
        encoding = encode(puzzle)
        yield Task(path, encoding.formula, puzzle, encoding, number)


def _solve(task: Task, arguments: Namespace) -> int:
    """Decide, check, print; returns the exit code."""
    place = None if arguments.res is None else _place(task.path, arguments.res)
    with ProgressLine() as line, interruptible() as interrupted:

        def report(progress: Progress) -> None:
            counts = _counters(progress, ("decisions", "conflicts"))
            line.show(f"{Path(task.path).name}: {progress.seconds:.1f} s{counts}")

        result = decide(
            task.formula,
            arguments.solver or ("dpll" if task.puzzle or arguments.branching else "auto"),
            branching=arguments.branching,
            limits=Limits(arguments.time_limit),
            seed=arguments.seed,
            on_progress=report if line.visible else None,
            cancel=interrupted,
        )
        code = INTERRUPTED if interrupted() and result.status is Status.UNKNOWN else _EXITS[result.status]
    solution = _checked(task, result)
    if arguments.json:
        _print_json(task, result, solution)
    elif task.puzzle is None:
        _print_answer(task, result)
    else:
        _print_solution(task, result, solution)
    if place is not None:
        results.write_res(result, place)
        if not arguments.json:
            print(f"c result written to {printable(str(place))}")
    sys.stdout.flush()
    return code


def _checked(task: Task, result: Result) -> Digits | None:
    """The solution of a puzzle, if it is one. Raises WrongAnswerError for a model that is none."""
    if result.model is None:
        return None
    where = f"{reading.name(task.path)}: WRONG MODEL from {result.solver}"
    try:
        clause = results.falsified(task.formula, result.model)
    except ValueError as error:
        raise WrongAnswerError(f"{where}: {error}; please report this") from None
    if clause is not None:
        literals = " ".join(map(str, task.formula[clause]))
        raise WrongAnswerError(f"{where}: clause {clause + 1} ({literals}) is false; please report this")
    if task.puzzle is None or task.encoding is None:
        return None
    try:
        solution = task.encoding.decode(result.model)
    except ValueError:  # a cell without a digit, or with two
        solution = ()
    if not is_solution(task.puzzle, solution):
        raise WrongAnswerError(f"{where}: it satisfies the encoding of puzzle {task.number} but does not solve it")
    return solution


def _print_answer(task: Task, result: Result) -> None:
    print(f"c {printable(reading.name(task.path))}")
    print(f"c {_method(result)}: {_duration(result.seconds)}{_counters(result)}")
    print(results.competition(result), end="")


def _print_solution(task: Task, result: Result, solution: Digits | None) -> None:
    from engine.sudoku import formats

    assert task.puzzle is not None
    verdict = {
        Status.SATISFIABLE: "solved",
        Status.UNSATISFIABLE: "has no solution",
        Status.UNKNOWN: f"not decided ({result.reason})",
    }[result.status]
    name = f"{task.puzzle.name or f'puzzle {task.number}'}: {verdict}"
    if task.number > 1:
        print()
    print(printable(f"# {name}; {_method(result)}: {_duration(result.seconds)}{_counters(result)}"))
    if solution is not None:
        print(formats.write(Puzzle(task.puzzle.layout, solution)), end="")


def _print_json(task: Task, result: Result, solution: Digits | None) -> None:
    fields = {
        "path": task.path,
        "puzzle": task.number or None,
        "name": task.puzzle.name or None if task.puzzle else None,
        "solver": result.solver,
        "branching": result.branching,
        "status": result.status.value,
        "reason": result.reason or None,
        "seconds": round(result.seconds, 6),
        "decisions": result.decisions,
        "propagations": result.propagations,
        "conflicts": result.conflicts,
        "model": None if task.puzzle or result.model is None else list(result.model),
        "solution": None if solution is None else list(solution),
    }
    print(json.dumps({key: value for key, value in fields.items() if value is not None}))


def _place(path: str, wanted: str) -> Path:
    """Where the `.res` file will be; never over a formula or a puzzle. Raises InputError before anything is solved."""
    if not wanted and path == "-":
        raise InputError("solve: --res does not know where to write", advice="use --res=FILE with standard input")
    place = Path(wanted) if wanted else results.res_path(path, SHIPPED)
    if files.glance(place).kind in (Kind.CNF, Kind.PUZZLE):
        raise InputError("not overwritten: this is no result", path=place, advice="name the result with --res=FILE")
    return place


def _method(result: Result) -> str:
    return f"{result.solver} {result.branching}" if result.branching else result.solver


def _counters(counted: Result | Progress, names: Iterable[str] = ("decisions", "propagations", "conflicts")) -> str:
    counts = ((getattr(counted, name), name) for name in names)
    return "".join(f", {count} {name}" for count, name in counts if count is not None)


def _duration(seconds: float) -> str:
    return f"{1000 * seconds:.3g} ms" if seconds < 1 else f"{seconds:.2f} s"
