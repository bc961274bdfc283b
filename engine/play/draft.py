"""Drafts: puzzles being set, givens and candidates, with their history."""

from collections.abc import Iterable
from dataclasses import replace

from engine.play.board import Board, CellState
from engine.play.history import History, Move, MoveKind
from engine.sudoku.layout import LAYOUTS, Conflict, Layout, double
from engine.sudoku.puzzle import Digits, Masks, Puzzle
from engine.sudoku.rules import Rule
from engine.sudoku.rules.rule import complete


class Draft:
    """The givens and rules of a puzzle being set, with a history that can undo every change.

    The notes of an empty cell are the candidates that the puzzle allows there; without notes it allows all. Methods
    that change nothing return None. Not thread-safe.
    """

    def __init__(
        self, layout: Layout, name: str = "", givens: Digits = (), rules: tuple[Rule, ...] = (), notes: Masks = ()
    ) -> None:
        """Start with these givens and notes, one per cell, or with none."""
        self.layout = layout
        self.name = name
        empty = (0,) * len(layout.cells)
        cells = zip(givens or empty, notes or empty, strict=True)
        self.history = History(Board(layout, tuple(CellState(given, mask) for given, mask in cells), rules))

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
        """The digits that the givens repeat in a house."""
        return self.board.conflicts

    @property
    def rules(self) -> tuple[Rule, ...]:
        """The rules beyond the houses, in the order in which they were drawn."""
        return self.board.rules

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle in its current state."""
        all_digits = (2 << self.layout.size) - 2
        masks = tuple(entry.notes or all_digits for entry in self.board.entries)
        return Puzzle(self.layout, self.values, self.name, candidates=masks, rules=self.board.rules)

    @property
    def notes(self) -> Masks:
        """The candidates that empty cells may hold, as masks; 0 for all."""
        return tuple(0 if entry.value else entry.notes for entry in self.board.entries)

    @property
    def is_empty(self) -> bool:
        """Whether there are no givens and no rules, and all candidates are allowed."""
        return not (any(self.values) or any(self.notes) or self.rules)

    def place(self, cell: int, digit: int) -> Move | None:
        """Set the given of a cell, replacing its contents; 0 removes it. Raises ValueError for an invalid digit."""
        if not 0 <= digit <= self.layout.size:
            raise ValueError(f"digit {digit} is outside 0..{self.layout.size}")
        return self.history.make(MoveKind.PLACE if digit else MoveKind.CLEAR, [(cell, CellState(digit))])

    def toggle_candidate(self, cell: int, digit: int) -> Move | None:
        """Allow a candidate in an empty cell, or rule it out; the first digit is the only one that is allowed.

        Does nothing in a cell with a given. Raises ValueError for an invalid digit.
        """
        if not 1 <= digit <= self.layout.size:
            raise ValueError(f"digit {digit} is outside 1..{self.layout.size}")
        entry = self.board.entries[cell]
        if entry.value:
            return None
        return self.history.make(MoveKind.NOTE, [(cell, entry._replace(notes=entry.notes ^ 1 << digit))])

    def add_rule(self, rule: Rule) -> Move | None:
        """Add a rule; does nothing if it is already there."""
        return None if rule in self.rules else self._make_rules((*self.rules, rule))

    def remove_rule(self, rule: Rule) -> Move | None:
        """Remove a rule."""
        return self._make_rules(tuple(other for other in self.rules if other != rule))

    def _make_rules(self, rules: tuple[Rule, ...]) -> Move | None:
        return self.history.make(MoveKind.RULE, (), rules=complete(rules))

    def put(self, givens: Digits, notes: Masks | None = None, rules: tuple[Rule, ...] | None = None) -> Move | None:
        """Replace all givens in one move. Raises ValueError if their number is wrong.

        The notes of empty cells become these, or stay; so do the rules.
        """
        if len(givens) != len(self.values):
            raise ValueError(f"{len(givens)} givens for {len(self.values)} cells")
        masks = self.notes if notes is None else notes
        cells = (CellState(given, 0 if given else mask) for given, mask in zip(givens, masks, strict=True))
        return self.history.make(MoveKind.RESTART, enumerate(cells), rules=rules)

    def undo(self) -> Move | None:
        """Undo the last move; returns None at the start."""
        return self.history.undo()

    def redo(self) -> Move | None:
        """Redo the move undone last; returns None if there is none."""
        return self.history.redo()


class Drafts:
    """The drafts in progress, one per layout, so that changing the layout loses nothing."""

    def __init__(self, drafts: Iterable[Draft] = ()) -> None:
        """Take over these drafts, the first as the current one; without any, start one."""
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
        draft.name = puzzle.name
        draft.put(puzzle.givens, puzzle.notes, puzzle.rules)
        return draft

    def take_text(self, puzzle: Puzzle) -> Draft:
        """Replace a draft by a puzzle parsed from text: the current draft if its layout fits as well.

        (Text does not distinguish a diagonal sudoku from any other, unless it names the layout.)
        """
        layout = self.draft.layout
        layouts = (layout for layout in (make() for make in LAYOUTS.values()) if layout.cells == puzzle.layout.cells)
        if puzzle.layout == next(layouts, None) and layout.cells == puzzle.layout.cells:
            puzzle = replace(puzzle, layout=layout)
        return self.take(puzzle)
