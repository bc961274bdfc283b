"""Write a puzzle as a CNF file: the formula that is satisfiable exactly if the puzzle has a solution."""

import shlex
from argparse import ArgumentParser, Namespace

from engine.base.errors import InputError
from engine.base.text import printable
from engine.commands import reading
from engine.commands.exits import DONE
from engine.commands.listing import listing
from engine.commands.output import destination
from engine.files import reading as files
from engine.sat.formula import dimacs
from engine.sat.formula.formula import Formula
from engine.sudoku.as_sat.encoding import encode
from engine.sudoku.as_sat.forms import FORMS

EXAMPLES = f"""\
forms:
{listing((name, form.summary) for name, form in FORMS.items())}

examples:
  satsudoku encode puzzles/double/easy-1.txt -o easy-1.cnf
  satsudoku encode --form course puzzles/double/easy-1.txt | satsudoku solve -
  satsudoku encode --number 3 thousand.txt
  satsudoku encode --layout x diagonal.txt      (text alone does not show that a sudoku is diagonal)

The comments in the file show the puzzle and the meaning of each variable."""


def configure(parser: ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument("puzzle", metavar="PUZZLE", help="a file of puzzles; - for standard input")
    parser.add_argument(
        "--number", type=int, metavar="N", help="the number of the puzzle in the file, if it has several"
    )
    parser.add_argument("--layout", metavar="NAME", help="the layout of text, or a file that describes it")
    parser.add_argument("--form", choices=FORMS, default="shared", help="default: shared")
    parser.add_argument("-o", "--output", metavar="CNF", help="write to this file instead of standard output")


def run(arguments: Namespace) -> int:
    """Write the formula."""
    layout = None if arguments.layout is None else files.load_layout(arguments.layout)
    puzzles = reading.load_puzzles(arguments.puzzle, layout)
    path, number = reading.name(arguments.puzzle), arguments.number
    if number is None and len(puzzles) > 1:
        raise InputError(f"it contains {len(puzzles)} puzzles", path=path, advice="choose one with --number N")
    if number is not None and not 1 <= number <= len(puzzles):
        raise InputError(f"there is no puzzle {number}; the last is {len(puzzles)}", path=path)
    puzzle = puzzles[(number or 1) - 1]
    formula = encode(puzzle, arguments.form).formula
    with destination(arguments.output, arguments.puzzle) as file:
        dimacs.write(_with_command(formula, arguments), file)
    return DONE


def _with_command(formula: Formula, arguments: Namespace) -> Formula:
    """The formula, with the command that made it as its last comment."""
    words = ["satsudoku encode", shlex.quote(arguments.puzzle)]
    if arguments.number is not None:
        words.append(f"--number {arguments.number}")
    if arguments.layout is not None:
        words.append(f"--layout {shlex.quote(arguments.layout)}")
    if arguments.form != "shared":
        words.append(f"--form {arguments.form}")
    texts = [comment.text for comment in formula.comments if not comment.text.startswith("made by: ")]
    return formula.with_comments([*texts, "made by: " + printable(" ".join(words))])
