"""The command line of course assignments, which has no command name.

satsudoku -c N [--first D]           make N complete 9x9 grids, into sudoku.txt
satsudoku -s PATH                    solve the 9x9 puzzles of a file, into sudoku.txt
satsudoku -m SIZE -n N -i IN -o OUT  solve N puzzles of a size from 3 to 9 by logic alone

sudoku.txt is written into the current directory.
"""

from argparse import Action, ArgumentParser, Namespace
from collections.abc import Callable
from functools import partial
from itertools import chain
from itertools import count as numbers_from

from engine.base.errors import InputError
from engine.base.text import pluralized
from engine.commands import grids, reading
from engine.commands.capped_messages import Complaints
from engine.commands.exits import DONE, NOT_SO
from engine.commands.output import destination, keep_input
from engine.commands.parts import parts_of
from engine.commands.progress import ProgressLine
from engine.sudoku.formats.chunks import cut
from engine.sudoku.layout import LAYOUTS, Layout, single
from engine.sudoku.puzzle import Digits, Puzzle, contradictions
from engine.sudoku.search.bit_slices import SliceSearch
from engine.sudoku.techniques.deduction import deduce
from engine.sudoku.techniques.position import Position

EXAMPLES = """\
examples:
  satsudoku -c 1000000 --first 5
  satsudoku -s puzzles.txt
  satsudoku -m 9 -n 2 -i puzzles.txt -o solved.txt

Digits are separated by blanks, grids by an empty line; 0 is an empty cell. The boxes are 2x2 for size 4, 2x3 for 6, 4x2
for 8 and 3x3 for 9; sizes 3, 5 and 7 have none. A puzzle that has no solution, or on which logic gets stuck, keeps its
zeros; it is reported on standard error, and with -m also by a line that begins with # above its grid in OUT. If there
are several solutions, -s writes one and reports that on standard error.

Exit code: 0 done, 1 if a grid kept zeros, 2 bad usage or input."""

TARGET = "sudoku.txt"

_SEVERAL = "it has several solutions, and one of them is written"

_FORMS = {"-c N": ("-c",), "-s PATH": ("-s",), "-m SIZE -n N -i IN -o OUT": ("-m", "-n", "-i", "-o")}
"""The options of each form, keyed by its usage."""

_ONE_FORM = f"use one form: {', or '.join(_FORMS)}"

_OTHER_FOLDER = f"rename it, or run this in another folder: the solutions are written to {TARGET} in the current one"


class _Once(Action):
    """Stores the value of an option; refuses a second one."""

    def __call__(
        self, parser: ArgumentParser, namespace: Namespace, values: object, option_string: str | None = None
    ) -> None:
        if getattr(namespace, self.dest) is not None:
            parser.error(f"argument {option_string}: given twice")
        setattr(namespace, self.dest, values)


Solver = Callable[[Puzzle], tuple[Digits, str]]
"""A function from a puzzle to the digits to write, and a complaint ("" for none)."""


def configure(parser: ArgumentParser) -> None:
    """Add the options of every form."""
    add = partial(parser.add_argument, action=_Once)
    add("-c", type=int, metavar="N", help="make N complete grids")
    add("--first", type=int, metavar="D", help="with -c: the upper left digit of every grid")
    add("-s", metavar="PATH", help="solve the puzzles of a file")
    add("-m", type=int, choices=range(3, 10), metavar="SIZE", help="digits of the puzzles, 3 to 9")
    add("-n", type=int, metavar="N", help="number of puzzles in IN")
    add("-i", metavar="IN", help="the file of puzzles")
    add("-o", metavar="OUT", help="the file to write")


def run(arguments: Namespace) -> int:
    """Run the form that the options select."""
    _check(arguments)
    if arguments.c is not None:
        grids.make(arguments.c, TARGET, first=arguments.first)
        return DONE
    if arguments.s is not None:
        keep_input(arguments.s, TARGET, _OTHER_FOLDER)
        return _solve(arguments.s, TARGET, single(), None, _search_solver())
    layout = LAYOUTS["single" if arguments.m == 9 else f"{arguments.m}x{arguments.m}"]()
    return _solve(arguments.i, arguments.o, layout, arguments.n, _logic_solver(), remarks=True)


def _check(arguments: Namespace) -> None:
    """Raise InputError unless the options belong to one form."""
    given = [flag for flags in _FORMS.values() for flag in flags if getattr(arguments, flag[1]) is not None]
    usage, flags = next((usage, flags) for usage, flags in _FORMS.items() if given[0] in flags)
    unexpected = [flag for flag in given if flag not in flags]
    missing = [flag for flag in flags if flag not in given]
    if arguments.first is not None and "-c" not in flags:
        unexpected.append("--first")
    if unexpected:
        raise InputError(f"{given[0]} and {unexpected[0]} can't be combined", advice=_ONE_FORM)
    if missing:
        raise InputError(f"{missing[0]} is missing", advice=f"write satsudoku {usage}")
    if arguments.n is not None and arguments.n < 1:
        raise InputError(f"-n asks for {arguments.n} puzzles", advice="ask for 1 or more")


def _solve(path: str, target: str, layout: Layout, count: int | None, solve: Solver, *, remarks: bool = False) -> int:
    """Write the results for the first `count` puzzles of a file (None: all).

    With `remarks`, each complaint about a puzzle is also written above its grid.
    """
    name, number, code = reading.name(path), 0, DONE
    with (
        parts_of(path) as (parts, share),
        destination(target, path) as file,
        ProgressLine() as line,
        Complaints(line, at_the_end=True, unlimited=True) as complaints,
    ):
        numbers = range(1, count + 1) if count else numbers_from(1)
        for number, content in zip(numbers, chain.from_iterable(cut(parts, layout)), strict=False):
            if isinstance(content, InputError):
                raise InputError(content.problem, path=name, line=content.line, advice=content.advice)
            puzzle = content if isinstance(content, Puzzle) else Puzzle(layout, tuple(content))
            digits, complaint = solve(puzzle)
            code = NOT_SO if 0 in digits else code
            file.write(b"\n" if number > 1 else b"")
            if complaint:
                complaints.add(f"{name}: puzzle {number}: {complaint}")
                file.write(f"# puzzle {number}: {complaint}\n".encode() if remarks else b"")
            file.write(_grid_text(digits, layout.size))
            line.show(f"{number:,} puzzles{share()}")
        if number < (count or 1):
            problem = (
                f"it contains {pluralized(number, 'puzzle')}, and {count} are asked for"
                if count
                else "it contains no puzzle"
            )
            raise InputError(problem, path=name, advice="name another file")
    return code


def _grid_text(digits: Digits, size: int) -> bytes:
    """Rows of digits separated by blanks."""
    rows = (digits[start : start + size] for start in range(0, size * size, size))
    return "".join(" ".join(map(str, row)) + "\n" for row in rows).encode()


def _search_solver() -> Solver:
    """A solver for any puzzle that has a solution; of several solutions it takes one."""
    search = SliceSearch(single())

    def solve(puzzle: Puzzle) -> tuple[Digits, str]:
        search.load(puzzle.givens, puzzle.candidates)
        solutions = search.run(2)
        if solutions:
            return search.solution(), _SEVERAL if solutions > 1 else ""
        return puzzle.givens, _unsolvable(next(iter(contradictions(puzzle)), ""))

    return solve


def _logic_solver() -> Solver:
    """A solver by naked and hidden singles only."""

    def solve(puzzle: Puzzle) -> tuple[Digits, str]:
        deduction = deduce(Position.of_puzzle(puzzle))
        if deduction.is_contradiction:
            return puzzle.givens, _unsolvable(deduction.contradiction)
        empty = deduction.values.count(0)
        return deduction.values, f"logic gets stuck with {empty} empty cells, which keep their zeros" if empty else ""

    return solve


def _unsolvable(reason: str) -> str:
    """The complaint about a puzzle without a solution, with the reason if it is obvious."""
    return f"it has no solution{f' ({reason})' if reason else ''} and keeps its zeros"
