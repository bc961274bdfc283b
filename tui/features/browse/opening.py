"""What can be done with a file of the browser: the requests for its content, and how it is read."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from textual.message import Message

from engine.base.text import title_of
from engine.files.kinds import FileKind
from tui.base import requests
from tui.features.browse.files import Files

if TYPE_CHECKING:  # nothing heavy before the first frame
    from engine.files.reading import Loaded
    from engine.play.game import GameRecord
    from engine.sat.formula.formula import Formula
    from engine.sat.trace.recording import SearchRecording
    from engine.sudoku.puzzle import Puzzle

FileAction = Literal["open", "inspect", "solve", "decide", "play", "favourite", "set"]
"""An action on a file, as in the bindings: `do('open')`."""


def _play(puzzle: Puzzle, path: Path) -> Message:
    from engine.play.origin import Origin  # nothing heavy before the first frame

    return requests.PlayPuzzle(puzzle, Origin(file=title_of(path.name)))


PUZZLE_REQUESTS: dict[FileAction, Callable[[Puzzle, Path], Message]] = {
    "open": _play,
    "play": _play,
    "solve": lambda puzzle, _: requests.SolvePuzzle(puzzle),
    "favourite": lambda puzzle, _: requests.MarkFavourite(puzzle),
    "set": lambda puzzle, _: requests.SetPuzzle(puzzle),
}
"""The requests for a puzzle of a file, by action."""

FORMULA_REQUESTS: dict[FileAction, Callable[[Loaded], Message]] = {
    "open": lambda loaded: requests.InspectFile(loaded.path, loaded.document),
    "inspect": lambda loaded: requests.InspectFile(loaded.path, loaded.document),
    "solve": lambda loaded: requests.SolveFile(loaded.path, loaded.document),
    "decide": lambda loaded: requests.DecideYourself(loaded.path, loaded.document),
}
"""The requests for a formula, by action."""


def race_request(path: Path, record: GameRecord) -> requests.PlayPuzzle:
    """Return the request to play the puzzle of a recorded game, with the progress of that game beside the board."""
    from engine.play.origin import Origin
    from engine.play.past import Rival, fill_times

    rival = Rival(title_of(path.stem), fill_times(record))
    return requests.PlayPuzzle(record.puzzle, Origin(file=title_of(path.name)), rival=rival)


def load(path: Path, files: Files, cancel: Callable[[], bool]) -> Loaded:
    """Identify a path, and read a file of puzzles; the screens of formulas read these themselves. Raises Cancelled."""
    loaded = files.look(path)
    return files.read(loaded, cancel) if loaded.glance.kind is FileKind.PUZZLE else loaded


def read_problem(path: Path) -> Formula:
    """Read a formula; soft clauses become clauses with penalties. Raises InputError."""
    from engine.sat.formula import reading
    from engine.sat.formula.linear_form import with_penalties

    document = reading.read(path)
    return document.formula if document.objective is None else with_penalties(document.formula, document.objective)[0]


def read_game(path: Path) -> GameRecord:
    """Read a recorded game. Raises InputError."""
    from engine.play import game_file

    return game_file.read(path)


def read_recording(path: Path) -> SearchRecording:
    """Read a recorded search. Raises InputError."""
    from engine.sat.solvers import recording_file

    return recording_file.read(path)
