"""Reads puzzles from plain text, line by line: which lines form a puzzle, its layout and its shape."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from os import PathLike
from typing import NoReturn

from engine.base.errors import InputError
from engine.base.language import _
from engine.base.text import LINK, title_of
from engine.sudoku.formats import game_ids, killer_lines, links
from engine.sudoku.formats.pencil_marks import mask_of, with_candidates
from engine.sudoku.formats.record import PuzzleRecord, is_header, record
from engine.sudoku.formats.shapes import Shape, distinct_shapes
from engine.sudoku.formats.text_lines import (
    CORNER,
    EMPTY,
    Cut,
    Pick,
    PuzzleLine,
    candidate_masks,
    is_ruler,
    pick,
    rows_of,
    value_of,
    values_of,
)
from engine.sudoku.layout import LAYOUTS, Layout, conflicts
from engine.sudoku.puzzle import Puzzle

FilePath = str | PathLike[str] | None
"""The path of a file, which only messages name; None for data without a file."""

MAX_LINES = 270
"""Maximum number of lines without an empty one that are kept: whole puzzles of 9, 15, 18, 27 or 45 lines. This
bounds the memory for files of any length.
"""

_MAX_EXCERPT = 40
"""Maximum number of characters of an invalid symbol in a message."""

MAX_LINE = 5000
"""Maximum number of characters of a line. The longest puzzle, five 9x9 grids as numbers in one line, takes some 1200.
"""

_VALUES = bytes(
    255 if byte == ord("?")  # the replacement of a character that can't be encoded
    else 0 if chr(byte) in EMPTY
    else byte - 48 if chr(byte) in "123456789"
    else byte - 55 if chr(byte) in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    else 255
    for byte in range(256)
)  # fmt: skip

_MAX_REMARKS = 20
_SDK_TAGS = "DCASBLU"  # of remarks in .sdk files, the best for a name first
_SDK_TAG = re.compile(r"[ACDLS](?=[A-Z][a-z])|[BCDLSU] |B(?=\d)|U(?=https?:)")
"""A tag of an .sdk file that is not marked as such by its name or a section. `A ` may begin a sentence."""
_HODOKU = re.compile(r":([^:\s]*):([^:]*):([0-9.+]*):([^:]*):([^:]*:)+[^:]*")
_LAYOUT = re.compile(r"\s*#\s*layout:\s*(\S+)\s*")
_SECTION = re.compile(r"\[\s*(\w+)\s*\]")


@dataclass(frozen=True)
class _Remark:
    """A remark, which may begin with the tag of an .sdk file."""

    title: str
    may_have_tag: bool

    @property
    def has_tag(self) -> bool:
        """Whether it looks like a tag in any file."""
        return self.may_have_tag and bool(_SDK_TAG.match(self.title))

    @property
    def without_tag(self) -> str:
        return self.title[1:].lstrip() if self.has_tag else self.title


class TextReader:
    """Reads the puzzles of one text, of the first of the layouts that fits.

    If there are several layouts, a line `# layout: NAME` selects one for everything below.
    """

    def __init__(self, layouts: Sequence[Layout], path: FilePath) -> None:
        self._path = path
        self._may_select = len(layouts) > 1
        self._select_layouts(layouts)
        self._block: list[PuzzleLine] = []
        self._shape: Shape | None = None  # of the block, once decided
        self._indent = 0
        self._remarks: list[_Remark] = []
        self._is_sdk = str(path or "").lower().endswith(".sdk")
        self._has_tags = self._is_sdk  # whether the remarks are those of an .sdk file
        self._is_skipping = False

    def _select_layouts(self, layouts: Sequence[Layout]) -> None:
        self._shapes = distinct_shapes(tuple(layouts))
        # A line of one of these widths is a puzzle, whatever is above and below it.
        multi_row = [shape for shape in self._shapes if len(shape.rows) > 1]
        row_widths = {width for shape in multi_row for row in shape.rows for width in (len(row.cells), shape.columns)}
        one_line = {shape.columns: shape for shape in self._shapes if len(shape.rows) == 1}
        self._in_one_line = {width: shape for width, shape in one_line.items() if width not in row_widths}

    def read(self, lines: Iterable[str]) -> Iterator[Puzzle | InputError]:
        """The puzzles in order; an unreadable one is an error with its line."""
        for number, line in enumerate(lines, 1):
            link = LINK.match(line)
            max_length = links.MAX_LINK if link else MAX_LINE
            if len(line) > max_length and len(line.rstrip()) > max_length:
                yield from self._end_block()
                yield InputError(
                    _("a line of more than {longest} characters").format(longest=max_length),
                    path=self._path,
                    line=number,
                )
                continue
            if link and not self._is_skipping:
                yield from self._end_block()
                yield self._link(line, number)
                continue
            content, _unused, remark = line.partition("#")
            words = content.split()
            puzzle = self._puzzle_alone(words, content, number) if words else None
            section = _SECTION.fullmatch(content.strip()) if words and words[0][0] == "[" else None
            if not words or puzzle or section:
                yield from self._end_block()
            if remark:
                self._keep_remark(line, remark)
            if section:
                self._begin_section(section[1])
            elif puzzle and not self._is_skipping:
                yield puzzle()
            elif not self._block and is_header(words):
                continue
            elif words and not (puzzle or self._is_skipping or (is_ruler(content) and content.strip(" \t|-"))):
                self._block.append(PuzzleLine(number, content))
                if len(self._block) >= MAX_LINES:
                    yield from self._read_block(is_whole=False)
        yield from self._end_block()

    def _puzzle_alone(
        self, words: Sequence[str], content: str, number: int
    ) -> Callable[[], Puzzle | InputError] | None:
        """The reader of a line that is a puzzle whatever is above and below it; None for other lines."""
        if words[0][0] == ":" and (problem := _HODOKU.fullmatch(content.strip())):
            return partial(self._hodoku, problem, number)
        for form, read in ((game_ids.GAME_ID, game_ids.read), (killer_lines.KILLER_LINE, killer_lines.read)):
            if len(words) == 1 and form.fullmatch(words[0]):
                return partial(self._one_line_game, read, words[0], number)
        line_record = record(content, self._in_one_line) if words != [CORNER] else None
        return partial(self._record, line_record, number, content) if line_record else None

    def _keep_remark(self, line: str, remark: str) -> None:
        """Keep a remark, which may name the next puzzle, or select the layout that it names."""
        match = _LAYOUT.fullmatch(line)
        if match and match[1] in LAYOUTS:
            if self._may_select:
                self._select_layouts([LAYOUTS[match[1]]()])
        elif title := title_of(remark):
            is_separate = line.partition("#")[2][:1].isspace()  # a tag follows the sign directly
            self._remarks = [*self._remarks[-_MAX_REMARKS:], _Remark(title, not is_separate and title[0] in _SDK_TAGS)]

    def _begin_section(self, name: str) -> None:
        """Begin a section: `[Puzzle]` begins a puzzle of an .sdk file; other sections are ignored.

        The first letter of each remark in such a file says what it is about.
        """
        self._is_skipping = name.lower() != "puzzle"
        self._has_tags = not self._is_skipping

    def _name(self) -> str:
        """The name of the next puzzle, from the remarks since the last one; forgets them."""
        has_tags, remarks = self._has_tags, self._remarks
        self._has_tags, self._remarks = self._is_sdk, []
        tags = {remark.title[0]: remark.title[1:].strip() for remark in remarks if remark.may_have_tag}
        if len(remarks) > 1 and all(remark.may_have_tag for remark in remarks):
            has_tags = has_tags or sum(remark.has_tag for remark in remarks) > 1
        if has_tags and any(tags.values()):
            return next(tags[tag] for tag in _SDK_TAGS if tags.get(tag))
        return remarks[-1].without_tag if remarks else ""

    def _record(self, line_record: PuzzleRecord, number: int, content: str) -> Puzzle | InputError:
        """A puzzle in one line, named by the other fields of the line, or else by the remark above."""
        masks = [mask_of(cell) for cell in line_record.candidates]
        shape = self._in_one_line[len(line_record.cells)]
        return self._line(
            shape, line_record.cells, number, content, title_of(line_record.name), masks or None, line_record.rating
        )

    def _line(
        self,
        shape: Shape,
        text: str,
        number: int,
        content: str,
        name: str,
        masks: Sequence[int] | None = None,
        rating: float | None = None,
    ) -> Puzzle | InputError:
        """A puzzle in one line, with the candidates of its cells and a rating if given."""
        digits: Sequence[int] = text.encode("latin-1", "replace").translate(_VALUES)
        try:
            if max(digits) > shape.layout.size or shape.layout.size > 9:
                digits = self._digits([number], [Pick(Cut(content, text), range(len(text)))], shape)
            return self._puzzle(shape, digits, [number], name, masks, rating)
        except InputError as error:
            return error

    def _hodoku(self, problem: "re.Match[str]", number: int) -> Puzzle | InputError:
        """A line of a HoDoKu library. Its puzzle is the position: placed digits (`+`) are givens, and deleted
        candidates are excluded.
        """
        digits = problem[3].replace("+", "")
        shape = self._in_one_line.get(len(digits))
        if shape is None:
            message = _("this HoDoKu line holds {count} cells").format(count=len(digits))
            return InputError(message, path=self._path, line=number, advice=_("81 are needed"))
        name = title_of(f"{problem[1]} {problem[2]}") if problem[1].strip("0") else ""
        try:
            masks = self._candidates_left(problem[4].split(), shape, number)
        except InputError as error:
            return error
        return self._line(shape, digits, number, digits, name, masks)

    def _candidates_left(self, deleted: Sequence[str], shape: Shape, number: int) -> list[int] | None:
        """The candidates of the cells without the deleted ones (digit, row, column); None if none are deleted."""
        size = shape.layout.size
        masks = [(2 << size) - 2] * shape.columns
        for word in deleted:
            if not re.fullmatch(rf"[1-{size}]{{3}}", word):
                self._fail(number, _("{word!r} is not a deleted candidate").format(word=word[:_MAX_EXCERPT]))
            digit, row, column = map(int, word)
            masks[(row - 1) * size + column - 1] &= ~(1 << digit)
        return masks if deleted else None

    def _one_line_game(self, read: Callable[[str], Puzzle], text: str, number: int) -> Puzzle | InputError:
        """A game ID of Solo, or a killer in one line."""
        try:
            return replace(read(text), name=self._name())
        except InputError as error:
            return InputError(error.problem, path=self._path, line=number, advice=error.advice)

    def _link(self, text: str, number: int) -> Puzzle | InputError:
        """A link that contains a puzzle; the name in it takes precedence over a remark."""
        name = self._name()
        try:
            puzzle = links.read(text)
        except InputError as error:
            return InputError(error.problem, path=self._path, line=number, advice=error.advice)
        return replace(puzzle, name=puzzle.name or name)

    def _end_block(self) -> Iterator[Puzzle | InputError]:
        if self._block:
            yield from self._read_block(is_whole=True)
        self._block, self._shape = [], None

    def _read_block(self, *, is_whole: bool) -> Iterator[Puzzle | InputError]:
        """Read the lines since the last empty one: puzzles of one shape, one below the other.

        If the block is not whole, the lines of an incomplete puzzle stay in it.
        """
        lines = self._block = rows_of(self._block)
        if not lines:
            return
        try:
            if self._shape is None:
                self._indent = min(line.indent for line in lines)
                self._shape = self._likely_shape(lines, is_whole)
            shape, height = self._shape, len(self._shape.rows)
            picks = pick(lines, shape, self._indent)
            if len(picks) < len(lines) or (is_whole and len(lines) % height):
                self._misfit(lines, {shape: len(picks)})
        except InputError as error:
            yield error
            self._block, self._shape = [], None
            return
        complete = len(lines) - len(lines) % height
        self._block = lines[complete:]
        for start in range(0, complete, height):
            numbers = [line.number for line in lines[start : start + height]]
            try:
                puzzle_picks = picks[start : start + height]
                digits = self._digits(numbers, puzzle_picks, shape)
                masks = candidate_masks(
                    [symbol for picked in puzzle_picks for symbol in picked.symbols], shape.layout.size
                )
                yield self._puzzle(shape, digits, numbers, masks=masks)
            except InputError as error:
                yield error

    def _likely_shape(self, lines: Sequence[PuzzleLine], is_whole: bool) -> Shape:
        """The shape of the lines: the one of most lines that fits and in which they make sense."""
        shapes = [shape for shape in self._shapes if not (is_whole and len(lines) % len(shape.rows))]
        picks = {shape: pick(lines, shape, self._indent) for shape in shapes}
        fitting = [shape for shape in shapes if len(picks[shape]) == len(lines) and _all_digits(picks[shape], shape)]
        if not fitting:
            self._misfit(lines, {shape: len(pick(lines, shape, self._indent)) for shape in self._shapes})
        return next((shape for shape in fitting[:-1] if _makes_sense(picks[shape], shape)), fitting[-1])

    def _puzzle(
        self,
        shape: Shape,
        digits: Sequence[int],
        numbers: Sequence[int],
        name: str = "",
        masks: Sequence[int] | None = None,
        rating: float | None = None,
    ) -> Puzzle:
        """A puzzle from its digits in the order of the shape, from the lines with these numbers.

        It has this name, or that of the remarks; `masks` are the candidates of its cells in the same order, `rating`
        is the one in its line.
        """
        above = self._name()
        for place, first in shape.repeats:
            if digits[place] != digits[first]:
                self._disagreement(shape, first, place, digits, numbers)
            if masks and masks[place] != masks[first]:
                cell = shape.layout.cell_name(shape.first.index(first))
                problem = _("the shared cell {cell} has different candidates in each grid").format(cell=cell)
                self._fail(numbers[place // shape.columns], problem, _("make both the same"))
        if masks is None:
            return Puzzle(shape.layout, shape.arrange(digits), name=name or above, rating=rating)
        try:
            puzzle = with_candidates(shape.layout, shape.arrange(digits), shape.arrange(masks), name or above)
            return replace(puzzle, rating=rating)
        except InputError as error:
            self._fail(numbers[0], error.problem, error.advice)

    def _digits(self, numbers: Sequence[int], picks: Sequence[Pick], shape: Shape) -> list[int]:
        """The digits of the selected symbols. Raises InputError for the first invalid one."""
        size = shape.layout.size
        symbols = [symbol for picked in picks for symbol in picked.symbols]
        values = values_of(symbols, size)
        for place, value in enumerate(values):
            if value is None or value > size:
                self._bad_symbol(numbers, picks, place, value, size)
        return [value for value in values if value is not None]

    def _bad_symbol(
        self, numbers: Sequence[int], picks: Sequence[Pick], place: int, value: int | None, size: int
    ) -> NoReturn:
        """Raise the error for an invalid symbol; `place` counts through all the picks."""
        for number, picked in zip(numbers, picks, strict=True):
            if place < len(picked.places):
                if value is None:
                    self._unknown(number, picked, place)
                column = picked.cut.column(picked.places[place])
                self._fail(
                    number,
                    _("digit {symbols} in column {column} is above {size}").format(
                        symbols=picked.symbols[place], column=column, size=size
                    ),
                )
            place -= len(picked.places)
        raise AssertionError("there is no such place")

    def _fail(self, number: int, problem: str, advice: str = "") -> NoReturn:
        raise InputError(problem, path=self._path, line=number, advice=advice)

    def _unknown(self, number: int, picked: Pick, place: int) -> NoReturn:
        column, symbols = picked.cut.column(picked.places[place]), picked.symbols[place]
        excerpt = symbols[:_MAX_EXCERPT] + ("…" if len(symbols) > _MAX_EXCERPT else "")
        problem = _("unknown character {symbols!r} in column {column}").format(symbols=excerpt, column=column)
        self._fail(number, problem, _("write givens as digits and empty cells as . or 0"))

    def _disagreement(
        self, shape: Shape, first: int, place: int, digits: Sequence[int], numbers: Sequence[int]
    ) -> NoReturn:
        cell = shape.layout.cell_name(shape.first.index(first))
        area = shape.layout.size**2
        first_text, other_text = (
            _("{digits} in grid {number}").format(
                digits=digits[cell_place] or _("empty"), number=cell_place // area + 1
            )
            for cell_place in (first, place)
        )
        advice = _("make both the same")
        if len(numbers) > 1:
            advice = _("make both the same, or separate the puzzles by an empty line")
        self._fail(
            numbers[place // shape.columns],
            _("the shared cell {cell} is {first} and {second}").format(cell=cell, first=first_text, second=other_text),
            advice,
        )

    def _misfit(self, lines: Sequence[PuzzleLine], fitting: dict[Shape, int]) -> NoReturn:
        """Raise the error for lines that do not form a puzzle, at the first line that does not fit the closest shape.

        `fitting` has the number of fitting lines for each shape.
        """

        def distance(shape: Shape) -> tuple[int, bool, int, int, int]:
            fit, height = fitting[shape], len(shape.rows)
            picked = pick(lines[:fit], shape, self._indent)
            return -fit, not _all_digits(picked, shape), -fit % height, -shape.layout.size, height

        shape = min(fitting, key=distance)
        fit, height = fitting[shape], len(shape.rows)
        if fit == len(lines):
            self._digits([line.number for line in lines], pick(lines, shape, self._indent), shape)
            problem = _("a {title} ends after {line} of its {height} lines").format(
                title=shape.layout.label, line=fit % height, height=height
            )
            self._fail(lines[-1].number, problem, _("complete it"))
        line = lines[fit]
        cut = line.cuts[0]
        for place, symbol in enumerate(cut.symbols):
            if value_of(symbol, shape.layout.size) is None and symbol != CORNER:
                self._unknown(line.number, Pick(cut, range(len(cut.symbols))), place)
        count = len(cut.symbols)
        if fit % height:
            expected = len(shape.rows[fit % height].cells)
            problem = _("line {line} of a {title} needs {expected} cells, but has {count}").format(
                line=fit % height + 1, title=shape.layout.label, expected=expected, count=count
            )
            self._fail(line.number, problem, "" if expected != count else _("check its columns and corners"))
        widths = sorted({len(shape.rows[0].cells) for shape in self._shapes})
        problem = _("no puzzle begins with a line of {count} cells").format(count=count)
        if count in widths:
            problem = _("no puzzle begins with {count} cells that far to the right").format(count=count)
        closest = sorted(sorted(widths, key=lambda width: abs(width - count))[:3])
        self._fail(
            line.number, problem, _("the first line of a puzzle has {list}").format(list=" or ".join(map(str, closest)))
        )


def _all_digits(picks: Sequence[Pick], shape: Shape) -> bool:
    """Whether all symbols are digits of the layout."""
    size = shape.layout.size
    values = values_of([symbol for picked in picks for symbol in picked.symbols], size)
    return all(value is not None and value <= size for value in values)


def _makes_sense(picks: Sequence[Pick], shape: Shape) -> bool:
    """Whether lines of this shape are likely: at most half of their content contradicts the rules.

    That is, at least half of the repeated cells have equal givens, and at most half of all givens break a rule.
    """
    layout, height = shape.layout, len(shape.rows)
    agreements = disagreements = givens = violations = 0
    for start in range(0, len(picks) - height + 1, height):
        symbols = [symbol for picked in picks[start : start + height] for symbol in picked.symbols]
        values = [value or 0 for value in values_of(symbols, layout.size)]
        for place, first in shape.repeats:
            agreements += values[place] == values[first] != 0
            disagreements += values[place] != values[first]
        digits = shape.arrange(values)
        givens += len(digits) - digits.count(0)
        violations += len({cell for conflict in conflicts(layout, digits) for cell in conflict.cells})
    return agreements >= disagreements and 2 * violations <= givens
