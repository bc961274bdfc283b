"""Lay out puzzles on pages for printing, as SVG or PDF; solutions go on separate pages."""

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from engine.base.errors import InputError
from engine.commands import reading
from engine.commands.exits import DONE
from engine.commands.numbers import count
from engine.commands.output import destination
from engine.commands.progress import ProgressLine
from engine.files import reading as files
from engine.sudoku.printing import page
from engine.sudoku.printing.files import pdf, svg
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.search import solving as search

EXAMPLES = """\
examples:
  satsudoku print puzzles/double/hard-1.txt -o hard.svg
  satsudoku print puzzles/single/ten.txt --solution -o ten.pdf
  satsudoku print --per-page 4 --paper letter puzzles/single/*.txt -o week.pdf
  satsudoku generate --count 6 | satsudoku print - -o six.pdf

A PDF has all pages; SVG needs a file per page: NAME-1.svg, NAME-2.svg ... if there are several. Without --per-page, a
page has as many puzzles as leave room for writing. PDF needs the library fpdf2: pip install 'satsudoku-tui[print]'."""


def configure(parser: ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument("puzzle", metavar="PUZZLE", nargs="+", help="files of puzzles; - for standard input")
    parser.add_argument("-o", "--output", metavar="FILE", help="the .svg or .pdf file; on standard output, SVG")
    parser.add_argument("--solution", action="store_true", help="add pages with the solutions")
    parser.add_argument(
        "--per-page", type=count("puzzles a page", page.MAX_ON_A_PAGE), metavar="N", help="number of puzzles per page"
    )
    parser.add_argument("--paper", choices=page.PAPERS, default="a4", help="default: a4")
    parser.add_argument("--layout", metavar="NAME", help="the layout of text, or a file that describes it")


def run(arguments: Namespace) -> int:
    """Write the pages."""
    layout = None if arguments.layout is None else files.load_layout(arguments.layout)
    puzzles = [puzzle for path in arguments.puzzle for puzzle in reading.load_puzzles(path, layout)]
    suffix = ".svg" if arguments.output in (None, "-") else Path(arguments.output).suffix.lower()
    if suffix not in (".svg", ".pdf"):
        raise InputError("the name must end in .svg or .pdf", path=arguments.output, advice="change the name")
    figures = page.figures(puzzles)
    per_page = arguments.per_page or min(page.puzzles_per_page(figures, arguments.paper), len(puzzles))
    sheets = list(page.pages(figures, per_page, arguments.paper))
    if arguments.solution:
        sheets += _solution_pages(puzzles, per_page, arguments)
    if suffix == ".pdf":
        with destination(arguments.output) as file:
            file.write(pdf(sheets, Path(arguments.output).stem))
        return DONE
    if len(sheets) > 1 and arguments.output in (None, "-"):
        raise InputError(f"{len(sheets)} pages need {len(sheets)} SVG files", advice="name them with -o NAME.svg")
    for number, sheet in enumerate(sheets, 1):
        with destination(_numbered(arguments.output, number) if len(sheets) > 1 else arguments.output) as file:
            file.write(svg(sheet).encode())
    return DONE


def _solution_pages(puzzles: list[Puzzle], per_page: int, arguments: Namespace) -> Iterator[page.Sheet]:
    """The pages of solutions, smaller than those to write on."""
    solutions = []
    with ProgressLine() as line:
        for number, puzzle in enumerate(puzzles, 1):
            line.show(f"solving puzzle {number} of {len(puzzles)}")
            solutions.append(list(islice(search.solutions(puzzle), 2)))
    figures = page.solved_figures(puzzles, solutions)
    readable = page.puzzles_per_page(figures, arguments.paper, page.READABLE_CELL)
    solutions_per_page = min(max(per_page, readable), len(puzzles))
    return page.pages(figures, solutions_per_page, arguments.paper, "solutions", page.MAX_SOLUTION_CELL_SIZE)


def _numbered(path: str, number: int) -> str:
    """The path with the page number before the suffix."""
    return str(Path(path).with_stem(f"{Path(path).stem}-{number}"))
