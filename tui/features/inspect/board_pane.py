"""The board that a formula is about, with the cells of a clause marked, and a cursor to pick a cell."""

from array import array
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from rich.segment import Segment
from rich.style import Style
from textual.binding import Binding, BindingType
from textual.events import Click, Resize
from textual.geometry import Region, Size
from textual.message import Message

from engine.sudoku.signs import sign
from tui.base.part import Part
from tui.base.program import program_of
from tui.base.text_block import TextBlock
from tui.draw.board import NARROW, NORMAL, BoardFrame, Look, draw, frame, put_arrows
from tui.draw.cells import Line, strip, wrap
from tui.draw.palette import Glyphs, Palette
from tui.features.inspect.words import NO_VARIABLES, VARIABLES

if TYPE_CHECKING:
    from engine.sudoku.as_sat.sudoku_formula import SudokuFormula

_LEAST_WORDS = 20
"""Cells beside the board from which on words stand there."""


@dataclass(frozen=True)
class Scene:
    """What the board shows: a formula's sudoku, its digits (0: none), a clause of it, and words about that.

    `cursor` is the picked cell, None while the keys are elsewhere.
    """

    sudoku: "SudokuFormula"
    digits: Sequence[int]
    literals: Sequence[int] = ()
    words: Sequence[tuple[str, Style]] = ()
    cursor: int | None = None


class BoardPane(Part, TextBlock, can_focus=True):
    """Shows as much of the board as there is room for, around what is marked. With the focus the arrows pick a cell."""

    DEFAULT_CSS = "BoardPane { max-height: 100%; }"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "pick(-1,0)", show=False, id="move_up"),
        Binding("down,j", "pick(1,0)", show=False, id="move_down"),
        Binding("left,h", "pick(0,-1)", show=False, id="choose_previous"),
        Binding("right,l", "pick(0,1)", show=False, id="choose_next"),
        Binding("enter", "enter", show=False),
    ]

    class Picked(Message):
        """Another cell was picked."""

    class Entered(Message):
        """The user asks for the clauses about the picked cell."""

    def __init__(self) -> None:
        super().__init__()
        self.cell = 0
        """The picked cell."""
        self._scene: Scene | None = None

    def open(self, sudoku: "SudokuFormula", assignment: "array[int] | None") -> None:
        """Show the board of a sudoku, in as many rows as it needs."""
        self._scene = Scene(sudoku, digits_under(sudoku, assignment))
        width = self.size.width or self.screen.size.width
        self.styles.height = board_frame(sudoku, width, program_of(self).glyphs).height

    def show(self, literals: Sequence[int], words: Sequence[tuple[str, Style]]) -> None:
        """Mark the cells of these literals; the words stand beside the board where there is room."""
        if self._scene is not None:
            cursor = self.cell if self.has_focus else None
            self._scene = replace(self._scene, literals=literals, words=words, cursor=cursor)
            self._draw(self._scene)

    def cell_words(self) -> list[tuple[str, Style]]:
        """The picked cell: its digit, and the variables that are about it."""
        if self._scene is None:
            return []
        palette, cell, puzzle = program_of(self).palette, self.cell, self._scene.sudoku.puzzle
        digit = self._scene.digits[cell]
        known = f" = {sign(digit)}" if digit else ""
        given = ", given" if puzzle.givens[cell] else ""
        pairs = self._scene.sudoku.candidates(cell)
        variables = ", ".join(f"{variable} (={sign(digit)})" for digit, variable in pairs)
        said = VARIABLES.format(variables=variables) if pairs else NO_VARIABLES
        return [(puzzle.layout.cell_name(cell) + known + given, palette.title), (said, palette.plain)]

    def _draw(self, scene: Scene) -> None:
        program = program_of(self)
        self.put(board_lines(scene, self.size.width, self.size.height, program.palette, program.glyphs))

    def action_pick(self, down: int, right: int) -> None:
        """Pick the next cell in a direction."""
        if self._scene is not None:
            self.cell = self._scene.sudoku.puzzle.layout.towards(self.cell, down, right)
            self.post_message(self.Picked())

    def action_enter(self) -> None:
        self.post_message(self.Entered())

    def on_resize(self, event: Resize) -> None:
        if self._scene is not None:
            self._draw(self._scene)

    def on_click(self, event: Click) -> None:
        if self._scene is None:
            return
        text, part = _part(self._scene, self.size.width, self.size.height, program_of(self).glyphs)
        if event.x < part.width and event.y < part.height:
            cell = text.cell_at(event.x + part.x, event.y + part.y)
            if cell is not None:
                self.cell = cell
                self.post_message(self.Picked())


def digits_under(sudoku: "SudokuFormula", assignment: "array[int] | None") -> tuple[int, ...]:
    """The digit of each cell: given, found before or true under the assignment; 0 for none."""
    digits = list(sudoku.reading.position.values)
    for cell, given in enumerate(sudoku.puzzle.givens):
        digits[cell] = digits[cell] or given
    for variable, value in enumerate(assignment or ()):
        if value > 0:
            cell, digit = sudoku.meaning(variable)
            digits[cell] = digit
    return tuple(digits)


def board_frame(sudoku: "SudokuFormula", width: int, glyphs: Glyphs) -> BoardFrame:
    """The board with the widest cells that fit in a width, or the narrowest there are."""
    roomy = frame(sudoku.puzzle.layout, glyphs.box, NORMAL)
    return roomy if roomy.width <= width else frame(sudoku.puzzle.layout, glyphs.box, NARROW)


def board_lines(scene: Scene, width: int, height: int, palette: Palette, glyphs: Glyphs) -> list[Line]:
    """The board in `height` lines of `width` cells, words at its right where there is room."""
    text, part = _part(scene, width, height, glyphs)
    picture = draw(text, _look(scene, palette), palette, glyphs, part)
    put_arrows(picture, text, part, palette, glyphs)
    lines: list[Line] = [picture.segments(y) for y in range(picture.height)]
    room = width - picture.width - 2
    if not scene.words or room < _LEAST_WORDS:
        return lines
    words: list[Line] = [[Segment(part, style)] for said, style in scene.words for part in wrap(said, room)]
    rows = max(len(lines), len(words))
    lines, words = (column + [[]] * (rows - len(column)) for column in (lines, words))
    return [[*strip(a, picture.width + 2), *b] for a, b in zip(lines, words, strict=True)][:height]


def _part(scene: Scene, width: int, height: int, glyphs: Glyphs) -> tuple[BoardFrame, Region]:
    """The board's text, and the part of it that is shown."""
    text = board_frame(scene.sudoku, width - (_LEAST_WORDS + 2 if scene.words else 0), glyphs)
    marked = min((scene.sudoku.meaning(abs(literal))[0] for literal in scene.literals), default=0)
    around = marked if scene.cursor is None else scene.cursor
    return text, text.part_around(around, Size(width, height))


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
