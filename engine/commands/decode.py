"""Write the puzzle that a CNF file encodes. Sudokus are recognised by their clauses, in any usual encoding."""

from argparse import ArgumentParser, Namespace

from engine.base.errors import InputError
from engine.commands import reading
from engine.commands.exits import DONE
from engine.commands.output import destination
from engine.files import reading as files
from engine.sudoku.as_sat.recognition import difference, recognise
from engine.sudoku.formats import FORMATS, write

EXAMPLES = """\
examples:
  satsudoku decode easy-1.cnf
  satsudoku decode easy-1.cnf --format line -o easy-1.txt
  satsudoku encode puzzle.txt | satsudoku decode -
  satsudoku decode --layout my-layout.txt mine.cnf

All layouts of `satsudoku generate` are recognised, and the one that you name, with any usual choice of rules and in any
order of the clauses. The givens are unit clauses, or simplified away if the comments show the puzzle."""


def configure(parser: ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument("formula", metavar="CNF", help="a formula; - for standard input")
    parser.add_argument("--layout", metavar="NAME", help="its layout, or a file that describes one")
    parser.add_argument("--format", choices=FORMATS, default="grid", metavar="F", help="default: grid")
    parser.add_argument("-o", "--output", metavar="FILE", help="write to this file instead of standard output")


def run(arguments: Namespace) -> int:
    """Write the puzzle."""
    layouts = [files.load_layout(arguments.layout)] if arguments.layout else None
    formula = reading.load_formula(arguments.formula).formula
    found = recognise(formula, layouts)
    if found is None:
        problem = difference(formula, layouts)
        advice = "correct that" if problem else "see satsudoku decode --help"
        raise InputError(problem or "this formula is not a sudoku", path=reading.name(arguments.formula), advice=advice)
    text = write(found.puzzle, arguments.format)
    with destination(arguments.output, arguments.formula) as file:
        file.write(text.encode())
    return DONE
