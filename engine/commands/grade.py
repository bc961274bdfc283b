"""Grade solvers that are executables: whether they are right, how fast they are, and what is wrong with them.

Every solver runs on every formula, within limits, and cut off from the network and the rest of the machine as far as
this system can do that. Models and proofs are checked, verdicts are compared with ours. Wrong answers, crashes,
time-outs and wrong formats are told apart, each with a smallest formula that shows it. Beside the formulas there are
tiny ones, each for something that programs stumble over.
"""

import os
import re
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from engine.base.errors import InputError
from engine.base.folder import read_folder
from engine.base.text import pluralized, printable
from engine.commands import numbers
from engine.commands.arguments import add_workers, workers_of
from engine.commands.exits import DONE, INTERRUPTED, NOT_SO, complain
from engine.commands.interrupt import interruptible
from engine.commands.listing import listing
from engine.commands.output import destination
from engine.commands.progress import ProgressLine
from engine.files import reading as files
from engine.files.kinds import FileKind
from engine.sat.grading import report
from engine.sat.grading.grading import EDGES, LIMIT, ROUNDS, GradedFormula, Grading, GradingPlan, GradingProgress, grade
from engine.sat.grading.reduction import SECONDS
from engine.sat.grading.results import ResultsFile
from engine.sat.grading.scoring import ranked, scores
from engine.sat.grading.truth import read_answers
from engine.sat.programs.confinement import REQUIRE, confinement, require_full
from engine.sat.programs.program import SolverProgram, programs
from engine.sat.programs.sandbox import ProgramLimits
from engine.sat.solvers.limits import MEGABYTE

MEMORY = 1024
"""Megabytes for each run unless chosen."""

EXAMPLES = f"""\
A SOLVER is an executable, a Python script, a folder of these, or a command, which may have a name: NAME='COMMAND'.
In a command {{cnf}} stands for the formula, {{proof}} for a proof in DRAT to be written, which is then checked, and
{{out}} for a file for the answer; without {{cnf}} the formula is the last word, or standard input with < at the end.
The answer is printed as in the SAT competitions (s SATISFIABLE, v 1 -2 0), in the format .res, or as MiniSat writes it.
An exit code of 10 or 20 must fit to it; there need be none.

columns of runs.csv:
{listing(report.RUN_COLUMNS.items())}

columns of scores.csv:
{listing(report.SCORE_COLUMNS.items())}

examples:
  satsudoku grade puzzles/cnf/queens-4.cnf --solver students/anna.py
  satsudoku grade formulas --solver students --jobs 2 -o grades
  satsudoku grade formulas --solver mine=students/anna.py --time-limit 60

Seconds are of processor time, of all processes and threads of a run; by the clock on the wall it has twice that and one
second. The folder that -o names holds report.md, report.html, runs.csv, scores.csv, cactus.svg, the smallest formulas,
and results.jsonl, by which the same command goes on after an interruption, and runs only what changed.

Exit code: 0 nothing is wrong, 1 something is wrong with a solver, 2 bad input, 130 after ctrl-c, with a report of
what was done."""

_WIDTHS = (22, 8, 7, 8, 10, 9, 12)
_OFTEN = 10.0  # seconds between two reports
_ROUND = "{name}: {done:,} of {total:,}"
_WRITTEN = "report: {path}"
_SMALLEST = "smallest"


def configure(parser: ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument("paths", metavar="PATH", nargs="+", help="formulas, or folders for all CNF files in them")
    parser.add_argument(
        "--solver", metavar="SOLVER", action="append", required=True, help="who is graded; may be given several times"
    )
    parser.add_argument(
        "--time-limit", metavar="S", type=numbers.seconds, default=LIMIT, help=f"for each run (default {LIMIT:g})"
    )
    parser.add_argument(
        "--memory-limit", metavar="MB", type=numbers.count("megabytes", 10**7), default=MEMORY,
        help=f"for each run (default {MEMORY})",
    )  # fmt: skip
    parser.add_argument("--answers", metavar="FILE", help="known verdicts: a file's name and sat or unsat a line")
    parser.add_argument(
        "--reference", metavar="S", type=numbers.seconds, default=LIMIT,
        help=f"seconds that our own solver has for the verdict on a formula (default {LIMIT:g})",
    )  # fmt: skip
    parser.add_argument("--baseline", metavar="NAME", help="what rates refer to (default: the first solver)")
    parser.add_argument(
        "--reduce", metavar="S", type=_seconds_or_none, default=SECONDS,
        help=f"seconds for each smallest formula, 0 for none (default {SECONDS:g})",
    )  # fmt: skip
    parser.add_argument(
        REQUIRE,
        action="store_true",
        help="run no program without the full sandbox (bubblewrap and seccomp)",
    )
    parser.add_argument("--no-edge-cases", action="store_true", help="leave out the tiny formulas")
    parser.add_argument("-o", "--output", metavar="DIR", default="grades", help="where to write (default: grades)")
    add_workers(parser)


def run(arguments: Namespace) -> int:
    """Grade, print the ranking and what is wrong, and write the report."""
    if arguments.require_sandbox:
        require_full()
    contestants = programs(arguments.solver)
    plan = GradingPlan(
        tuple(contestants),
        _items(arguments),
        ProgramLimits(arguments.time_limit, arguments.memory_limit * MEGABYTE),
        reference=arguments.reference,
        reduction=arguments.reduce,
        baseline=_baseline(contestants, arguments.baseline),
    )
    plan = _with_answers(plan, arguments.answers)
    folder = Path(arguments.output)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        advice = "name another folder with -o"
        raise InputError(f"can't be made: {error.strerror}", path=folder, advice=advice) from None
    for sentence in confinement().sentences:
        print(sentence)
    due = time.monotonic() + _OFTEN
    with (
        ResultsFile(folder / "results.jsonl") as results,
        ProgressLine() as line,
        interruptible() as interrupted,
        workers_of(arguments) as workers,
    ):

        def show(stage: GradingProgress, so_far: Callable[[], Grading]) -> None:
            nonlocal due
            line.show(_ROUND.format(name=ROUNDS[stage.round], done=stage.done, total=stage.total))
            if time.monotonic() > due:
                _write(so_far(), folder)
                due = time.monotonic() + _OFTEN

        grading = grade(plan, workers, results, on_stage=show, cancel=interrupted)
        stopped = interrupted()
    _write(grading, folder)
    _print(grading)
    print("\n" + _WRITTEN.format(path=printable(str(folder / "report.html"))))
    return INTERRUPTED if stopped else NOT_SO if grading.failures else DONE


def _items(arguments: Namespace) -> tuple[GradedFormula, ...]:
    """The edge cases, then the formulas, each file once; what is no formula in a folder is passed over."""
    paths: dict[Path, None] = {}
    for text in arguments.paths:
        path = Path(text)
        if not path.is_dir():
            paths[path] = None
            continue
        try:
            inside = [path / entry.name for entry in read_folder(path) if not entry.folder]
        except OSError as error:
            raise InputError(f"can't be read: {error.strerror}", path=path, advice="check its permissions") from None
        found = [each for each in inside if files.glance(each).kind is FileKind.CNF]
        if not found:
            raise InputError("there is no CNF file in it", path=path, advice="name a folder with formulas")
        paths.update(dict.fromkeys(found))
    folders = len({path.name for path in paths}) < len(paths)
    above = os.path.commonpath([path.resolve().parent for path in paths])
    formulas = [
        GradedFormula.of(path, os.path.relpath(path.resolve(), above) if folders else path.name) for path in paths
    ]
    return (*(() if arguments.no_edge_cases else EDGES), *formulas)


def _with_answers(plan: GradingPlan, path: str | None) -> GradingPlan:
    """The plan with the answers of a file, which is complained about where it names no formula."""
    if path is None:
        return plan
    answers = read_answers(Path(path))
    names = {item.name: answers.get(Path(item.name).name) for item in plan.formulas}
    unused = sorted(answers.keys() - {Path(name).name for name in names})
    if unused:
        complain(f"{path}: {pluralized(len(unused), 'answer')} to formulas that are not there, such as {unused[0]}")
    return replace(plan, answers={name: status for name, status in names.items() if status is not None})


def _baseline(contestants: Sequence[SolverProgram], name: str | None) -> str:
    names = [program.name for program in contestants]
    if name is not None and name not in names:
        raise InputError(f"no solver is called {name!r}", advice=f"choose one of {', '.join(names)}")
    return name or names[0]


def _write(grading: Grading, folder: Path) -> None:
    """Write all files of a report."""
    texts = {
        "report.md": report.as_markdown, "report.html": report.as_html, "runs.csv": report.runs_csv,
        "scores.csv": report.scores_csv, "cactus.svg": report.as_svg,
    }  # fmt: skip
    for name, text in texts.items():
        with destination(str(folder / name)) as file:
            file.write(text(grading).encode())
    smallest = [failure for failure in grading.failures if failure.reduced is not None]
    if smallest:
        (folder / _SMALLEST).mkdir(exist_ok=True)
    for failure in smallest:
        assert failure.reduced is not None
        name = re.sub(r"[^\w.+-]", "-", f"{failure.program}-{failure.kind.value}")
        with destination(str(folder / _SMALLEST / f"{name}.cnf")) as file:
            file.write(failure.reduced.text)


def _print(grading: Grading) -> None:
    found = scores(grading)
    first, *widths = _WIDTHS

    def row(cells: Sequence[str]) -> str:
        numbers_of = "".join(f"{cell:>{width}}" for cell, width in zip(cells[1:], widths, strict=True))
        name = cells[0] if len(cells[0]) < first else f"{cells[0]}\n{'':{first}}"
        return f"{name:<{first}}{numbers_of}"

    print()
    for sentence in report.setup(grading):
        print(sentence)
    print("\n" + row(report.ranking_heading()[:-1]))
    for score in ranked(found):
        print(row(report.ranking_row(score)[:-1]))
    for score in found:
        lines = report.failures_told(grading, score)
        if lines:
            print(f"\n{printable(score.program)}")
        for sentence, block, heading in lines:
            print(f"\n  {sentence}" if heading else f"  {sentence}")
            for text in block.splitlines():
                print(f"    {text}")


def _seconds_or_none(text: str) -> float:
    """A time, or 0."""
    return 0.0 if text.strip() == "0" else numbers.seconds(text)
