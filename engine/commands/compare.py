"""Compare strategies (solvers with their branchings) by their times on formulas and puzzles.

For each formula and strategy, prints the milliseconds of processor time of the search, the number of decisions, and the
optimisation rate (t - to) / t x 100 %, where t is the time of the baseline and to that of the strategy. Every model is
checked, and the verdicts are checked against each other.
"""

import json
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from engine.base import kernels
from engine.base.errors import InputError
from engine.base.text import printable
from engine.commands import numbers, reading
from engine.commands.exits import BAD_INPUT, DONE, INTERRUPTED, NOT_SO, complain
from engine.commands.interrupt import interruptible
from engine.commands.listing import listing
from engine.commands.output import destination
from engine.commands.progress import ProgressLine
from engine.files import reading as files
from engine.files.kinds import FileKind
from engine.sat.compare.comparison import (
    LIMIT,
    STRATEGIES,
    Comparison,
    ComparisonProgress,
    Contestant,
    Plan,
    Run,
    compare,
    contestant,
    summarise,
)
from engine.sat.compare.report import (
    COLUMNS,
    as_cactus,
    as_markdown,
    as_svg,
    csv_heading,
    csv_rows,
    milliseconds,
    par2_words,
    rate_words,
    record,
    time_words,
)
from engine.sat.formula.formula import Formula
from engine.sat.programs.confinement import REQUIRE, confinement, require_full
from engine.sat.programs.program import SolverProgram
from engine.sat.solvers.solve import MEGABYTE
from engine.sudoku.as_sat.encoding import encode

EXAMPLES = f"""\
columns of the CSV file (with --json these are the keys; fields that do not apply are omitted):
{listing(COLUMNS.items())}

examples:
  satsudoku compare puzzles/cnf/*.cnf
  satsudoku compare --run dpll:first,dpll:moms,cadical --repeat 5 formula.cnf
  satsudoku compare --baseline naive:first --run dpll:first --csv rates.csv puzzles/cnf/*.cnf
  satsudoku compare --repeats 5 --markdown rates.md --svg rates.svg puzzles/cnf/*.cnf
  satsudoku compare --run dpll,cdcl,cadical --time-limit 60 --cactus plot.svg puzzles/cnf/*.cnf
  satsudoku compare --json --time-limit 60 puzzles/double/hard-1.txt

All times are processor time, summed over all threads and processes of a run: of the search alone, or of an executable
from its start. An executable gets the formula and answers as for `satsudoku grade`. `dpll` alone is dpll with its
default branching; `satsudoku solve --help` lists solvers and branchings. PAR-2 is the mean time in seconds, in which an
undecided formula counts as twice the time limit, and a wrong answer as four times the limit. `>=` before a time means
that the strategy ran out of time. The limit is for the search alone, not for reading the file, starting a process, or
loading the formula. The rate is then a bound, or `-` if the baseline ran out of time too.

Exit code: 0 done, 1 if an answer was wrong, 2 if a file can't be used (the others are still compared), 130 after
ctrl-c, which prints what was done and writes it to the CSV file."""

_NAME, _VARIABLES, _CLAUSES, _RATIO = 38, 10, 9, 8
_STRATEGY, _WHOLE, _FRACTION, _DECISIONS, _RATE = 29, 11, 6, 13, 19
_DECIDED, _BOTH, _MEAN, _OVERALL, _PAR2 = 8, 5, 8, 11, 9
"""Column widths; lines have at most 80 columns unless a value is unusually long."""

_HEADING = (
    f"{'instance':<{_NAME}}{'variables':>{_VARIABLES}}{'clauses':>{_CLAUSES}}{'ratio':>{_RATIO}}  verdict\n"
    f"  {'strategy':<{_STRATEGY}}{'ms':>{_WHOLE}}{'':{_FRACTION}}{'decisions':>{_DECISIONS}}{'rate':>{_RATE}}"
)


def configure(parser: ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument("paths", metavar="PATH", nargs="+", help="a formula or a file of puzzles; - for standard input")
    parser.add_argument(
        "--run",
        metavar="STRATEGIES",
        type=_strategies,
        default=STRATEGIES,
        help="solver:branching, or an executable with a / in its path, separated by commas (default: naive:first, "
        "dpll with each of the five rules of the reference program, and cdcl)",
    )
    parser.add_argument(
        "--baseline",
        metavar="STRATEGY",
        type=contestant,
        help="the strategy that the others are compared with (default: the first of --run)",
    )
    parser.add_argument(
        "--time-limit",
        metavar="S",
        type=numbers.seconds,
        default=LIMIT,
        help=f"seconds of processor time for each search (default {LIMIT:g}); wall-clock limit: twice that plus one",
    )
    parser.add_argument(
        "--repeats",
        "--repeat",
        metavar="N",
        type=numbers.count("runs", 10**6),
        default=1,
        help="number of runs; the median time counts (default 1)",
    )
    parser.add_argument("--seed", metavar="S", type=int, default=0, help="seed of random choices (default 0)")
    parser.add_argument(
        "--csv", metavar="FILE", help="also write a CSV file; - writes it to standard output and nothing else"
    )
    parser.add_argument("--markdown", metavar="FILE", help="also write a page in Markdown")
    parser.add_argument("--svg", metavar="FILE", help="also draw a bar chart")
    parser.add_argument("--cactus", metavar="FILE", help="also draw a cactus plot: formulas decided by time (SVG)")
    parser.add_argument(
        "--memory-limit",
        metavar="MB",
        type=numbers.count("megabytes", 10**9),
        help="memory limit of a search in megabytes",
    )
    parser.add_argument(
        REQUIRE,
        action="store_true",
        help="run no program without the full sandbox (bubblewrap and seccomp)",
    )
    parser.add_argument("--strict", action="store_true", help="refuse a formula whose file causes a warning")
    parser.add_argument("--json", action="store_true", help="print each run as a JSON object on one line")


def run(arguments: Namespace) -> int:
    """Print each comparison as soon as it is done, and their summary."""
    strategies: tuple[Contestant, ...] = arguments.run
    baseline = arguments.baseline or strategies[0]
    if any(isinstance(strategy, SolverProgram) for strategy in (baseline, *strategies)):
        if arguments.require_sandbox:
            require_full()
        elif not confinement().is_full:
            complain(f"{confinement().weakness} {REQUIRE} refuses to run them.")
    memory = arguments.memory_limit and arguments.memory_limit * MEGABYTE
    plan = Plan(baseline, strategies, arguments.time_limit, arguments.repeats, arguments.seed, memory)
    _begin_csv(arguments)
    _write_reports((), plan, arguments)
    label = _labels(arguments.paths)
    as_table = not arguments.json and arguments.csv != "-"
    codes: set[int] = set()
    done: list[Comparison] = []
    with ProgressLine() as line, interruptible() as interrupted:

        def report(stage: ComparisonProgress) -> None:
            repeat = f", {stage.repeat} of {plan.repeats}" if plan.repeats > 1 else ""
            seconds = stage.progress.seconds if stage.progress else 0.0
            line.show(f"{label(stage.so_far.instance)}: {stage.strategy}{repeat}: {seconds:.1f} s")

        instances = _instances(arguments, codes)
        for comparison in compare(instances, plan, on_progress=report if line.visible else None, cancel=interrupted):
            line.clear()
            done.append(comparison)
            _add_to_csv(comparison, arguments)
            _write_reports(done, plan, arguments)
            if as_table:
                print(("" if len(done) > 1 else f"{_HEADING}\n") + _table(comparison, plan, label))
            elif arguments.json:
                _print_json(comparison)
            sys.stdout.flush()
            for run in comparison.faults:
                complain(f"{comparison.instance}: WRONG: {run.strategy} {run.fault}; please report this")
                codes.add(NOT_SO)
        if interrupted():
            codes.add(INTERRUPTED)
    if as_table and len(done) > 1:
        print(_summary(done, plan))
    if as_table and done and not kernels.state().compiled:
        print(f"\nnote: {kernels.state()}. This makes our own solvers far slower.")
    return next((code for code in (NOT_SO, INTERRUPTED, BAD_INPUT) if code in codes), DONE)


def _instances(arguments: Namespace, codes: set[int]) -> Iterator[tuple[str, Formula]]:
    """The formulas with their names. Reports unreadable files, and adds their exit codes to `codes`."""
    for path in arguments.paths:
        try:
            content = reading.load(path, strict=arguments.strict)
        except InputError as error:
            complain(error)
            codes.add(BAD_INPUT)
            continue
        name = reading.name(path)
        if not isinstance(content, list):
            yield name, content.formula
            continue
        for number, puzzle in enumerate(content, 1):
            yield f"{name}#{number}" if len(content) > 1 else name, encode(puzzle).formula


def _labels(paths: Sequence[str]) -> Callable[[str], str]:
    """The name of an instance in the table: without its folder, unless two files have the same name."""
    folders = len({Path(path).name for path in paths}) < len(set(paths))
    return lambda instance: printable(instance if folders else Path(instance).name)


def _table(comparison: Comparison, plan: Plan, label: Callable[[str], str]) -> str:
    name = label(comparison.instance)
    if len(name) > _NAME:
        name = f"{name}\n{'':{_NAME}}"
    ratio = "-" if comparison.ratio is None else f"{comparison.ratio:.2f}"
    counts = f"{comparison.variables:>{_VARIABLES}}{comparison.clauses:>{_CLAUSES}}{ratio:>{_RATIO}}"
    lines = [f"{name:<{_NAME}}{counts}  {comparison.verdict.value}"]
    for strategy in plan.strategies:
        run = comparison.run_of(strategy)
        lines.append(f"  {strategy!s:<{_STRATEGY}}" + (_cells(comparison, run) if run else f"{'not run':>{_WHOLE}}"))
        if run and run.reason and run.time is None:
            lines.append(f"    {printable(run.reason)}")
    return "\n".join(lines)


def _cells(comparison: Comparison, run: Run) -> str:
    """The columns after the strategy; the decimal points of times are aligned."""
    if run.time is None:
        time = "WRONG" if run.fault else "-"
    else:
        time = time_words(run.time)
    integer, point, fraction = time.partition(".")
    decisions = "-" if run.decisions is None else str(run.decisions)
    rate = rate_words(comparison, run.strategy)
    return f"{integer:>{_WHOLE}}{point + fraction:<{_FRACTION}}{decisions:>{_DECISIONS}}{rate:>{_RATE}}"


def _summary(comparisons: Sequence[Comparison], plan: Plan) -> str:
    lines = [
        f"\n{len(comparisons)} instances; geometric means where baseline (t) and strategy (to) both decided",
        f"  {'strategy':<{_STRATEGY}}{'decided':>{_DECIDED}}{'both':>{_BOTH}}"
        f"{'t ms':>{_MEAN}}{'to ms':>{_MEAN}}{'rate':>{_OVERALL}}{'PAR-2 s':>{_PAR2}}",
    ]
    for summary in summarise(comparisons, plan):
        means = ("-" if s is None else milliseconds(s) for s in (summary.baseline_seconds, summary.seconds))
        rate = "baseline" if summary.strategy == plan.baseline else str(summary.rate or "-")
        lines.append(
            f"  {summary.strategy!s:<{_STRATEGY}}{summary.decided:>{_DECIDED}}{summary.both:>{_BOTH}}"
            + "".join(f"{text:>{_MEAN}}" for text in means)
            + f"{rate:>{_OVERALL}}{par2_words(summary):>{_PAR2}}"
        )
    return "\n".join(lines)


def _print_json(comparison: Comparison) -> None:
    for run in comparison.runs:
        print(json.dumps({key: value for key, value in record(comparison, run).items() if value is not None}))


def _begin_csv(arguments: Namespace) -> None:
    """Write the header of the CSV file, before any long work. Raises InputError if that fails."""
    if arguments.csv is None:
        return
    if arguments.csv == "-" and arguments.json:
        raise InputError("compare: --json and --csv - both write to standard output", advice="name a CSV file")
    if arguments.csv != "-":
        _refuse_input(arguments.csv, "CSV file")
    with destination(arguments.csv) as file:
        file.write(csv_heading().encode())


def _add_to_csv(comparison: Comparison, arguments: Namespace) -> None:
    """Add the rows of a formula as soon as it is done, so that an interruption loses nothing."""
    if arguments.csv is None:
        return
    rows = csv_rows(comparison).encode()
    if arguments.csv == "-":
        sys.stdout.buffer.write(rows)
    else:
        with open(arguments.csv, "ab") as file:
            file.write(rows)


def _write_reports(done: Sequence[Comparison], plan: Plan, arguments: Namespace) -> None:
    """Write the page and the chart of the results so far."""
    reports = (
        (arguments.markdown, "page", as_markdown),
        (arguments.svg, "chart", as_svg),
        (arguments.cactus, "plot", as_cactus),
    )
    for path, kind, write in reports:
        if path is not None:
            _refuse_input(path, kind)
            with destination(path) as file:
                file.write(write(done, plan).encode())


def _refuse_input(path: str, kind: str) -> None:
    """Raise InputError instead of overwriting a file that contains a formula or puzzles."""
    if path != "-" and files.glance(Path(path)).kind in (FileKind.CNF, FileKind.PUZZLE):
        raise InputError(f"not overwritten: this is not a {kind}", path=path, advice="choose another name")


def _strategies(text: str) -> tuple[Contestant, ...]:
    return tuple(map(contestant, text.split(",")))
