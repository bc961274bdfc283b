"""The rules of a puzzle on a board: tints of cells, and signs in free places.

Cages have four tints and each style of line two, so that neighbours differ; without enough colours, cages have letters.
The cells of a line have a stroke towards the next cell. In cells with one row of text, the mark of a right edge is
right of the digit, and that of an upper edge left of it.
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
"""Numbers of colours, on dark (False) and on light grounds (True). Greys are for the cursor's peers."""

_RAISED = str.maketrans("123456789", "¹²³⁴⁵⁶⁷⁸⁹")
_IN_ASCII = str.maketrans("○◉●□▽△─│", "oO@#mM-|")
_CAGE_LETTERS = "abcd"


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
def _grounds(layout: Layout, rules: tuple[Rule, ...], is_light: bool | None) -> Mapping[int, Style]:
    if is_light is None:
        return {}
    colours = {cell: _CAGE_TINTS[is_light][number] for cell, number in _cage_numbers(layout, rules).items()}
    for path, shade in _line_shades(layout, rules).items():
        colours |= dict.fromkeys(path.cells, _LINE_TINTS[is_light][path.style][shade])
    return {cell: Style(bgcolor=f"color({colour})") for cell, colour in colours.items()}


@lru_cache(maxsize=32)
def _shapes(layout: Layout, rules: tuple[Rule, ...]) -> tuple[Shape, ...]:
    return tuple(shape for rule in rules for shape in rule.shapes(layout))


def _line_shades(layout: Layout, rules: tuple[Rule, ...]) -> Mapping[Path, int]:
    """Return the shade of each line, 0 or 1, so that lines of a style that touch each other differ if possible."""
    shades: dict[Path, int] = {}
    for path in (shape for shape in _shapes(layout, rules) if isinstance(shape, Path)):
        near = {
            (row + down, column + right)
            for cell in path.cells
            for row, column in [layout.cells[cell]]
            for down in (-1, 0, 1)
            for right in (-1, 0, 1)
        }
        touching = [
            shade
            for other, shade in shades.items()
            if other.style is path.style and any(layout.cells[cell] in near for cell in other.cells)
        ]
        shades.setdefault(path, min((0, 1), key=touching.count))
    return shades


@lru_cache(maxsize=32)
def _cage_numbers(layout: Layout, rules: tuple[Rule, ...]) -> Mapping[int, int]:
    """Return the number (0 to 3) of each cage by cell, so that adjacent cages differ if possible."""
    cages = [shape.cells for shape in _shapes(layout, rules) if isinstance(shape, Outline)]
    beside: dict[int, set[int]] = {}
    for first, second in neighbours(layout):
        beside.setdefault(first, set()).add(second)
        beside.setdefault(second, set()).add(first)
    numbers: dict[int, int] = {}
    for cells in cages:
        adjacent = {numbers[other] for cell in cells for other in beside.get(cell, ()) if other in numbers}
        number = next((number for number in range(len(_CAGE_LETTERS)) if number not in adjacent), 0)
        numbers |= dict.fromkeys(cells, number)
    return numbers


def put_rules(
    picture: Picture,
    frame: BoardFrame,
    rules: Sequence[Rule],
    grounds: Mapping[int, Style],
    palette: Palette,
    glyphs: Glyphs,
) -> None:
    """Draw the signs of rules on a board; `grounds` are the backgrounds of its cells."""
    if not rules:
        return
    pen = _RulePen(picture, frame, grounds, palette, glyphs)
    shapes = _shapes(frame.layout, tuple(rules))
    lower_right = frame.cell.width - 1, frame.cell.height - 1
    if _is_light(palette) is None:
        for cell, number in _cage_numbers(frame.layout, tuple(rules)).items():
            pen.put(cell, lower_right, _CAGE_LETTERS[number])
    for shape in shapes:
        match shape:
            case Outline(cells, sum_text):
                pen.put_sum(cells, sum_text)
            case EdgeMark((first, second), sign):
                pen.put_edge(first, second, sign)
            case CornerMark(cells, sign):
                pen.put_corner(cells[0], sign[:1] + "+" * (len(sign) > 1))
            case CellMark(cell, sign):
                pen.put(cell, (frame.cell.width - 1, 0), sign)
            case Path(cells, style, signs):
                pen.put_ends(cells, style, signs)
            case OutsideClue(cells, sign):
                pen.put_outside(cells, sign)
    for shape in shapes:  # marks take precedence over strokes
        if isinstance(shape, Path):
            pen.put_strokes(shape.cells)


class _RulePen:
    """Draws signs in free places."""

    def __init__(
        self, picture: Picture, frame: BoardFrame, grounds: Mapping[int, Style], palette: Palette, glyphs: Glyphs
    ) -> None:
        self._picture, self._frame, self._grounds = picture, frame, grounds
        self._palette, self._glyphs = palette, glyphs

    def put(self, cell: int, place: tuple[int, int], sign: str, ink: Style | None = None) -> bool:
        """Put a sign at a place (column and row) of a cell, if it is free; return whether it is.

        In a cell of one column a number would look like the cell's digit.
        """
        if self._frame.cell.width == 1 and any(map(str.isdigit, sign)):
            return False
        row, column = self._frame.layout.cells[cell]
        x, y = self._frame.xs[column] + place[0], self._frame.ys[row] + place[1]
        if not self._is_free(x, y, len(sign)):
            return False
        style = self._palette.accent if ink is None else ink
        ground = self._grounds.get(cell)
        self._picture.put(x, y, self._sign(sign), ground + style if ground else style)
        return True

    def put_sum(self, cells: Sequence[int], text: str) -> None:
        """Put the sum of a cage on the line above its first cell, else into a free corner of the first that has one.

        A sum of one digit that touches the cell's digit is raised.
        """
        size, (row, column), ink = self._frame.cell, self._frame.layout.cells[cells[0]], self._palette.warning
        x, y = self._frame.xs[column], self._frame.ys[row] - 1
        around = range(x, x + len(text) + 1)  # no label of a column follows
        if all(self._frame.has_line(at, y) and self._picture.char(at, y) in self._glyphs.box for at in around):
            self._picture.put(x, y, text, ink)
            return
        right = max(size.width - len(text), 0)
        places = ((right, 0), (0, 0), (right, size.height - 1), (0, size.height - 1))
        with_room = cells if size.height > 1 else cells[:1]  # in a low cell it would look like the cell's digit
        if size.height == 1 and right - size.middle[0] <= 1 == len(text) and not self._glyphs.empty_cell.isascii():
            text = text.translate(_RAISED)
        if text:
            any(self.put(cell, place, text, ink) for cell in with_room for place in places)

    def put_corner(self, cell: int, text: str) -> None:
        """Put a text in the lower right of a cell; what follows its first sign stands on the line that is there."""
        size, (row, column) = self._frame.cell, self._frame.layout.cells[cell]
        x, y = self._frame.xs[column] + size.width, self._frame.ys[row] + size.height - 1
        inside = 1 if self._frame.has_line(x, y) else len(text)
        if self.put(cell, (size.width - 1, size.height - 1), text[:inside]) and text[inside:]:
            self._picture.put(x, y, text[inside:], self._palette.accent)

    def put_edge(self, first: int, second: int, sign: str) -> None:
        """Put a mark between two neighbours."""
        layout, size = self._frame.layout, self._frame.cell
        first, second = sorted((first, second))
        (row, column), (below, _) = layout.cells[first], layout.cells[second]
        ink = self._palette.plain
        if row == below:
            x, y = self._frame.xs[column] + size.width, self._frame.ys[row] + size.middle[1]
            if self._frame.has_line(x, y):
                self._picture.put(x, y, self._sign(sign), ink)
            elif not self.put(first, (size.width - 1, size.middle[1]), sign, ink):
                self.put(second, (0, size.middle[1]), sign, ink)
            return
        x, y = self._frame.xs[column] + size.middle[0], self._frame.ys[below] - 1
        if self._frame.has_line(x, y):
            self._picture.put(x, y, self._sign(sign), ink)
        elif size.height == 1:
            self.put(second, (0, 0), sign, ink)
        elif not self.put(first, (size.middle[0], size.height - 1), sign, ink):
            self.put(first, (size.width - 1, size.height - 1), sign, ink)

    def put_ends(self, cells: Sequence[int], style: LineStyle, signs: str) -> None:
        """Put the bulbs, circles and heads of a line; a thermometer has a bulb and no head."""
        size, is_thermometer = self._frame.cell, style is LineStyle.THERMOMETER
        for place, (cell, sign) in enumerate(zip(cells, signs, strict=True)):
            if sign == "o":
                self.put(cell, (size.width - 1, 0), "◉" if is_thermometer else "○")
            elif sign == ">" and not is_thermometer:
                self.put(cell, (size.width - 1, 0), self._arrow(cells[place - 1], cell))

    def put_strokes(self, cells: Sequence[int]) -> None:
        """Put a stroke towards the next cell of a line into each cell; in the last one, from the previous cell."""
        places = self._frame.layout.cells
        for cell, (first, second) in zip(cells, [*pairwise(cells), cells[-2:]], strict=True):
            (row, column), (next_row, next_column) = places[first], places[second]
            down, right = next_row - row, next_column - column
            stroke = "─" if down == 0 else "│" if right == 0 else "\\" if (down > 0) == (right > 0) else "/"
            self.put(cell, (self._frame.cell.width - 1, 0), stroke)

    def put_outside(self, cells: Sequence[int], text: str) -> None:
        """Put a clue outside of the grid, as far as it is on a line of the board."""
        layout = self._frame.layout
        row, column = layout.cells[cells[0]]
        last_row, last_column = layout.cells[cells[-1]]
        down, right = _direction(last_row - row), _direction(last_column - column)
        x, y = self._frame.xs[column], self._frame.ys[row]
        if down:
            x += self._frame.cell.middle[0] - right
            y += -1 if down > 0 else self._frame.cell.height
        else:
            x += -len(text) if right > 0 else self._frame.cell.width
        if 0 <= y < self._frame.height:
            for offset, char in enumerate(text):
                if 0 <= x + offset < self._frame.width and self._frame.has_line(x + offset, y):
                    self._picture.put(x + offset, y, char, self._palette.accent)

    def _arrow(self, before: int, cell: int) -> str:
        """Return the head of an arrow in a cell that comes from the cell before."""
        (row, column), (other_row, other_column) = self._frame.layout.cells[cell], self._frame.layout.cells[before]
        up, down, left, right = tuple(self._glyphs.arrows)
        if row == other_row:
            return right if column > other_column else left
        return down if row > other_row else up

    def _is_free(self, x: int, y: int, width: int) -> bool:
        free = {" ", self._glyphs.empty_cell, self._glyphs.marked_cell}
        return all(self._picture.char(at, y) in free for at in range(x, x + width))

    def _sign(self, sign: str) -> str:
        return sign.translate(_IN_ASCII) if self._glyphs.empty_cell.isascii() else sign


def _direction(number: int) -> int:
    """Return the sign of a number: -1, 0 or 1."""
    return (number > 0) - (number < 0)
