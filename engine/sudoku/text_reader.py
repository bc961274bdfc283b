"""Puzzles out of plain text: which lines are one puzzle, of which layout, in which shape."""

import re
from collections.abc import Iterable, Sequence
from os import PathLike
from typing import NoReturn

from engine.errors import InputError
from engine.sudoku.layout import Layout
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.shapes import Shape, shapes
from engine.sudoku.text_lines import CORNER, Line, pick

_LINE_END = re.compile(r"\r\n|\r|\n")
_UNKNOWN = 255
_VALUES = bytes(0 if byte == ord(".") else byte - 48 if 48 <= byte <= 57 else _UNKNOWN for byte in range(256))


class TextReader:
    """Reads one text into puzzles of the given layouts."""

    def __init__(self, layouts: Iterable[Layout], path: "str | PathLike[str] | None") -> None:
        self._path = path
        known = [shape for layout in layouts for shape in shapes(layout)]
        self._shapes = sorted(known, key=lambda shape: -len(shape.rows))
        # A line of one of these widths is a puzzle by itself, whatever stands above and below.
        row_widths = {len(row.cells) for shape in known if len(shape.rows) > 1 for row in shape.rows}
        self._in_one_line = {shape.columns: shape for shape in known if len(shape.rows) == 1}
        for width in row_widths:
            self._in_one_line.pop(width, None)
        self._puzzles: list[Puzzle] = []
        self._block: list[Line] = []
        self._name = ""

    def read(self, text: str) -> list[Puzzle]:
        """The puzzles in order. Raises InputError at the first thing wrong."""
        for number, raw in enumerate(_LINE_END.split(text), 1):
            content, _, remark = raw.partition("#")
            words = content.split()
            shape = self._in_one_line.get(len(words[0])) if len(words) == 1 else None
            if words and not shape:
                self._block.append(Line(number, content))
            else:
                self._end_block()
            if remark:
                self._name = " ".join(remark.split()) or self._name
            if shape:
                digits: Sequence[int] = words[0].encode("latin-1", "replace").translate(_VALUES)
                if max(digits) > shape.layout.size:
                    line = Line(number, content)
                    digits = self._digits([line], [range(len(words[0]))], shape)
                self._add(shape, digits, [number])
        self._end_block()
        return self._puzzles

    def _end_block(self) -> None:
        """Read the lines since the last empty one: puzzles of one shape, one below the other."""
        lines, self._block = self._block, []
        if not lines:
            return
        picks = {shape: pick(lines, shape) for shape in self._shapes}
        fitting = [
            shape for shape in self._shapes if len(picks[shape]) == len(lines) and len(lines) % len(shape.rows) == 0
        ]
        if not fitting:
            self._misfit(lines, {shape: len(picked) for shape, picked in picks.items()})
        shape = next((shape for shape in fitting[:-1] if _mostly_agrees(lines, picks[shape], shape)), fitting[-1])
        height = len(shape.rows)
        for start in range(0, len(lines), height):
            part = lines[start : start + height]
            digits = self._digits(part, picks[shape][start : start + height], shape)
            self._add(shape, digits, [line.number for line in part])

    def _add(self, shape: Shape, digits: Sequence[int], numbers: Sequence[int]) -> None:
        """Keep a puzzle: its digits in the order of the shape, from the lines with these numbers."""
        for place, first in shape.repeats:
            if digits[place] != digits[first]:
                self._disagreement(shape, first, place, digits, numbers)
        self._puzzles.append(Puzzle(shape.layout, shape.arrange(digits), self._name))
        self._name = ""

    def _digits(self, lines: Sequence[Line], picks: Sequence[Sequence[int]], shape: Shape) -> list[int]:
        """The digits of the picked symbols. Raises InputError at the first that is none."""
        digits = []
        for line, places in zip(lines, picks, strict=True):
            for place in places:
                value = line.value(place)
                if value is None:
                    self._unknown(line, place)
                if value > shape.layout.size:
                    what = f"digit {value} in column {line.column(place)} is above {shape.layout.size}"
                    self._fail(line.number, what)
                digits.append(value)
        return digits

    def _fail(self, number: int, what: str, advice: str = "") -> NoReturn:
        raise InputError(what, path=self._path, line=number, advice=advice)

    def _unknown(self, line: Line, place: int) -> NoReturn:
        what = f"unknown character {line.symbols[place]!r} in column {line.column(place)}"
        self._fail(line.number, what, "write givens as digits and empty cells as . or 0")

    def _disagreement(
        self, shape: Shape, first: int, place: int, digits: Sequence[int], numbers: Sequence[int]
    ) -> NoReturn:
        cell = shape.layout.cell_name(shape.first.index(first))
        area = shape.layout.size**2
        here, there = (f"{digits[at] or 'empty'} in grid {at // area + 1}" for at in (first, place))
        advice = "make both the same" + ("; part separate puzzles by an empty line" if len(numbers) > 1 else "")
        self._fail(numbers[place // shape.columns], f"the shared cell {cell} is {here} and {there}", advice)

    def _misfit(self, lines: Sequence[Line], read: dict[Shape, int]) -> NoReturn:
        """Say where the lines stop being the puzzle that they come closest to."""
        shape = min(read, key=lambda shape: (-read[shape], -read[shape] % len(shape.rows), len(shape.rows)))
        done, height = read[shape], len(shape.rows)
        if done == len(lines):
            what = f"a {shape.layout.title} ends after {done % height} of its {height} lines"
            self._fail(lines[-1].number, what, "complete it")
        line = lines[done]
        for place, symbol in enumerate(line.symbols):
            if line.value(place) is None and symbol != CORNER:
                self._unknown(line, place)
        count = len(line.symbols)
        if done % height:
            wanted = len(shape.rows[done % height].cells)
            what = f"line {done % height + 1} of a {shape.layout.title} needs {wanted} cells, here are {count}"
            self._fail(line.number, what, "" if wanted != count else "check its columns and corners")
        widths = sorted({len(shape.rows[0].cells) for shape in read})
        what = f"no puzzle begins with a line of {count} cells"
        if count in widths:
            what = f"no puzzle begins with {count} cells that far to the right"
        self._fail(line.number, what, f"the first line of a puzzle has {' or '.join(map(str, widths))}")


def _mostly_agrees(lines: Sequence[Line], picks: Sequence[Sequence[int]], shape: Shape) -> bool:
    """Whether at least half of the givens that stand twice, if the lines are of this shape, are the same both times."""
    symbols = [line.value(place) for line, places in zip(lines, picks, strict=True) for place in places]
    area = len(shape.rows) * shape.columns
    same = different = 0
    for start in range(0, len(symbols), area):
        for place, first in shape.repeats:
            one, other = symbols[start + place], symbols[start + first]
            same += one == other != 0
            different += one != other
    return same >= different
