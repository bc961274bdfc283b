"""Writes puzzles as plain text: in the shapes of every layout, and in the formats of programs for 9x9 sudokus."""

from collections.abc import Callable
from dataclasses import replace

from engine.base.language import _
from engine.base.text import MAX_TITLE_LENGTH
from engine.sudoku.formats.pencil_marks import CELL_WIDTH, line_text, masks_of, rows_text, word
from engine.sudoku.formats.shapes import Shape, canvas, line
from engine.sudoku.layout import Layout, single
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.signs import SIGNS


def text(
    shape: Callable[[Layout], Shape], empty: str = ".", corner: str = " ", separator: str = ""
) -> Callable[[Puzzle], str]:
    """A writer of lines in a shape, with these signs for empty cells, for corners, and between the cells."""

    def body(puzzle: Puzzle) -> str:
        form = shape(puzzle.layout)
        signs = [empty, *(map(str, range(1, 26)) if separator else SIGNS)]
        lines = []
        for row in form.rows:
            symbols = [corner if row.cells or corner != " " else empty] * form.columns  # an empty line would end it
            for cell, column in zip(row.cells, row.columns, strict=True):
                symbols[column] = signs[puzzle.givens[cell]]
            lines.append(separator.join(symbols).rstrip())
        return _title(puzzle) + "\n".join(lines) + "\n"

    return body


def marked_text(shape: Callable[[Layout], Shape]) -> Callable[[Puzzle], str]:
    """A writer of rows in a shape with the candidates of each cell."""
    return lambda puzzle: _title(puzzle) + "\n".join(rows_text(puzzle, shape(puzzle.layout))) + "\n"


def marked_line(empty: str) -> Callable[[Puzzle], str]:
    """A writer of all cells in one line, with candidates at their places; as words if there are not nine digits."""

    def body(puzzle: Puzzle) -> str:
        shape = line(puzzle.layout)
        at_places = puzzle.layout.size == CELL_WIDTH
        return _title(puzzle) + (line_text(puzzle, shape, empty) if at_places else rows_text(puzzle, shape)[0]) + "\n"

    return body


def marked_sdk(puzzle: Puzzle) -> str:
    """A section of an .sdk file with the candidates of each cell."""
    return _sdk_head(puzzle) + marked_text(canvas)(replace(puzzle, name=""))


def marked_hodoku(puzzle: Puzzle) -> str:
    """A line of HoDoKu's library with the excluded candidates, each as digit, row and column."""
    deleted = [
        f"{digit}{row + 1}{column + 1}"
        for cell, (row, column) in enumerate(puzzle.layout.cells)
        for digit in range(1, 10)
        if not puzzle.allows(cell, digit)
    ]
    return hodoku(puzzle).removesuffix(":::\n") + f":{' '.join(deleted)}::\n"


def drawn(puzzle: Puzzle) -> str:
    """A grid with lines between its boxes, in the style of Simple Sudoku."""
    layout = puzzle.layout
    down, across, size = layout.box_rows, layout.box_columns, layout.size
    edge = f"*{'-' * (size + size // across - 1)}*"
    between = f"|{'+'.join(['-' * across] * (size // across))}|"
    signs = "." + SIGNS
    lines = []
    for row in range(size):
        if row % down == 0:
            lines.append(between if row else edge)
        cells = "".join(signs[digit] for digit in puzzle.givens[row * size : (row + 1) * size])
        lines.append(f"|{'|'.join(cells[start : start + across] for start in range(0, size, across))}|")
    return _title(puzzle) + "\n".join([*lines, edge]) + "\n"


def marked_drawn(puzzle: Puzzle) -> str:
    """The candidates of each cell, with lines between the boxes."""
    layout, masks = puzzle.layout, masks_of(puzzle)
    down, across, size = layout.box_rows, layout.box_columns, layout.size
    width = max(mask.bit_count() for mask in masks)
    ruler = f"+{'+'.join(['-' * (across * (width + 1) + 1)] * (size // across))}+"
    lines = []
    for row in range(size):
        lines += [ruler] if row % down == 0 else []
        cells = [word(mask).ljust(width) for mask in masks[row * size : (row + 1) * size]]
        boxes = (" ".join(cells[start : start + across]) for start in range(0, size, across))
        lines.append(f"| {' | '.join(boxes)} |")
    return _title(puzzle) + "\n".join([*lines, ruler]) + "\n"


def boxes_misfit(layout: Layout) -> str:
    """Why a layout can't be drawn with lines between its boxes; "" if it can."""
    return "" if _is_one_grid(layout) and layout.box_rows else _("only a single grid with boxes can be drawn")


def nine_digits_misfit(layout: Layout) -> str:
    """Why a layout is not a single grid of 9x9; "" if it is."""
    return "" if _is_one_grid(layout) and layout.size == 9 else _("only a grid of 9x9 can be written in this format")


def standard_misfit(layout: Layout) -> str:
    """Why a layout is not that of a standard sudoku; "" if it is."""
    return "" if layout == single() else _("only a standard sudoku can be written in this format")


def _is_one_grid(layout: Layout) -> bool:
    return len(layout.grids) == 1 and len(layout.cells) == layout.size**2


def _sdk_head(puzzle: Puzzle) -> str:
    name = _name(puzzle)[: MAX_TITLE_LENGTH - 1].rstrip()  # a reader counts the D too
    return (f"#D{name}\n" if name else "") + "[Puzzle]\n"


def sdk(puzzle: Puzzle) -> str:
    """A section of an .sdk file."""
    return _sdk_head(puzzle) + text(canvas)(replace(puzzle, name=""))


def hodoku(puzzle: Puzzle) -> str:
    """A line of HoDoKu's library."""
    givens = "".join(str(digit or ".") for digit in puzzle.givens)
    return f"{_title(puzzle)}:0000:x:{givens}:::\n"


def _name(puzzle: Puzzle) -> str:
    return " ".join(puzzle.name.split())


def _title(puzzle: Puzzle) -> str:
    """The name as a remark above the puzzle; in quotes if it could be read as more than a name."""
    name = _name(puzzle)
    if name.startswith("layout:"):
        name = f"'{name[: MAX_TITLE_LENGTH - 2]}'"  # at most what a reader accepts
    return f"# {name}\n" if name else ""
