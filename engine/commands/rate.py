"""Rate how hard puzzles are for a person: by the hardest step, and by the sum of the scores of all steps."""

import json
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from engine.base.errors import InputError
from engine.base.text import pluralized, printable
from engine.commands import reading
from engine.commands.exits import DONE, NOT_SO
from engine.commands.listing import listing
from engine.commands.progress import ProgressLine
from engine.files import reading as files
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.techniques.catalogue import Level, Technique
from engine.sudoku.techniques.explainer import EXPLAINER, SUKAKU, Explained, explained
from engine.sudoku.techniques.finders import ALL, sound
from engine.sudoku.techniques.overlap import GridShare, shares, where_to_start
from engine.sudoku.techniques.rating import Rating, rate, solutions_of, up_to
from engine.sudoku.techniques.scales import by_steps, hodoku_level, own_rating
from engine.sudoku.techniques.step import Step
from engine.sudoku.techniques.step_data import rating_data, step_data

LEVELS = [level.value for level in Level]

SCALES = ("ours", "hodoku", "se", "sukaku")
EXPLAINERS = {"se": EXPLAINER, "sukaku": SUKAKU}
"""The kinds of steps of the scales with ER, EP and ED."""

_TECHNIQUES = listing(
    (technique.title, f"{technique.level.value}, {technique.score}") for technique in Technique if technique in ALL
)

EXAMPLES = f"""\
techniques, their levels and scores:
{_TECHNIQUES}

Levels and scores of techniques are those of HoDoKu by Bernhard Hobiger. Our scale takes all steps of the easiest
technique at once. It adds 1 for each digit placed and, for a technique that removes candidates, the cube of its score
over 20. So names and order have no influence, and one hard technique counts more than many easy ones. --scale hodoku
takes one step at a time in HoDoKu's order, and raises the level if the score exceeds the level's limit. --scale se
prints ER, EP and ED of Sudoku Explainer: the ratings of the hardest step, of the hardest step up to the first digit,
and of the first step. On ordinary grids it uses Sudoku Explainer's own steps in its own order, up to the hardest
known puzzles; on other layouts ER ends at 9.5. --scale sukaku prints those of Sukaku Explainer, which has more kinds
of steps between 4 and 7.5 and rates many puzzles lower; most numbers quoted today are from it. A puzzle that logic
does not solve is called beyond, with the least rating that it can have.

examples:
  satsudoku rate puzzles/double/hard-1.txt
  satsudoku rate --steps puzzles/single/hard-1.txt
  satsudoku rate --up-to easy puzzles.txt
  satsudoku rate --json --steps puzzles.txt
  satsudoku rate --scale se puzzles/single/hard-1.txt
  satsudoku rate --grids puzzles/double/hard-1.txt

Exit code: 0 done, 1 if logic does not solve some puzzle, 2 bad usage or input."""

NO_SOLUTION = "it has no solution{reason}"
SEVERAL = "it has several solutions; beyond: logic gets stuck with {cells} empty"
BEYOND = "beyond: at least {rated}; logic gets stuck with {cells} empty"
RATED = "{level}, score {score}"
SCORED = "{level}, score {score}: {techniques}"
EXPLAINED = "ER/EP/ED {hardest:.1f}/{pearl:.1f}/{diamond:.1f}"
AT_LEAST = "at least {rated}"
GRID = "    grid {grid}: {by_itself} of {holes} empty cells by itself; its hardest step: {hardest}"


def configure(parser: ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument("path", metavar="PATH", help="a file of puzzles; - for standard input")
    parser.add_argument("--layout", metavar="NAME", help="the layout of the puzzles, if the file does not name one")
    parser.add_argument("--up-to", choices=LEVELS, metavar="LEVEL", help=f"the hardest steps: {', '.join(LEVELS)}")
    parser.add_argument(
        "--scale", choices=SCALES, default="ours", help="ours, HoDoKu's, Sudoku Explainer's (se) or Sukaku Explainer's"
    )
    parser.add_argument("--steps", action="store_true", help="print every step")
    parser.add_argument("--json", action="store_true", help="print each rating as a JSON object on one line")
    parser.add_argument(
        "--grids", action="store_true", help="for overlapping grids, print how far each can be solved by itself"
    )


def run(arguments: Namespace) -> int:
    """Rate the puzzles one by one."""
    if arguments.json and arguments.grids:
        raise InputError("rate: --json has no data on single grids", advice="leave out --grids")
    layout = files.load_layout(arguments.layout) if arguments.layout else None
    puzzles = reading.load_puzzles(arguments.path, layout)
    techniques = up_to(Level(arguments.up_to)) if arguments.up_to else ALL
    code = DONE
    with ProgressLine() as line:
        for number, puzzle in enumerate(puzzles, 1):
            line.show(f"puzzle {number} of {len(puzzles)}")
            rating = rate(puzzle, techniques) if arguments.steps or arguments.grids else None
            assessment = assess(puzzle, rating, arguments.scale, techniques)
            line.clear()
            if arguments.json:
                steps = rating.deduction.steps if rating else None
                start = {"path": arguments.path, "puzzle": number, "name": puzzle.name, "scale": arguments.scale}
                print(json.dumps(start | assessment.data(puzzle, steps), ensure_ascii=False))
            else:
                print(f"{printable(puzzle.name) or f'puzzle {number}'}: {assessment.text()}")
            if rating and arguments.steps and not arguments.json:
                for place, step in enumerate(rating.deduction.steps, 1):
                    print(f"{place:5}. {step.sentence}")
            if rating and arguments.grids:
                print_shares(shares(puzzle, rating))
            sys.stdout.flush()
            if not assessment.is_complete:
                code = NOT_SO
    return code


def print_shares(grid_shares: Sequence[GridShare]) -> None:
    """Lines for the grids, and the grids in which a person can start."""
    for share in grid_shares:
        hardest = share.hardest.title if share.hardest else "none"
        print(GRID.format(grid=share.grid, by_itself=share.by_itself, holes=share.holes, hardest=hardest))
    if grid_shares:
        print(f"    {where_to_start(grid_shares)}")


@dataclass(frozen=True)
class Assessment:
    """A rating on one scale. `solutions` is as in `Rating`; `empty` is the number of cells left where the steps end.

    `level`, `score` and `counts` belong to the scales with levels, `explained` to those with ER, EP and ED. All are
    None or empty for a puzzle without a solution; `contradiction` says why there is none, if the steps show it.
    """

    solutions: int | None
    empty: int = 0
    level: Level | None = None
    score: int = 0
    counts: Mapping[Technique, int] = field(default_factory=dict)
    explained: Explained | None = None
    contradiction: str = ""

    @property
    def is_complete(self) -> bool:
        """Whether the steps solve the puzzle."""
        return self.solutions != 0 and not self.empty

    def text(self) -> str:
        """The rating in one line."""
        if self.solutions == 0:
            return NO_SOLUTION.format(reason=f": {self.contradiction}" if self.contradiction else "")
        if self.explained:
            solved = self.explained
            rated = EXPLAINED.format(hardest=solved.hardest, pearl=solved.pearl, diamond=solved.diamond)
            if self.is_complete:
                return AT_LEAST.format(rated=rated) if solved.is_least else rated
        else:
            assert self.level, "a rating has a level"
            if self.is_complete:
                return _scored(self.level, self.score, self.counts)
            rated = RATED.format(level=self.level.value, score=self.score)
        # A rating means nothing if there are several solutions.
        return (SEVERAL if self.solutions == 2 else BEYOND).format(rated=rated, cells=pluralized(self.empty, "cell"))

    def data(self, puzzle: Puzzle, steps: Sequence[Step] | None) -> dict[str, Any]:
        """The rating as JSON values, with the steps if they are known; `docs/data.schema.json` has the schema."""
        found: dict[str, Any] = {"solutions": self.solutions, "complete": self.is_complete, "empty": self.empty}
        if self.solutions == 0:
            found["contradiction"] = self.contradiction
        elif self.explained:
            solved = self.explained
            found |= {"er": solved.hardest, "ep": solved.pearl, "ed": solved.diamond, "at_least": solved.is_least}
        elif self.level:
            found |= rating_data(self.level, self.score, self.counts)
        if steps is not None:
            found["steps"] = [step_data(step, puzzle.layout) for step in steps]
        return found


def assess(puzzle: Puzzle, rating: Rating | None, scale: str, techniques: frozenset[Technique] = ALL) -> Assessment:
    """Rate a puzzle on a scale.

    `rating` is its rating by steps, if known; otherwise it is computed only for a puzzle that may have no solution.
    """
    solutions = rating.solutions if rating else solutions_of(puzzle)
    if not solutions:
        deduction = (rating or rate(puzzle, techniques)).deduction
        if solutions == 0 or deduction.is_contradiction:
            return Assessment(0, contradiction=deduction.contradiction or "")
    allowed = sound(puzzle, techniques, unique=solutions == 1)
    if scale in EXPLAINERS:
        solved = explained(puzzle, allowed, kinds=EXPLAINERS[scale])
        empty = 0 if solved.is_complete else solved.end.values.count(0)
        return Assessment(solutions, empty, explained=solved)
    if scale == "hodoku":
        hodoku = by_steps(puzzle, allowed)
        empty = 0 if hodoku.is_complete else hodoku.deduction.values.count(0)
        return Assessment(solutions, empty, hodoku_level(hodoku.level, hodoku.score), hodoku.score, hodoku.counts)
    ours = own_rating(puzzle, allowed, solutions=solutions)
    empty = 0 if ours.is_complete else ours.end.values.count(0)
    return Assessment(solutions, empty, ours.level, ours.score, ours.counts)


def _scored(level: Level, score: int, counts: Mapping[Technique, int]) -> str:
    technique_counts = ", ".join(
        f"{count} {technique.title.lower()}" for technique, count in reversed(list(counts.items()))
    )
    return SCORED.format(level=level.value, score=score, techniques=technique_counts or "nothing to do")
