"""KSudoku's XML: saved games with their shapes, and shapes alone; a shape is a graph of cliques.

The index of a cell counts down the columns of the canvas, column after column. Values are letters: `b` is 1, `c` is 2,
`_` an empty cell, `.` no cell. A killer's cages have an operator (4: sum; 0: one cell) and a value, and their digits
differ. (KSudoku: src/gui/serializer.cpp, symbols.cpp, src/globals.h, src/shapes, src/generator/cagegenerator.cpp.)
"""

from collections.abc import Iterable, Iterator, Mapping
from math import isqrt
from os import PathLike
from typing import NoReturn

from engine.base.errors import InputError
from engine.base.language import _
from engine.base.text import title_of, whole_number
from engine.sudoku.formats.markup import Element, attribute
from engine.sudoku.layout import MAX_HOUSES, MAX_ROWS, Layout, Position, from_cliques
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.rules import Rule
from engine.sudoku.rules.kinds.cage import KillerCage

HEAD = "<!DOCTYPE ksudoku>\n<ksudoku>\n"
TAIL = "</ksudoku>\n"

LAYOUT_ROOT = "ksudoku-graph"
"""The root of a file with a layout and no puzzle."""

MAX_SUM = 325
"""Maximum sum of a cage: of 25 different digits."""

_SQUARES = (4, 9, 16, 25)
_KILLER, _PLAIN = "KillerSudoku", "Plain"
_SUM, _SINGLE = "4", "0"
"""Operators of cages."""


def read(
    elements: Iterable[Element], _layout: Layout | None, path: "str | PathLike[str] | None"
) -> Iterator[Puzzle | InputError]:
    """The puzzles after the root of a file, with their own layouts. Raises InputError at the first error."""
    graph: _Graph | None = None
    name = ""
    for element in elements:
        begins = element.text is None
        if element.name == "game" and begins:
            graph, name = None, title_of(element.attributes.get("name", ""))
        elif element.name == "graph" and begins:
            graph = _Graph(element, path)
        elif graph is not None and element.text is not None:
            if element.name == "values":
                yield graph.puzzle(element, name)
            else:
                graph.add(element)


def read_layout(elements: Iterable[Element], path: "str | PathLike[str] | None") -> Layout:
    """The layout of a file. Raises InputError."""
    graph: _Graph | None = None
    for element in elements:
        if element.name == "graph" and element.text is None:
            graph = _Graph(element, path)
        elif graph is not None and element.name == "graph":
            return graph.bare_layout(element)
        elif graph is not None and element.text is not None:
            graph.add(element)
    raise InputError(_("there is no graph in it"), path=path, advice=_("give a KSudoku layout"))


def misfit_of_rules(puzzle: Puzzle) -> str:
    """Why the format can't hold the rules besides the houses; "" if it can."""
    misfit = next((rule for rule in puzzle.rules if not _is_writable(rule)), None)
    return _("this format has no {rule}").format(rule=misfit.title) if misfit else ""


def _is_writable(rule: Rule) -> bool:
    return isinstance(rule, KillerCage) and rule.total > 0 and not rule.repeats


def _cage(rule: KillerCage, index: Mapping[int, int]) -> str:
    count, cells = len(rule.cells), " ".join(str(index[cell]) for cell in rule.cells)
    return f'    <cage operator="{_SUM if count > 1 else _SINGLE}" value="{rule.total}" size="{count}">{cells}</cage>'


def write(puzzle: Puzzle) -> str:
    """A game; `HEAD` comes before it and `TAIL` after it."""
    layout, kind = puzzle.layout, _KILLER if puzzle.rules else _PLAIN
    name = " ".join(puzzle.name.split())
    index = {cell: column * layout.rows + row for cell, (row, column) in enumerate(layout.cells)}
    values = ["."] * (layout.rows * layout.columns)
    for cell, digit in enumerate(puzzle.givens):
        values[index[cell]] = chr(ord("a") + digit) if digit else "_"
    size = f'sizeX="{layout.columns}" sizeY="{layout.rows}" sizeZ="1"'
    lines = [
        " <game" + (f" name={attribute(name)}" if name else "") + ">",
        "  <puzzle>",
        f'   <graph type="custom" specific-type="{kind}" name={attribute(layout.title)} order="{layout.size}" '
        f'ncliques="{len(layout.houses)}" {size}>',
    ]
    for house in layout.houses:
        cells = " ".join(str(index[cell]) for cell in house.cells)
        lines.append(f'    <clique size="{len(house.cells)}">{cells}</clique>')
    lines += [_cage(rule, index) for rule in puzzle.rules if isinstance(rule, KillerCage)]
    lines += ["   </graph>", f"   <values>{''.join(values)}</values>", "  </puzzle>", " </game>"]
    return "\n".join(lines) + "\n"


class _Graph:
    """A shape that is being read."""

    def __init__(self, element: Element, path: "str | PathLike[str] | None") -> None:
        self._path = path
        self._title = title_of(element.attributes.get("name", ""))
        self._order = self._number(element, "order", 25)
        self._cliques: list[list[Position]] = []
        self._cages: list[tuple[list[Position], int]] = []
        self._is_killer = element.attributes.get("specific-type", "").casefold() == _KILLER.casefold()
        kind = element.attributes.get("type", "")
        if kind not in ("sudoku", "custom"):
            self._fail(
                element, _("a graph of the type {kind!r}").format(kind=kind[:20]), _("sudoku and custom can be read")
            )
        if kind == "sudoku":
            if self._order not in _SQUARES:
                self._fail(
                    element, _("a sudoku of order {order}").format(order=self._order), _("4, 9, 16 and 25 can be read")
                )
            self._rows = self._columns = self._order
            self._add_square(element, 0, 0, boxes=True)
            return
        self._columns, self._rows = (self._number(element, name, MAX_ROWS) for name in ("sizeX", "sizeY"))
        if element.attributes.get("sizeZ", "1") != "1":
            self._fail(element, _("a graph in three dimensions"), _("only flat ones can be drawn here"))

    def add(self, element: Element) -> None:
        """Add a part of the graph."""
        if len(self._cliques) > MAX_HOUSES:
            self._fail(element, _("a graph of more than {most} cliques").format(most=MAX_HOUSES))
        if element.name == "clique":
            self._cliques.append(self._positions(element))
        elif element.name == "sudokugroups":
            boxes = element.attributes.get("withblocks", "1") == "1"
            if boxes and self._order not in _SQUARES:
                self._fail(
                    element, _("boxes in a grid of order {order}").format(order=self._order), _("write them as cliques")
                )
            row, column = self._position(element, element.attributes.get("at", "0"))
            self._add_square(element, row, column, boxes=boxes)
        elif element.name == "cage" and self._is_killer and element.attributes.get("operator") in (_SUM, _SINGLE):
            self._cages.append((self._positions(element), self._number(element, "value", MAX_SUM)))
        elif element.name in ("cage", "roxdokugroups"):
            self._fail(
                element,
                _("a graph with a {name}").format(name=element.name),
                _("only houses with different digits are supported"),
            )

    def layout(self, element: Element) -> Layout:
        """The layout of all parts added."""
        try:
            return from_cliques(self._title, self._order, self._cliques)
        except ValueError as error:
            self._fail(element, str(error))

    def bare_layout(self, element: Element) -> Layout:
        """The layout of a file without a puzzle, which can't have rules."""
        if self._cages:
            self._fail(element, _("a graph with a {name}").format(name="cage"), _("give a KSudoku layout"))
        return self.layout(element)

    def puzzle(self, element: Element, name: str) -> Puzzle:
        """The puzzle with these values."""
        layout = self.layout(element)
        values = "".join((element.text or "").split())
        if len(values) != self._rows * self._columns:
            problem = _("{count} values").format(count=len(values))
            self._fail(
                element,
                problem,
                _("{rows} are needed, as many as the canvas has places").format(rows=self._rows * self._columns),
            )
        # The canvas of the layout begins at its first house, that of the graph possibly before it.
        covered = {position for clique in self._cliques for position in clique}
        top, left = min(row for row, _ in covered), min(column for _, column in covered)
        givens = []
        for row, column in layout.cells:
            value = values[(column + left) * self._rows + row + top]
            digit = 0 if value == "_" else ord(value) - ord("a")
            if not 0 <= digit <= layout.size or value == "a":
                self._fail(
                    element,
                    _("{value!r} for a cell").format(value=value),
                    _("use _ for an empty cell, b for 1, c for 2"),
                )
            givens.append(digit)
        rules = (KillerCage(self._cage(element, cells, layout, (top, left)), total) for cells, total in self._cages)
        return Puzzle(layout, tuple(givens), name, rules=tuple(rules))

    def _cage(self, element: Element, cells: list[Position], layout: Layout, corner: Position) -> tuple[int, ...]:
        cage = {layout.index.get((row - corner[0], column - corner[1])) for row, column in cells}
        if None in cage or len(cage) > layout.size:
            self._fail(element, _("a graph with a {name}").format(name="cage"), _("its cells must lie in houses"))
        return tuple(sorted(cell for cell in cage if cell is not None))

    def _add_square(self, element: Element, top: int, left: int, *, boxes: bool) -> None:
        """The rows, columns and square boxes of a grid."""
        if top + self._order > self._rows or left + self._order > self._columns:
            self._fail(element, _("a grid reaches over the edge of the canvas"))
        span, side = range(self._order), isqrt(self._order)
        for i in span:
            self._cliques.append([(top + i, left + j) for j in span])
            self._cliques.append([(top + j, left + i) for j in span])
            if boxes:
                row, column = i // side * side, i % side * side
                self._cliques.append([(top + row + j // side, left + column + j % side) for j in span])

    def _positions(self, element: Element) -> list[Position]:
        """The cells that an element lists, as many as it says."""
        cells = [self._position(element, word) for word in (element.text or "").split()]
        return cells[: self._number(element, "size", len(cells))]

    def _position(self, element: Element, word: str) -> Position:
        cell, cells = whole_number(word), self._rows * self._columns
        if not 0 <= cell < cells:
            self._fail(
                element,
                _("{word!r} is not a cell").format(word=word[:20]),
                _("cells are 0 to {cells}").format(cells=cells - 1),
            )
        column, row = divmod(cell, self._rows)
        return row, column

    def _number(self, element: Element, name: str, maximum: int) -> int:
        word = element.attributes.get(name, "")
        number = whole_number(word)
        if not 1 <= number <= maximum:
            self._fail(
                element,
                _("{name} is {word!r}").format(name=name, word=word[:20]),
                _("it must be a number from 1 to {most}").format(most=maximum),
            )
        return number

    def _fail(self, element: Element, problem: str, advice: str = "") -> NoReturn:
        raise InputError(problem, path=self._path, line=element.line, advice=advice)
