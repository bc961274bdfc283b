"""The lessons that the user has completed.

This module is loaded before the first frame, so it imports the other modules of lessons only in functions.
"""

from collections.abc import Iterable
from pathlib import Path
from urllib.parse import quote

from tui.terminal.config import remember, stored_choice

_DONE = "lessons"
"""The name under which the keys of completed lessons are stored, separated by blanks."""


def lesson_key(path: Path) -> str:
    """Return the key of a lesson: its file name without suffix, in homework after the name of the folder.

    So a lesson and its copy in homework have different keys.
    """
    from engine.sat.lessons.lesson_folder import is_homework

    name = quote(path.stem, safe="")
    return f"{quote(path.parent.resolve().name, safe='')}/{name}" if is_homework(path.parent) else name


def lessons_done() -> frozenset[str]:
    """Return the keys of the completed lessons."""
    return frozenset(stored_choice(_DONE).split())


def remember_done(path: Path) -> None:
    """Store a lesson as completed."""
    remember(_DONE, " ".join(sorted(lessons_done() | {lesson_key(path)})))


def first_open(paths: Iterable[Path]) -> Path | None:
    """Return the first lesson that is not completed, of homework if there is any; None if all are completed."""
    from engine.sat.lessons.lesson_folder import is_homework

    done = lessons_done()
    open_paths = [path for path in paths if lesson_key(path) not in done]
    return min(open_paths, key=lambda path: not is_homework(path.parent), default=None)
