"""The sudoku that a formula encodes, with the cells of a clause marked and a cursor to pick a cell."""

from array import array
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from rich.segment import Segment
from rich.style import Style
from textual import on
from textual.binding import Binding, BindingType
from textual.geometry import Offset, Size
from textual.message import Message

from engine.base.language import _
from engine.sudoku.signs import sign
from tui.base.keyed_widget import KeyedWidget
from tui.base.picture_view import PanelView
from tui.draw.board import BoardAppearance, BoardPart
from tui.draw.board_frame import NARROW, NORMAL
from tui.draw.cells import wrap_line
from tui.draw.palette import Palette
from tui.draw.panels import Panel, PanelContent, Stack
from tui.features.inspect.words import NO_VARIABLES, VARIABLES

if TYPE_CHECKING:
    from engine.sudoku.as_sat.sudoku_formula import SudokuFormula

_MIN_WORDS = 20
"""Minimum columns of the words beside the board."""


@dataclass(frozen=True)
class SudokuScene:
    """The contents of the board: a sudoku, its digits (0 for none), the literals of a clause, and words about them.

    `cursor` is the picked cell; None while the pane does not have the focus.
    """

    sudoku: "SudokuFormula"
    digits: Sequence[int]
    literals: Sequence[int] = ()
    words: Sequence[tuple[str, Style]] = ()
    cursor: int | None = None


class BoardPane(KeyedWidget, PanelView, can_focus=True):
    """Shows as much of the board as fits around the marked cells, with any words beside it.

    While it has the focus, the arrow keys pick a cell.
    """

    DEFAULT_CSS = "BoardPane { max-height: 100%; }"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "pick(-1,0)", show=False, id="move_up"),
        Binding("down,j", "pick(1,0)", show=False, id="move_down"),
        Binding("left,h", "pick(0,-1)", show=False, id="choose_previous"),
        Binding("right,l", "pick(0,1)", show=False, id="choose_next"),
        Binding("enter", "enter", show=False),
    ]

    class CellPicked(Message):
        """Posted when another cell is picked."""

    class CellOpened(Message):
        """Posted when the user asks for the clauses about the picked cell."""

    def __init__(self) -> None:
        super().__init__(self._beside_words)
        self.cell = 0
        """The picked cell."""
        self._scene: SudokuScene | None = None

    def open(self, sudoku: "SudokuFormula", assignment: "array[int] | None") -> None:
        """Show the board of a sudoku."""
        self._scene = SudokuScene(sudoku, digits_under(sudoku, assignment))

    def mark(self, literals: Sequence[int], words: Sequence[tuple[str, Style]]) -> None:
        """Mark the cells of these literals. With words the pane takes all free rows, else as many as it needs."""
        if self._scene is not None:
            cursor = self.cell if self.has_focus else None
            self._scene = replace(self._scene, literals=literals, words=words, cursor=cursor)
            width = self.size.width or self.screen.size.width
            self.styles.height = "1fr" if words else self._part(self._scene, Size(width, 999)).visible_region.height
            self.redraw()

    def cell_words(self) -> list[tuple[str, Style]]:
        """Describe the picked cell: its digit and its variables."""
        if self._scene is None:
            return []
        palette, cell, puzzle = self.palette, self.cell, self._scene.sudoku.puzzle
        digit = self._scene.digits[cell]
        cell_text = puzzle.layout.cell_name(cell) + (f" = {sign(digit)}" if digit else "")
        if puzzle.givens[cell]:
            cell_text = _("{cell}, given").format(cell=cell_text)
        pairs = self._scene.sudoku.candidates(cell)
        variables = ", ".join(f"{variable} (={sign(digit)})" for digit, variable in pairs)
        variables_text = VARIABLES.format(variables=variables) if pairs else NO_VARIABLES
        return [(cell_text, palette.title), (str(variables_text), palette.plain)]

    def _part(self, scene: SudokuScene, room: Size) -> BoardPart:
        """Return the visible part of the board, which leaves room for any words beside it."""
        marked = min((scene.sudoku.meaning(abs(literal))[0] for literal in scene.literals), default=0)
        around = marked if scene.cursor is None else scene.cursor
        room -= Size(_MIN_WORDS + 2 if scene.words else 0, 0)
        layout, box = scene.sudoku.puzzle.layout, self.glyphs.box
        return BoardPart.around(layout, box, (NORMAL, NARROW), room, around)

    def _beside_words(self, width: int, height: int) -> PanelContent:
        scene = self._scene
        if scene is None:
            return []
        palette, glyphs = self.palette, self.glyphs
        picture = self._part(scene, Size(width, height)).draw(_look(scene, palette), palette, glyphs)
        room = max(width - picture.width - 2, 1)
        words = [line for text, style in scene.words for line in wrap_line([Segment(text, style)], room)]
        return Stack([Panel(picture, columns=picture.width, name="board"), Panel(words)], 2, across=True)

    def selected_place(self) -> Offset:
        return self._part(self._scene, self.size).digit_place(self.cell) if self._scene else Offset(0, 0)

    def action_pick(self, down: int, right: int) -> None:
        if self._scene is not None:
            self.cell = self._scene.sudoku.puzzle.layout.towards(self.cell, down, right)
            self.post_message(self.CellPicked())

    def action_enter(self) -> None:
        self.post_message(self.CellOpened())

    @on(PanelView.Pressed)
    def _pressed(self, event: PanelView.Pressed) -> None:
        event.stop()
        cell = self._part(self._scene, self.size).cell_at(event.point) if self._scene else None
        if cell is not None:
            self.cell = cell
            self.post_message(self.CellPicked())


def digits_under(sudoku: "SudokuFormula", assignment: "array[int] | None") -> tuple[int, ...]:
    """Return the digit of each cell: given, found before, or true under the assignment; 0 for none."""
    digits = sudoku.digits_under(assignment or ())
    return tuple(digit or given for digit, given in zip(digits, sudoku.puzzle.givens, strict=True))


def _look(scene: SudokuScene, palette: Palette) -> BoardAppearance:
    givens = scene.sudoku.puzzle.givens
    values = list(scene.digits)
    inks = [palette.given if given else palette.player for given in givens]
    digits_by_cell: dict[int, set[int]] = {}
    for literal in scene.literals:
        cell, digit = scene.sudoku.meaning(abs(literal))
        digits_by_cell.setdefault(cell, set()).add(digit if literal > 0 else -digit)
    grounds: dict[int, Style] = {}
    signs: dict[int, str] = {}
    for cell, digits in digits_by_cell.items():
        positive = max(digits) > 0
        grounds[cell] = palette.placement if positive else palette.elimination
        signs[cell] = "+" if positive else "-"
        if not values[cell] and len(digits) == 1:
            values[cell], inks[cell] = abs(min(digits)), palette.plain
    if scene.cursor is not None:
        signs.pop(scene.cursor, None)  # the cursor's brackets are drawn there
    return BoardAppearance(values, inks, grounds, signs, cursor=scene.cursor, cursor_ground=palette.cursor)
