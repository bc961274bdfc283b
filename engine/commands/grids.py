"""Make complete 9x9 grids by the million, all different. Digits are separated by blanks, grids by an empty line."""

from argparse import ArgumentParser, Namespace

from engine.commands.exits import DONE
from engine.commands.output import destination
from engine.commands.progress import ProgressLine
from engine.sudoku.making.grids import BYTES, grids, max_grids

EXAMPLES = f"""\
examples:
  satsudoku grids 1000000 -o grids.txt
  satsudoku grids 3 --first 5
  satsudoku grids 1000 --seed 7 | head

For each seed there are {max_grids():,} grids, {max_grids(1):,} of them with the same upper left digit.
The same seed makes the same grids."""


def configure(parser: ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument("count", metavar="N", type=int, help="number of grids")
    parser.add_argument("--first", metavar="D", type=int, help="the upper left digit of every grid (default: any)")
    parser.add_argument(
        "--seed", type=int, default=0, metavar="S", help="seed of the grid from which they are derived (default 0)"
    )
    parser.add_argument("-o", "--output", metavar="FILE", help="write to this file instead of standard output")


def run(arguments: Namespace) -> int:
    """Write the grids."""
    make(arguments.count, arguments.output, first=arguments.first, seed=arguments.seed)
    return DONE


def make(count: int, output: str | None, *, first: int | None = None, seed: int = 0) -> None:
    """Write the grids, showing the progress.

    Raises InputError for numbers out of range. Raises OSError or InputError with the number of complete grids if
    writing fails.
    """
    pieces = grids(count, first=first, seed=seed)
    with destination(output) as file, ProgressLine() as line:
        written = 0
        try:
            for piece in pieces:
                file.write(piece)
                written += len(piece)
                line.show(f"{written // BYTES:,} of {count:,} grids")
            file.flush()
        except OSError as error:
            done = f"after {written // BYTES} of {count} grids"
            raise OSError(error.errno, f"{error.strerror} {done}") from None
