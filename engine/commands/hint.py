"""Tell the easiest next step of a puzzle by logic, and why it holds."""

from argparse import ArgumentParser, Namespace

from engine.base.errors import InputError
from engine.commands import reading
from engine.commands.exits import DONE, NOT_SO
from engine.commands.rate import LEVELS
from engine.files import reading as files
from engine.sudoku.techniques.catalogue import Level
from engine.sudoku.techniques.deduction import deduce
from engine.sudoku.techniques.finders import ALL, UNIQUENESS, first_step
from engine.sudoku.techniques.position import Position
from engine.sudoku.techniques.rating import solutions_of, up_to

EXAMPLES = """\
examples:
  satsudoku hint puzzles/double/hard-1.txt
  satsudoku hint --up-to medium puzzles/single/hard-1.txt

All digits in the file count, whoever wrote them. The solution is not looked at, so a wrong digit is not noticed before
it leads to a contradiction.

Exit code: 0 done, 1 if there is no step, 2 bad usage or input."""


def configure(parser: ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument("path", metavar="PATH", help="a file with a puzzle; - for standard input")
    parser.add_argument("--layout", metavar="NAME", help="what the puzzle is, if the file does not say")
    parser.add_argument("--puzzle", type=int, default=1, metavar="N", help="which puzzle of the file (default 1)")
    parser.add_argument("--up-to", choices=LEVELS, metavar="LEVEL", help=f"the hardest steps: {', '.join(LEVELS)}")


def run(arguments: Namespace) -> int:
    """Print the step."""
    layout = files.load_layout(arguments.layout) if arguments.layout else None
    puzzles = reading.load_puzzles(arguments.path, layout)
    if not 1 <= arguments.puzzle <= len(puzzles):
        what = f"puzzle {arguments.puzzle} asked for, and {len(puzzles)} in it"
        raise InputError(what, path=reading.name(arguments.path), advice="choose one of these")
    puzzle = puzzles[arguments.puzzle - 1]
    position = Position.of(puzzle.layout, puzzle.givens)
    contradiction = deduce(position, ()).contradiction
    if contradiction:
        print(f"Some digit on the board is wrong: {contradiction}.")
        return NOT_SO
    if position.is_solved:
        print("The puzzle is solved.")
        return NOT_SO
    techniques = up_to(Level(arguments.up_to)) if arguments.up_to else ALL
    solutions = solutions_of(puzzle)
    step = first_step(position, techniques - UNIQUENESS if solutions in (2, None) else techniques)
    if step is None:
        why = "the puzzle has several solutions" if solutions == 2 else "none of the techniques leads on"
        print(f"Logic ends here: {why}.")
        return NOT_SO
    print(f"{step.technique.title} ({step.technique.level.value})")
    print(step.sentence)
    return DONE
