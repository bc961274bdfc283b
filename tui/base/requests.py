"""Requests of features to the app, which alone knows the feature that handles each."""

from __future__ import annotations

from array import array
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from textual.message import Message

if TYPE_CHECKING:  # nothing heavy before the first frame
    from engine.play.game import Game, GameRecord
    from engine.play.history import Move
    from engine.play.origin import Origin
    from engine.sat.formula.dimacs import Document
    from engine.sat.formula.formula import Formula
    from engine.sat.proof.proof import Proof
    from engine.sat.trace.recording import SearchRecording
    from engine.sat.trace.trace import Trace
    from engine.sudoku.as_sat.sudoku_formula import SudokuFormula
    from engine.sudoku.making.drills import Drill
    from engine.sudoku.puzzle import Digits, Puzzle

Newest = Callable[[], "Trace | None"]
"""Gives what is recorded by then of a search that may still be running; None where nothing is."""


def nothing_newer() -> None:
    """The recording is complete."""


class Request(Message):
    """Base class of requests."""


@dataclass
class InspectFile(Request):
    """Show the clauses of a CNF file; `document` is what was read from it, if it was."""

    path: Path
    document: Document | None = None


@dataclass
class InspectFormula(Request):
    """Show the clauses of a formula that is at hand, and what an assignment makes of each.

    `name` is what the formula is called, fit to be shown. `assignment` is array("b") by variable (1 true, -1 false,
    0 free; so is index 0), or None; `path` is the file that the formula was read from, if it was.
    """

    name: str
    formula: Formula
    assignment: array[int] | None = None
    path: Path | None = None


@dataclass
class SolveFile(Request):
    """Open the solve screen on a CNF file; `document` is what was read from it, if it was."""

    path: Path
    document: Document | None = None


@dataclass
class SolvePuzzle(Request):
    """Open the solve screen on a puzzle, as the formula it is reduced to."""

    puzzle: Puzzle


@dataclass
class AskAbout(Request):
    """Open the queries on a formula; `name` is its printable name."""

    name: str
    formula: Formula


@dataclass
class RaceFiles(Request):
    """Race solvers on these CNF files, or on all files of a folder."""

    paths: tuple[Path, ...]


@dataclass
class OpenReplay(Request):
    """Go through a recorded search event by event; `name` is what was solved, fit to be shown.

    `sudoku` tells what the variables mean, where it is known that the formula is one. `newest` gives more of a search
    that is still running.
    """

    name: str
    trace: Trace
    sudoku: SudokuFormula | None = None
    newest: Newest = nothing_newer


@dataclass
class ExploreProof(Request):
    """Trim a proof that a formula is unsatisfiable, and show what follows from what in it.

    `name` is what both are called, fit to be shown. The formula and the proof (in DRAT; of a file also in LRAT) are at
    hand, or files to be read; `folder` is where is written what is made of them.
    """

    name: str
    formula: Formula | Path
    proof: Proof | Path
    folder: Path


@dataclass
class CompareSearches(Request):
    """Set a recorded search beside another one; `name` is what was solved, fit to be shown.

    `sides` are searches by their names: the first is compared, from `position` on, and the others can be chosen.
    """

    name: str
    sides: tuple[tuple[str, Trace], ...]
    position: int


@dataclass
class OpenRecording(Request):
    """Go through a recording that was read from a file; `name` is that of the file, fit to be shown."""

    name: str
    recording: SearchRecording


@dataclass
class ShowLessons(Request):
    """Show the list of lessons."""


@dataclass
class OpenLesson(Request):
    """Open the lesson in a file."""

    path: Path


@dataclass
class DecideYourself(Request):
    """Search for a model of the formula in a file by one's own decisions; `document` is what was read, if it was."""

    path: Path
    document: Document | None = None


@dataclass
class PlayPuzzle(Request):
    """Start a game of a puzzle, of which `origin` says what is known.

    `instead`: the board is to take the place of the screen that is in front. `notice` is what the board says first.
    """

    puzzle: Puzzle
    origin: Origin | None = None
    instead: bool = False
    notice: str = ""


@dataclass
class SetPuzzle(Request):
    """Go on setting a puzzle, or put this one over the draft of its layout."""

    puzzle: Puzzle | None = None


@dataclass
class SharePuzzle(Request):
    """Show a puzzle as text, to be copied or saved; `digits` are those on the board, the givens among them."""

    puzzle: Puzzle
    digits: Digits


@dataclass
class WatchPuzzle(Request):
    """Watch the search solve a puzzle."""

    puzzle: Puzzle


@dataclass
class ShowHistory(Request):
    """Show the history of a game. `go` moves the game to a node and shows a message; `keep` saves it."""

    game: Game
    go: Callable[[int, str], Awaitable[None]]
    keep: Callable[[], Awaitable[None]]


@dataclass
class ShowSteps(Request):
    """Show every step there is in a game, and the way to its end.

    `make` makes a move on the game and says a sentence; `keep` writes it down. Steps that concern the `cell` come
    first.
    """

    game: Game
    make: Callable[[Callable[[], Move | None], str], Awaitable[None]]
    keep: Callable[[], Awaitable[None]]
    cell: int | None = None


@dataclass
class GameWon(Request):
    """Tell the player that the game on the screen is won, and offer the next one."""

    game: Game


@dataclass
class ReviewGame(Request):
    """Show the longest pauses of a game; `is_new` says that it has just been finished."""

    record: GameRecord
    is_new: bool = False


@dataclass
class PractiseDrill(Request):
    """Begin a drill, then others of its technique."""

    drill: Drill


@dataclass
class NewGame(Request):
    """Open the screen for a new game."""


@dataclass
class PlayDaily(Request):
    """Start or resume the puzzle of the day."""


@dataclass
class PlayTogether(Request):
    """Show the server's lobby, and a match in front of it. Requires `BaseApp.member`."""

    match: int | None = None


@dataclass
class MarkFavourite(Request):
    """Make a puzzle a favourite, which saves it as a game that is not begun; or no longer one.

    `playing` says that a game of it is on the screen.
    """

    puzzle: Puzzle
    playing: bool = False


@dataclass
class Train(Request):
    """Show the trainer's path, which starts drills."""


@dataclass
class ShowStatistics(Request):
    """Show the statistics of solved games."""


@dataclass
class ResumeGame(Request):
    """Go on with a saved game: the one of the number, or one chosen from the list of all.

    `instead`: the board is to take the place of the screen that is in front.
    """

    number: int | None = None
    instead: bool = False
