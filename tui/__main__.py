"""The command `satsudoku-tui`: reads its options, looks at the terminal, then starts the program."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from tui import terminal


def main(argv: Sequence[str] | None = None) -> int:
    """Run the program; returns the exit code (0 done, 2 bad usage or an unsuitable terminal)."""
    parser = _parser()
    arguments = parser.parse_args(argv)
    if arguments.version:
        from engine.cli import version

        print(version("satsudoku-tui"))
        return 0
    problem = terminal.problem()
    if problem:
        print(f"satsudoku-tui: {problem}", file=sys.stderr)
        return 2
    options = terminal.Options(
        path=arguments.path,
        theme=arguments.theme,
        low_bandwidth=arguments.low_bandwidth,
        ascii=arguments.ascii or not terminal.has_utf8(),
        mouse=not arguments.no_mouse,
    )
    terminal.prepare(options)

    from tui.app import SatSudoku  # only now: Textual reads the environment when it is imported

    application = SatSudoku(options)
    application.run(mouse=options.mouse)
    return application.return_code or 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="satsudoku-tui",
        description="Browse, inspect, solve and play SAT formulas and sudokus in the terminal.",
        epilog="Without a path the shipped puzzles open. The command without a screen is `satsudoku`.",
    )
    parser.add_argument("path", nargs="?", type=Path, metavar="PATH", help="folder or file to start with")
    parser.add_argument("--theme", choices=terminal.THEMES, default=None, help="colours (default: dark)")
    parser.add_argument("--low-bandwidth", action="store_true", help="send less: no shading, fewer updates")
    parser.add_argument("--ascii", action="store_true", help="draw with ASCII only (by itself without UTF-8)")
    parser.add_argument("--no-mouse", action="store_true", help="leave the mouse to the terminal")
    parser.add_argument("--version", action="store_true", help="print the version and how the kernels run")
    return parser


if __name__ == "__main__":
    sys.exit(main())
