"""A rule in addition to houses: the base of every kind of rule."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, NoReturn, Self

from engine.base.errors import InputError
from engine.base.language import Sentence, _
from engine.base.text import whole_number
from engine.sudoku.layout import Layout
from engine.sudoku.rules.drawing import CellForm, RuleDrawing, cells_of_form, check_count
from engine.sudoku.rules.primitives import Primitive
from engine.sudoku.rules.shapes import LineStyle, Path, Shape


@dataclass(frozen=True)
class Rule:
    """A rule on cells (indices of a layout) of a puzzle. Subclasses are kinds of rules; their fields are plain values.

    `kind` is its name in files and saved games, `title` the plural shown to people, `f_puzzles` its name in f-puzzles,
    `drawing` the way a person draws it, and `is_generated` whether new puzzles have random rules of the kind.
    """

    kind: ClassVar[str]
    title: ClassVar[Sentence]
    f_puzzles: ClassVar[str] = ""
    drawing: ClassVar[RuleDrawing]
    is_generated: ClassVar[bool] = True

    cells: tuple[int, ...]

    def primitives(self, layout: Layout) -> Sequence[Primitive]:
        """The constraints that make up the rule."""
        raise NotImplementedError

    def name(self, layout: Layout) -> str:
        """The rule in a few words: `the cage of 15 at r1c1`."""
        raise NotImplementedError

    def sentence(self, layout: Layout) -> str:
        """The rule as a full sentence."""
        raise NotImplementedError

    def shapes(self, layout: Layout) -> Sequence[Shape]:
        """The shapes to draw."""
        raise NotImplementedError

    def scope(self, layout: Layout) -> tuple[int, ...]:
        """The cells where a player looks for the rule: by default its cells."""
        return self.cells

    def among(self, rules: Sequence["Rule"]) -> Self:
        """The rule, adapted to the other rules of its puzzle: a negative constraint, for example, exempts the dots."""
        return self

    @classmethod
    def read(cls, entry: "Entry") -> Iterable[Self]:
        """The rules in an f-puzzles entry. Raises InputError."""
        raise NotImplementedError

    def write(self, layout: Layout) -> dict[str, Any]:
        """The f-puzzles entry."""
        raise NotImplementedError

    @classmethod
    def draw(cls, layout: Layout, marked: Sequence[Sequence[int]], text: str = "") -> Self:
        """The rule that a person draws, from the marked cells of each part, in order, and the typed parameter `text`.

        Raises InputError.
        """
        return cls.drawn(layout, cls.formed(layout, marked), text.strip())

    @classmethod
    def formed(cls, layout: Layout, marked: Sequence[Sequence[int]]) -> list[tuple[int, ...]]:
        """The cells of each part, made from the marked cells by the form of the kind. Raises InputError."""
        for number, cells in enumerate(marked, 1):
            check_count(cls.drawing, cells, cls.drawing.least if number == len(marked) else 1)
        return [cells_of_form(cls.drawing, layout, cells) for cells in marked]

    @classmethod
    def drawn(cls, layout: Layout, parts: Sequence[tuple[int, ...]], text: str) -> Self:
        """The rule with these cells for each part, which have its form, and this parameter. Raises InputError."""
        return cls(parts[0])

    @classmethod
    def parameter(cls, layout: Layout, parts: Sequence[tuple[int, ...]], digits: Sequence[int]) -> str:
        """The parameter, as typed, with which a complete grid satisfies the rule, if any."""
        return cls.drawing.default


def complete(rules: Sequence[Rule]) -> tuple[Rule, ...]:
    """The rules of a puzzle, each adapted to the others."""
    return tuple(rule.among(rules) for rule in rules)


@dataclass(frozen=True)
class LineRule(Rule):
    """A rule on the cells of a line, in their order."""

    drawing = RuleDrawing(CellForm.LINE)
    style: ClassVar[LineStyle] = LineStyle.SEQUENCE
    ends: ClassVar[str] = ""
    """The signs of the first and the last cell: see `Path`."""

    def shapes(self, layout: Layout) -> Sequence[Shape]:
        signs = "-" * len(self.cells)
        if self.ends and len(signs) > 1:
            signs = self.ends[0] + signs[2:] + self.ends[1]
        return [Path(self.cells, self.style, signs)]

    @classmethod
    def read(cls, entry: "Entry") -> Iterable[Self]:
        return [cls(cells) for cells in entry.lines()]

    def write(self, layout: Layout) -> dict[str, Any]:
        return {"lines": [names(layout, self.cells)]}

    def way(self, layout: Layout) -> str:
        """The course of the line: `r1c1-r3c3`."""
        return f"{layout.cell_name(self.cells[0])}-{layout.cell_name(self.cells[-1])}"


def names(layout: Layout, cells: Iterable[int]) -> list[str]:
    """The names of the cells in f-puzzles."""
    return [layout.cell_name(cell).upper() for cell in cells]


def place(layout: Layout, cells: Sequence[int]) -> str:
    """The shortest name that identifies these cells: `r1c1`, `r1c1-r1c2`."""
    first = layout.cell_name(cells[0])
    return first if len(cells) == 1 else f"{first}-{layout.cell_name(cells[-1])}"


class Entry:
    """An f-puzzles object that describes a rule or part of one."""

    def __init__(self, layout: Layout, name: str, content: object) -> None:
        if not isinstance(content, Mapping):
            raise InputError(_("{rule} contains something that is not an object").format(rule=name))
        self.layout, self.name, self._content = layout, name, content

    def cells(self, part: str = "cells") -> tuple[int, ...]:
        """The cells named in a part of the entry, in order."""
        found = self._content.get(part)
        if not isinstance(found, list) or not 0 < len(found) <= 2 * len(self.layout.cells):
            self.fail()
        return tuple(map(self._cell, found))

    def lines(self) -> list[tuple[int, ...]]:
        """The lines of the entry; a single cell is not a line."""
        found = self._content.get("lines") or []
        if not isinstance(found, list) or not all(isinstance(line, list) for line in found):
            self.fail()
        if any(len(line) > 2 * len(self.layout.cells) for line in found):
            self.fail()
        return [tuple(map(self._cell, line)) for line in found if len(line) > 1]

    def cell(self) -> int:
        """The only cell of the entry."""
        return self._cell(self._content.get("cell"))

    def text(self, part: str = "value") -> str:
        """A text or number; "" if there is none."""
        found = self._content.get(part)
        return str(found) if isinstance(found, str | int) else ""

    def number(self, default: int | None = None, part: str = "value") -> int:
        """A number. Raises InputError if there is none and no default."""
        text = self.text(part).strip()
        if not text and default is not None:
            return default
        if not text.isascii() or not text.isdigit() or len(text) > 4:
            self.fail()
        return int(text)

    def numbers(self, part: str) -> tuple[int, ...]:
        """A list of numbers."""
        found = self._content.get(part)
        if not isinstance(found, list) or not all(str(number).isdigit() and len(str(number)) < 3 for number in found):
            self.fail()
        return tuple(map(int, found))

    def line_from(self) -> tuple[int, ...]:
        """The row, column or diagonal of a clue outside the grid, in order from the clue."""
        row, column = self._position(self._content.get("cell"))
        size, heading = self.layout.rows, self.text("direction")
        if heading:
            down = 1 if "D" in heading else -1 if "U" in heading else 0
            right = 1 if "R" in heading else -1 if "L" in heading else 0
        else:
            down = 1 if row == -1 else -1 if row == size else 0
            right = 1 if column == -1 else -1 if column == size else 0
        found = []
        if (down, right) != (0, 0):
            for distance in range(1, 2 * size):
                cell = self.layout.index.get((row + distance * down, column + distance * right))
                found += [] if cell is None else [cell]
        if not found:
            self.fail()
        return tuple(found)

    def fail(self) -> NoReturn:
        """Raise InputError: the rule can't be read."""
        raise InputError(_("the rule {rule} can't be read").format(rule=self.name))

    def _position(self, name: object) -> tuple[int, int]:
        row, _separator, column = (name if isinstance(name, str) else "").upper().removeprefix("R").partition("C")
        if not (row.isdigit() and column.isdigit()):
            self.fail()
        return whole_number(row) - 1, whole_number(column) - 1

    def _cell(self, name: object) -> int:
        position = self._position(name)
        if position not in self.layout.index:
            self.fail()
        return self.layout.index[position]
