"""Writing puzzles in every format."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from os import PathLike

from engine.base.errors import InputError
from engine.base.language import Sentence, _, lazy_gettext
from engine.base.text import LONGEST_TITLE, printable
from engine.sudoku.formats import fpuzzles, ksudoku, opensudoku, rule_file, sudokupad
from engine.sudoku.formats.markup import Element
from engine.sudoku.formats.pencil_marks import MOST_DIGITS, PLACES, line_text, masks_of, rows_text, word
from engine.sudoku.formats.shapes import Shape, canvas, distinct_shapes, line, stack
from engine.sudoku.formats.text_lines import CORNER
from engine.sudoku.layout import LAYOUTS, Layout, single
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.signs import SIGNS


def _no_rules(puzzle: Puzzle) -> str:
    return _("this format has no {rule}").format(rule=puzzle.rules[0].title) if puzzle.rules else ""


MarkupReader = Callable[[Iterable[Element], Layout | None, "str | PathLike[str] | None"], Iterator[Puzzle | InputError]]
"""Reads the elements of a file whose root has begun."""


@dataclass(frozen=True)
class Format:
    """A way of writing puzzles.

    `body` is one puzzle as text, with its name; `misfit` tells why a layout can't be written ("" if it can), and
    `misfit_of_rules` why rules beside its houses can't. `head` and `tail` come before and after all the puzzles of a
    file, and `parted` says if an empty line comes between two; `alone` if a file holds one only. `remark` makes a
    remark for the beginning of a file, if there is a place for one. `shape` is that of text, which alone does not tell
    layouts apart that look alike. `suffix` ends a file's name. `marked` is the body of a puzzle that leaves candidates
    out; None if the format can't hold them. `read_markup` reads the XML whose root has the name of the format.
    """

    name: str
    summary: Sentence
    body: Callable[[Puzzle], str]
    misfit: Callable[[Layout], str] = lambda _: ""
    misfit_of_rules: Callable[[Puzzle], str] = _no_rules
    head: str = ""
    tail: str = ""
    parted: bool = False
    alone: bool = False
    remark: Callable[[str], str] | None = "# {}\n".format
    shape: Callable[[Layout], Shape] | None = None
    suffix: str = ".txt"
    marked: Callable[[Puzzle], str] | None = None
    read_markup: MarkupReader | None = None

    def tells(self, layout: Layout) -> bool:
        """Whether a reader learns from such a file which layout it is; of text only where the layout has a name."""
        return self.shape is None or _named(layout)


def _text(
    shape: Callable[[Layout], Shape], empty: str = ".", corner: str = " ", separator: str = ""
) -> Callable[[Puzzle], str]:
    """Lines of a shape: what stands for an empty cell, in a corner, and between the cells."""

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


def _marked_text(shape: Callable[[Layout], Shape]) -> Callable[[Puzzle], str]:
    """Rows of a shape with the candidates of each cell."""
    return lambda puzzle: _title(puzzle) + "\n".join(rows_text(puzzle, shape(puzzle.layout))) + "\n"


def _marked_line(empty: str) -> Callable[[Puzzle], str]:
    """All cells in one line, with the candidates of each at their places; those of other than nine digits as words."""

    def body(puzzle: Puzzle) -> str:
        shape = line(puzzle.layout)
        at_places = puzzle.layout.size == PLACES
        return _title(puzzle) + (line_text(puzzle, shape, empty) if at_places else rows_text(puzzle, shape)[0]) + "\n"

    return body


def _marked_sdk(puzzle: Puzzle) -> str:
    return _sdk_head(puzzle) + _marked_text(canvas)(replace(puzzle, name=""))


def _marked_hodoku(puzzle: Puzzle) -> str:
    """The candidates that are left out, each as digit, row and column."""
    deleted = [
        f"{digit}{row + 1}{column + 1}"
        for cell, (row, column) in enumerate(puzzle.layout.cells)
        for digit in range(1, 10)
        if not puzzle.allows(cell, digit)
    ]
    return _hodoku(puzzle).removesuffix(":::\n") + f":{' '.join(deleted)}::\n"


def _drawn(puzzle: Puzzle) -> str:
    """A grid with lines between its boxes, as Simple Sudoku draws it."""
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


def _marked_drawn(puzzle: Puzzle) -> str:
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


def _with_boxes(layout: Layout) -> str:
    return "" if _is_one_grid(layout) and layout.box_rows else _("only a single grid with boxes can be drawn")


def _nine(layout: Layout) -> str:
    return "" if _is_one_grid(layout) and layout.size == 9 else _("only a grid of 9x9 can be written in this format")


def _standard(layout: Layout) -> str:
    return "" if layout == single() else _("only a standard sudoku can be written in this format")


def _is_one_grid(layout: Layout) -> bool:
    return len(layout.grids) == 1 and len(layout.cells) == layout.size**2


def _sdk_head(puzzle: Puzzle) -> str:
    name = _name(puzzle)[: LONGEST_TITLE - 1].rstrip()  # the D counts when it is read back
    return (f"#D{name}\n" if name else "") + "[Puzzle]\n"


def _sdk(puzzle: Puzzle) -> str:
    return _sdk_head(puzzle) + _text(canvas)(replace(puzzle, name=""))


def _hodoku(puzzle: Puzzle) -> str:
    givens = "".join(str(digit or ".") for digit in puzzle.givens)
    return f"{_title(puzzle)}:0000:x:{givens}:::\n"


def _name(puzzle: Puzzle) -> str:
    return " ".join(puzzle.name.split())


def _title(puzzle: Puzzle) -> str:
    """The name as a remark above the puzzle, if it has one; in quotes where it would be read as more than a name."""
    name = _name(puzzle)
    if name.startswith("layout:"):
        name = f"'{name[: LONGEST_TITLE - 2]}'"  # no longer than what is read back
    return f"# {name}\n" if name else ""


FORMATS = {
    form.name: form
    for form in (
        Format("grid", lazy_gettext("as on the canvas, . for an empty cell"), _text(canvas), parted=True, shape=canvas,
               marked=_marked_text(canvas)),
        Format(
            "stack",
            lazy_gettext("one grid below the other, . for an empty cell"),
            _text(stack),
            parted=True,
            shape=stack,
            marked=_marked_text(stack),
        ),
        Format("line", lazy_gettext("all grids in one line, . for an empty cell"), _text(line), shape=line,
               marked=_marked_line(".")),
        Format(
            "spaced",
            lazy_gettext("as on the canvas, blanks between, 0 for an empty cell, -1 in corners"),
            _text(canvas, "0", CORNER, " "),
            parted=True,
            shape=canvas,
            marked=_marked_text(canvas),
        ),
        Format(
            "ss",
            lazy_gettext("drawn with lines between the boxes"),
            _drawn,
            _with_boxes,
            parted=True,
            shape=canvas,
            suffix=".ss",
            marked=_marked_drawn,
        ),
        Format("sdk", lazy_gettext("nine lines below [Puzzle]"), _sdk, _nine, parted=True, shape=canvas, suffix=".sdk",
               marked=_marked_sdk),
        Format(
            "sdm",
            lazy_gettext("lines of 81 digits, 0 for an empty cell"),
            _text(line, "0"),
            _nine,
            shape=line,
            suffix=".sdm",
            marked=_marked_line("0"),
        ),
        Format("hodoku", lazy_gettext("a line of HoDoKu's library"), _hodoku, _nine, shape=line, marked=_marked_hodoku),
        Format(
            "opensudoku",
            lazy_gettext("XML of OpenSudoku"),
            opensudoku.write,
            _standard,
            head=opensudoku.HEAD,
            tail=opensudoku.TAIL,
            remark=opensudoku.remark,
            suffix=".opensudoku",
            read_markup=opensudoku.read,
        ),
        Format(
            "fpuzzles",
            lazy_gettext("JSON of f-puzzles, an object a line"),
            fpuzzles.write,
            fpuzzles.misfit,
            fpuzzles.misfit_of_rules,
            remark=None,
            suffix=".json",
            marked=fpuzzles.write,
        ),
        Format(
            "sudokupad",
            lazy_gettext("a link that SudokuPad opens"),
            sudokupad.write_link,
            sudokupad.misfit,
            sudokupad.misfit_of_rules,
        ),
        Format(
            "fpuzzles-link",
            lazy_gettext("a link that f-puzzles opens"),
            fpuzzles.write_link,
            fpuzzles.misfit,
            fpuzzles.misfit_of_rules,
            marked=fpuzzles.write_link,
        ),
        Format(
            "rules",
            lazy_gettext("our own JSON, with any rules on any layout"),
            rule_file.write,
            misfit_of_rules=lambda _: "",
            remark=None,
            suffix=".json",
            marked=rule_file.write,
        ),
        Format(
            "ksudoku",
            lazy_gettext("XML of KSudoku, with the layout; one puzzle a file"),
            ksudoku.write,
            head=ksudoku.HEAD,
            tail=ksudoku.TAIL,
            alone=True,
            remark=None,
            suffix=".ksudoku",
            read_markup=ksudoku.read,
        ),
    )
}
"""The formats that can be written, by name."""


def write(puzzle: Puzzle, format: str = "grid") -> str:  # noqa: A002
    """The puzzle as the text of a file, with its name if it has one; digits above 9 are letters or numbers.

    Raises InputError for an unknown format, and if the format can't hold the layout.
    """
    return write_all([puzzle], format)


def write_all(puzzles: Iterable[Puzzle], format: str = "grid") -> str:  # noqa: A002
    """Several puzzles as one text. Raises InputError as `write` does, and if the format holds one puzzle only."""
    return "".join(write_stream(puzzles, format))


def write_stream(puzzles: Iterable[Puzzle], format: str = "grid", remark: str = "") -> Iterator[str]:  # noqa: A002
    """The text of a file of puzzles, puzzle by puzzle as they come, with a remark at its beginning.

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
        # Without an empty line, lines of two layouts could be read as those of a third.
        between = "\n" if number and (form.parted or layout != before) else ""
        before = layout
        if form.shape and _named(layout) and layout not in (last_layout, last_layout or _usual(form.shape(layout))):
            last_layout = layout
            between += f"# layout: {layout.name}\n"
        body = form.body if puzzle.candidates is None or form.marked is None else form.marked
        yield between + body(puzzle)
    yield form.tail


def require(format: str, layout: Layout, count: int = 1) -> None:  # noqa: A002
    """Raise InputError if a file of the format can't hold so many puzzles of the layout."""
    form = _form(format)
    if count > 1 and form.alone:
        raise InputError(
            _("a {name} file holds one puzzle only").format(name=form.name),
            advice=_("write each into a file of its own"),
        )
    why = form.misfit(layout)
    if why:
        raise InputError(f"{layout.title}: {why}", advice=_("use the format grid, spaced or ksudoku"))


def require_puzzle(format: str, puzzle: Puzzle, count: int = 1) -> None:  # noqa: A002
    """Raise InputError if a file of the format can't hold this puzzle, with so many in all."""
    require(format, puzzle.layout, count)
    form = _form(format)
    if why := form.misfit_of_rules(puzzle):
        raise InputError(f"{format}: {why}", advice=_("use the format sudokupad, fpuzzles or rules"))
    if puzzle.candidates is None or (form.marked and (form.shape is None or puzzle.layout.size <= MOST_DIGITS)):
        return
    raise InputError(
        _("the format {name} can't hold the candidates that this puzzle leaves out").format(name=form.name),
        advice=_("use the format line, grid or fpuzzles"),
    )


def _named(layout: Layout) -> bool:
    """Whether this is the layout of its name."""
    return layout.name in LAYOUTS and LAYOUTS[layout.name]() == layout


def _usual(shape: Shape) -> Layout:
    """The layout as which text of this shape is read when it is not told."""
    layouts = distinct_shapes(tuple(make() for make in LAYOUTS.values()))
    return next(other.layout for other in layouts if other.look == shape.look)


def _form(name: str) -> Format:
    if name not in FORMATS:
        problem, format_names = _("unknown format {name!r}").format(name=name), ", ".join(FORMATS)
        raise InputError(problem, advice=_("use one of {list}").format(list=format_names))
    return FORMATS[name]
