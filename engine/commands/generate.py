"""Make puzzles that have exactly one solution over all their houses, with as many holes as you want."""

import secrets
from argparse import ArgumentParser, Namespace
from dataclasses import replace

from engine.commands import numbers
from engine.commands.exits import DONE, NOT_SO, complain
from engine.commands.listing import listing
from engine.commands.output import destination
from engine.commands.progress import ProgressLine
from engine.sudoku.formats import FORMATS, write
from engine.sudoku.generator import generate, levels
from engine.sudoku.layout import LAYOUTS

_LEVELS = {
    name: ", ".join(f"{level} {holes}" for level, holes in levels(make()).items()) for name, make in LAYOUTS.items()
}

EXAMPLES = f"""\
holes by level:
{listing(_LEVELS.items())}

formats:
{listing((name, form.summary) for name, form in FORMATS.items())}

examples:
  satsudoku generate --difficulty hard
  satsudoku generate --layout single --holes 54 --seed 7 -o single.txt
  satsudoku generate --holes 90 --count 1000 --format line -o thousand.txt

The same seed makes the same puzzle; of several, each takes the next seed. A comment in the file tells the command.
Exit code: 0 done, 1 if a puzzle has fewer holes than wanted, because no more can be dug; 2 bad usage."""


def configure(parser: ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument("--layout", choices=LAYOUTS, default="double", help="default: double")
    wanted = parser.add_mutually_exclusive_group()
    wanted.add_argument("--holes", type=int, metavar="N", help="empty cells")
    wanted.add_argument("--difficulty", choices=("easy", "medium", "hard"), help="holes by level (default: easy)")
    many = numbers.count("puzzles", 10**9)
    parser.add_argument("--count", type=many, default=1, metavar="N", help="how many puzzles (default 1)")
    parser.add_argument("--seed", type=int, metavar="S", help="of the first puzzle (default: any)")
    parser.add_argument("--format", choices=FORMATS, default="grid", help="default: grid")
    parser.add_argument("-o", "--output", metavar="FILE", help="write there instead of to standard output")


def run(arguments: Namespace) -> int:
    """Write the puzzles below the command that makes them again."""
    layout = LAYOUTS[arguments.layout]()
    level = arguments.difficulty or ("easy" if arguments.holes is None else None)
    holes = levels(layout)[level] if level else arguments.holes
    first = secrets.randbelow(10**6) if arguments.seed is None else arguments.seed
    code = DONE
    with destination(arguments.output) as file, ProgressLine() as line:
        for number in range(arguments.count):

            def report(dug: int, wanted: int, number: int = number) -> None:
                line.show(f"puzzle {number + 1} of {arguments.count}: {dug} of {wanted} holes")

            made = generate(layout, holes, seed=first + number, on_progress=report if line.visible else None)
            puzzle = made.puzzle
            if level:
                puzzle = replace(puzzle, name=f"{layout.name}-{level}-{made.seed}")
            if not made.reached:
                line.clear()
                complain(f"{puzzle.name}: {holes} holes can't be reached, {puzzle.holes} is the most that was found")
                code = NOT_SO
            if number == 0:
                file.write(f"# made by: {_command(arguments, level, first)}\n".encode())
            elif arguments.format != "line":
                file.write(b"\n")
            file.write(write(puzzle, arguments.format).encode())
    return code


def _command(arguments: Namespace, level: str | None, seed: int) -> str:
    """The command line that makes the same file, with what is not the default."""
    words = ["satsudoku generate"]
    if arguments.layout != "double":
        words.append(f"--layout {arguments.layout}")
    words.append(f"--difficulty {level}" if level else f"--holes {arguments.holes}")
    if arguments.count > 1:
        words.append(f"--count {arguments.count}")
    words.append(f"--seed {seed}")
    if arguments.format != "grid":
        words.append(f"--format {arguments.format}")
    return " ".join(words)
