"""Requests for the features of the program, with the screens that answer them."""

from __future__ import annotations

from array import array
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, TypeVar, cast, dataclass_transform

from textual.message import Message

from engine.base.lazy_dataclasses import dataclass

if TYPE_CHECKING:  # nothing heavy before the first frame
    from engine.play.game import Game, GameRecord
    from engine.play.history import Move
    from engine.play.origin import Origin
    from engine.play.past import Rival
    from engine.sat.formula.dimacs import Document
    from engine.sat.formula.formula import Formula
    from engine.sat.proof.proof import Proof
    from engine.sat.trace.recording import SearchRecording
    from engine.sat.trace.trace import Trace
    from engine.sudoku.as_sat.sudoku_formula import SudokuFormula
    from engine.sudoku.making.drills import Drill
    from engine.sudoku.puzzle import Digits, Puzzle

Newest = Callable[[], "Trace | None"]
"""Returns the trace so far of a search that may still be running; None if it has not grown."""


def nothing_newer() -> None:
    """Return None: the recording is complete."""


RequestClass = TypeVar("RequestClass", bound=type["Request"])


@dataclass_transform(eq_default=False)
def request(cls: RequestClass) -> RequestClass:
    """Make a dataclass without equality and a text, whose making would delay the first frame."""
    return cast("RequestClass", dataclass(eq=False, repr=False)(cls))


class Request(Message):
    """Base class of requests, which the app answers with a screen.

    `screen` is the screen's class by its path in `tui.features`; "" for requests that the app answers by itself. The
    screen gets the fields as its arguments, unless it has a `from_request` of its own.
    """

    SCREEN: ClassVar[str]

    def __init_subclass__(cls, screen: str = "") -> None:
        super().__init_subclass__()
        cls.SCREEN = screen


@request
class InspectFile(Request, screen="inspect.screen.InspectorScreen"):
    """Show the clauses of a CNF file; `document` is its content, if already read."""

    path: Path
    document: Document | None = None


@request
class InspectFormula(Request, screen="inspect.screen.InspectorScreen"):
    """Show the clauses of a formula, and the value of each under an assignment.

    `name` is the printable name of the formula. `assignment` is array("b") by variable (1 true, -1 false, 0 free; index
    0 is unused), or None; `path` is the file of the formula, if there is one.
    """

    name: str
    formula: Formula
    assignment: array[int] | None = None
    path: Path | None = None


@request
class SolveFile(Request, screen="solve.screen.SolveScreen"):
    """Open the solve screen on a CNF file; `document` is its content, if already read."""

    path: Path
    document: Document | None = None


@request
class SolvePuzzle(Request, screen="solve.screen.SolveScreen"):
    """Open the solve screen on a puzzle, encoded as a formula."""

    puzzle: Puzzle


@request
class AskAbout(Request, screen="questions.screen.QuestionsScreen"):
    """Open the queries on a formula; `name` is its printable name, `sudoku` the puzzle that it encodes, if known."""

    name: str
    formula: Formula
    sudoku: SudokuFormula | None = None


@request
class RaceFiles(Request, screen="race.screen.RaceScreen"):
    """Race solvers on CNF files, or on all files of a folder."""

    paths: tuple[Path, ...]


@request
class OpenReplay(Request, screen="replay.screen.ReplayScreen"):
    """Replay a recorded search event by event; `name` is the printable name of the formula.

    `sudoku` is the puzzle that the formula encodes, if known. `newest` returns the trace so far of a search that is
    still running.
    """

    name: str
    trace: Trace
    sudoku: SudokuFormula | None = None
    newest: Newest = nothing_newer


@request
class WatchCuttingPlanes(Request, screen="planes.screen.PlanesScreen"):
    """Show a search of a formula by cutting planes, line by line. `name` is its printable name."""

    name: str
    formula: Formula


@request
class ExploreProof(Request, screen="proof.screen.ProofScreen"):
    """Trim a proof that a formula is unsatisfiable, and show its derivations.

    `name` is their printable name. Formula and proof (DRAT; in a file also LRAT) are values or files; results are
    written to `folder`.
    """

    name: str
    formula: Formula | Path
    proof: Proof | Path
    folder: Path


@request
class CompareSearches(Request, screen="comparison.screen.ComparisonScreen"):
    """Compare a recorded search with another one; `name` is the printable name of the formula.

    `sides` are searches with their names: the first is compared, from `position` on, with one of the others.
    """

    name: str
    sides: tuple[tuple[str, Trace], ...]
    position: int


@request
class OpenRecording(Request, screen="replay.screen.ReplayScreen"):
    """Replay a recording from a file; `name` is the printable name of the file."""

    name: str
    recording: SearchRecording


@request
class ShowLessons(Request, screen="lessons.screen.LessonsScreen"):
    """Show the list of lessons."""


@request
class OpenLesson(Request, screen="lessons.screen.LessonScreen"):
    """Open the lesson in a file."""

    path: Path


@request
class DecideYourself(Request, screen="lessons.decide.DecideScreen"):
    """Let the player decide in a search on a CNF file; `document` is its content, if already read."""

    path: Path
    document: Document | None = None


@dataclass(frozen=True)
class PuzzlePack:
    """Puzzles in the order in which they are played."""

    puzzles: Sequence[Puzzle]
    place: int
    """The index of the present one."""
    request: Callable[[int], PlayPuzzle]
    """Returns the request for the puzzle at an index."""


@request
class PlayPuzzle(Request):
    """Start a game of a puzzle."""

    puzzle: Puzzle
    origin: Origin | None = None
    """The source of the puzzle."""
    replaces_screen: bool = False
    """Whether the board replaces the screen in front."""
    notice: str = ""
    """The first message of the board."""
    pack: PuzzlePack | None = None
    """The pack to which the puzzle belongs."""
    rival: Rival | None = None
    """A past game whose progress is shown beside the board."""


@request
class SetPuzzle(Request, screen="edit.screen.EditorScreen"):
    """Open the editor; a puzzle becomes the draft of its layout."""

    puzzle: Puzzle | None = None


@request
class SharePuzzle(Request, screen="share.screen.ShareScreen"):
    """Show a puzzle as text to copy or save; `digits` are those on the board, givens included."""

    puzzle: Puzzle
    digits: Digits


@request
class WatchPuzzle(Request, screen="watch.screen.WatchScreen"):
    """Show the search solving a puzzle."""

    puzzle: Puzzle


@request
class ShowHistory(Request, screen="history.screen.HistoryScreen"):
    """Show the history of a game. `go` moves the game to a node and shows a message; `keep` saves the game."""

    game: Game
    go: Callable[[int, str], Awaitable[None]]
    keep: Callable[[], Awaitable[None]]


@request
class ShowSteps(Request, screen="steps.screen.StepsScreen"):
    """Show every possible step in a game, and the path to the solution.

    `make` makes a move in the game and shows a sentence; `keep` saves the game. Steps that concern the `cell` come
    first.
    """

    game: Game
    make: Callable[[Callable[[], Move | None], str], Awaitable[None]]
    keep: Callable[[], Awaitable[None]]
    cell: int | None = None


@request
class GameWon(Request):
    """Congratulate the player on the game on the screen, and offer the next one."""

    game: Game


@request
class ReviewGame(Request, screen="review.screen.ReviewScreen"):
    """Show the longest pauses of a game; `is_new` tells whether it has just been finished."""

    record: GameRecord
    is_new: bool = False


@request
class WatchGame(Request, screen="past_game.screen.PastGameScreen"):
    """Play a game again as it went, move by move."""

    record: GameRecord


@request
class PractiseDrill(Request, screen="train.drill.DrillScreen"):
    """Start a drill, followed by others of its technique."""

    drill: Drill


@request
class NewGame(Request, screen="new_game.screen.NewGameScreen"):
    """Open the screen for a new game."""


@request
class ShowDailies(Request, screen="daily.screen.DailyScreen"):
    """Show the puzzles of the day."""


@request
class PlayTogether(Request, screen="together.screen.TogetherScreen"):
    """Show the server's lobby, or in front of it the match of this number. Requires `BaseApp.member`."""

    match: int | None = None


@request
class MarkFavourite(Request):
    """Make a puzzle a favourite, which saves it as a game not yet started; or remove it from the favourites."""

    puzzle: Puzzle
    playing: bool = False
    """Whether a game of the puzzle is on the screen."""


@request
class Train(Request, screen="train.screen.TrainScreen"):
    """Show the trainer's path of techniques."""


@request
class ShowStatistics(Request, screen="statistics.screen.StatisticsScreen"):
    """Show the statistics of solved games."""


@request
class ResumeGame(Request, screen="games.screen.GamesScreen"):
    """Resume the saved game of this number, or show the list of all."""

    number: int | None = None
    replaces_screen: bool = False
    """Whether the board replaces the screen in front."""
