"""The completed lessons."""

from pathlib import Path

from tui.terminal.config import remember, remembered

_DONE = "lessons"
"""The key under which completed lessons are stored: file names separated by blanks."""


def lessons_done() -> frozenset[str]:
    """Return the file names, without suffix, of the completed lessons."""
    return frozenset(remembered(_DONE).split())


def remember_done(path: Path) -> None:
    """Store a lesson as completed."""
    remember(_DONE, " ".join(sorted(lessons_done() | {path.stem})))
