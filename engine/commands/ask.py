"""Query a formula: list or count its models, or find its backbone or a core.

Models are checked against the formula as they are found. With --verify the rest of the answer is checked too: every
unsatisfiable case is proved, and the proof is checked by code that shares nothing with the search.
"""

import json
import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from engine.base.errors import Cancelled, InputError
from engine.base.language import numeral
from engine.base.text import printable
from engine.commands import numbers, reading
from engine.commands.exits import DONE, INTERRUPTED, NOT_SO, SATISFIABLE, UNSATISFIABLE
from engine.commands.interrupt import interruptible
from engine.commands.listing import listing
from engine.commands.output import destination
from engine.commands.progress import ProgressLine
from engine.sat.formula import dimacs
from engine.sat.formula.words import NUMBERS, Words
from engine.sat.queries.query import Query, QueryParameter, QueryResult, QueryRow, Values, ask
from engine.sat.queries.registry import QUERIES, defaults
from engine.sat.result import Status
from engine.sat.solvers.limits import MEGABYTE, Limits, SearchProgress, Watch
from engine.sudoku.as_sat.cell_words import words_of

if TYPE_CHECKING:
    from engine.sat.formula.dimacs import Document

EXAMPLES = f"""\
questions:
{listing((question.name, str(question.title)) for question in QUERIES.values())}

examples:
  satsudoku ask count puzzles/cnf/queens-8.cnf
  satsudoku ask models --limit 3 --project 1-8 puzzles/cnf/queens-8.cnf
  satsudoku ask core --verify puzzles/cnf/php-6-5.cnf
  satsudoku ask core --steps --names puzzles/cnf/php-4-3.cnf
  satsudoku ask assumptions --cubes 1,-2 puzzles/cnf/queens-8.cnf
  satsudoku encode puzzles/double/easy-1.txt | satsudoku ask backbone --json

Separate literals and variables by blanks or commas; if the first is negative, write --assume=-1,2. A line `NAME N:
LITERALS` is a part of the answer, such as a clause with its number in the file (from 1).

Exit code: 10 satisfiable (with assumptions: under some cube), 20 unsatisfiable, 0 undecided; 1 if --verify finds a
fault, 2 bad input, 130 after ctrl-c or SIGTERM, which prints the answer so far."""

EXITS = {Status.SATISFIABLE: SATISFIABLE, Status.UNSATISFIABLE: UNSATISFIABLE, Status.UNKNOWN: DONE}

_COST = "c {question}: {seconds:.2f} s"
_NOT_WHOLE = "c incomplete answer: {reason}"
_VERIFIED = "c verified: models checked, unsatisfiable cases proved"
_FAULT = "c WRONG: {fault}; please report this"
_MAX_BITS = 14_280  # of a number in JSON: Python reads at most 4300 digits
_NOT_VERIFIED = "c not verified: {reason}"


def configure(parser: ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument("question", metavar="QUESTION", choices=tuple(QUERIES), help=f"one of {', '.join(QUERIES)}")
    parser.add_argument("path", metavar="PATH", nargs="?", help="a formula; standard input if omitted or -")
    parameters = {parameter.name: parameter for question in QUERIES.values() for parameter in question.parameters}
    for parameter in parameters.values():
        add_parameter(parser, parameter)
    parser.add_argument("--time-limit", metavar="S", type=numbers.seconds, help="time limit in seconds")
    parser.add_argument(
        "--memory-limit", metavar="MB", type=numbers.count("megabytes", 10**9), help="memory limit in megabytes"
    )
    parser.add_argument("--verify", action="store_true", help="check the whole answer independently")
    parser.add_argument("-o", "--output", metavar="FILE", help="write the clauses of the answer as a CNF file")
    add_names(parser)
    parser.add_argument("--strict", action="store_true", help="refuse a formula whose file causes a warning")
    parser.add_argument("--json", action="store_true", help="print the answer as a JSON object on one line")


def add_parameter(parser: ArgumentParser, parameter: QueryParameter[object]) -> None:
    """Add the parameter of a question as an option."""
    if parameter.is_flag:
        parser.add_argument(f"--{parameter.name}", action="store_const", const=True, help=str(parameter.title))
        return
    parser.add_argument(
        f"--{parameter.name}", metavar=parameter.form, type=reader(parameter.read), help=str(parameter.title)
    )


def reader(read: Callable[[str], object]) -> Callable[[str], object]:
    """Parse an option's value. Raises argparse's error for an invalid one."""

    def read_option(text: str) -> object:
        try:
            return read(text)
        except ValueError as error:
            raise ArgumentTypeError(str(error)) from None

    return read_option


def add_names(parser: ArgumentParser) -> None:
    """Add `--names`."""
    parser.add_argument(
        "--names",
        action="store_true",
        help="print the names of variables: from the comments, or in ask the cells of a sudoku",
    )


def run(arguments: Namespace) -> int:
    """Run the query and print the answer."""
    question = QUERIES[arguments.question]
    own_names = {parameter.name for parameter in question.parameters}
    values = {
        parameter.name: value
        for other in QUERIES.values()
        for parameter in other.parameters
        if (value := getattr(arguments, parameter.name)) is not None
    }
    if foreign := [name for name in values if name not in own_names]:
        advice = f"it takes {', '.join(f'--{name}' for name in sorted(own_names))}" if own_names else "leave it out"
        raise InputError(f"ask: {question.name} has no --{foreign[0]}", advice=advice)
    return answer(question, arguments.path or reading.piped("ask"), values, arguments)


def answer(question: Query, path: str, values: Values, arguments: Namespace) -> int:
    """Answer a query about the formula in a file, with the options of this command; returns the exit code."""
    return answer_about(reading.load_formula(path, strict=arguments.strict), question, path, values, arguments)


def answer_about(document: "Document", question: Query, path: str, values: Values, arguments: Namespace) -> int:
    """Answer a query about a document that has been read."""
    values = {**defaults(question, document), **values}
    limits = Limits(arguments.time_limit, arguments.memory_limit and arguments.memory_limit * MEGABYTE)
    name = reading.name(path)
    with interruptible() as interrupted:
        with ProgressLine() as line:

            def report(progress: SearchProgress) -> None:
                line.show(f"{Path(name).name}: {progress.seconds:.1f} s, {progress.found}")

            watch = Watch(limits, report if line.visible else None, interrupted, 0.1)
            found = ask(question, document.formula, values, watch)
        fault, verified = _verified(question, document, values, found, interrupted) if arguments.verify else ("", "")
        code = INTERRUPTED if interrupted() else NOT_SO if fault else EXITS[found.status]
    if arguments.output is not None:
        _write(found, path, arguments.output)
    if arguments.json:
        _print_json(question, name, found, watch.clock.seconds, fault)
    else:
        words = words_of(document.formula, "!=") if arguments.names else NUMBERS
        _print(question, document, name, found, watch.clock.seconds, verified, words)
    sys.stdout.flush()
    return code


def _verified(
    question: Query, document: "Document", values: Values, found: QueryResult, cancel: Callable[[], bool]
) -> tuple[str, str]:
    """The fault of an answer, and the line that reports its check."""
    try:
        fault = question.check(document.formula, values, found, Watch(Limits(), None, cancel, 0.1))
    except Cancelled as stop:
        return "", _NOT_VERIFIED.format(reason=stop)
    return fault, _FAULT.format(fault=fault) if fault else _VERIFIED


def _write(found: QueryResult, source: str, target: str) -> None:
    if found.formula is None:
        raise InputError("ask: this answer has no clauses to write", advice="leave out --output")
    with destination(target, source) as file:
        dimacs.write(found.formula, file)


def _print(
    question: Query, document: "Document", name: str, found: QueryResult, seconds: float, verified: str, words: Words
) -> None:
    for warning in document.warnings:
        print(f"c warning line {warning.line}: {printable(warning.message)}")
    print(f"c {printable(name)}")
    print(_COST.format(question=question.name, seconds=seconds))
    print(f"c {found.sentence}")
    if found.reason:
        print(_NOT_WHOLE.format(reason=found.reason))
    if verified:
        print(verified)
    print(f"s {found.status.name}")
    for line in found.lines:
        print(line)
    for row in found.rows:
        print(row.text(words))


def _print_json(question: Query, name: str, found: QueryResult, seconds: float, fault: str) -> None:
    fields = {
        "path": name,
        "question": question.name,
        "status": found.status.value,
        "reason": found.reason or None,
        "fault": fault or None,
        "seconds": round(seconds, 6),
        **{name: _json_number(value) for name, value in found.facts.items()},
        "rows": [_row(row) for row in found.rows],
    }
    print(json.dumps({key: value for key, value in fields.items() if value is not None}))


def _json_number(value: object) -> object:
    """A number in a form that JSON readers accept; as text, like in the sentence, above 4300 digits."""
    return numeral(value) if isinstance(value, int) and value.bit_length() > _MAX_BITS else value


def _row(row: QueryRow) -> Mapping[str, object]:
    grounds: dict[str, list[int | None]] = {}
    for ground in row.grounds:
        grounds.setdefault(ground.name, []).append(ground.number)
    fields = {"name": row.name, "number": row.number, "literals": list(row.literals), "from": grounds or None}
    return {key: value for key, value in fields.items() if value is not None}
