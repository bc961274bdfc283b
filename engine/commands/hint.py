"""Print the easiest next step of a puzzle by logic, and why it is valid.

If no technique applies, prints the candidate that the fewest rules decide, explained by a minimal set of digits and
rules. The digit that you ask about with --why, and a puzzle without a solution, are explained in the same way. What
needs many rules at once follows in small steps, from the supposition that it is wrong to a contradiction.
"""

import json
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from time import monotonic

from engine.base.errors import InputError
from engine.base.language import _, lazy_gettext
from engine.base.text import printable
from engine.commands import reading
from engine.commands.arguments import add_language
from engine.commands.exits import DONE, NOT_SO
from engine.commands.progress import ProgressLine
from engine.commands.rate import LEVELS
from engine.files import reading as files
from engine.sudoku.as_sat import explanation_words
from engine.sudoku.as_sat.demand_search import TooHardError
from engine.sudoku.as_sat.explanation import Explainer, Explanation
from engine.sudoku.as_sat.proof_steps import ClaimStep
from engine.sudoku.layout import Layout
from engine.sudoku.layout.cell_notation import CellError, WrittenCell, read_cell
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.signs import sign
from engine.sudoku.techniques.catalogue import Level
from engine.sudoku.techniques.deduction import deduce
from engine.sudoku.techniques.finders import ALL, sound
from engine.sudoku.techniques.next_step import StepOrder, next_step
from engine.sudoku.techniques.part import unfolded
from engine.sudoku.techniques.position import Candidate, Position
from engine.sudoku.techniques.rating import solutions_of, up_to
from engine.sudoku.techniques.step import Step
from engine.sudoku.techniques.step_data import step_data

EXAMPLES = """\
examples:
  satsudoku hint puzzles/double/hard-1.txt
  satsudoku hint --up-to medium puzzles/single/hard-1.txt
  satsudoku hint --why r1c2=5 puzzles/single/hard-1.txt    (why r1c2 is or is not 5)
  satsudoku hint --why r1c2 puzzles/single/hard-1.txt      (why it has its value)
  satsudoku hint --order hodoku puzzles/single/hard-1.txt
  satsudoku hint --json puzzles/single/hard-1.txt          (the step as data)

The step is the easiest to see without notes: a digit with one place in a box, then in a line, then a cell with one
digit left. All digits in the file count as correct.

Exit code: 0 done, 1 if nothing follows or there is no solution, 2 bad usage or input."""

ORDERS = [order.value for order in StepOrder]

_WRITE = lazy_gettext("write it as r1c2=5, 1b5 or r1c2")

_LOOKING = lazy_gettext("looking for a step or a reason: {seconds} s")
_SOLVED = lazy_gettext("The puzzle is solved.")
_WRONG = lazy_gettext("Some digit on the board is wrong: {contradiction}.")
_NO_TECHNIQUE = lazy_gettext("No technique applies.")
_NO_TECHNIQUE_UP_TO = lazy_gettext("No technique up to {level} applies.")
_NOTHING = lazy_gettext("Logic ends here: the puzzle has several solutions.")
_TOO_HARD = lazy_gettext("The search for an explanation stopped: one that a person can follow is unlikely.")
_STANDS = lazy_gettext("{cell} already holds {digit}.")
_EITHER = lazy_gettext("{cell} can be {digit}, but also something else: the puzzle has several solutions.")
_SEVERAL = lazy_gettext("{cell} can hold several digits: the puzzle has several solutions.")


def configure(parser: ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument("path", metavar="PATH", help="a file with a puzzle; - for standard input")
    parser.add_argument("--layout", metavar="NAME", help="the layout of the puzzle, if the file does not name one")
    parser.add_argument(
        "--puzzle", type=int, default=1, metavar="N", help="number of the puzzle in the file (default 1)"
    )
    parser.add_argument(
        "--why", metavar="CELL", help="explain why a cell is or is not a digit (r1c2=5, 1b5), or why it has its value"
    )
    parser.add_argument("--up-to", choices=LEVELS, metavar="LEVEL", help=f"the hardest steps: {', '.join(LEVELS)}")
    parser.add_argument(
        "--order",
        choices=ORDERS,
        default=ORDERS[0],
        help="the order of steps: by sight (default), or as in Sudoku Explainer or HoDoKu",
    )
    parser.add_argument("--json", action="store_true", help="print the step as a JSON object on one line")
    add_language(parser)


def run(arguments: Namespace) -> int:
    """Print the step."""
    try:
        return _answer(arguments)
    except TooHardError:
        print(_TOO_HARD)
        return NOT_SO


def _answer(arguments: Namespace) -> int:
    layout = files.load_layout(arguments.layout) if arguments.layout else None
    puzzles = reading.load_puzzles(arguments.path, layout)
    if not 1 <= arguments.puzzle <= len(puzzles):
        problem = _("there is no puzzle {number}: the file has {count}")
        problem = problem.format(number=arguments.puzzle, count=len(puzzles))
        raise InputError(problem, path=reading.name(arguments.path), advice=_("choose one of these"))
    if arguments.json and arguments.why is not None:
        raise InputError(_("hint: --json can't be combined with --why"), advice=_("leave out one of the two"))
    puzzle = puzzles[arguments.puzzle - 1]
    position = Position.of_puzzle(puzzle)
    contradiction = deduce(position, ()).contradiction
    solutions = solutions_of(puzzle)
    if arguments.json:
        return _print_data(puzzle, position, arguments, solutions, is_broken=bool(contradiction) or solutions == 0)
    if contradiction or solutions == 0:
        if contradiction:
            print(_WRONG.format(contradiction=contradiction))
        with _progress() as poll:
            explainer = Explainer(position, poll)
            explanation = explainer.contradiction()
            assert explanation, "there is no solution"
            steps = explainer.steps(explanation)
        _print(explanation, position, steps)
        return NOT_SO
    if arguments.why is not None:
        return _explain(position, _cell(arguments.why, puzzle.layout))
    if position.is_solved:
        print(_SOLVED)
        return NOT_SO
    with _progress() as poll:
        step = _next(puzzle, position, arguments, solutions, poll)
    if step is not None:
        print(f"{_(step.technique.title)} ({_(step.technique.level.value)})")
        print("\n".join([step.sentence, *("  " * depth + part.sentence for depth, part in unfolded(step.parts))]))
        return DONE
    no_technique = _NO_TECHNIQUE_UP_TO.format(level=_(arguments.up_to)) if arguments.up_to else _NO_TECHNIQUE
    try:
        with _progress() as poll:
            explainer = Explainer(position, poll)
            found = explainer.easiest()
            steps = explainer.steps(found) if found else ()
    except TooHardError:
        print(no_technique)
        raise
    if found is None:
        print(_NOTHING)
        return NOT_SO
    print(no_technique)
    _print(found, position, steps)
    return DONE


@contextmanager
def _progress() -> Iterator[Callable[[], bool]]:
    """Show the seconds passed as progress, whenever the search polls the callback, which never cancels it."""
    start = monotonic()
    with ProgressLine() as line:

        def poll() -> bool:
            line.show(_LOOKING.format(seconds=int(monotonic() - start)))
            return False

        yield poll


def _next(
    puzzle: Puzzle, position: Position, arguments: Namespace, solutions: int | None, poll: Callable[[], bool]
) -> Step | None:
    """The next step that the options allow."""
    techniques = up_to(Level(arguments.up_to)) if arguments.up_to else ALL
    allowed = sound(puzzle, techniques, unique=solutions == 1)
    return next_step(position, allowed, order=StepOrder(arguments.order), cancel=poll)


def _print_data(
    puzzle: Puzzle, position: Position, arguments: Namespace, solutions: int | None, *, is_broken: bool
) -> int:
    """Print the step, or the explanation if no technique applies, as JSON."""
    step = found = None
    steps: tuple[ClaimStep, ...] = ()
    with _progress() as poll, suppress(TooHardError):  # then there is no explanation to print
        explainer = Explainer(position, poll)
        if is_broken:
            status = "no solution"
            found = explainer.contradiction()
        elif position.is_solved:
            status = "solved"
        elif step := _next(puzzle, position, arguments, solutions, poll):
            status = "step"
        else:
            status = "too hard"
            found = explainer.easiest()
            status = "explanation" if found else "several solutions"
        steps = explainer.steps(found) if found else ()
    data = {
        "path": arguments.path,
        "puzzle": arguments.puzzle,
        "status": status,
        "step": step_data(step, position.layout) if step else None,
        "explanation": explanation_words.text(found, position, steps) if found else None,
    }
    print(json.dumps(data, ensure_ascii=False))
    return DONE if status in {"step", "explanation"} else NOT_SO


def _explain(position: Position, about: WrittenCell) -> int:
    """Print why the cell is or is not the digit."""
    cell, name = about.cell, position.layout.cell_name(about.cell)
    if position.values[cell]:
        print(_STANDS.format(cell=name, digit=sign(position.values[cell])))
        return DONE
    with _progress() as poll:
        explainer = Explainer(position, poll)
        found = explainer.claim(Candidate(cell, about.digit)) if about.digit else explainer.digit_of(cell)
        steps = explainer.steps(found) if found else ()
    if found is None:
        print(_EITHER.format(cell=name, digit=sign(about.digit)) if about.digit else _SEVERAL.format(cell=name))
        return NOT_SO
    _print(found, position, steps)
    return DONE


def _print(explanation: Explanation, position: Position, steps: Sequence[ClaimStep]) -> None:
    print("\n".join(explanation_words.text(explanation, position, steps)))


def _cell(text: str, layout: Layout) -> WrittenCell:
    """The cell and digit in the question. Raises InputError."""
    try:
        written = read_cell(text, layout)
    except CellError as error:
        problem = f"hint: --why {printable(text)}: {str(error).removesuffix('.')}"
        raise InputError(problem, advice=_WRITE) from None
    if written is None:
        raise InputError(_("hint: --why {text} is not a cell").format(text=printable(text)), advice=_WRITE)
    return written
