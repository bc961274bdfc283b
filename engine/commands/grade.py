"""Grade solvers that are executables: whether they are correct, how fast they are, and what is wrong with them.

Every solver runs on every formula, within limits, and cut off from the network and the rest of the machine as far as
this system can do that. Models and proofs are checked, and verdicts are compared with ours. Wrong answers, crashes,
time-outs and invalid formats are reported separately, each with a smallest formula that shows it. In addition to your
formulas, solvers get edge cases, tiny formulas that programs often get wrong, and as many random formulas as fit into
some seconds.
"""

import json
import os
import re
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from engine.base.errors import InputError
from engine.base.folder import read_folder
from engine.base.language import _, lazy_gettext
from engine.base.text import columns_of, pluralized, printable
from engine.commands import numbers
from engine.commands.arguments import add_language, add_workers, workers_of
from engine.commands.exits import DONE, INTERRUPTED, NOT_SO, complain
from engine.commands.interrupt import interruptible
from engine.commands.listing import listing
from engine.commands.output import destination
from engine.commands.progress import ProgressLine
from engine.files import reading as files
from engine.files.kinds import FileKind
from engine.sat.grading import exports, report
from engine.sat.grading.fuzzing import FUZZ_SECONDS, SEED
from engine.sat.grading.grading import EDGES, RUN_SECONDS, GradedFormula, Grading, GradingPlan
from engine.sat.grading.judging import JudgementKind
from engine.sat.grading.points import Points, PointsScheme, points, read_scheme
from engine.sat.grading.reduction import REDUCTION_SECONDS
from engine.sat.grading.results_file import ResultsFile
from engine.sat.grading.rounds import ROUNDS, GradingProgress, grade
from engine.sat.grading.scoring import ranked, scores
from engine.sat.grading.truth import read_answers
from engine.sat.programs.answers import AnswerPatterns, pattern
from engine.sat.programs.confinement import REQUIRE, confinement, require_full
from engine.sat.programs.program import SolverProgram, programs
from engine.sat.programs.sandbox import ProgramLimits
from engine.sat.solvers.limits import MEGABYTE

MEMORY = 1024
"""Default limit in megabytes for each run."""

EXAMPLES = f"""\
A SOLVER is an executable, a Python script, a folder of these, or a command, which may have a name:
NAME='COMMAND'. In a command, {{cnf}} stands for the formula, {{proof}} for the DRAT proof that the solver writes, which
is then checked, and {{out}} for the file of the answer. Without {{cnf}} the formula is the last word, or standard input
if the command ends with <. The solver answers as in the SAT competitions (s SATISFIABLE, v 1 -2 0), in the format .res,
or like MiniSat. Other common formats are guessed, with a remark, or described by --sat, --unsat and --model. An exit
code of 10 or 20 is optional, but must match the answer.

columns of runs.csv:
{listing(report.RUN_COLUMNS.items())}

columns of scores.csv:
{listing(report.SCORE_COLUMNS.items())}

examples:
  satsudoku grade puzzles/cnf/queens-4.cnf --solver students/anna.py
  satsudoku grade formulas --solver students --jobs 2 -o grades
  satsudoku grade formulas --solver mine=students/anna.py --time-limit 60
  satsudoku grade formulas --solver mine=./solver --watch
  satsudoku grade formulas --solver students --trace      (each line of their search logs is checked)
  satsudoku grade formulas --solver students --points points.toml --result-files gradescope
  satsudoku grade formulas --solver ./solver --sat "result: yes" --unsat "result: no" --model "values: (.*)"

Seconds are of processor time, summed over all processes and threads of a run; the wall-clock limit is twice that plus
one second. The folder after -o gets report.md, report.html, verdict.json, runs.csv, scores.csv, cactus.svg, the
smallest formulas, a report for each of several solvers, points.csv with --points, and results.jsonl, from which the
same command continues after an interruption, and runs only what has changed.

Exit code: 0 no fault, 1 a solver has a fault, 2 bad input, 130 after ctrl-c, with a report of the runs so far."""

_WIDTHS = (22, 8, 7, 8, 10, 9, 14)
_OFTEN = 10.0  # seconds between two reports
_ROUND = lazy_gettext("{name}: {done:,} of {total:,}")
_WRITTEN = lazy_gettext("report: {path}")
_SMALLEST, _REPORTS = "smallest", "reports"
_WATCHING = lazy_gettext("waiting for a solver to change; ctrl-c ends")
_UNUSED = lazy_gettext("{path}: {answers} to formulas that are not there, such as {name}")
_LOOK = 0.5  # seconds between two checks of the solvers for changes


def configure(parser: ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument("paths", metavar="PATH", nargs="+", help="formulas, or folders for all CNF files in them")
    parser.add_argument(
        "--solver",
        metavar="SOLVER",
        action="append",
        required=True,
        help="a solver to grade; may be given several times",
    )
    parser.add_argument(
        "--time-limit",
        metavar="S",
        type=numbers.seconds,
        default=RUN_SECONDS,
        help=f"for each run (default {RUN_SECONDS:g})",
    )
    parser.add_argument(
        "--memory-limit",
        metavar="MB",
        type=numbers.count("megabytes", 10**7),
        default=MEMORY,
        help=f"for each run (default {MEMORY})",
    )
    parser.add_argument("--answers", metavar="FILE", help="known verdicts: lines with a file name and sat or unsat")
    parser.add_argument(
        "--reference",
        metavar="S",
        type=numbers.seconds,
        default=RUN_SECONDS,
        help=f"time limit in seconds for our own verdict on a formula (default {RUN_SECONDS:g})",
    )
    parser.add_argument(
        "--baseline", metavar="NAME", help="the solver that rates refer to (default: ours without optimisation)"
    )
    parser.add_argument(
        "--fuzz",
        metavar="S",
        type=_seconds_or_none,
        default=FUZZ_SECONDS,
        help=f"processor seconds for testing each solver by random formulas, 0 for none (default {FUZZ_SECONDS:g})",
    )
    parser.add_argument(
        "--seed",
        metavar="N",
        type=numbers.count("random formulas", 10**9),
        default=SEED,
        help=f"seed of the random formulas (default {SEED})",
    )
    parser.add_argument("--sat", metavar="REGEX", default="", help="what solvers print for satisfiable")
    parser.add_argument("--unsat", metavar="REGEX", default="", help="what solvers print for unsatisfiable")
    parser.add_argument(
        "--model",
        metavar="REGEX",
        default="",
        help="where the model is; each match has literals, in group 1 if there is one",
    )
    parser.add_argument(
        "--trace",
        action="store_true",
        help="solvers print a log of their search, which is checked step by step; see docs/search-logs.md",
    )
    parser.add_argument("--points", metavar="TOML", type=Path, help="a points scheme; see docs/grading.md")
    parser.add_argument(
        "--result-files",
        metavar="FORM",
        choices=tuple(exports.FORMS),
        action="append",
        default=[],
        help=f"also write the results in the format of a site: {', '.join(exports.FORMS)}",
    )
    parser.add_argument("--json", action="store_true", help="print the verdict as JSON instead of the report")
    parser.add_argument("--watch", action="store_true", help="grade again whenever a solver changes, until ctrl-c")
    parser.add_argument(
        "--reduce",
        metavar="S",
        type=_seconds_or_none,
        default=REDUCTION_SECONDS,
        help=f"time limit in seconds for reducing each formula, 0 for none (default {REDUCTION_SECONDS:g})",
    )
    parser.add_argument(
        REQUIRE,
        action="store_true",
        help="run no program without the full sandbox (bubblewrap and seccomp)",
    )
    parser.add_argument("--no-edge-cases", action="store_true", help="omit the edge cases")
    parser.add_argument(
        "-o", "--output", metavar="DIR", default="grades", help="the folder of the report (default: grades)"
    )
    add_language(parser)
    add_workers(parser)


def run(arguments: Namespace) -> int:
    """Grade the solvers, print the ranking and what is wrong, and write the report."""
    if arguments.require_sandbox:
        require_full()
    patterns = AnswerPatterns(pattern(arguments.sat), pattern(arguments.unsat), pattern(arguments.model))
    contestants = [replace(each, patterns=patterns, logs=arguments.trace) for each in programs(arguments.solver)]
    scheme = read_scheme(arguments.points) if arguments.points else None
    plan = GradingPlan(
        tuple(contestants),
        _items(arguments),
        ProgramLimits(arguments.time_limit, arguments.memory_limit * MEGABYTE),
        reference=arguments.reference,
        reduction=arguments.reduce,
        baseline=_baseline(contestants, arguments.baseline),
        fuzz=arguments.fuzz,
        seed=arguments.seed,
    )
    plan = _with_answers(plan, arguments.answers)
    folder = Path(arguments.output)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        problem = _("can't be made: {reason}").format(reason=error.strerror)
        raise InputError(problem, path=folder, advice=_("name another folder with -o")) from None
    if not arguments.json:
        for sentence in confinement().sentences:
            print(_(sentence))
    with (
        ResultsFile(folder / "results.jsonl") as results,
        interruptible() as interrupted,
        workers_of(arguments) as workers,
    ):
        while True:
            output = _Output(folder, scheme, tuple(arguments.result_files), arguments.json)
            with ProgressLine() as line:
                grading = grade(plan, workers, results, on_progress=partial(output.show, line), cancel=interrupted)
            stopped = interrupted()
            output.write(grading)
            output.print(grading)
            if stopped or not arguments.watch:
                return INTERRUPTED if stopped else NOT_SO if grading.failures else DONE
            if not arguments.json:
                print(_WATCHING, flush=True)
            changed = _changed(plan.programs, interrupted)
            if changed is None:
                return INTERRUPTED
            plan = replace(plan, programs=changed)


def _changed(before: tuple[SolverProgram, ...], interrupted: Callable[[], bool]) -> tuple[SolverProgram, ...] | None:
    """The solvers, read again as soon as one of their files has changed and is stable; None after ctrl-c."""
    last = before
    while not interrupted():
        time.sleep(_LOOK)
        now = tuple(replace(program) for program in before)  # fingerprints are computed again
        try:
            prints = [[program.fingerprint for program in programs] for programs in (before, last, now)]
        except OSError:  # it is still being written
            continue
        if prints[2] == prints[1] != prints[0]:
            return now
        last = now
    return None


@dataclass
class _Output:
    """The files of a report; `due` is when they are written next during grading."""

    folder: Path
    scheme: PointsScheme | None
    forms: tuple[str, ...]
    json: bool
    due: float = field(default_factory=lambda: time.monotonic() + _OFTEN)

    def show(self, line: ProgressLine, stage: GradingProgress, so_far: Callable[[], Grading]) -> None:
        """Show the progress."""
        line.show(_ROUND.format(name=ROUNDS[stage.round], done=stage.done, total=stage.total))
        if time.monotonic() > self.due:
            self.write(so_far())
            self.due = time.monotonic() + _OFTEN

    def _points(self, grading: Grading, scheme: PointsScheme) -> dict[str, Points]:
        return {score.program: points(grading, score, scheme) for score in scores(grading)}

    def write(self, grading: Grading) -> None:
        """Write all files of the report."""
        given = self._points(grading, self.scheme) if self.scheme else {}
        texts: dict[str, str | bytes] = {
            "report.md": report.as_markdown(grading),
            "report.html": report.as_html(grading),
            "runs.csv": report.runs_csv(grading),
            "scores.csv": report.scores_csv(grading),
            "cactus.svg": report.as_svg(grading),
            "verdict.json": exports.as_json(exports.verdict(grading, given)),
        }
        if self.scheme:
            texts["points.csv"] = exports.points_csv(given.values())
        if len(grading.plan.programs) > 1:
            for program in grading.plan.programs:
                lines = [printable(program.name), "", *report.program_lines(grading, program.name)]
                if program.name in given:
                    lines += ["", *report.points_lines(given[program.name])]
                texts[f"{_REPORTS}/{_file_name(program.name)}.txt"] = "\n".join(lines) + "\n"
        for form in self.forms:
            for name, each in self._points(grading, self.scheme or PointsScheme()).items():
                result = exports.FORMS[form](grading, each)
                texts[f"{form}/{_file_name(name)}/results.json"] = exports.as_json(result)
        for failure in grading.failures:
            if failure.reduced is not None:
                name = _file_name(f"{failure.program}-{failure.kind.value}")
                texts[f"{_SMALLEST}/{name}.cnf"] = failure.reduced.text
        self._remove_old(grading, texts)
        for name, content in texts.items():
            (self.folder / name).parent.mkdir(parents=True, exist_ok=True)
            with destination(str(self.folder / name)) as file:
                file.write(content.encode() if isinstance(content, str) else content)

    def _remove_old(self, grading: Grading, texts: Mapping[str, object]) -> None:
        """Remove the smallest formulas of failures that these programs have no more."""
        kinds = [_file_name(kind.value) for kind in JudgementKind]
        for program in grading.plan.programs:
            for name in (f"{_SMALLEST}/{_file_name(program.name)}-{kind}.cnf" for kind in kinds):
                if name not in texts:
                    (self.folder / name).unlink(missing_ok=True)

    def print(self, grading: Grading) -> None:
        """Print the ranking and what is wrong, or the verdict as JSON."""
        given = self._points(grading, self.scheme) if self.scheme else {}
        if self.json:
            print(json.dumps(exports.verdict(grading, given), ensure_ascii=False), flush=True)
            return
        _print(grading, given)
        print("\n" + _WRITTEN.format(path=printable(str(self.folder / "report.html"))))


def _file_name(name: str) -> str:
    return re.sub(r"[^\w.+-]", "-", name)


def _items(arguments: Namespace) -> tuple[GradedFormula, ...]:
    """The edge cases, then each formula once; other files in folders are skipped."""
    paths: dict[Path, None] = {}
    for text in arguments.paths:
        path = Path(text)
        if not path.is_dir():
            paths[path] = None
            continue
        try:
            inside = [path / entry.name for entry in read_folder(path) if not entry.is_folder]
        except OSError as error:
            problem = _("can't be read: {reason}").format(reason=error.strerror)
            raise InputError(problem, path=path, advice=_("check its permissions")) from None
        found = [each for each in inside if files.glance(each).kind is FileKind.CNF]
        if not found:
            raise InputError(_("there is no CNF file in it"), path=path, advice=_("name a folder with formulas"))
        paths.update(dict.fromkeys(found))
    folders = len({path.name for path in paths}) < len(paths)
    above = os.path.commonpath([path.resolve().parent for path in paths])
    formulas = [
        GradedFormula.of(path, os.path.relpath(path.resolve(), above) if folders else path.name) for path in paths
    ]
    return (*(() if arguments.no_edge_cases else EDGES), *formulas)


def _with_answers(plan: GradingPlan, path: str | None) -> GradingPlan:
    """The plan with the known answers in a file. Reports lines for formulas that it does not name."""
    if path is None:
        return plan
    answers = read_answers(Path(path))
    names = {item.name: answers.get(Path(item.name).name) for item in plan.formulas}
    unused = sorted(answers.keys() - {Path(name).name for name in names})
    if unused:
        complain(_UNUSED.format(path=path, answers=pluralized(len(unused), "answer"), name=unused[0]))
    return replace(plan, answers={name: status for name, status in names.items() if status is not None})


def _baseline(contestants: Sequence[SolverProgram], name: str | None) -> str:
    names = [program.name for program in contestants]
    if name is not None and name not in names:
        advice = _("choose one of {names}").format(names=", ".join(names))
        raise InputError(_("no solver is called {name}").format(name=repr(name)), advice=advice)
    return name or ""


def _print(grading: Grading, given: Mapping[str, Points]) -> None:
    found = scores(grading)
    names = report.ranking_heading()[:-1]
    first, *least = _WIDTHS
    widths = [max(width, columns_of(cell) + 2) for width, cell in zip(least, names[1:], strict=False)]

    def row(cells: Sequence[str]) -> str:
        numbers_of = (" " * (width - columns_of(cell)) + cell for cell, width in zip(cells[1:], widths, strict=True))
        name, used = cells[0], columns_of(cells[0])
        gap = " " * (first - used) if used < first else f"\n{'':{first}}"
        return f"{name}{gap}{''.join(numbers_of)}"

    print()
    for sentence in report.setup(grading):
        print(sentence)
    print("\n" + row(names))
    for score in ranked(found):
        print(row(report.ranking_row(score)[:-1]))
    for score in found:
        lines = report.failure_lines(grading, score)
        if lines:
            print(f"\n{printable(score.program)}")
        for sentence, block, heading in lines:
            print(f"\n  {sentence}" if heading else f"  {sentence}")
            for text in block.splitlines():
                print(f"    {text}")
    for each in given.values():
        print()
        for text in report.points_lines(each):
            print(text)


def _seconds_or_none(text: str) -> float:
    """A time in seconds, or 0."""
    return 0.0 if text.strip() == "0" else numbers.seconds(text)
