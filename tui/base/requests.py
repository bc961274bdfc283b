"""What screens ask the app to do. The app alone knows which screen answers."""

from array import array
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING

from textual.message import Message

from engine.sudoku.puzzle import Digits, Puzzle

if TYPE_CHECKING:  # nothing heavy before the first frame
    from engine.play.game import Game
    from engine.play.origin import Origin
    from engine.sat.formula.formula import Formula
    from engine.sat.trace.trace import Trace
    from engine.sudoku.as_sat.sudoku_formula import SudokuFormula

Newest = Callable[[], "Trace | None"]
"""Gives what is recorded by then of a search that may still be running; None where nothing is."""


class InspectFile(Message):
    """Show the clauses of a CNF file."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.path = path


class InspectFormula(Message):
    """Show the clauses of a formula that is at hand, and what an assignment makes of each.

    `name` is what the formula is called, fit to be shown. `assignment` is array("b") by variable (1 true, -1 false,
    0 free; so is index 0), or None; `path` is the file that the formula was read from, if it was.
    """

    def __init__(
        self, name: str, formula: "Formula", assignment: "array[int] | None" = None, path: Path | None = None
    ) -> None:
        super().__init__()
        self.name = name
        self.formula = formula
        self.assignment = assignment
        self.path = path


class SolveFile(Message):
    """Open the solve screen on a CNF file."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.path = path


class SolvePuzzle(Message):
    """Open the solve screen on a puzzle, as the formula it is reduced to."""

    def __init__(self, puzzle: Puzzle) -> None:
        super().__init__()
        self.puzzle = puzzle


class RaceFiles(Message):
    """Race solvers on these CNF files; of a folder, on all that are in it."""

    def __init__(self, paths: tuple[Path, ...]) -> None:
        super().__init__()
        self.paths = paths


class StepThrough(Message):
    """Go through a recorded search event by event; `name` is what was solved, fit to be shown.

    `sudoku` tells what the variables mean, where it is known that the formula is one. `newest` gives more of a search
    that is still running.
    """

    def __init__(
        self, name: str, trace: "Trace", sudoku: "SudokuFormula | None" = None, newest: Newest = lambda: None
    ) -> None:
        super().__init__()
        self.name = name
        self.trace = trace
        self.sudoku = sudoku
        self.newest = newest


class PlayPuzzle(Message):
    """Start a game of a puzzle, of which `origin` says what is known."""

    def __init__(self, puzzle: Puzzle, origin: "Origin | None" = None) -> None:
        super().__init__()
        self.puzzle = puzzle
        self.origin = origin


class SetPuzzle(Message):
    """Go on setting a puzzle, or put this one over the draft of its layout."""

    def __init__(self, puzzle: Puzzle | None = None) -> None:
        super().__init__()
        self.puzzle = puzzle


class SharePuzzle(Message):
    """Show a puzzle as text, to be copied or saved; `digits` are those on the board, the givens among them."""

    def __init__(self, puzzle: Puzzle, digits: Digits) -> None:
        super().__init__()
        self.puzzle = puzzle
        self.digits = digits


class WatchPuzzle(Message):
    """Watch the search solve a puzzle."""

    def __init__(self, puzzle: Puzzle) -> None:
        super().__init__()
        self.puzzle = puzzle


class ShowHistory(Message):
    """Walk in the history of a game. `go` brings it to a node and says a sentence; `keep` writes it down."""

    def __init__(
        self, game: "Game", go: Callable[[int, str], Awaitable[None]], keep: Callable[[], Awaitable[None]]
    ) -> None:
        super().__init__()
        self.game = game
        self.go = go
        self.keep = keep


class NewGame(Message):
    """Choose and make a new game."""


class PlayDaily(Message):
    """Begin the puzzle of the day, or go on with it."""


class FavourPuzzle(Message):
    """Make a puzzle a favourite, which saves it as a game that is not begun; or no longer one.

    `playing` says that a game of it is on the screen.
    """

    def __init__(self, puzzle: Puzzle, playing: bool = False) -> None:
        super().__init__()
        self.puzzle = puzzle
        self.playing = playing


class ShowStatistics(Message):
    """Show what is remembered of solved games."""


class ResumeGame(Message):
    """Go on with a saved game: the one of the number, or one chosen from the list of all."""

    def __init__(self, number: int | None = None) -> None:
        super().__init__()
        self.number = number
