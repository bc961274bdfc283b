"""Tell how hard puzzles are for a person: by the hardest step they take, and by the sum of all steps' scores."""

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Mapping, Sequence

from engine.base.text import pluralized, printable
from engine.commands import reading
from engine.commands.exits import DONE, NOT_SO
from engine.commands.listing import listing
from engine.commands.progress import ProgressLine
from engine.files import reading as files
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.techniques.catalogue import Level, Technique
from engine.sudoku.techniques.explainer import EXPLAINER, SUKAKU, explained
from engine.sudoku.techniques.finders import ALL
from engine.sudoku.techniques.overlap import GridShare, shares, where_to_start
from engine.sudoku.techniques.rating import Rating, rate, up_to
from engine.sudoku.techniques.scales import by_steps, hodoku_level, own_rating

LEVELS = [level.value for level in Level]

SCALES = ("ours", "hodoku", "se", "sukaku")
KINDS = {"se": EXPLAINER, "sukaku": SUKAKU}

EXAMPLES = f"""\
techniques, their levels and scores:
{listing((used.title, f"{used.level.value}, {used.score}") for used in Technique if used in ALL)}

Levels and scores of techniques are those of HoDoKu by Bernhard Hobiger. Ours takes all steps of the easiest technique
at once, and adds its score for that, or for each digit placed: so names and order are of no influence. --scale hodoku
takes one step after the other, with digits named in the order in which they appear, and raises the level where the
score is above the level's limit. --scale se tells ER, EP and ED of Sudoku Explainer: the hardest step, that up to the
first digit, and the first, as far as we have its steps. --scale sukaku tells those of Sukaku Explainer, which has more
kinds of steps between 4 and 6.5 and rates many puzzles lower: most numbers quoted today are its.
A puzzle that is not finished is called beyond, and not rated by the steps before.

examples:
  satsudoku rate puzzles/double/hard-1.txt
  satsudoku rate --steps puzzles/single/hard-1.txt
  satsudoku rate --up-to easy puzzles.txt
  satsudoku rate --scale se puzzles/single/hard-1.txt
  satsudoku rate --grids puzzles/double/hard-1.txt

Exit code: 0 done, 1 if logic ends before some puzzle is solved, 2 bad usage or input."""


NO_SOLUTION = "it has no solution{why}"
SEVERAL = "it has several solutions; "
BEYOND = "beyond: logic ends with {cells} empty"
SCORED = "{level}, score {score}: {used}"
EXPLAINED = "ER/EP/ED {hardest:.1f}/{pearl:.1f}/{diamond:.1f}"
GRID = "    grid {grid}: {by_itself} of {holes} empty cells by itself; its hardest step: {hardest}"


def configure(parser: ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument("path", metavar="PATH", help="a file of puzzles; - for standard input")
    parser.add_argument("--layout", metavar="NAME", help="what the puzzles are, if the file does not say")
    parser.add_argument("--up-to", choices=LEVELS, metavar="LEVEL", help=f"the hardest steps: {', '.join(LEVELS)}")
    parser.add_argument(
        "--scale", choices=SCALES, default="ours", help="ours, HoDoKu's, Sudoku Explainer's (se) or Sukaku Explainer's"
    )
    parser.add_argument("--steps", action="store_true", help="tell every step")
    parser.add_argument("--grids", action="store_true", help="tell of grids that overlap what each gives by itself")


def run(arguments: Namespace) -> int:
    """Rate one puzzle after the other."""
    layout = files.load_layout(arguments.layout) if arguments.layout else None
    puzzles = reading.load_puzzles(arguments.path, layout)
    techniques = up_to(Level(arguments.up_to)) if arguments.up_to else ALL
    code = DONE
    with ProgressLine() as line:
        for number, puzzle in enumerate(puzzles, 1):
            line.show(f"puzzle {number} of {len(puzzles)}")
            rating = rate(puzzle, techniques)
            line.clear()
            text, complete = summary(puzzle, rating, arguments.scale, techniques)
            print(f"{printable(puzzle.name) or f'puzzle {number}'}: {text}")
            if arguments.steps:
                for place, step in enumerate(rating.deduced.steps, 1):
                    print(f"{place:5}. {step.sentence}")
            if arguments.grids:
                print_shares(shares(puzzle, rating))
            sys.stdout.flush()
            if not complete:
                code = NOT_SO
    return code


def print_shares(found: Sequence[GridShare]) -> None:
    """A line for each grid, and in which of them a person can start."""
    for share in found:
        hardest = share.hardest.title if share.hardest else "none"
        print(GRID.format(grid=share.grid, by_itself=share.by_itself, holes=share.holes, hardest=hardest))
    if found:
        print(f"    {where_to_start(found)}")


def summary(puzzle: Puzzle, rating: Rating, scale: str, techniques: frozenset[Technique] = ALL) -> tuple[str, bool]:
    """The rating in a line, and whether the puzzle is solved by its steps."""
    if rating.solutions == 0 or rating.deduced.is_contradiction:
        return NO_SOLUTION.format(why=f": {why}" if (why := rating.deduced.contradiction) else ""), False
    several = SEVERAL if rating.solutions == 2 else ""
    if scale in KINDS:
        solved = explained(puzzle, techniques, kinds=KINDS[scale])
        text = EXPLAINED.format(hardest=solved.hardest, pearl=solved.pearl, diamond=solved.diamond)
        complete, left = solved.solved.is_complete, solved.solved.end.values.count(0)
    elif scale == "hodoku":
        named = by_steps(puzzle, techniques)
        text = _scored(hodoku_level(named.level, named.score), named.score, named.counts)
        complete, left = named.is_complete, named.deduced.values.count(0)
    else:
        rated = own_rating(puzzle, techniques)
        text = _scored(rated.level, rated.score, rated.counts)
        complete, left = rated.is_complete, rated.solved.end.values.count(0)
    return (text, True) if complete else (several + BEYOND.format(cells=pluralized(left, "cell")), False)


def _scored(level: Level, score: int, counts: Mapping[Technique, int]) -> str:
    technique_counts = ", ".join(
        f"{count} {technique.title.lower()}" for technique, count in reversed(list(counts.items()))
    )
    return SCORED.format(level=level.value, score=score, used=technique_counts or "nothing to do")
