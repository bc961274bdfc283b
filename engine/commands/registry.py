"""The registry of commands, and a parser with all of them, for shell completion and the manual."""

import argparse
import importlib

from engine.commands.folding import Formatter

COMMANDS = {
    "solve": "solve formulas and puzzles",
    "show": "print the contents of a file, clause by clause",
    "ask": "count models, find the backbone or a minimal core",
    "check": "check a result against its formula",
    "compare": "compare strategies by their times",
    "grade": "grade other people's solvers",
    "generate": "make puzzles with exactly one solution",
    "batch": "solve puzzles by the million",
    "rate": "rate how hard puzzles are",
    "hint": "print the next logical step of a puzzle",
    "drill": "make positions in which a technique is the next step",
    "grids": "make complete 9x9 grids by the million",
    "encode": "write a puzzle as a CNF file",
    "decode": "write the puzzle that a CNF file encodes",
    "print": "lay out puzzles on pages, as SVG or PDF",
    "make": "make a formula of a named family",
    "lesson": "check lessons and print the answers, or write a result file",
    "collect": "check and grade the result files of homework",
    "planes": "print a search by cutting planes, line by line",
    "record": "read the log of another program's search, and check it",
    "share": "write a recorded search as a web page",
    "completion": "print a completion script for your shell",
}
"""The commands with their summaries. Each is a module of `engine.commands` with `EXAMPLES`, `configure(parser)` and
`run(arguments) -> exit code`.
"""

TRANSLATED = frozenset(("check", "collect", "grade", "hint", "lesson", "planes", "record", "share"))
"""The commands that print in the user's language; the output of the others is for programs too."""


def parser() -> argparse.ArgumentParser:
    """The parser of `satsudoku` with all commands, whose modules it imports; for descriptions, not for running."""
    root = argparse.ArgumentParser(
        prog="satsudoku", description="Solve, check and make SAT formulas and sudokus without a screen."
    )
    root.add_argument("--version", action="store_true", help="print the version and how the kernels run")
    commands = root.add_subparsers(metavar="COMMAND")
    for name, summary in COMMANDS.items():
        module = importlib.import_module(f"engine.commands.{name}")
        module.configure(
            commands.add_parser(
                name,
                help=summary,
                description=module.__doc__,
                epilog=module.EXAMPLES,
                formatter_class=Formatter,
            )
        )
    return root
