"""Solve formulas and puzzles.

The answer to a formula is printed in the format of the SAT competitions. The solution of a puzzle is printed as a grid,
with a note on whether it is the only one. Every model is checked against its formula, and every solution against its
puzzle, before it is printed.
"""

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from engine.base.errors import Cancelled, InputError
from engine.base.executors import in_order, is_stopped
from engine.base.streams import replacing
from engine.base.text import printable
from engine.commands import ask, cubes, numbers, reading
from engine.commands.arguments import add_workers, workers_of
from engine.commands.exits import (
    BAD_INPUT,
    DONE,
    INTERRUPTED,
    NOT_SO,
    OPTIMUM,
    SATISFIABLE,
    UNSATISFIABLE,
    complain,
)
from engine.commands.interrupt import interruptible
from engine.commands.listing import listing
from engine.commands.progress import ProgressLine
from engine.commands.proof_formats import CONVERTED, FORMATS, proof_output
from engine.commands.search_report import SearchReport
from engine.commands.solve_output import print_answer, print_json, print_solution
from engine.commands.tasks import Task, WrongAnswerError, checked_solution, tasks_of
from engine.files import reading as files
from engine.files.kinds import FileKind
from engine.sat import result as results
from engine.sat.cutting_planes.proving import prove
from engine.sat.cutting_planes.search import NAME as CUTTING_PLANES
from engine.sat.formula.formula import Formula
from engine.sat.formula.linear_form import is_native, opb_lines, with_penalties
from engine.sat.optimisation.optimise import DEFAULT, METHODS, optimise
from engine.sat.proof import reader as proof_reader
from engine.sat.proof import veripb
from engine.sat.proof.certificate_check import is_certificate
from engine.sat.proof.lrat_reader import looks_like_lrat
from engine.sat.proof.proof import ProofSink
from engine.sat.queries.assumptions import CUBES
from engine.sat.queries.assumptions import QUERY as ASSUMPTIONS
from engine.sat.queries.count import QUERY as COUNT
from engine.sat.queries.models import LIMIT
from engine.sat.queries.models import QUERY as MODELS
from engine.sat.queries.parameters import ASSUME, PROJECT
from engine.sat.queries.query import Query, Values, read_literals
from engine.sat.result import Result, Status
from engine.sat.solvers.branching import BRANCHINGS, LEARNING
from engine.sat.solvers.cubes import CubeTask
from engine.sat.solvers.solve import MEGABYTE, SOLVERS, Limits
from engine.sat.solvers.solve import solve as decide
from engine.sat.solvers.techniques import TECHNIQUES

SHIPPED = Path(__file__).parents[2] / "puzzles"
"""The folder of the shipped puzzles, to which no results are written."""

_BRANCHINGS = listing((solver.name, ", ".join(solver.branchings)) for solver in SOLVERS.values() if solver.branchings)
_TECHNIQUES = listing(
    (technique.name, f"{technique.title} ({technique.source.removesuffix('.')})") for technique in TECHNIQUES.values()
)

NO_METHOD = "none"
"""The value of --optimise if any model is good enough."""
_OPTIONS_OF_ANY_MODEL = ("solver", "branching", "cubes", "proof", "preprocess", "decisions", "without")
"""The options that apply only to a search for any model."""

_METHODS = [(name, str(title)) for name, title in METHODS.items()]
_METHODS.append((NO_METHOD, "any model of the hard clauses, with the other options"))

EXAMPLES = f"""\
solvers:
{listing((solver.name, str(solver.title)) for solver in SOLVERS.values())}

branchings (the first of a solver is its default):
{_BRANCHINGS}

methods of --optimise, for soft clauses (WCNF) and objectives (OPB):
{listing(_METHODS)}

techniques that --without leaves out of cdcl and auto:
{_TECHNIQUES}

examples:
  satsudoku solve puzzles/cnf/queens-8.cnf
  satsudoku solve --solver glucose --time-limit 60 huge.cnf.gz
  satsudoku solve --branching moms --res formula.cnf      (writes formula.res next to it)
  satsudoku solve --proof php.drat puzzles/cnf/php-6-5.cnf; satsudoku check puzzles/cnf/php-6-5.cnf --proof php.drat
  satsudoku solve --json puzzles/cnf/*.cnf
  satsudoku solve --jobs 4 puzzles/cnf/*.cnf              (four at a time, answers in order)
  satsudoku solve --cubes 64 --jobs 4 hard.cnf            (one formula, in 64 parts)
  satsudoku solve --cubes 1000 --cluster tcp://10.0.0.1:8786 hard.cnf --proof folder
  satsudoku solve --count puzzles/cnf/queens-8.cnf        (also --enumerate N, --project VARS)
  satsudoku solve --assume=1,-2 puzzles/cnf/queens-8.cnf  (a model under assumptions, or a core of them)
  satsudoku solve problem.wcnf                            (the best model; also problem.opb with min: or max:)
  satsudoku solve problem.opb                             (linear constraints: cutting planes and clauses in turns)
  satsudoku solve problem.opb --proof problem.pbp --proof-format veripb; satsudoku check problem.opb --proof problem.pbp
  satsudoku solve problem.wcnf --proof problem.pbp --proof-format veripb     (and problem.pbp.opb, for VeriPB)
  satsudoku solve steps.icnf                              (each cube `a LITERALS 0`, for the clauses before it)
  satsudoku solve puzzles/double/hard-1.txt
  satsudoku solve --layout mine.txt made.txt              (a layout that mine.txt describes)
  satsudoku make queens 20 | satsudoku solve

With --decisions LITS, each decision is the first free one of these literals, as long as there is one; assigned literals
are skipped. The verdict does not depend on them.

If equations modulo 2 or counting decide the formula (the techniques parity and cardinality) and a DRAT proof would be
long, the file of --proof is a certificate: sums of a few constraints and, if the search used consequences of equations,
a proof of the rest. `satsudoku check` accepts certificates too.

With --proof-format lrat or veripb the proof is kept in memory during the search, then checked, trimmed and written in
that format, which takes about half as long as the search. LRAT needs no certificate; a VeriPB proof has the sums as
`pol` lines, and is checked by `veripb --cnf FORMULA PROOF`. For OPB files and with --solver cutting-planes, VeriPB is
written by the search on linear constraints. With an objective (OPB, WCNF) that search shows, whatever the method, that
the model is the best; the problem of a WCNF file, or one to maximise, is written to FILE.opb as VeriPB reads it.

With --cubes the proof is a folder: cube-K.cnf and cube-K.drat for each cube, cover.cnf and cover.drat to show that the
cubes cover all assignments, and whole.drat, which combines them, for the formula itself. `satsudoku check` checks each
of them.

With an objective, a line `o COST` reports each better model. The model at the end is that of `s OPTIMUM FOUND` or, if
a limit ended the search, the best so far under `s SATISFIABLE`.

Exit code: 10 satisfiable, 20 unsatisfiable, 30 optimum found, 0 undecided; for several formulas or puzzles the code
that they share, else 0; 1 if a model was wrong, 2 if a file can't be used (the others are still solved), 130 after
ctrl-c or SIGTERM, which prints the answer so far."""

_PROOF_INTERRUPTED = "no proof written: interrupted while it was checked"

_EXITS = {Status.SATISFIABLE: SATISFIABLE, Status.UNSATISFIABLE: UNSATISFIABLE, Status.UNKNOWN: DONE}


class NothingProvedError(Exception):
    """The formula is not unsatisfiable, so the file of the proof is discarded."""


def configure(parser: ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument(
        "paths", metavar="PATH", nargs="*", help="a formula or a file of puzzles; standard input if omitted or -"
    )
    parser.add_argument(
        "--solver", metavar="NAME", choices=SOLVERS, help="default: auto; with --branching, a solver that has it"
    )
    branchings = BRANCHINGS | LEARNING
    parser.add_argument("--branching", metavar="NAME", choices=branchings, help="how the solver chooses its decisions")
    parser.add_argument(
        "--time-limit", metavar="S", type=numbers.seconds, help="time limit in seconds for each formula"
    )
    parser.add_argument(
        "--memory-limit",
        metavar="MB",
        type=numbers.count("megabytes", 10**9),
        help="memory limit of a search in megabytes",
    )
    parser.add_argument("--seed", metavar="N", type=int, default=0, help="seed of random choices (default 0)")
    parser.add_argument(
        "--res", metavar="FILE", nargs="?", const="", help="also write a .res file; without FILE, next to the formula"
    )
    parser.add_argument(
        "--proof",
        metavar="FILE",
        help="write a DRAT proof or a certificate if the formula is unsatisfiable; with --cubes, a folder",
    )
    parser.add_argument(
        "--cubes",
        metavar="N",
        type=numbers.count("cubes", 10**6),
        help="solve each formula in N parts (default then: cdcl)",
    )
    add_workers(parser)
    parser.add_argument(
        "--proof-format",
        metavar="FORM",
        choices=FORMATS,
        default="text",
        help="text (default) or binary (DRAT); lrat or veripb: checked, trimmed and written after the search",
    )
    parser.add_argument(
        "--optimise",
        metavar="METHOD",
        choices=(*METHODS, NO_METHOD),
        help=f"how to find the best model if there is an objective: {', '.join(METHODS)}, or none (default: {DEFAULT})",
    )
    parser.add_argument("--preprocess", action="store_true", help="simplify the formula first; pays on circuits")
    parser.add_argument(
        "--without",
        metavar="NAME,NAME",
        type=_names,
        default=frozenset(),
        help="techniques that the solver must not use",
    )
    parser.add_argument("--layout", metavar="NAME", help="the layout of puzzles, if the file does not name one")
    parser.add_argument("--strict", action="store_true", help="refuse a formula whose file causes a warning")
    parser.add_argument("--json", action="store_true", help="print each answer as a JSON object on one line")

    parser.add_argument("--count", action="store_true", help="count the models; see satsudoku ask")
    parser.add_argument(
        "--enumerate", metavar="N", type=numbers.count("models", 10**9), help="print up to N models instead of one"
    )
    parser.add_argument(
        "--decisions",
        metavar="LITS",
        type=ask.reader(read_literals),
        default=(),
        help="decide these literals first, in this order (backtracking, naive, dpll, cdcl)",
    )
    for parameter in (PROJECT, ASSUME):
        ask.add_parameter(parser, parameter)
    ask.add_names(parser)
    parser.set_defaults(verify=False, output=None)


def run(arguments: Namespace) -> int:
    """Solve the files one after the other."""
    if arguments.res and not arguments.paths:  # the word after --res was meant as the formula
        arguments.paths, arguments.res = [arguments.res], ""
    if not arguments.paths:
        arguments.paths = [reading.piped("solve")]
    if arguments.cubes is not None and arguments.proof_format in CONVERTED:
        raise InputError(f"solve: --cubes can't write {arguments.proof_format}", advice="leave out --proof-format")
    if arguments.res and len(arguments.paths) > 1:
        raise InputError("solve: --res with a file needs a single formula", advice="use --res alone, after the paths")
    if arguments.proof and len(arguments.paths) > 1:
        raise InputError("solve: --proof needs a single formula", advice="solve them one by one")
    arguments.layout = files.load_layout(arguments.layout) if arguments.layout else None
    arguments.question, arguments.values = _question(arguments)
    in_parallel = arguments.cubes is None and (arguments.jobs > 1 or arguments.cluster is not None)
    codes = _solve_in_parallel(arguments) if in_parallel else _solve_in_turn(arguments)
    for failure in (INTERRUPTED, NOT_SO, BAD_INPUT):
        if failure in codes:
            return failure
    return codes.pop() if len(codes) == 1 else DONE


def _question(arguments: Namespace) -> tuple[Query | None, Values]:
    """The query that the options select instead of solving, if any, and its options."""
    options = {PROJECT.name: arguments.project, ASSUME.name: arguments.assume, LIMIT.name: arguments.enumerate}
    values = {name: value for name, value in options.items() if value is not None}
    if arguments.count and arguments.enumerate:
        raise InputError("solve: --count and --enumerate can't be combined", advice="leave out one of them")
    if arguments.project is not None and not (arguments.count or arguments.enumerate):
        raise InputError("solve: --project needs --count or --enumerate", advice="leave it out")
    if arguments.count:
        question = COUNT
    elif arguments.enumerate:
        question = MODELS
    elif arguments.assume is not None:
        question, values = ASSUMPTIONS, {CUBES.name: (arguments.assume,)}
    else:
        return None, {}
    for option in ("solver", "branching", "cubes", "proof", "res", "cluster"):
        if getattr(arguments, option) is not None:
            problem = f"solve: --{option} can't be combined with --count, --enumerate or --assume"
            raise InputError(problem, advice="leave one of them out")
    return question, values


def _solve_in_turn(arguments: Namespace) -> set[int]:
    codes: set[int] = set()
    for path in arguments.paths:
        try:
            for task in tasks_of(path, arguments):
                codes.add(_solve(task, arguments))
                if INTERRUPTED in codes:
                    return codes
        except WrongAnswerError as error:
            complain(error)
            codes.add(NOT_SO)
        except InputError as error:
            if error.path is None:  # not specific to this file, so the next one would fail too
                raise
            complain(error)
            codes.add(BAD_INPUT)
    return codes


def _solve_in_parallel(arguments: Namespace) -> set[int]:
    """Solve several tasks at a time; report each in order, as if it were alone."""
    if arguments.proof is not None:
        raise InputError("solve: --proof needs one process", advice="leave out --jobs, or use --cubes")
    codes: set[int] = set()
    with workers_of(arguments) as workers, ProgressLine() as line:
        work = partial(_decide_in_worker, _solver(arguments), arguments)
        for number, (task, result) in enumerate(in_order(work, _all_tasks(arguments), workers), 1):
            line.clear()
            if isinstance(task, InputError):
                complain(task)
                codes.add(BAD_INPUT)
                continue
            assert result is not None, "every task has a result"
            try:
                _report(task, result, arguments)
                codes.add(_exit_code(result))
            except WrongAnswerError as error:
                complain(error)
                codes.add(NOT_SO)
            except InputError as error:
                complain(error)
                codes.add(BAD_INPUT)
            line.show(f"{number} done")
    return codes


def _all_tasks(arguments: Namespace) -> Iterator[Task | InputError]:
    """The tasks of all files; in place of an unusable file, its error."""
    for path in arguments.paths:
        try:
            for task in tasks_of(path, arguments):
                _check_options(task, arguments)
                yield task
        except InputError as error:
            if error.path is None:
                raise
            yield error


def _decide_in_worker(solve: Callable[..., Result], arguments: Namespace, task: Task | InputError) -> Result | None:
    """Solve a task in a process of the pool; None for a file that can't be used."""
    if isinstance(task, InputError):
        return None
    return (_optimiser(task, arguments) or solve)(task.formula, cancel=is_stopped)


def _check_options(task: Task, arguments: Namespace) -> None:
    """Raise InputError for options that do not fit the task, before it is solved."""
    _res_path(task, arguments)
    _optimiser(task, arguments)


def _exit_code(result: Result) -> int:
    return OPTIMUM if result.is_optimal else _EXITS[result.status]


def _solve(task: Task, arguments: Namespace) -> int:
    """Solve, check and print; returns the exit code."""
    if task.document is not None and (arguments.question is not None or task.document.cubes):
        question = arguments.question or ASSUMPTIONS
        for option in ("proof", "res") if arguments.question is None else ():
            if getattr(arguments, option) is not None:
                problem = f"--{option} needs a formula without cubes"
                raise InputError(problem, path=task.path, advice=f"leave out --{option}")
        return ask.answer_about(task.document, question, task.path, arguments.values, arguments)
    _check_options(task, arguments)
    with interruptible() as interrupted:
        if arguments.cubes is None:
            result, is_proved = _decide_with_proof(task, arguments, interrupted)
        else:
            question = CubeTask(task.formula, _solver(arguments), arguments.proof is not None)
            result = cubes.decide(question, arguments, interrupted)
            is_proved = arguments.proof is not None and result.status is Status.UNSATISFIABLE
            if arguments.proof is not None and not is_proved:
                _complain_of_no_proof(arguments.proof, result)
        code = INTERRUPTED if interrupted() and result.status is Status.UNKNOWN else _exit_code(result)
    _report(task, result, arguments, is_proved)
    return code


def _report(task: Task, result: Result, arguments: Namespace, is_proved: bool = False) -> None:
    """Check the answer, write the result if requested, and print it. `is_proved`: the file of the proof was written.

    Raises WrongAnswerError, and InputError, after printing the answer, if the result can't be written.
    """
    place = _res_path(task, arguments)
    solution = checked_solution(task, result)
    failure: InputError | None = None
    if place is not None:  # before any output, whose reader may leave early
        try:
            results.write_res(result, task.formula, place)
        except InputError as error:
            failure = error
    if arguments.json:
        print_json(task, result, solution)
    else:
        for warning in task.warnings:
            print(warning)
        if task.puzzle is None:
            print_answer(task, result, with_names=arguments.names)
        else:
            print_solution(task, result, solution)
        if place is not None and failure is None:
            print(f"c result written to {printable(str(place))}")
        if is_proved:
            is_certificate_only = result.certificate and arguments.proof_format not in CONVERTED
            print(f"c {'certificate' if is_certificate_only else 'proof'} written to {printable(arguments.proof)}")
    sys.stdout.flush()
    if failure is not None:
        raise failure


def _solver(arguments: Namespace) -> Callable[..., Result]:
    """`engine.sat.solvers.solve.solve` with the options; it can be sent to another process."""
    usual = "auto" if arguments.cubes is None else "cdcl"
    return partial(
        decide,
        solver=arguments.solver or _default_solver(arguments.branching, "cdcl" if arguments.decisions else usual),
        branching=arguments.branching,
        limits=Limits(arguments.time_limit, arguments.memory_limit and arguments.memory_limit * MEGABYTE),
        seed=arguments.seed,
        preprocess=arguments.preprocess,
        without=arguments.without,
        prefix=arguments.decisions,
    )


def _optimiser(task: Task, arguments: Namespace) -> Callable[..., Result] | None:
    """`engine.sat.optimisation.optimise.optimise` with the options; None if any model is good enough.

    Raises InputError for options of a search for any model.
    """
    if task.objective is None or arguments.optimise == NO_METHOD:
        return None
    for option in _OPTIONS_OF_ANY_MODEL:
        if getattr(arguments, option) and not (option == "proof" and _by_cutting_planes(task, arguments)):
            problem = f"--{option} is for any model, and this file has an objective"
            raise InputError(problem, path=task.path, advice="add --optimise none for any model, or leave it out")
    return partial(
        _optimise,
        task.path,
        objective=task.objective,
        method=arguments.optimise or DEFAULT,
        limits=Limits(arguments.time_limit, arguments.memory_limit and arguments.memory_limit * MEGABYTE),
    )


def _optimise(path: str, formula: Formula, **options: Any) -> Result:
    """Call `optimise`; an InputError (such as for large numbers) names the file."""
    try:
        return optimise(formula, **options)
    except InputError as error:
        raise InputError(error.problem, path=path, advice=error.advice) from None


def _by_cutting_planes(task: Task, arguments: Namespace) -> bool:
    """Whether the search on linear constraints writes a proof."""
    native = task.formula.constraints or arguments.solver == CUTTING_PLANES or task.objective is not None
    return arguments.proof is not None and arguments.proof_format == "veripb" and bool(native)


def _decide_with_proof(task: Task, arguments: Namespace, cancel: Callable[[], bool]) -> tuple[Result, bool]:
    """Solve; return the result, and whether a proof was written. Its file, if any, appears complete."""
    if arguments.proof is None:
        return _decide(task, arguments, cancel), False
    _check_replaceable(Path(arguments.proof))
    if _by_cutting_planes(task, arguments):
        return _prove_by_cutting_planes(task, arguments, cancel)
    with suppress(NothingProvedError), replacing(arguments.proof) as file:
        output = proof_output(arguments.proof_format, file, task.formula, cancel)
        result = _decide(task, arguments, cancel, output.sink)
        if result.status is not Status.UNSATISFIABLE:
            _complain_of_no_proof(arguments.proof, result)
            raise NothingProvedError
        try:
            output.finish(result.certificate or "")
        except Cancelled:
            complain(f"{arguments.proof}: {_PROOF_INTERRUPTED}")
            result = replace(result, status=Status.UNKNOWN, reason="interrupted", certificate="")
            raise NothingProvedError from None
        return result, True
    return result, False


def _prove_by_cutting_planes(task: Task, arguments: Namespace, cancel: Callable[[], bool]) -> tuple[Result, bool]:
    """Solve; return the result, and whether a proof on linear constraints was written that no model is better."""
    limits = Limits(arguments.time_limit, arguments.memory_limit and arguments.memory_limit * MEGABYTE)
    objective = None if arguments.optimise == NO_METHOD else task.objective
    with suppress(NothingProvedError), replacing(arguments.proof) as file:
        with SearchReport(task, arguments) as report:
            try:
                result, lines = prove(
                    task.formula,
                    objective,
                    arguments.optimise or DEFAULT,
                    limits=limits,
                    on_progress=report.on_progress,
                    on_bounds=report.on_bounds,
                    cancel=cancel,
                )
            except InputError as error:
                raise InputError(error.problem, path=task.path, advice=error.advice) from None
        if not lines:
            _complain_of_no_proof(arguments.proof, result)
            raise NothingProvedError
        file.writelines(line.encode() for line in lines)
        if objective is not None and not is_native(task.formula, objective):
            with replacing(f"{arguments.proof}.opb") as problem:
                problem.writelines(line.encode() for line in opb_lines(*with_penalties(task.formula, objective)))
        return result, True
    return result, False


def _complain_of_no_proof(path: str, result: Result) -> None:
    if result.is_optimal or result.status is Status.UNSATISFIABLE:
        reason = "the search for it was ended"
    elif result.bounds is not None:
        reason = f"the cost of the best model is only known to be from {result.bounds[0]:,} to {result.bounds[1]:,}"
    elif result.status is Status.SATISFIABLE:
        reason = "the formula is satisfiable"
    else:
        reason = "the formula was not decided"
    complain(f"{path}: no proof written: {reason}")


def _decide(task: Task, arguments: Namespace, cancel: Callable[[], bool], proof: ProofSink | None = None) -> Result:
    with SearchReport(task, arguments) as report:
        if (optimiser := _optimiser(task, arguments)) is not None:
            return optimiser(task.formula, on_progress=report.on_progress, on_bounds=report.on_bounds, cancel=cancel)
        return _solver(arguments)(task.formula, on_progress=report.on_progress, cancel=cancel, proof=proof)


def _names(text: str) -> frozenset[str]:
    return frozenset(name.strip() for name in text.split(","))


def _default_solver(branching: str | None, usual: str) -> str:
    if branching is None:
        return usual
    return "dpll" if branching in BRANCHINGS else "cdcl"


def _res_path(task: Task, arguments: Namespace) -> Path | None:
    """The path of the `.res` file, None for none. Raises InputError if that is a file of another kind."""
    path, destination = task.path, arguments.res
    if destination is None:
        return None
    if not destination and path == "-":
        raise InputError(
            "solve: --res needs a file name for standard input", advice="use --res=FILE with standard input"
        )
    place = Path(destination) if destination else results.res_path(path, SHIPPED)
    if files.glance(place).kind in (FileKind.CNF, FileKind.PUZZLE, FileKind.PROOF, FileKind.TEXT, FileKind.BINARY):
        raise InputError("not overwritten: this is not a result", path=place, advice="name the result with --res=FILE")
    return place


def _check_replaceable(place: Path) -> None:
    """Raise InputError if the path is a file that does not begin like a proof, which is never replaced."""
    if not place.is_file():
        return
    head = files.read_head(place)
    end = len(head.data) if head.whole else max(head.data.rfind(b"\n"), head.data.rfind(b"\0")) + 1
    if is_certificate(head.data) or looks_like_lrat(head.data) or head.data.startswith(veripb.HEADER.encode()):
        return
    try:
        proof_reader.parse(head.data[:end])
    except InputError:
        raise InputError(
            "not overwritten: this is not a proof", path=place, advice="choose another name with --proof"
        ) from None
