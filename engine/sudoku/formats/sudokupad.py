"""SudokuPad's puzzles: an object with `cells`, rows of cells like `{"value": 5}`, and everything that is drawn on them.

The format describes the picture rather than the rules. Regions are boxes, and hidden cages with distinct digits are
houses (those of type `rowcol` are the rows and columns if the grid is not a square). `metadata` names knight's and
king's moves, and a line from corner to corner is a diagonal. `drawn_rules` finds the rules in all other drawings and in
the text; what it does not know is shown, but not checked. Positions count rows and columns from 0. Source: puzzles that
SudokuPad converts from f-puzzles (its fpuzzlesdecoder.js and puzzletools.js).
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from urllib.parse import quote

from engine.base.errors import InputError
from engine.base.language import _, lazy_gettext
from engine.base.text import title_of, whole_number
from engine.sudoku.formats import fpuzzles, lz_string
from engine.sudoku.formats.drawings import (
    CageDrawing,
    Drawing,
    LineDrawing,
    Point,
    SymbolDrawing,
    angle,
    colour_name,
    length,
    turned_sign,
)
from engine.sudoku.formats.drawn_rules import consistent, drawn_rules
from engine.sudoku.formats.fpuzzles_rules import METADATA
from engine.sudoku.formats.grid_rules import (
    Cells,
    GridRules,
    diagonals,
    layout_of_boxes,
    layout_of_houses,
    moves_of,
    refuse_rule,
    rules_of,
    windows,
)
from engine.sudoku.formats.setter_text import setter_text
from engine.sudoku.layout import MAX_ROWS, Layout, Position
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.rules import Rule
from engine.sudoku.rules.kinds.cage import KillerCage
from engine.sudoku.rules.kinds.fog import Fog

LINK = "https://sudokupad.app/scl"
F_PUZZLES_LINK = "https://sudokupad.app/fpuzzles"
"""The prefix of an f-puzzles object, which expresses rules; SudokuPad's own format expresses only their look."""

NORMAL_SENTENCE = "Normal sudoku rules apply."
KNIGHT_SENTENCE = "Cells a knight's move apart hold different digits."
KING_SENTENCE = "Cells a king's move apart hold different digits."
DIAGONAL_SENTENCE = "No digit repeats along a marked diagonal."
REGION_SENTENCE = "No digit repeats in a shaded region."
"""The rules that are written in words for people."""

_KNIGHT, _KING = "antiknight", "antiking"
_LAYOUT = "layout"
"""The key of our layout's name, which distinguishes layouts with the same houses."""

_ROW_OR_COLUMN = "rowcol"
_LINE_KINDS = ("row", "column")
_REFUSED = {"triggereffect": lazy_gettext("effects of digits on others")}
"""Parts with any meaning, and what people call them."""

_TITLE = re.compile(r"title:\s*(.*)", re.DOTALL)
_RULES_TEXT = re.compile(r"rules:\s*(.*)", re.DOTALL)
_SOLUTION = re.compile(r"solution:\s*(\S*)")
_NO_TEXT = "No rules provided for this puzzle"
"""The beginning of the text that SudokuPad gives puzzles without one."""

_DIAGONAL_COLOUR, _SHADE = "#34BBE6", "#CFCFCF"


def is_puzzle(content: Mapping[str, Any]) -> bool:
    """Whether an object is a SudokuPad puzzle: its cells are rows, not cells with positions."""
    cells = content.get("cells")
    return isinstance(cells, list) and bool(cells) and all(isinstance(row, list) for row in cells)


def read(content: Mapping[str, Any]) -> Puzzle:
    """The puzzle of an object. Raises InputError without a place, which the reader of the file adds."""
    return _SudokuPadObject(content).puzzle()


def misfit(layout: Layout) -> str:
    """Why the format can't hold the layout; "" if it can."""
    straight = [house for house in layout.houses if house.kind in _LINE_KINDS]
    has_line = any(len(house.cells) == layout.size for house in straight)
    return "" if has_line or rules_of(layout) else _("only grids of rows and columns can be written in this format")


def write_link(puzzle: Puzzle) -> str:
    """The puzzle as a link in one line."""
    if _drawn_rules(puzzle):
        return F_PUZZLES_LINK + fpuzzles.write_link(puzzle).removeprefix(fpuzzles.LINK)
    text = json.dumps(_content(puzzle), separators=(",", ":"))
    return LINK + quote(lz_string.compress(text), safe="") + "\n"


def misfit_of_rules(puzzle: Puzzle) -> str:
    """Why the format can't hold the rules besides the houses; "" if it can."""
    other_rules = _drawn_rules(puzzle)
    if other_rules and fpuzzles.misfit(puzzle.layout):
        return _("{rules} can be written in this format on a single grid only").format(rules=other_rules[0].title)
    return fpuzzles.misfit_of_rules(puzzle) if other_rules else ""


def _drawn_rules(puzzle: Puzzle) -> list[Rule]:
    """The rules that SudokuPad can't express, which are all but cages."""
    return [rule for rule in puzzle.rules if not isinstance(rule, KillerCage)]


def _killer_cage(layout: Layout, rule: KillerCage) -> dict[str, Any]:
    value = {"value": str(rule.total)} if rule.total else {}
    return {"cells": [list(layout.cells[cell]) for cell in rule.cells], "unique": not rule.repeats} | value


def _content(puzzle: Puzzle) -> dict[str, Any]:
    layout, rules = puzzle.layout, rules_of(puzzle.layout)
    rows: list[list[dict[str, int]]] = [[{} for _ in range(layout.columns)] for _ in range(layout.rows)]
    for digit, (row, column) in zip(puzzle.givens, layout.cells, strict=True):
        if digit:
            rows[row][column]["value"] = digit
    houses = [(house.kind, frozenset(layout.cells[cell] for cell in house.cells)) for house in layout.houses]
    content: dict[str, Any] = {
        "cellSize": 50,
        "metadata": {"title": " ".join(puzzle.name.split()), "rules": [NORMAL_SENTENCE]},
        "cells": rows,
        "regions": [_places(cells) for kind, cells in houses if kind == "box"],
    }
    if rules:
        size, (falling, rising) = rules.size, diagonals(rules.size)
        ends = [([0, 0], [size, size])] * rules.falling + [([0, size], [size, 0])] * rules.rising
        drawn_houses = [*[falling] * rules.falling, *[rising] * rules.rising, *rules.extra]
        content["cages"] = [_cage(cells) for cells in drawn_houses]
        content["lines"] = [{"color": _DIAGONAL_COLOUR, "thickness": 2, "wayPoints": points} for points in ends]
        content["underlays"] = [_shade(place) for cells in rules.extra for place in _places(cells)]
        content["metadata"] |= {_KNIGHT: True} if rules.knight else {}
        content["metadata"] |= {_KING: True} if rules.king else {}
        text_rules = {
            KNIGHT_SENTENCE: rules.knight,
            KING_SENTENCE: rules.king,
            DIAGONAL_SENTENCE: bool(ends),
            REGION_SENTENCE: bool(rules.extra),
        }
        content["metadata"]["rules"] += [sentence for sentence, holds in text_rules.items() if holds]
    else:
        content["metadata"][_LAYOUT] = layout.title
        content["cages"] = [
            _cage(cells) | ({"type": _ROW_OR_COLUMN} if kind in _LINE_KINDS else {})
            for kind, cells in houses
            if kind != "box"
        ]
    content["cages"] += [_killer_cage(layout, rule) for rule in puzzle.rules if isinstance(rule, KillerCage)]
    return content


def _places(cells: Cells) -> list[list[int]]:
    return [[row, column] for row, column in sorted(cells)]


def _cage(cells: Cells) -> dict[str, Any]:
    return {"cells": _places(cells), "unique": True, "hidden": True}


def _shade(place: Sequence[int]) -> dict[str, Any]:
    row, column = place
    return {"center": [row + 0.5, column + 0.5], "width": 1, "height": 1, "backgroundColor": _SHADE}


class _SudokuPadObject:
    """An object that is being read."""

    def __init__(self, content: Mapping[str, Any]) -> None:
        self._content = content
        cells = content.get("cells")
        if not is_puzzle(content) or not all(isinstance(cell, Mapping) for row in cells or [] for cell in row):
            raise InputError(_("this is not a SudokuPad puzzle"), advice=_("an object with rows of cells can be read"))
        self._rows: Sequence[Sequence[Mapping[str, Any]]] = content["cells"]
        self._width = max(map(len, self._rows))
        if not 0 < max(self._width, len(self._rows)) <= MAX_ROWS:
            raise InputError(
                _("the grid is too large"), advice=_("the limit is {most} rows and columns").format(most=MAX_ROWS)
            )
        metadata = content.get("metadata")
        self._metadata: Mapping[str, Any] = metadata if isinstance(metadata, Mapping) else {}
        self._title = self._metadata.get("title") or content.get("title")
        self._rows_and_columns: list[Cells] = []
        self._extra: list[Cells] = []  # further houses
        self._outlines: list[tuple[Cells, Mapping[str, Any]]] = []  # cages that are not houses
        self._text, self._solution = self._rules_text(), self._metadata.get("solution")
        self._regions = [cells for cells in map(self._cells, self._list("regions")) if cells]

    def puzzle(self) -> Puzzle:
        for part, rule in _REFUSED.items():
            if self._list(part):
                refuse_rule(str(rule))
        for cage in self._list("cages"):
            self._cage(cage)
        text = setter_text("" if self._text.startswith(_NO_TEXT) else self._text)
        lines, (falling, rising) = self._lines()
        knight, king = (
            bool(self._metadata.get(flag) or text.states(kind)) for flag, kind in ((_KNIGHT, "knight"), (_KING, "king"))
        )
        symbols = self._symbols()
        falling_diagonal, rising_diagonal = diagonals(self._size())
        falling, rising = falling or falling_diagonal in self._extra, rising or rising_diagonal in self._extra
        layout = self._layout(falling=falling, rising=rising, knight=knight, king=king)
        name = title_of(self._title) if isinstance(self._title, str) else ""
        stored = fpuzzles.stored_solution(self._solution, layout)
        corner, lamps = self._corner(layout), self._lamps(layout)
        fog = [Fog(lamps)] if lamps else []
        layout_kinds = {
            "knight": knight,
            "king": king,
            "diagonal": falling or rising,
            "extra region": bool(self._extra),
            "fog": bool(fog),
        }
        drawings: list[Drawing] = [*lines, *symbols, *self._drawn_cages(layout)]
        known_kinds = [kind for kind, holds in layout_kinds.items() if holds]
        givens, text_shown = self._givens(layout), self._text[: fpuzzles.MAX_TEXT]

        def read_without(excluded_kinds: frozenset[type[Rule]]) -> Puzzle:
            rules = drawn_rules(layout, corner, drawings, text, stored, known_kinds, excluded_kinds=excluded_kinds)
            return Puzzle(layout, givens, name, rules=(*rules, *fog), text=text_shown, stored=stored)

        return consistent(read_without, text)

    def _layout(self, *, falling: bool, rising: bool, knight: bool, king: bool) -> Layout:
        size = self._size()
        if self._rows_and_columns:
            houses = [*self._rows_and_columns, *self._regions, *self._extra]
            title = str(self._metadata.get(_LAYOUT) or "")
            return layout_of_houses(title, size, houses, moves_of(knight=knight, king=king))
        if size != len(self._rows):
            return layout_of_boxes(self._regions)
        extra = tuple(cells for cells in self._extra if cells not in diagonals(size))
        return GridRules(size, tuple(self._regions), falling, rising, knight, king, extra).layout()

    def _size(self) -> int:
        """The number of digits."""
        if self._rows_and_columns:
            return max(map(len, self._rows_and_columns))
        sizes = {len(region) for region in self._regions}
        height = len(self._rows)
        if sizes in (set(), {height}) and {len(row) for row in self._rows} == {height}:
            return height
        if len(sizes) != 1:
            raise InputError(
                _("the boxes differ in size"), advice=_("each must have as many cells as there are digits")
            )
        return sizes.pop()

    def _givens(self, layout: Layout) -> tuple[int, ...]:
        """The values, on a layout that begins at the first house."""
        top, left = self._corner(layout)
        givens = [0] * len(layout.cells)
        for row, cells in enumerate(self._rows):
            for column, cell in enumerate(cells):
                value = cell.get("value")
                if value in (None, "", {}):
                    continue
                name, digit = f"r{row + 1}c{column + 1}", whole_number(str(value))
                index = layout.index.get((row - top, column - left))
                if index is None:
                    raise InputError(
                        _("there is {value!r} at {name}, outside the grid").format(value=str(value)[:10], name=name),
                        advice=_("copy all of the link"),
                    )
                if not 1 <= digit <= layout.size:
                    raise InputError(
                        _("the value of {name} is not a digit from 1 to {size}").format(name=name, size=layout.size)
                    )
                givens[index] = digit
        return tuple(givens)

    def _corner(self, layout: Layout) -> tuple[int, int]:
        """The corner of the layout: the upper left, or that of the first house."""
        if layout.rows == len(self._rows) and layout.columns == self._width:
            return 0, 0
        places = [*self._rows_and_columns, *self._regions, *self._extra]
        top, left = (min(place[axis] for cells in places for place in cells) for axis in (0, 1))
        return top, left

    def _cage(self, cage: Any) -> None:
        """Read a cage: a row or column, another house, an outline, or only metadata."""
        if not isinstance(cage, Mapping):
            raise InputError(_("a cage is not an object"))
        value, hidden, unique = cage.get("value"), cage.get("hidden"), cage.get("unique")
        if isinstance(value, str):
            self._read_metadata(value)
        has_metadata = isinstance(value, str) and METADATA.match(value)
        if not cage.get("cells") or has_metadata or (hidden and unique is False):
            return
        cells = self._cells(cage["cells"])
        no_text = value in (None, "", {}) and "sum" not in cage
        is_outlined = cage.get("outlineC") or cage.get("style") or unique is False
        if no_text and (hidden or not is_outlined) and cage.get("type") == _ROW_OR_COLUMN:
            self._rows_and_columns.append(cells)
        elif (
            no_text
            and (hidden or not is_outlined)
            and (hidden or unique is not True or len(cells) == self._region_size)
        ):
            self._extra.append(cells)
        else:
            self._outlines.append((cells, cage))

    def _read_metadata(self, text: str) -> None:
        """Keep the title, the rules or the solution of the puzzle if they are the text of a cage."""
        if match := _TITLE.fullmatch(text):
            self._title = self._title or match[1]
        elif match := _RULES_TEXT.fullmatch(text):
            self._text = self._text or match[1]
        elif match := _SOLUTION.fullmatch(text):
            self._solution = self._solution or match[1]

    @property
    def _region_size(self) -> int:
        """The largest number of cells of a region, which is the number of digits."""
        return max(map(len, self._regions), default=len(self._rows))

    def _drawn_cages(self, layout: Layout) -> Iterator[CageDrawing]:
        top, left = self._corner(layout)
        for cells, cage in self._outlines:
            places = [layout.index.get((row - top, column - left)) for row, column in sorted(cells)]
            cage_cells = tuple(cell for cell in places if cell is not None)
            if len(cage_cells) < len(places):
                raise InputError(_("a cage lies outside the grid"))
            value = cage.get("sum") if cage.get("value") in (None, "", {}) else cage.get("value")
            text = "" if value in (None, {}) else str(value).strip()
            yield CageDrawing(cage_cells, text, cage.get("unique") is not False, "sum" in cage)

    def _lines(self) -> tuple[list[LineDrawing], tuple[bool, bool]]:
        """Lines and arrows, and whether the diagonals are drawn."""
        height, has_diagonal, strokes = len(self._rows), [False, False], list[LineDrawing]()
        ends = ({(0, 0), (height, self._width)}, {(0, self._width), (height, 0)})
        for part in ("lines", "arrows"):
            for line in self._list(part):
                path = _part(line, "wayPoints")
                points = [self._point(point) for point in (path if isinstance(path, list) else [path])]
                if len(points) == 2 and {*points} in ends:
                    has_diagonal[ends.index({*points})] = True
                elif points and isinstance(line, Mapping):
                    colour = colour_name(line.get("color") or "#cfcfcf")
                    strokes.append(LineDrawing(tuple(points), colour, part == "arrows"))
        return strokes, (has_diagonal[0], has_diagonal[1])

    def _symbols(self) -> list[SymbolDrawing]:
        """The drawings below and above the grid, without shaded houses; four shaded windows are houses."""
        symbols, shaded = list[SymbolDrawing](), set[Position]()
        for drawing in [*self._list("underlays"), *self._list("overlays")]:
            if drawing == {}:
                continue
            centre = self._point(_part(drawing, "center"))
            width, height = (length(drawing.get(side), 1.0) for side in ("width", "height"))
            degrees, text = angle(drawing.get("angle")), drawing.get("text")
            symbol = SymbolDrawing(
                centre,
                width,
                height,
                round=bool(drawing.get("rounded")),
                tilted=degrees % 90 == 45,
                fill=colour_name(drawing.get("backgroundColor")),
                border=colour_name(drawing.get("borderColor")),
                text=turned_sign(str(text).strip(), degrees) if isinstance(text, str | int) else "",
            )
            symbols.append(symbol)
            if not symbol.text and not symbol.round and min(width, height) >= 1:
                shaded |= _covered(symbol)
        if shaded and shaded == frozenset().union(*windows()) and not self._extra:
            self._extra += windows()
        explained = frozenset().union(*self._extra)
        return [
            symbol
            for symbol in symbols
            if symbol.text or symbol.round or min(symbol.width, symbol.height) < 1 or not _covered(symbol) <= explained
        ]

    def _lamps(self, layout: Layout) -> tuple[int, ...]:
        """The cells that are lit from the beginning, if there is fog."""
        (top, left), lamps = self._corner(layout), list[int]()
        for row, column in sorted(self._cells([*self._list("foglight"), *self._list("fogofwar")])):
            cell = layout.index.get((row - top, column - left))
            lamps += [] if cell is None else [cell]
        return tuple(lamps)

    def _rules_text(self) -> str:
        rules = self._metadata.get("rules")
        return "\n".join(map(str, rules)) if isinstance(rules, list) else str(rules or "")

    def _list(self, part: str) -> list[Any]:
        """A list in the object; empty if it is missing."""
        values = self._content.get(part) or []
        if not isinstance(values, list):
            raise InputError(_("the {part} are not a list").format(part=part))
        return values

    def _cells(self, region: Any) -> Cells:
        """The positions in a list, each a row and a column of the grid."""
        cells: set[Position] = set()
        for place in region if isinstance(region, list) else [None]:
            if not (
                isinstance(place, list) and len(place) == 2 and all(type(coordinate) is int for coordinate in place)
            ):
                raise InputError(
                    _("a region or a cage contains something that is not a cell"),
                    advice=_("cells are named as [row, column]"),
                )
            row, column = place
            if row not in range(len(self._rows)) or column not in range(self._width):
                raise InputError(
                    _("a region or a cage names a cell outside the grid"), advice=_("rows and columns count from 0")
                )
            cells.add((row, column))
        return frozenset(cells)

    def _point(self, point: Any) -> Point:
        if not (isinstance(point, list) and len(point) == 2 and all(map(_is_near, point))):
            raise InputError(_("something is drawn at an invalid point"), advice=_("points are two numbers"))
        return point[0], point[1]


def _part(owner: Any, name: str) -> Any:
    return (owner.get(name) or []) if isinstance(owner, Mapping) else []


def _is_near(value: Any) -> bool:
    """Whether a value is a number on a canvas or near it."""
    return isinstance(value, int | float) and abs(value) <= 2 * MAX_ROWS


def _covered(symbol: SymbolDrawing) -> frozenset[Position]:
    top, left = round(symbol.centre[0] - symbol.height / 2), round(symbol.centre[1] - symbol.width / 2)
    return frozenset((top + i, left + j) for i in range(round(symbol.height)) for j in range(round(symbol.width)))
