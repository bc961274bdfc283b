"""Writes puzzles in every format."""

from collections.abc import Iterable, Iterator

from engine.base.errors import InputError
from engine.base.language import _
from engine.base.text import printable
from engine.sudoku.formats.format import Format, is_named
from engine.sudoku.formats.pencil_marks import MAX_WORD_DIGITS
from engine.sudoku.formats.registry import FORMATS
from engine.sudoku.formats.shapes import Shape, distinct_shapes
from engine.sudoku.layout import LAYOUTS, Layout
from engine.sudoku.puzzle import Puzzle

_FORMATS_OF_RULES = ("sudokupad", "fpuzzles", "rules")
"""The formats that hold most rules; the last one holds all of them."""


def write(puzzle: Puzzle, format: str = "grid") -> str:  # noqa: A002
    """The text of a file with one puzzle and its name; digits above 9 are letters or numbers.

    Raises InputError for an unknown format, and if the format can't hold the puzzle.
    """
    return write_all([puzzle], format)


def write_all(puzzles: Iterable[Puzzle], format: str = "grid") -> str:  # noqa: A002
    """The text of a file of several puzzles. Raises InputError as `write` does, or if a file holds one puzzle."""
    return "".join(write_stream(puzzles, format))


def write_stream(puzzles: Iterable[Puzzle], format: str = "grid", remark: str = "") -> Iterator[str]:  # noqa: A002
    """The text of a file in parts, puzzle by puzzle, with a remark at its beginning.

    Raises InputError as `write_all` does.
    """
    form = _form(format)
    yield form.head
    if remark and form.remark:
        yield form.remark(printable(remark))
    last_layout: Layout | None = None
    before: Layout | None = None
    for number, puzzle in enumerate(puzzles):
        layout = puzzle.layout
        require_puzzle(format, puzzle, number + 1)
        # Without an empty line, the lines of two layouts could be read as a third one.
        between = "\n" if number and (form.blank_lines or layout != before) else ""
        before = layout
        if form.shape and is_named(layout) and layout not in (last_layout, last_layout or _usual(form.shape(layout))):
            last_layout = layout
            between += f"# layout: {layout.name}\n"
        body = form.body if puzzle.candidates is None or form.candidates_body is None else form.candidates_body
        yield between + body(puzzle)
    yield form.tail


def require(format: str, layout: Layout, count: int = 1) -> None:  # noqa: A002
    """Raise InputError if a file of the format can't hold this number of puzzles of the layout."""
    form = _form(format)
    if count > 1 and form.is_single:
        raise InputError(
            _("a {name} file holds only one puzzle").format(name=form.name),
            advice=_("write each to its own file"),
        )
    misfit = form.misfit(layout)
    if misfit:
        raise InputError(f"{layout.title}: {misfit}", advice=_("use the format grid, spaced or ksudoku"))


def require_puzzle(format: str, puzzle: Puzzle, count: int = 1) -> None:  # noqa: A002
    """Raise InputError if a file of the format can't hold this puzzle, as one of `count`."""
    require(format, puzzle.layout, count)
    form = _form(format)
    if misfit := form.misfit_of_rules(puzzle):
        names = ", ".join(name for name in _FORMATS_OF_RULES if _holds(FORMATS[name], puzzle))
        raise InputError(f"{format}: {misfit}", advice=_("use the format {list}").format(list=names))
    if puzzle.candidates is None or (
        form.candidates_body and (form.shape is None or puzzle.layout.size <= MAX_WORD_DIGITS)
    ):
        return
    raise InputError(
        _("the format {name} can't store which candidates this puzzle rules out").format(name=form.name),
        advice=_("use the format line, grid or fpuzzles"),
    )


def _usual(shape: Shape) -> Layout:
    """The layout that readers assume for text of this shape."""
    layouts = distinct_shapes(tuple(make() for make in LAYOUTS.values()))
    return next(other.layout for other in layouts if other.look == shape.look)


def _holds(form: Format, puzzle: Puzzle) -> bool:
    return not (form.misfit(puzzle.layout) or form.misfit_of_rules(puzzle))


def _form(name: str) -> Format:
    if name not in FORMATS:
        problem, format_names = _("unknown format {name!r}").format(name=name), ", ".join(FORMATS)
        raise InputError(problem, advice=_("use one of {list}").format(list=format_names))
    return FORMATS[name]
