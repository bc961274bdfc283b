"""Drafts: puzzles being set, with their history."""

from collections.abc import Iterable
from dataclasses import replace

from engine.play.board import Board, CellState
from engine.play.history import History, Move, MoveKind
from engine.sudoku.layout import LAYOUTS, Conflict, Layout, double
from engine.sudoku.puzzle import Digits, Puzzle
from engine.sudoku.rules import Rule


class Draft:
    """The givens of a puzzle being set, with a history that can undo every change.

    Methods that change nothing return None. Not thread-safe.
    """

    def __init__(
        self, layout: Layout, name: str = "", givens: Digits = (), rules: tuple[Rule, ...] = ()
    ) -> None:
        """Start with these givens, one per cell, or with none."""
        self.layout = layout
        self.name = name
        self.history = History(Board(layout, tuple(map(CellState, givens or (0,) * len(layout.cells))), rules))

    @property
    def board(self) -> Board:
        """The state of each cell."""
        return self.history.board

    @property
    def values(self) -> Digits:
        """The givens so far, 0 in empty cells."""
        return self.board.values

    @property
    def conflicts(self) -> tuple[Conflict, ...]:
        """The rules broken by the givens."""
        return self.board.conflicts

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle in its current state."""
        return Puzzle(self.layout, self.values, self.name, rules=self.board.rules)

    def place(self, cell: int, digit: int) -> Move | None:
        """Set the given of a cell, replacing its contents; 0 removes it. Raises ValueError for an invalid digit."""
        if not 0 <= digit <= self.layout.size:
            raise ValueError(f"digit {digit} is outside 0..{self.layout.size}")
        return self.history.make(MoveKind.PLACE if digit else MoveKind.CLEAR, [(cell, CellState(digit))])

    def put(self, givens: Digits) -> Move | None:
        """Replace all givens in one move. Raises ValueError if their number is wrong."""
        if len(givens) != len(self.values):
            raise ValueError(f"{len(givens)} givens for {len(self.values)} cells")
        return self.history.make(MoveKind.RESTART, enumerate(map(CellState, givens)))

    def undo(self) -> Move | None:
        """Undo the last move; returns None at the start."""
        return self.history.undo()

    def redo(self) -> Move | None:
        """Redo the move undone last; returns None if there is none."""
        return self.history.redo()


class Drafts:
    """The drafts in progress, one per layout, so that changing the layout loses nothing."""

    def __init__(self, drafts: Iterable[Draft] = ()) -> None:
        """Use these drafts, the first of which is current; without any, start one."""
        self._drafts = {draft.layout: draft for draft in drafts} or {double(): Draft(double())}
        self.draft = next(iter(self._drafts.values()))

    @property
    def all(self) -> tuple[Draft, ...]:
        """All drafts, the current one first."""
        return self.draft, *(draft for draft in self._drafts.values() if draft is not self.draft)

    def switch_to(self, layout: Layout) -> Draft:
        """Switch to the draft of a layout, creating it if necessary."""
        self.draft = self._drafts.setdefault(layout, Draft(layout))
        return self.draft

    def take(self, puzzle: Puzzle) -> Draft:
        """Replace the draft of the puzzle's layout by the puzzle; undo restores it."""
        draft = self.switch_to(puzzle.layout)
        if draft.board.rules != puzzle.rules:  # which no move of a history changes
            self.draft = draft = Draft(puzzle.layout, rules=puzzle.rules)
            self._drafts[puzzle.layout] = draft
        draft.name = puzzle.name
        draft.put(puzzle.givens)
        return draft

    def take_text(self, puzzle: Puzzle) -> Draft:
        """Replace a draft by a puzzle parsed from text: the current draft if its layout fits as well.

        (Text does not distinguish a diagonal sudoku from any other, unless it names the layout.)
        """
        layout = self.draft.layout
        similar = (layout for layout in (make() for make in LAYOUTS.values()) if layout.cells == puzzle.layout.cells)
        if puzzle.layout == next(similar, None) and layout.cells == puzzle.layout.cells:
            puzzle = replace(puzzle, layout=layout)
        return self.take(puzzle)
