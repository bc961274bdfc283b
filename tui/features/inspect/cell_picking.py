"""A formula that is a sudoku: its literals as cells and digits, its clauses as rules, and its board."""

from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from rich.segment import Segment
from rich.style import Style
from textual import on, work
from textual.message import Message

from engine.base.text import counted, printable
from engine.sat.formula.selection import Holds, Selection
from engine.sat.formula.words import NUMBERS
from engine.sudoku.signs import sign
from tui.draw.cells import Line, clip
from tui.features.inspect.cell_pane import CellPane, Scene, board_frame, digits_under
from tui.features.inspect.clause_list import ClauseListPage
from tui.features.inspect.inspection import Given

if TYPE_CHECKING:  # it takes a while to import, which the worker does
    from engine.sudoku.as_sat.sudoku_formula import SudokuFormula

LARGEST = 200_000
"""Clauses up to which a formula is looked at without being asked to."""


class CellPickingPage(ClauseListPage):
    """Subclasses yield `cell_pane`, and say when the keys move in it (`picking`)."""

    class Looked(Message):
        """The formula is a sudoku, or else nearly one, in the way that `difference` tells."""

        def __init__(self, sudoku: "SudokuFormula | None", difference: str | None) -> None:
            super().__init__()
            self.sudoku, self.difference = sudoku, difference

    def __init__(self, subject: Path | Given) -> None:
        super().__init__(subject)
        self.sudoku: SudokuFormula | None = None
        self.picking = False
        self.words_in_pane = False
        """Whether what there is to say of the clause and the cell stands beside the board, and nowhere else."""
        self._cell = 0
        """The picked cell."""
        self._digits: tuple[int, ...] = ()
        self._looking = self._looked = False
        self._difference = ""
        self._waiting = False
        """Whether the cells are shown as soon as it is known that there are some."""

    @cached_property
    def cell_pane(self) -> CellPane:
        """The board."""
        return CellPane()

    @property
    def may_be_sudoku(self) -> bool:
        """Whether there are cells, as far as is known."""
        return self.sudoku is not None or not self._looked

    # recognising

    def look_for_sudoku(self) -> None:
        """Find out whether the formula is a sudoku, unless that takes long."""
        if self.inspection is not None and len(self.inspection.formula) <= LARGEST:
            self._looking = True
            self._look()

    @work(thread=True, exclusive=True, exit_on_error=False, group="recognise", description="look for a sudoku")
    def _look(self) -> None:
        from engine.sudoku.as_sat.recognition import difference, recognise

        assert self.inspection is not None
        formula = self.inspection.formula
        sudoku = recognise(formula)
        if sudoku is not None:
            _ = sudoku.candidates(0)  # counted here, so that the event loop finds them done
        self.post_message(self.Looked(sudoku, None if sudoku else difference(formula)))

    @on(Looked)
    def _show_looked(self, event: Looked) -> None:
        self._looked, self.sudoku, self._difference = True, event.sudoku, event.difference or ""
        if event.sudoku is not None and self.inspection is not None:
            self._digits = digits_under(event.sudoku, self.inspection.assignment)
            self._fit_board()
        self.show_panes()
        if self._waiting:
            self.say("")
            self.action_cells()

    def show_panes(self) -> None:
        """Show the board if there is one now."""

    def action_cells(self) -> None:
        """Cells and digits instead of variables, or back."""
        if self.sudoku is not None:
            from engine.sudoku.as_sat.cell_words import CellWords

            words = CellWords(self.sudoku, self.glyphs.unequal)
            self.set_words(words if self.words is NUMBERS else NUMBERS)
        elif self._looked:
            self.say(self._difference or "this formula is no sudoku")
        else:
            self._waiting = not self._waiting
            self.say("looking for a sudoku in it" if self._waiting else "")
            if not self._looking:
                self._looking = True
                self._look()

    # the board

    def pick(self, down: int, right: int) -> None:
        """Move to the next cell in a direction."""
        if self.sudoku is not None:
            self._cell = self.sudoku.puzzle.layout.towards(self._cell, down, right)
            self.show_around()

    def pick_cell(self, cell: int) -> None:
        """Pick a cell."""
        self._cell = cell
        self.show_around()

    def pick_marked(self) -> None:
        """Begin at the cell of the chosen literal."""
        if self.sudoku is not None and self.literals:
            self._cell = self.sudoku.meaning(abs(self.literals[self.place]))[0]

    def select_cell(self) -> None:
        """Only the clauses with a literal of the picked cell."""
        from engine.sudoku.as_sat.cell_selection import cell_condition

        if self.sudoku is None:
            return
        if self.sudoku.candidates(self._cell):
            self.select(Selection((cell_condition(self.sudoku, self._cell),)))
        else:
            self.say(f"no clause has {self.sudoku.puzzle.layout.cell_name(self._cell)}: its digit is known")

    @property
    def literals(self) -> tuple[int, ...]:
        """The literals of the cursor's clause."""
        if self.inspection is None or self.clause is None:
            return ()
        return self.inspection.formula[self.clause]

    def cell_words(self) -> list[tuple[str, Style]]:
        """The picked cell: its digit, and the variables that are about it."""
        assert self.sudoku is not None
        palette, cell = self.palette, self._cell
        name, digit = self.sudoku.puzzle.layout.cell_name(cell), self._digits[cell]
        known = f" = {sign(digit)}" if digit else ""
        given = ", given" if self.sudoku.puzzle.givens[cell] else ""
        pairs = self.sudoku.candidates(cell)
        variables = ", ".join(f"{variable} (={sign(digit)})" for digit, variable in pairs)
        said = f"variables {variables}" if pairs else "no variable is left for it"
        return [(name + known + given, palette.title), (said, palette.plain)]

    def show_around(self) -> None:
        super().show_around()
        if self.sudoku is None or not self.cell_pane.display:
            return
        palette, words = self.palette, list[tuple[str, Style]]()
        if self.words_in_pane and self.clause is not None:
            words = [(f"clause {self.clause + 1:,}", palette.dim), (self.sudoku.rule(self.clause), palette.plain)]
        if self.words_in_pane and self.picking:
            words += [("", palette.plain), *self.cell_words(), ("", palette.plain)]
            words += [("enter: clauses with it", palette.dim), ("esc: back to the list", palette.dim)]
        cursor = self._cell if self.picking else None
        scene = Scene(self.sudoku, self._digits, self.literals, words, cursor)
        self.cell_pane.show(scene)

    def remark(self) -> Line:
        """The sudoku, or the first comment."""
        palette, width = self.palette, self.size.width - 2
        if self.sudoku is not None:
            puzzle = self.sudoku.puzzle
            reduced = ", its givens worked in" if self.sudoku.is_reduced else ""
            text = f"{puzzle.layout.title}, {counted(puzzle.holes, 'hole')}{reduced}: d shows cells or numbers"
            return [Segment(clip(text, width, self.glyphs.ellipsis), palette.good)]
        if self._difference:
            return [Segment(clip(self._difference, width, self.glyphs.ellipsis), palette.warning)]
        comments = self.inspection.formula.comments if self.inspection else ()
        first = next(filter(None, (printable(comment.text).strip() for comment in comments)), "")
        return [Segment(clip(first, width, self.glyphs.ellipsis), palette.dim)]

    # filters

    def named(self, word: str) -> Holds | None:
        if self.sudoku is None:
            return None
        from engine.sudoku.as_sat.cell_selection import named_condition

        return named_condition(self.sudoku, word)

    @property
    def nameable(self) -> tuple[str, ...]:
        if self.sudoku is None:
            return ()
        from engine.sudoku.as_sat.cell_selection import ALLOWED

        return ALLOWED

    def _fit_board(self) -> None:
        """Give the board the rows that it needs."""
        if self.sudoku is not None:
            width = self.cell_pane.size.width or self.size.width
            self.cell_pane.styles.height = board_frame(self.sudoku, width, self.glyphs).height
