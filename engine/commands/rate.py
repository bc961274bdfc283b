"""Tell how hard puzzles are for a person: by the hardest step they take, and by the sum of all steps' scores."""

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Collection

from engine.base.text import printable
from engine.commands import reading
from engine.commands.exits import DONE, NOT_SO
from engine.commands.listing import listing
from engine.commands.progress import ProgressLine
from engine.files import reading as files
from engine.sudoku.techniques.catalogue import Level, Technique
from engine.sudoku.techniques.finders import ALL
from engine.sudoku.techniques.rating import Rating, rate, up_to

LEVELS = [level.value for level in Level]

EXAMPLES = f"""\
techniques, their levels and scores:
{listing((used.title, f"{used.level.value}, {used.score}") for used in Technique if used in ALL)}

Levels and scores are those of HoDoKu by Bernhard Hobiger.

examples:
  satsudoku rate puzzles/double/hard-1.txt
  satsudoku rate --steps puzzles/single/hard-1.txt
  satsudoku rate --up-to easy puzzles.txt

Exit code: 0 done, 1 if logic ends before some puzzle is solved, 2 bad usage or input."""


def configure(parser: ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument("path", metavar="PATH", help="a file of puzzles; - for standard input")
    parser.add_argument("--layout", metavar="NAME", help="what the puzzles are, if the file does not say")
    parser.add_argument("--up-to", choices=LEVELS, metavar="LEVEL", help=f"the hardest steps: {', '.join(LEVELS)}")
    parser.add_argument("--steps", action="store_true", help="tell every step")


def run(arguments: Namespace) -> int:
    """Rate one puzzle after the other."""
    layout = files.load_layout(arguments.layout) if arguments.layout else None
    puzzles = reading.load_puzzles(arguments.path, layout)
    techniques: Collection[Technique] = up_to(Level(arguments.up_to)) if arguments.up_to else ALL
    code = DONE
    with ProgressLine() as line:
        for number, puzzle in enumerate(puzzles, 1):
            line.show(f"puzzle {number} of {len(puzzles)}")
            rating = rate(puzzle, techniques)
            line.clear()
            print(f"{printable(puzzle.name) or f'puzzle {number}'}: {summary(rating)}")
            if arguments.steps:
                for place, step in enumerate(rating.deduced.steps, 1):
                    print(f"{place:5}. {step.sentence}")
            sys.stdout.flush()
            if not rating.is_complete:
                code = NOT_SO
    return code


def summary(rating: Rating) -> str:
    """The rating in a line."""
    if rating.solutions == 0 or rating.deduced.is_contradiction:
        return "it has no solution" + f": {rating.deduced.contradiction}" * rating.deduced.is_contradiction
    used = ", ".join(f"{count} {technique.title.lower()}" for technique, count in reversed(rating.counts.items()))
    if rating.is_complete:
        return f"{rating.level.value}, score {rating.score}: {used or 'nothing to do'}"
    left = rating.deduced.values.count(0)
    several = "it has several solutions; " * (rating.solutions == 2)
    return f"{several}logic ends with {left} cells empty, score {rating.score} so far" + f": {used}" * bool(used)
