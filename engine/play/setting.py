"""Setting a puzzle: drafts, and what the givens of one lead to."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from itertools import islice

from engine.play.board import EMPTY, Board, Change, Entry
from engine.play.history import History, Move, MoveKind
from engine.play.opening import level_of
from engine.sudoku.layout import LAYOUTS, Conflict, Layout, conflicts, double
from engine.sudoku.puzzle import Digits, Puzzle
from engine.sudoku.search import exact as search
from engine.sudoku.search.exact import GridSearch
from engine.sudoku.techniques.catalogue import Level

PATIENCE = 2_000_000
"""Work (as `GridSearch.nodes_for` has it: 20 ms) after which a cell counts as open, and a given as needed."""


class Draft:
    """Givens in the making, with their history: any act can be undone.

    Acts that change nothing return None. Not for use by several threads at once.
    """

    def __init__(self, layout: Layout, name: str = "", givens: Digits = ()) -> None:
        """Begin with these givens, one a cell, or with none."""
        self.layout = layout
        self.name = name
        self.history = History()
        self.board = Board(layout, tuple(Entry(given) for given in givens or (0,) * len(layout.cells)))

    @property
    def values(self) -> Digits:
        """The givens so far, 0 where there is none."""
        return self.board.values

    @property
    def conflicts(self) -> tuple[Conflict, ...]:
        """The rules that the givens break."""
        return self.board.conflicts

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle as it is now."""
        return Puzzle(self.layout, self.values, self.name)

    def place(self, cell: int, digit: int) -> Move | None:
        """Put a given into a cell, over what stands there; 0 takes it out. Raises ValueError for another digit."""
        if not 0 <= digit <= self.layout.size:
            raise ValueError(f"digit {digit} is outside 0..{self.layout.size}")
        before = self.board.entries[cell]
        changes = (Change(cell, before, EMPTY._replace(value=digit)),)
        return self._make(MoveKind.PLACE if digit else MoveKind.CLEAR, changes if before.value != digit else ())

    def put(self, givens: Digits) -> Move | None:
        """Put all these givens in the place of those that stand there: one move."""
        changes = tuple(
            Change(cell, before, EMPTY._replace(value=digit))
            for cell, (before, digit) in enumerate(zip(self.board.entries, givens, strict=True))
            if before.value != digit
        )
        return self._make(MoveKind.RESTART, changes)

    def undo(self) -> Move | None:
        """Take the last move back; None at the start."""
        move = self.history.undo()
        if move:
            self.board = self.board.before(move.changes)
        return move

    def redo(self) -> Move | None:
        """Make the move again that was undone; None if there is none."""
        move = self.history.redo()
        if move:
            self.board = self.board.after(move.changes)
        return move

    def _make(self, kind: MoveKind, changes: tuple[Change, ...]) -> Move | None:
        if not changes:
            return None
        move = Move(kind, changes)
        self.history.add(move)
        self.board = self.board.after(changes)
        return move


class Desk:
    """The drafts that were begun, one for each layout: turning to another layout loses nothing."""

    def __init__(self, drafts: Iterable[Draft] = ()) -> None:
        """Go on with these drafts, the first of them being the present one; or begin one."""
        self._drafts = {draft.layout: draft for draft in drafts} or {double(): Draft(double())}
        self.draft = next(iter(self._drafts.values()))

    @property
    def drafts(self) -> tuple[Draft, ...]:
        """All drafts, the present one first."""
        return self.draft, *(draft for draft in self._drafts.values() if draft is not self.draft)

    def turn_to(self, layout: Layout) -> Draft:
        """Go on with the draft of a layout, or begin one."""
        self.draft = self._drafts.setdefault(layout, Draft(layout))
        return self.draft

    def take(self, puzzle: Puzzle) -> Draft:
        """Put a puzzle over the draft of its layout; undo brings back what stood there."""
        draft = self.turn_to(puzzle.layout)
        draft.name = puzzle.name
        draft.put(puzzle.givens)
        return draft

    def take_text(self, puzzle: Puzzle) -> Draft:
        """Put a puzzle that was read from text over a draft: over the present one if text alone fits that as well.

        (Text does not tell a diagonal sudoku from any other, unless it names the layout.)
        """
        layout = self.draft.layout
        alike = (known for known in (make() for make in LAYOUTS.values()) if known.cells == puzzle.layout.cells)
        if puzzle.layout == next(alike, None) and layout.cells == puzzle.layout.cells:
            puzzle = replace(puzzle, layout=layout)
        return self.take(puzzle)


@dataclass(frozen=True)
class Outlook:
    """What the givens of a puzzle lead to.

    `solutions` is 0, 1, or 2 for several; `solution` is one of them. `open` holds the cells that are known to differ
    between solutions: all such cells if `complete`. `level` is how hard it is, where there is one solution and that is
    known.
    """

    puzzle: Puzzle
    solutions: int
    solution: Digits | None = None
    open: frozenset[int] = frozenset()
    complete: bool = True
    level: Level | None = None


def look_ahead(puzzle: Puzzle, cancel: Callable[[], bool] | None = None) -> Outlook:
    """Count the solutions up to 2; of several, `open` has the cells in which those two differ. Raises Cancelled."""
    if conflicts(puzzle.layout, puzzle.givens):
        return Outlook(puzzle, 0)
    found = list(islice(search.solutions(puzzle, cancel), 2))
    if len(found) < 2:
        return Outlook(puzzle, len(found), found[0] if found else None)
    return Outlook(puzzle, 2, found[0], _differing(*found), complete=False)


def look_closer(outlook: Outlook, cancel: Callable[[], bool] | None = None) -> Outlook:
    """Rate a puzzle with one solution; of several, find all the cells in which they differ.

    For each cell there is a search for a solution without its digit; one that takes too long counts as open. Raises
    Cancelled.
    """
    if outlook.solutions == 1:
        return replace(outlook, level=level_of(outlook.puzzle, cancel))
    if outlook.complete or outlook.solution is None:
        return outlook
    puzzle, known = outlook.puzzle, outlook.solution
    exact = GridSearch(puzzle.layout)
    patience = exact.nodes_for(PATIENCE)
    givens, differing = bytes(puzzle.givens), set(outlook.open)
    exact.count(givens, 1, cancel)  # so that there is a solution even where a search below is given up
    for cell, given in enumerate(puzzle.givens):
        if given or cell in differing:
            continue
        exact.load(givens)
        exact.exclude(cell, known[cell])
        if exact.run(1, cancel, patience):
            differing |= _differing(known, exact.solution()) | {cell}
    return replace(outlook, open=frozenset(differing), complete=True)


def completed(puzzle: Puzzle, seed: int, cancel: Callable[[], bool] | None = None) -> Digits | None:
    """The givens and as many more, at random, as leave one solution; None if they have no solution at all.

    The same for the same seed. Raises Cancelled.
    """
    if conflicts(puzzle.layout, puzzle.givens):
        return None
    dice = GridSearch(puzzle.layout, seed)
    goal = search.solve(puzzle, cancel) if any(puzzle.givens) else dice.fill(cancel)
    if goal is None:
        return None
    cells = list(range(len(goal)))
    dice.shuffle(cells)
    givens = list(puzzle.givens)
    while True:
        found = search.solutions(replace(puzzle, givens=tuple(givens)), cancel)
        other = next((solution for solution in found if solution != goal), None)
        if other is None:
            return tuple(givens)
        cell = next(cell for cell in cells if goal[cell] != other[cell])
        givens[cell] = goal[cell]


def thinned(puzzle: Puzzle, solution: Digits, seed: int, cancel: Callable[[], bool] | None = None) -> Digits:
    """The givens without those that `solution`, the puzzle's only one, does not need, tried in random order.

    None of what is left can go. The same for the same seed. Raises Cancelled.
    """
    exact = GridSearch(puzzle.layout, seed)
    patience = exact.nodes_for(PATIENCE)
    cells = [cell for cell, given in enumerate(puzzle.givens) if given]
    exact.shuffle(cells)
    givens = bytearray(puzzle.givens)
    for cell in cells:
        givens[cell] = 0
        exact.load(givens)
        exact.exclude(cell, solution[cell])
        if exact.run(1, cancel, patience):
            givens[cell] = solution[cell]
    return tuple(givens)


def _differing(one: Digits, other: Digits) -> frozenset[int]:
    return frozenset(cell for cell, (a, b) in enumerate(zip(one, other, strict=True)) if a != b)
