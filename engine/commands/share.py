"""Write a recorded search as one HTML page.

The page needs no network and no server: open it in a browser, put it on a web site, or send it. Its keys and buttons
step through the trail, the clause of each event, the implication graph of each conflict, the board if the formula is a
sudoku, and a sentence on each event. Instead of a recording you can give a formula, which is solved and recorded.
"""

from argparse import ArgumentParser, Namespace
from pathlib import Path

from engine.base.errors import InputError
from engine.base.language import lazy_gettext
from engine.commands import numbers, reading
from engine.commands.arguments import add_language
from engine.commands.exits import DONE
from engine.commands.output import destination
from engine.commands.record import record_search
from engine.files.kinds import FileKind, kind_of
from engine.files.reading import read_head
from engine.sat.solvers import recording_file
from engine.sat.trace.recording import SearchRecording
from engine.sat.trace.trace import Trace
from engine.sharing.recording_page import MAX_EVENTS, PageRange, page
from engine.sudoku.as_sat.cell_words import CellWords, words_of

EXAMPLES = """\
examples:
  satsudoku share search.rec -o search.html
  satsudoku share search.rec --from 2000 --events 500 -o part.html
  satsudoku share puzzles/cnf/php-4-3.cnf --solver cdcl --lang zh_CN -o pigeons.html

The page has the first 5,000 events unless you choose others with --from and --events."""

_MAX_EVENTS = 1_000_000
"""Maximum value of --from and --events."""

NO_BRANCH = lazy_gettext("the recording has no branch called {name!r}")
NOT_OF_RECORDING = lazy_gettext("--solver and --seed need a formula, and this is a recording")


def configure(parser: ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument("recording", metavar="RECORDING", help="a recording, or a formula to solve and record")
    parser.add_argument("-o", "--output", metavar="FILE", help="write to this file instead of standard output")
    parser.add_argument("--branch", metavar="NAME", help="a branch of the recording (default: the main line)")
    parser.add_argument(
        "--from",
        dest="start",
        type=numbers.count("events", _MAX_EVENTS, 0),
        default=0,
        metavar="N",
        help="number of events to skip (default: 0)",
    )
    parser.add_argument(
        "--events",
        type=numbers.count("events", _MAX_EVENTS),
        default=MAX_EVENTS,
        metavar="N",
        help=f"maximum number of events (default: {MAX_EVENTS:,})",
    )
    parser.add_argument("--solver", metavar="NAME[:BRANCHING]", help="the solver of a formula (default: cdcl)")
    parser.add_argument("--seed", type=numbers.whole, metavar="N", help="seed of random rules")
    add_language(parser)


def run(arguments: Namespace) -> int:
    """Write the page."""
    path = arguments.recording
    if _is_recording(path):
        if arguments.solver is not None or arguments.seed is not None:
            raise InputError(NOT_OF_RECORDING, path=path)
        trace, position = _line(recording_file.read(path), arguments.branch)
    else:
        formula = reading.load_formula(path).formula
        trace, position = record_search(formula, arguments.solver, arguments.seed), None
    words = words_of(trace.formula, "≠")
    sudoku = words.sudoku if isinstance(words, CellWords) else None
    events = PageRange(arguments.start, arguments.events)
    text = page(trace, Path(reading.name(path)).name, words, sudoku, events, position)
    with destination(arguments.output, path) as file:
        file.write(text.encode())
    return DONE


def _is_recording(path: str) -> bool:
    """Whether the file is a recording; standard input is not."""
    if path == "-":
        return False
    head = read_head(Path(path))
    return kind_of(head.data, head.whole, path) is FileKind.RECORDING


def _line(recording: SearchRecording, branch: str | None) -> tuple[Trace, int | None]:
    """The trace of a branch or of the main line, and the position at which it was left. Raises InputError."""
    names = [str(line.name) for line in recording.lines]
    if branch is not None and branch not in names[1:]:
        raise InputError(NO_BRANCH.format(name=branch), advice=", ".join(names[1:]))
    number = names.index(branch) if branch is not None else 0
    return recording.lines[number].trace, recording.view.position if recording.view.line == number else None
