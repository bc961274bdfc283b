"""The completed lessons. The first frame loads this module, and nothing of lessons with it."""

from collections.abc import Iterable
from pathlib import Path
from urllib.parse import quote

from tui.terminal.config import remember, stored_choice

_DONE = "lessons"
"""The key under which completed lessons are stored: their keys separated by blanks."""


def lesson_key(path: Path) -> str:
    """Return the key of a lesson: its file name without suffix, in homework after the name of the folder.

    So the copy of a lesson in homework is not the lesson itself.
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
    """Return the first lesson that is not completed, in homework if there is one; None if all are completed."""
    from engine.sat.lessons.lesson_folder import is_homework

    done = lessons_done()
    open_paths = [path for path in paths if lesson_key(path) not in done]
    return min(open_paths, key=lambda path: not is_homework(path.parent), default=None)
