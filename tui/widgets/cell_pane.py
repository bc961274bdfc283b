"""The board that a formula is about, with the cells of a clause marked, and a cursor to pick a cell."""

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rich.segment import Segment
from rich.style import Style
from textual.geometry import Region

from tui.palette import Glyphs, Palette
from tui.widgets.board import Look, draw
from tui.widgets.cells import Line, strip, wrap
from tui.widgets.frame import NARROW, NORMAL, Frame, frame
from tui.widgets.text_block import TextBlock

if TYPE_CHECKING:
    from engine.sudoku.recognition import Recognised

_LEAST_WORDS = 20
"""Cells beside the board from which on words stand there."""


@dataclass(frozen=True)
class Scene:
    """What the board shows: a formula's sudoku, its digits (0: none), a clause of it, and words about that.

    `cursor` is the picked cell, None while the keys are elsewhere.
    """

    sudoku: "Recognised"
    digits: Sequence[int]
    literals: Sequence[int]
    words: Sequence[tuple[str, Style]]
    cursor: int | None


class CellPane(TextBlock):
    """Shows as much of the board as there is room for, around what is marked."""

    DEFAULT_CSS = "CellPane { max-height: 100%; }"

    def show(self, scene: Scene, palette: Palette, glyphs: Glyphs) -> None:
        """Show this scene."""
        self.put(board_lines(scene, self.size.width, self.size.height, palette, glyphs))


def digits_under(sudoku: "Recognised", assignment: "array[int] | None") -> tuple[int, ...]:
    """The digit of each cell: given, found before or true under the assignment; 0 for none."""
    digits = list(sudoku.reading.position.values)
    for cell, given in enumerate(sudoku.puzzle.givens):
        digits[cell] = digits[cell] or given
    for variable, value in enumerate(assignment or ()):
        if value > 0:
            cell, digit = sudoku.meaning(variable)
            digits[cell] = digit
    return tuple(digits)


def board_frame(sudoku: "Recognised", width: int, glyphs: Glyphs) -> Frame:
    """The board with the widest cells that fit in a width, or the narrowest there are."""
    roomy = frame(sudoku.puzzle.layout, glyphs.box, NORMAL)
    return roomy if roomy.width <= width else frame(sudoku.puzzle.layout, glyphs.box, NARROW)


def board_lines(scene: Scene, width: int, height: int, palette: Palette, glyphs: Glyphs) -> list[Line]:
    """The board in `height` lines of `width` cells, words at its right where there is room."""
    layout = scene.sudoku.puzzle.layout
    text = board_frame(scene.sudoku, width - (_LEAST_WORDS + 2 if scene.words else 0), glyphs)
    look = _look(scene, palette)
    around = min(look.grounds) if scene.cursor is None and look.grounds else scene.cursor or 0
    row, column = layout.cells[around]
    top = max(0, min(text.ys[row] - height // 2, text.height - height))
    left = max(0, min(text.xs[column] - width // 2, text.width - width))
    window = Region(left, top, min(text.width, width), min(text.height, height))
    picture = draw(layout, look, palette, glyphs, text.cell, window=window)
    lines: list[Line] = [picture.segments(y, 0, picture.width) for y in range(picture.height)]
    room = width - picture.width - 2
    if not scene.words or room < _LEAST_WORDS:
        return lines
    words: list[Line] = [[Segment(part, style)] for said, style in scene.words for part in wrap(said, room)]
    rows = max(len(lines), len(words))
    lines, words = (column + [[]] * (rows - len(column)) for column in (lines, words))
    return [[*strip(a, picture.width + 2), *b] for a, b in zip(lines, words, strict=True)][:height]


def _look(scene: Scene, palette: Palette) -> Look:
    givens = scene.sudoku.puzzle.givens
    values = list(scene.digits)
    inks = [palette.given if given else palette.player for given in givens]
    said: dict[int, set[int]] = {}
    for literal in scene.literals:
        cell, digit = scene.sudoku.meaning(abs(literal))
        said.setdefault(cell, set()).add(digit if literal > 0 else -digit)
    grounds: dict[int, Style] = {}
    signs: dict[int, str] = {}
    for cell, digits in said.items():
        positive = max(digits) > 0
        grounds[cell] = palette.follows if positive else palette.falls
        signs[cell] = "+" if positive else "-"
        if not values[cell] and len(digits) == 1:
            values[cell], inks[cell] = abs(min(digits)), palette.plain
    if scene.cursor is not None:
        signs.pop(scene.cursor, None)  # the cursor's brackets stand there
    return Look(values, inks, grounds, signs, cursor=scene.cursor, cursor_ground=palette.cursor)
