"""The headless command `satsudoku`: finds the command, runs it, and reports errors in one line each."""

import argparse
import importlib
import io
import os
import sys
from collections.abc import Sequence
from difflib import get_close_matches
from typing import Any, NoReturn

from engine.base.errors import InputError
from engine.base.language import ENGLISH, choose, preferred_language
from engine.base.text import printable
from engine.commands import numbers
from engine.commands.exits import BAD_INPUT, CLOSED_PIPE, DONE, INTERRUPTED, complain, discard
from engine.commands.folding import Formatter
from engine.commands.interrupt import ending_as_by_ctrl_c
from engine.commands.listing import listing
from engine.commands.registry import COMMANDS, TRANSLATED

_CLASSIC = frozenset(("-c", "-s", "-m", "-n", "-i", "-o"))
"""Options of the forms without a command, which are in the module `engine.commands.classic`."""

_OTHER_HELP = """\
without a command, as in course assignments:
  -c N [--first D]           complete 9x9 grids, into sudoku.txt
  -s PATH                    the solutions of a file of 9x9 puzzles, into sudoku.txt
  -m SIZE -n N -i IN -o OUT  N puzzles of 3x3 to 9x9, solved by logic alone

See `satsudoku COMMAND --help` for details and examples. The full-screen program is `satsudoku-tui`.

Exit codes: solve 10 satisfiable, 20 unsatisfiable, 30 optimum found, 0 undecided; the others 0 done, 1 a failed check;
2 bad usage or input, 130 interrupted (ctrl-c, SIGTERM, SIGHUP), 141 the reader of the output is gone."""


class CommandParser(argparse.ArgumentParser):
    """An argument parser that reports errors in one line."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.register("type", int, numbers.whole)  # argparse would print the name of the type

    def print_help(self, file: Any = None) -> None:
        """Print the help, and report failures, which argparse ignores."""
        print(self.format_help(), end="", file=file or sys.stdout)

    def error(self, message: str) -> NoReturn:
        """Raise InputError with argparse's message and a pointer to the help."""
        command = self.prog.partition(" ")[2]
        raise InputError(f"{command}: {message}" if command else message, advice=f"see {self.prog} --help")


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit code. `--help` raises SystemExit, as argparse does."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    translated = bool(arguments) and arguments[0] in TRANSLATED
    choose(preferred_language(os.environ) if translated else ENGLISH)  # the output of the others is for programs too
    if sys.stdout is None:
        complain("standard output is closed")
        return BAD_INPUT
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # do not fail on a character that the encoding lacks
    try:
        try:
            code = _run_reporting_errors(arguments)
        finally:  # --help raises SystemExit
            sys.stdout.flush()
    except BrokenPipeError:
        discard(sys.stdout)
        return CLOSED_PIPE
    except OSError as error:
        if error.filename is None:
            discard(sys.stdout)
        complain(InputError(error.strerror or str(error), path=error.filename or "standard output"))
        return BAD_INPUT
    return code


def version(program: str = "satsudoku") -> str:
    """The version of the installed package, and whether the kernels are compiled."""
    from importlib.metadata import PackageNotFoundError
    from importlib.metadata import version as installed

    from engine.base import kernels

    try:
        number = installed("satsudoku-tui")
    except PackageNotFoundError:
        number = "(not installed)"
    return f"{program} {number} ({kernels.state()})"


def _run_reporting_errors(arguments: list[str]) -> int:
    """Run the command; errors that the user can fix are reported in one line."""
    try:
        with ending_as_by_ctrl_c():
            return _run(arguments)
    except KeyboardInterrupt:
        return INTERRUPTED
    except InputError as error:
        complain(error)
    except MemoryError:
        complain("not enough memory for this")
    return BAD_INPUT


def _run(arguments: list[str]) -> int:
    """Find the command and run it."""
    name = arguments[0] if arguments else ""
    if name in COMMANDS:
        return _run_module(name, f"satsudoku {name}", arguments[1:])
    if name.startswith("-") and any(word[:2] in _CLASSIC for word in arguments):
        return _run_module("classic", "satsudoku", arguments)
    return _without_command(arguments)


def _run_module(name: str, program: str, words: list[str]) -> int:
    """Import and run the module of a command; options and paths may come in any order."""
    module = importlib.import_module(f"engine.commands.{name}")
    parser = CommandParser(
        prog=program,
        description=module.__doc__,
        epilog=module.EXAMPLES,
        formatter_class=Formatter,
        allow_abbrev=False,
    )
    module.configure(parser)
    # argparse loses the meaning of -- when options and paths are mixed
    code: int = module.run(parser.parse_args(words) if "--" in words else parser.parse_intermixed_args(words))
    return code


def _without_command(arguments: list[str]) -> int:
    """Print the help or the version, or report a command that does not exist."""
    parser = CommandParser(
        prog="satsudoku",
        usage="satsudoku COMMAND ...",
        description="Solve, check and make SAT formulas and sudokus without a screen.",
        epilog=f"commands:\n{listing(COMMANDS.items())}\n\n{_OTHER_HELP}",
        formatter_class=Formatter,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="store_true", help="print the version and how the kernels run")
    parser.add_argument("command", nargs="?", help=argparse.SUPPRESS)
    parsed, others = parser.parse_known_args(arguments)
    if parsed.command in COMMANDS:
        parser.error(f"the command comes first: satsudoku {parsed.command} ...")
    if parsed.command:
        similar = get_close_matches(parsed.command, COMMANDS, 1)
        advice = f"did you mean {similar[0]}?" if similar else "see satsudoku --help"
        raise InputError(f"there is no command {printable(parsed.command)}", advice=advice)
    if others:
        parser.error(f"unrecognized arguments: {' '.join(map(printable, others))}")
    if parsed.version:
        print(version())
        return DONE
    parser.print_help(sys.stderr)
    return BAD_INPUT


if __name__ == "__main__":
    sys.exit(main())
