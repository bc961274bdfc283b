"""What screens ask the app to do. The app alone knows which screen answers."""

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING

from textual.message import Message

from engine.sudoku.puzzle import Puzzle

if TYPE_CHECKING:  # nothing heavy before the first frame
    from engine.play.game import Game
    from engine.sat.trace import Trace


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


class StepThrough(Message):
    """Go through a recorded search event by event; `name` is what was solved, fit to be shown."""

    def __init__(self, name: str, trace: "Trace") -> None:
        super().__init__()
        self.name = name
        self.trace = trace


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


class ResumeGame(Message):
    """Go on with a saved game: the one of the number, or the newest."""

    def __init__(self, number: int | None = None) -> None:
        super().__init__()
        self.number = number
