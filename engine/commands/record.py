"""Read the log of another program's search into a recording.

The log has a line for each event, such as `decide 3` or `learn -1 4 0`; docs/search-logs.md describes it. Each line is
checked against the formula: a clause that forces a literal must be unit, a conflict must be a false clause, and a
learned clause must follow from the clauses before it. Open the recording with `satsudoku-tui` to step through the
search. Without a log, the search of one of our own solvers is printed as a log.
"""

import sys
from argparse import ArgumentParser, Namespace

from engine.base.errors import InputError
from engine.base.language import lazy_gettext, ngettext
from engine.base.text import pluralized
from engine.commands import numbers, reading
from engine.commands.arguments import add_language
from engine.commands.exits import DONE, NOT_SO
from engine.commands.output import destination
from engine.sat.formula.formula import Formula
from engine.sat.lessons.lesson import LessonSearch
from engine.sat.result import competition
from engine.sat.solvers import recording_file
from engine.sat.solvers.solve import RECORDED
from engine.sat.solvers.strategy import Strategy
from engine.sat.trace.recording import SearchLine, SearchRecording
from engine.sat.trace.search_log import SearchLog, log_lines, read_log
from engine.sat.trace.trace import Trace

EXAMPLES = """\
examples:
  python mysolver.py sums.cnf > sums.log
  satsudoku record sums.cnf sums.log -o sums.rec
  satsudoku record sums.cnf --solver cdcl

The last one prints a log to compare yours with.

Exit codes: 0 no fault, 1 the log has faults. Everything before the first impossible line is still recorded."""

NOTHING_WRONG = lazy_gettext("{path}: {events}, no faults")
FAULT = "{path}:{line}: {sentence}"
WRITTEN = lazy_gettext("recorded: {path}")
NOT_RECORDED = lazy_gettext("{solver} can't be recorded")
OUTPUT_MISSING = lazy_gettext("name the recording to write with -o FILE")


def configure(parser: ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument("formula", metavar="CNF", help="the formula that was solved")
    parser.add_argument("log", metavar="LOG", nargs="?", help="the log of the search; - for standard input")
    parser.add_argument("-o", "--output", metavar="FILE", help="write the recording or the log to this file")
    parser.add_argument("--solver", metavar="NAME[:BRANCHING]", help="without a log: the solver (default: cdcl)")
    parser.add_argument("--seed", type=numbers.whole, metavar="N", help="seed of random rules")
    add_language(parser)


def run(arguments: Namespace) -> int:
    """Read a log, or write one."""
    formula = reading.load_formula(arguments.formula).formula
    if arguments.log is None:
        trace = record_search(formula, arguments.solver, arguments.seed)
        with destination(arguments.output, arguments.formula) as file:
            file.writelines(f"{line}\n".encode() for line in log_lines(trace))
            file.write(competition(trace.result, formula).encode())
        return DONE
    if arguments.output is None:
        raise InputError(OUTPUT_MISSING)
    if arguments.log == "-":
        log = read_log(formula, sys.stdin)
    else:
        with open(arguments.log, encoding="utf-8", errors="replace") as lines:
            log = read_log(formula, lines)
    with destination(arguments.output, arguments.log) as file:
        recording_file.write(SearchRecording((SearchLine(log.trace),)), file)
    return _report(log, reading.name(arguments.log), arguments.output)


def record_search(formula: Formula, solver: str | None, seed: int | None) -> Trace:
    """Solve a formula and record the search; `solver` is NAME[:BRANCHING], by default cdcl. Raises InputError."""
    strategy = Strategy.parse(solver or "cdcl")
    names = [recorded.name for recorded in RECORDED]
    if strategy.solver not in names:
        raise InputError(NOT_RECORDED.format(solver=strategy.solver), advice=", ".join(names))
    search = LessonSearch("", formula, solver=strategy.solver, branching=strategy.branching, seed=seed or 0)
    return search.record()


def _report(log: SearchLog, path: str, output: str) -> int:
    """Print the faults, and the path of the recording."""
    for fault in log.faults:
        print(FAULT.format(path=path, line=fault.line, sentence=fault.sentence))
    if not log.faults:
        print(NOTHING_WRONG.format(path=path, events=pluralized(len(log.trace), "event")))
    if log.unchecked:
        print(
            ngettext(
                "{count:,} learned clause was not checked, as that would take too long",
                "{count:,} learned clauses were not checked, as that would take too long",
                log.unchecked,
            ).format(count=log.unchecked)
        )
    print(WRITTEN.format(path=output))
    return NOT_SO if log.faults else DONE
