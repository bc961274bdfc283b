"""f-puzzles' JSON: an object with `size` and `grid`, rows of cells like `{"value": 5, "given": true, "region": 0}`.

Regions, both diagonals, extra regions, and the cells a knight's or king's move apart become houses; other rules become
those of `engine.sudoku.rules`. A puzzle with an unknown rule is refused, because it would be another puzzle without it.
Lines and marks without a meaning, and the text of the rules, are read as in `drawn_rules`. A link to f-puzzles contains
the object in compressed form.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any
from urllib.parse import quote

from engine.base.errors import InputError
from engine.base.language import _
from engine.base.text import title_of, whole_number
from engine.sudoku.bit_sets import union
from engine.sudoku.formats import lz_string
from engine.sudoku.formats.drawings import SymbolDrawing, colour_name
from engine.sudoku.formats.drawn_rules import consistent, drawn_rules
from engine.sudoku.formats.fpuzzles_rules import (
    KINDS_BY_NAME,
    NEGATIVE,
    drawings,
    drawn_cages,
    first_unsupported,
    read_rules,
    write_rules,
)
from engine.sudoku.formats.grid_rules import Cells, GridRules, lines, refuse_rule, rules_of, usual_boxes
from engine.sudoku.formats.setter_text import setter_text
from engine.sudoku.layout import MAX_DIGITS, Layout, Position
from engine.sudoku.puzzle import Digits, Puzzle
from engine.sudoku.rules import Rule
from engine.sudoku.signs import SIGNS

LINK = "https://www.f-puzzles.com/?load="

_FALLING, _RISING = "diagonal-", "diagonal+"
_CANDIDATES_KEY = "givenPencilMarks"
"""The digits that a cell may hold; other marks belong to the player."""

_KNIGHT, _KING = "antiknight", "antiking"
_SUPPORTED = {"size", "title", "grid", "extraregion", NEGATIVE, _FALLING, _RISING, _KNIGHT, _KING, *KINDS_BY_NAME}
MAX_TEXT = 2000
"""Maximum number of characters of the rules in words."""

_OTHER_PARTS = {
    "author", "ruleset", "highlightConflicts", "solution", "successMessage", "metadata", "version",
    "line", "rectangle", "circle", "text", "cage", "disabledlogic", "truecandidatesoptions",
}  # fmt: skip
"""The parts that are not rules: drawings, texts and settings."""


def read(content: Mapping[str, Any]) -> Puzzle:
    """The puzzle of an object. Raises InputError without a place, which the reader of the file adds."""
    return _FPuzzlesObject(content).puzzle()


def misfit(layout: Layout) -> str:
    """Why the format can't hold the layout; "" if it can."""
    return "" if rules_of(layout) else _("only a single grid can be written in this format")


def misfit_of_rules(puzzle: Puzzle) -> str:
    """Why the format can't hold the rules besides the houses; "" if it can."""
    rule = first_unsupported(puzzle.rules)
    return _("this format has no {rule}").format(rule=rule.title) if rule else ""


def write(puzzle: Puzzle) -> str:
    """The puzzle as an object in one line."""
    return _text(puzzle) + "\n"


def write_link(puzzle: Puzzle) -> str:
    """The puzzle as a link in one line."""
    return LINK + quote(lz_string.compress(_text(puzzle)), safe="") + "\n"


def _text(puzzle: Puzzle) -> str:
    rules = rules_of(puzzle.layout)
    assert rules, "the layout does not fit"
    rows: list[list[dict[str, Any]]] = [[{} for _ in range(rules.size)] for _ in range(rules.size)]
    for digit, (row, column) in zip(puzzle.givens, puzzle.layout.cells, strict=True):
        if digit:
            rows[row][column] |= {"value": digit, "given": True}
    for mask, (row, column) in zip(puzzle.candidates or (), puzzle.layout.cells, strict=False):
        digits = [digit for digit in range(1, rules.size + 1) if mask >> digit & 1]
        if len(digits) < rules.size:
            rows[row][column][_CANDIDATES_KEY] = digits
    if {*rules.boxes} != {*usual_boxes(rules.size)}:
        region = {position: number for number, box in enumerate(rules.boxes) for position in box}
        for row, column in puzzle.layout.cells:
            rows[row][column]["region"] = region.get((row, column))
    content: dict[str, Any] = {"size": rules.size, "title": " ".join(puzzle.name.split()), "grid": rows}
    active_rules = {_FALLING: rules.falling, _RISING: rules.rising, _KNIGHT: rules.knight, _KING: rules.king}
    content |= {name: True for name, holds in active_rules.items() if holds}
    if rules.extra:
        content["extraregion"] = [
            {"cells": [f"R{row + 1}C{column + 1}" for row, column in sorted(cells)]} for cells in rules.extra
        ]
    content |= write_rules(puzzle.rules, puzzle.layout)
    return json.dumps(content, separators=(",", ":"))


def stored_solution(content: Any, layout: Layout) -> Digits | None:
    """The digits of a solution in a file, which has a sign or a number for each cell; None if it is not a solution."""
    signs = [str(value) for value in content] if isinstance(content, str | list) else []
    digits = tuple(whole_number(sign) if sign.isdigit() else SIGNS.find(sign) + 1 for sign in signs)
    return digits if len(digits) == len(layout.cells) and all(0 < digit <= layout.size for digit in digits) else None


class _FPuzzlesObject:
    """An object that is being read."""

    def __init__(self, content: Any) -> None:
        if not isinstance(content, Mapping) or "grid" not in content:
            raise InputError(_("this JSON is not an f-puzzles puzzle"), advice=_("give an object with size and grid"))
        self._content = content
        size = content.get("size")
        if type(size) is not int or not 1 <= size <= MAX_DIGITS:
            raise InputError(
                _("the size is not a number of digits"), advice=_("it must be 1 to {most}").format(most=MAX_DIGITS)
            )
        self._size = size
        grid = content["grid"]
        if not _rows_of_cells(grid, size):
            raise InputError(_("the grid is not {size} rows of {size} cells").format(size=size))
        self._grid: Sequence[Sequence[Mapping[str, Any]]] = grid

    def puzzle(self) -> Puzzle:
        for rule, value in self._content.items():
            if value and rule not in _SUPPORTED | _OTHER_PARTS and not isinstance(value, str):
                refuse_rule(repr(str(rule)[:30]))
        grid_rules = self._rules()
        layout = grid_rules.layout()
        givens = tuple(self._given(*position) for position in layout.cells)
        title = self._content.get("title")
        name = title_of(title) if isinstance(title, str) else ""
        candidates = tuple(self._candidates(*position) for position in layout.cells)
        ruleset, stored = self._content.get("ruleset"), stored_solution(self._content.get("solution"), layout)
        text = ruleset[:MAX_TEXT] if isinstance(ruleset, str) else ""
        layout_kinds = {
            "knight": grid_rules.knight,
            "king": grid_rules.king,
            "diagonal": grid_rules.falling or grid_rules.rising,
            "extra region": bool(grid_rules.extra),
        }
        statements = replace(setter_text(text), has_rules=True)
        parts = [*self._colours(), *drawings(self._content), *drawn_cages(self._content, layout)]
        known_kinds = [kind for kind, holds in layout_kinds.items() if holds]
        named_rules = read_rules(self._content, layout)

        def read_without(excluded_kinds: frozenset[type[Rule]]) -> Puzzle:
            rules = drawn_rules(layout, (0, 0), parts, statements, stored, known_kinds, named_rules, excluded_kinds)
            return Puzzle(layout, givens, name, candidates=candidates, rules=rules, text=text, stored=stored)

        return consistent(read_without, statements)

    def _colours(self) -> Iterator[SymbolDrawing]:
        """The coloured cells, each as a square."""
        for row, cells in enumerate(self._grid):
            for column, cell in enumerate(cells):
                if fill := colour_name(cell.get("c")):
                    yield SymbolDrawing(
                        (row + 0.5, column + 0.5), 1, 1, round=False, tilted=False, fill=fill, border=""
                    )

    def _rules(self) -> GridRules:
        extra = self._content.get("extraregion") or []
        if not isinstance(extra, list) or not all(isinstance(region, Mapping) for region in extra):
            raise InputError(_("the extra regions are not a list of regions"))
        cell_names = [region.get("cells") for region in extra]
        regions = (
            frozenset(map(self._position, names if isinstance(names, list) else [names])) for names in cell_names
        )
        falling, rising, knight, king = (bool(self._content.get(rule)) for rule in (_FALLING, _RISING, _KNIGHT, _KING))
        return GridRules(self._size, tuple(self._regions()), falling, rising, knight, king, tuple(regions))

    def _regions(self) -> list[Cells]:
        """The boxes: the usual ones, except for cells that name another region, or none (null).

        Sizes without usual boxes have rows instead; those that stay whole are left out.
        """
        boxes = usual_boxes(self._size) or lines(self._size)[: self._size]
        usual = {position: number for number, box in enumerate(boxes) for position in box}
        regions: dict[int, set[Position]] = {}
        for row in range(self._size):
            for column in range(self._size):
                region = self._grid[row][column].get("region", usual.get((row, column)))
                if type(region) is int:
                    regions.setdefault(region, set()).add((row, column))
                elif region is not None:
                    raise InputError(
                        _("the region of R{row}C{column} is not a number").format(row=row + 1, column=column + 1)
                    )
        rows = {*lines(self._size)}
        return [box for cells in regions.values() if (box := frozenset(cells)) not in rows]

    def _given(self, row: int, column: int) -> int:
        cell = self._grid[row][column]
        value = cell.get("value")
        if not cell.get("given") or value in (None, "", 0, "0"):
            return 0
        if isinstance(value, str):
            value = whole_number(value)
        if type(value) is not int or not 1 <= value <= self._size:
            raise InputError(
                _("the value of R{row}C{column} is not a digit from 1 to {size}").format(
                    row=row + 1, column=column + 1, size=self._size
                )
            )
        return value

    def _candidates(self, row: int, column: int) -> int:
        """The mask of the digits that the cell may hold; all without pencil marks."""
        digits = self._grid[row][column].get(_CANDIDATES_KEY)
        if not digits:
            return (2 << self._size) - 2
        if not isinstance(digits, list) or not all(type(digit) is int and 1 <= digit <= self._size for digit in digits):
            raise InputError(
                _("the pencil marks of R{row}C{column} are not digits from 1 to {size}").format(
                    row=row + 1, column=column + 1, size=self._size
                )
            )
        return union(digits)

    def _position(self, name: Any) -> Position:
        row, _unused, column = (name if isinstance(name, str) else "").upper().removeprefix("R").partition("C")
        position = whole_number(row) - 1, whole_number(column) - 1
        if not all(0 <= number < self._size for number in position):
            raise InputError(_("an extra region names no cell of the grid"), advice=_("cells are named as R1C2"))
        return position


def _rows_of_cells(grid: Any, size: int) -> bool:
    return (
        isinstance(grid, list)
        and len(grid) == size
        and all(isinstance(row, list) and len(row) == size for row in grid)
        and all(isinstance(cell, Mapping) for row in grid for cell in row)
    )
