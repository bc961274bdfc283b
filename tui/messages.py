"""What screens ask the app to do. The app alone knows which screen answers."""

from pathlib import Path

from textual.message import Message

from engine.sudoku.puzzle import Puzzle


class InspectFile(Message):
    """Show the clauses of a CNF file."""

    def __init__(self, path: Path) -> None:
        super().__init__()
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


class PlayPuzzle(Message):
    """Start a game of a puzzle."""

    def __init__(self, puzzle: Puzzle) -> None:
        super().__init__()
        self.puzzle = puzzle


class WatchPuzzle(Message):
    """Watch the search solve a puzzle."""

    def __init__(self, puzzle: Puzzle) -> None:
        super().__init__()
        self.puzzle = puzzle


class NewGame(Message):
    """Choose and make a new game."""


class ResumeGame(Message):
    """Go on with a saved game: the one of the number, or the newest."""

    def __init__(self, number: int | None = None) -> None:
        super().__init__()
        self.number = number
