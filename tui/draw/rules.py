"""Draws the rules of a puzzle on a board: tints of cells, and signs in free places.

Cages and lines are tints so that neighbours differ: four colours for cages, two shades for each style of line. If the
palette has none, cages have letters. The cells of a line have a stroke towards the next cell. Signs are drawn only in
free places. In cells with one line of text, the mark of an edge is right of the digit for the right edge, and left of
it for the upper edge.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import pairwise

from rich.color import ColorType
from rich.style import Style

from engine.sudoku.layout import Layout
from engine.sudoku.rules import Rule
from engine.sudoku.rules.neighbours import neighbours
from engine.sudoku.rules.shapes import CellMark, CornerMark, EdgeMark, LineStyle, Outline, OutsideClue, Path, Shape
from tui.draw.board_frame import BoardFrame
from tui.draw.palette import Glyphs, Palette
from tui.draw.picture import Picture

_CAGE_TINTS = {False: (53, 17, 22, 52), True: (225, 189, 194, 223)}
_LINE_TINTS = {
    False: dict(zip(LineStyle, ((60, 61), (58, 95), (28, 23), (90, 54), (24, 25), (94, 130)), strict=True)),
    True: dict(zip(LineStyle, ((146, 189), (187, 144), (157, 120), (219, 183), (153, 117), (229, 222)), strict=True)),
}
"""Colours by number, on dark and on light grounds. They are no greys, which are those of the cursor's peers."""

_ASCII = str.maketrans("○◉●□▽△─│", "oO@#mM-|")
_LETTERS = "abcd"


def rule_grounds(layout: Layout, rules: Sequence[Rule], palette: Palette) -> Mapping[int, Style]:
    """Return the tints of cells; none if the palette has few colours."""
    return _grounds(layout, tuple(rules), _is_light(palette)) if rules else {}


def _is_light(palette: Palette) -> bool | None:
    """Return whether the grounds of a palette are light; None if it has few colours."""
    colour = palette.peer.bgcolor
    if colour is None or colour.type in (ColorType.DEFAULT, ColorType.STANDARD):
        return None
    return sum(colour.get_truecolor()) > 3 * 128


@lru_cache(maxsize=32)
def _grounds(layout: Layout, rules: tuple[Rule, ...], light: bool | None) -> Mapping[int, Style]:
    if light is None:
        return {}
    tints = _CAGE_TINTS[light]
    found = {cell: Style(bgcolor=f"color({tints[number]})") for cell, number in _cage_colours(layout, rules).items()}
    for path, shade in _shades(layout, rules).items():
        tint = Style(bgcolor=f"color({_LINE_TINTS[light][path.style][shade]})")
        found.update(dict.fromkeys(path.cells, tint))
    return found


@lru_cache(maxsize=32)
def _shapes(layout: Layout, rules: tuple[Rule, ...]) -> tuple[Shape, ...]:
    return tuple(shape for rule in rules for shape in rule.shapes(layout))


def _shades(layout: Layout, rules: tuple[Rule, ...]) -> Mapping[Path, int]:
    """The shade of each line, 0 or 1, so that lines of a style that touch each other differ if possible."""
    found: dict[Path, int] = {}
    for path in (shape for shape in _shapes(layout, rules) if isinstance(shape, Path)):
        near = {
            (row + i, column + j)
            for cell in path.cells
            for row, column in [layout.cells[cell]]
            for i in (-1, 0, 1)
            for j in (-1, 0, 1)
        }
        touching = [
            shade
            for other, shade in found.items()
            if other.style is path.style and any(layout.cells[cell] in near for cell in other.cells)
        ]
        found.setdefault(path, min((0, 1), key=touching.count))
    return found


@lru_cache(maxsize=32)
def _cage_colours(layout: Layout, rules: tuple[Rule, ...]) -> Mapping[int, int]:
    """Number the cells of cages from 0 to 3, so that adjacent cages differ if possible."""
    cages = [shape.cells for shape in _shapes(layout, rules) if isinstance(shape, Outline)]
    beside: dict[int, set[int]] = {}
    for first, other in neighbours(layout):
        beside.setdefault(first, set()).add(other)
        beside.setdefault(other, set()).add(first)
    found: dict[int, int] = {}
    for cells in cages:
        adjacent = {found[other] for cell in cells for other in beside.get(cell, ()) if other in found}
        number = next((number for number in range(4) if number not in adjacent), 0)
        found.update(dict.fromkeys(cells, number))
    return found


def put_rules(
    picture: Picture,
    text: BoardFrame,
    rules: Sequence[Rule],
    grounds: Mapping[int, Style],
    palette: Palette,
    glyphs: Glyphs,
) -> None:
    """Draw the signs of rules on a board; `grounds` are the backgrounds of its cells."""
    if not rules:
        return
    pen = _RulePen(picture, text, grounds, palette, glyphs)
    given = tuple(rules)
    if _is_light(palette) is None:
        for cell, number in _cage_colours(text.layout, given).items():
            pen.put(cell, (text.cell.width - 1, text.cell.height - 1), _LETTERS[number])
    for shape in _shapes(text.layout, given):
        match shape:
            case Outline(cells, sum_text):
                pen.put_sum(cells, sum_text)
            case EdgeMark((first, second), sign):
                pen.put_edge(first, second, sign)
            case CornerMark(cells, sign):
                pen.put(cells[0], (text.cell.width - 1, text.cell.height - 1), sign[:1] + "+" * (len(sign) > 1))
            case CellMark(cell, sign):
                pen.put(cell, (text.cell.width - 1, 0), sign)
            case Path(cells, style, signs):
                pen.put_ends(cells, style, signs)
            case OutsideClue(cells, sign):
                pen.put_outside(cells, sign)
    for shape in _shapes(text.layout, given):  # where there is room
        if isinstance(shape, Path):
            pen.put_way(shape.cells)


class _RulePen:
    """Draws signs in free places."""

    def __init__(
        self, picture: Picture, text: BoardFrame, grounds: Mapping[int, Style], palette: Palette, glyphs: Glyphs
    ) -> None:
        self._picture, self._text, self._grounds = picture, text, grounds
        self._palette, self._glyphs = palette, glyphs

    def put(self, cell: int, place: tuple[int, int], sign: str, ink: Style | None = None) -> bool:
        """Put a sign at a place (column and row) of a cell; returns whether it was free."""
        row, column = self._text.layout.cells[cell]
        x, y = self._text.xs[column] + place[0], self._text.ys[row] + place[1]
        if not self._is_free(x, y, len(sign)):
            return False
        style = self._palette.accent if ink is None else ink
        ground = self._grounds.get(cell)
        self._picture.put(x, y, self._sign(sign), ground + style if ground else style)
        return True

    def put_sum(self, cells: Sequence[int], text: str) -> None:
        """Put the sum of a cage on the line above its first cell, else into a free corner of the first that has one."""
        size, (row, column), ink = self._text.cell, self._text.layout.cells[cells[0]], self._palette.warning
        x, y = self._text.xs[column], self._text.ys[row] - 1
        around = range(x, x + len(text) + 1)  # no label of a column follows
        if all(self._text.has_line(at, y) and self._picture.char(at, y) in self._glyphs.box for at in around):
            self._picture.put(x, y, text, ink)
            return
        right = max(size.width - len(text), 0)
        places = ((right, 0), (0, 0), (right, size.height - 1), (0, size.height - 1))
        with_room = cells if size.height > 1 else cells[:1]  # in a low cell it would look like the cell's digit
        if text:
            any(self.put(cell, place, text, ink) for cell in with_room for place in places)

    def put_edge(self, first: int, second: int, sign: str) -> None:
        """Put a mark between two neighbours."""
        layout, size = self._text.layout, self._text.cell
        first, second = sorted((first, second))
        (row, column), (below, _) = layout.cells[first], layout.cells[second]
        ink = self._palette.plain
        if row == below:
            x, y = self._text.xs[column] + size.width, self._text.ys[row] + size.middle[1]
            if self._text.has_line(x, y):
                self._picture.put(x, y, self._sign(sign), ink)
            elif not self.put(first, (size.width - 1, size.middle[1]), sign, ink):
                self.put(second, (0, size.middle[1]), sign, ink)
            return
        x, y = self._text.xs[column] + size.middle[0], self._text.ys[below] - 1
        if self._text.has_line(x, y):
            self._picture.put(x, y, self._sign(sign), ink)
        elif size.height == 1:
            self.put(second, (0, 0), sign, ink)
        elif not self.put(first, (size.middle[0], size.height - 1), sign, ink):
            self.put(first, (size.width - 1, size.height - 1), sign, ink)

    def put_ends(self, cells: Sequence[int], style: LineStyle, signs: str) -> None:
        """Put the bulbs, circles and heads of a line; a thermometer has a bulb and no head."""
        size, is_thermometer = self._text.cell, style is LineStyle.THERMOMETER
        for place, (cell, sign) in enumerate(zip(cells, signs, strict=True)):
            if sign == "o":
                self.put(cell, (size.width - 1, 0), "◉" if is_thermometer else "○")
            elif sign == ">" and not is_thermometer:
                self.put(cell, (size.width - 1, 0), self._arrow(cells[place - 1], cell))

    def put_way(self, cells: Sequence[int]) -> None:
        """Put a stroke towards the next cell into each free cell of a line; in the last one, from the previous cell."""
        places = self._text.layout.cells
        for cell, (first, second) in zip(cells, [*pairwise(cells), cells[-2:]], strict=True):
            (row, column), (next_row, next_column) = places[first], places[second]
            down, right = next_row - row, next_column - column
            stroke = "─" if down == 0 else "│" if right == 0 else "\\" if (down > 0) == (right > 0) else "/"
            self.put(cell, (self._text.cell.width - 1, 0), stroke)

    def put_outside(self, cells: Sequence[int], text: str) -> None:
        """Put a clue outside of the grid, on the frame if it has room."""
        layout = self._text.layout
        row, column = layout.cells[cells[0]]
        last_row, last_column = layout.cells[cells[-1]]
        down, right = _sign_of(last_row - row), _sign_of(last_column - column)
        x, y = self._text.xs[column], self._text.ys[row]
        if down:
            x += self._text.cell.middle[0] - right
            y += -1 if down > 0 else self._text.cell.height
        else:
            x += -len(text) if right > 0 else self._text.cell.width
        if 0 <= y < self._text.height:
            for offset, char in enumerate(text):
                if 0 <= x + offset < self._text.width and self._text.has_line(x + offset, y):
                    self._picture.put(x + offset, y, char, self._palette.accent)

    def _arrow(self, before: int, cell: int) -> str:
        """Return the head of an arrow from another cell."""
        (row, column), (other_row, other_column) = (self._text.layout.cells[each] for each in (cell, before))
        up, down, left, right = tuple(self._glyphs.arrows)
        if row == other_row:
            return right if column > other_column else left
        return down if row > other_row else up

    def _is_free(self, x: int, y: int, width: int) -> bool:
        free = {" ", self._glyphs.empty_cell, self._glyphs.marked_cell}
        return all(self._picture.char(at, y) in free for at in range(x, x + width))

    def _sign(self, sign: str) -> str:
        return sign.translate(_ASCII) if self._glyphs.empty_cell.isascii() else sign


def _sign_of(number: int) -> int:
    return (number > 0) - (number < 0)
