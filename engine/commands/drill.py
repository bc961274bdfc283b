"""Make drills: puzzles with one solution in which a given technique is what leads on once all easier ones end.

Each is a line, the puzzle and the name of the technique, which the other commands and the program read as a puzzle.
"""

import secrets
import shlex
import time
from argparse import ArgumentParser, Namespace
from contextlib import suppress
from itertools import islice

from engine.base.errors import Cancelled, InputError
from engine.base.text import counted
from engine.commands import numbers
from engine.commands.exits import DONE, NOT_SO, complain
from engine.commands.generate import TECHNIQUES, technique
from engine.commands.listing import listing
from engine.commands.output import destination
from engine.commands.progress import ProgressLine
from engine.files import reading as files
from engine.sudoku.making.drill_bank import drill_line
from engine.sudoku.making.drills import drills
from engine.sudoku.making.levels import possible_techniques

EXAMPLES = f"""\
techniques:
{listing((name, f"{used.level.value}, {used.score}") for name, used in TECHNIQUES.items())}

examples:
  satsudoku drill x-wing
  satsudoku drill naked-pair --layout samurai --count 10
  satsudoku drill x-wing --layout x --count 100 --time-limit 60 --seed 1 -o x-wings.txt

The same seed makes the same drills.

Exit code: 0 done, 1 if the time was over before there were as many as wanted, 2 bad usage."""

COMMAND = "satsudoku drill {technique} --layout {layout} --count {count} --seed {seed}"
TIME_OVER = "the time was over after {drills}"


def configure(parser: ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument("technique", metavar="TECHNIQUE", type=technique, help="the technique to be found")
    parser.add_argument(
        "--layout", default="single", metavar="NAME", help="a layout, or a file that describes one (default: single)"
    )
    many = numbers.count("drills", 10**6)
    parser.add_argument("--count", type=many, default=1, metavar="N", help="how many drills (default 1)")
    parser.add_argument("--seed", type=int, metavar="S", help="where the dice begin (default: anywhere)")
    parser.add_argument("--time-limit", type=numbers.seconds, metavar="S", help="seconds for all of them")
    parser.add_argument("-o", "--output", metavar="FILE", help="write there instead of to standard output")


def run(arguments: Namespace) -> int:
    """Write the drills below the command that makes them again."""
    layout, wanted = files.load_layout(arguments.layout), arguments.technique
    if wanted not in possible_techniques(layout):
        raise InputError(f"{wanted.title} is of no use in {layout.title}", advice="ask for another technique")
    seed = secrets.randbelow(10**6) if arguments.seed is None else arguments.seed
    end = None if arguments.time_limit is None else time.monotonic() + arguments.time_limit
    made = drills(layout, wanted, seed, lambda: end is not None and time.monotonic() > end)
    count = 0
    with ProgressLine() as line, destination(arguments.output) as file:
        command = COMMAND.format(
            technique=wanted.option, layout=shlex.quote(arguments.layout), count=arguments.count, seed=seed
        )
        file.write(f"# made by: {command}\n# layout: {layout.name}\n".encode())
        with suppress(Cancelled):
            for count, drill in enumerate(islice(made, arguments.count), 1):
                file.write(f"{drill_line(drill)}\n".encode())
                line.show_share(count, arguments.count, f"drill {count:,} of {arguments.count:,}")
    if count < arguments.count:
        complain(TIME_OVER.format(drills=counted(count, "drill")))
        return NOT_SO
    return DONE
