"""Which lessons were gone through."""

from pathlib import Path

from tui.terminal.config import remember, remembered

_DONE = "lessons"
"""Under which name it is remembered which lessons are done: the names of their files, separated by blanks."""


def lessons_done() -> frozenset[str]:
    """The names of the files of lessons that were gone through to their end."""
    return frozenset(remembered(_DONE).split())


def remember_done(path: Path) -> None:
    """Remember that a lesson was gone through."""
    remember(_DONE, " ".join(sorted(lessons_done() | {path.stem})))
