"""The headless command `satsudoku`: finds the command that is asked for, runs it, and turns what fails into one line.

Exit codes: `solve` 10 satisfiable, 20 unsatisfiable, 0 undecided; everything else 0 done, 1 not so (a failed check),
2 bad usage or input; 130 interrupted (ctrl-c), 141 the reader of the output went away.
"""

import argparse
import importlib
import io
import os
import sys
from collections.abc import Sequence
from typing import NoReturn, TextIO

from engine.errors import InputError
from engine.text import printable

COMMANDS = {
    "solve": "decide formulas, solve puzzles",
    "show": "print what a file holds, clause by clause",
    "check": "check a result against its formula",
    "generate": "make puzzles with exactly one solution",
    "encode": "write a puzzle as a CNF file",
    "make": "make a formula of a named family",
}
"""Each is a module of `engine.commands` with `EXAMPLES`, `configure(parser)` and `run(arguments) -> exit code`."""

DONE, NOT_SO, BAD_INPUT, INTERRUPTED, CLOSED_PIPE = 0, 1, 2, 130, 141


class Parser(argparse.ArgumentParser):
    """An argument parser whose complaints are one line."""

    def error(self, message: str) -> NoReturn:
        """Raise InputError with argparse's message and where to read more."""
        command = self.prog.partition(" ")[2]
        raise InputError(f"{command}: {message}" if command else message, advice=f"see {self.prog} --help")


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit code. `--help` raises SystemExit, as argparse does."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # a sign the terminal's encoding lacks is no reason to stop
    try:
        code = _run(arguments)
        sys.stdout.flush()
    except KeyboardInterrupt:
        return INTERRUPTED
    except InputError as error:
        complain(error)
        return BAD_INPUT
    except BrokenPipeError:
        _discard(sys.stdout)
        return CLOSED_PIPE
    except OSError as error:
        if error.filename is None:
            _discard(sys.stdout)
        complain(InputError(error.strerror or str(error), path=error.filename or "standard output"))
        return BAD_INPUT
    except MemoryError:
        complain(InputError("not enough memory for this"))
        return BAD_INPUT
    return code


def complain(error: InputError) -> None:
    """Tell the user on standard error, in one line."""
    print(f"satsudoku: {printable(str(error))}", file=sys.stderr)


def version() -> str:
    """The version of the installed package, and how the kernels run."""
    from importlib.metadata import PackageNotFoundError
    from importlib.metadata import version as installed

    from engine import kernels

    try:
        number = installed("satsudoku-tui")
    except PackageNotFoundError:
        number = "(not installed)"
    return f"satsudoku {number} ({kernels.state()})"


def _run(arguments: list[str]) -> int:
    command = next((word for word in arguments if not word.startswith("-")), "")
    parser = _parser(command)
    parsed = parser.parse_args(arguments)
    if parsed.version:
        print(version())
        return DONE
    if not parsed.command:
        parser.print_help()
        return BAD_INPUT
    code: int = parsed.run(parsed)
    return code


def _parser(command: str) -> Parser:
    """The parser of everything; only the command that is asked for gets its options, so only it is imported."""
    parser = Parser(
        prog="satsudoku",
        description="SAT formulas and sudokus, solved, checked and made without a screen.",
        epilog="`satsudoku COMMAND --help` says more, with examples. The full-screen program is `satsudoku-tui`.\n"
        "Exit codes: solve 10 satisfiable, 20 unsatisfiable, 0 undecided;\n"
        "the others 0 done, 1 not so (a failed check); always 2 for bad usage or input.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="store_true", help="print the version and how the kernels run")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", title="commands")
    for name, summary in COMMANDS.items():
        sub = commands.add_parser(
            name, help=summary, formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False
        )
        if name == command:
            module = importlib.import_module(f"engine.commands.{name}")
            sub.description = module.__doc__
            sub.epilog = module.EXAMPLES
            sub.set_defaults(run=module.run)
            module.configure(sub)
    return parser


def _discard(stream: TextIO) -> None:
    """Send what the stream still holds nowhere, so that Python's own flush at exit has nothing to complain about."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
    except io.UnsupportedOperation:  # the stream is no file
        return


if __name__ == "__main__":
    sys.exit(main())
