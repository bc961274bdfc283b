"""The lessons there are, and which of them were gone through."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from engine.base.errors import InputError
from engine.base.text import printable
from engine.sat.lessons import lesson_file
from engine.sudoku.as_sat.cell_words import words_of
from tui.terminal.config import remember, remembered

_DONE = "lessons"
"""Under which name it is remembered which lessons are done: the names of their files, divided by blanks."""


@dataclass(frozen=True)
class LessonEntry:
    """A lesson of the list; one that can't be read has no title, and a sentence that tells why."""

    path: Path
    title: str
    about: str

    @property
    def key(self) -> str:
        """What is remembered when it is done."""
        return self.path.stem


def entries(folders: Sequence[Path], unequal: str) -> list[LessonEntry]:
    """The lessons in the folders, by the names of their files."""
    found = []
    for path in (path for folder in folders for path in sorted(folder.glob("*.toml"))):
        try:
            lesson = lesson_file.read(path, partial(words_of, unequal=unequal))
        except (InputError, OSError) as error:
            found.append(LessonEntry(path, "", printable(str(without_path(error)))))
        else:
            found.append(LessonEntry(path, lesson.title, lesson.about))
    return found


def without_path(error: Exception) -> Exception:
    """What is wrong with a lesson, for a place where its path stands beside it."""
    if isinstance(error, InputError):
        return InputError(error.problem, line=error.line, advice=error.advice)
    return error


def lessons_done() -> frozenset[str]:
    """The names of the files of lessons that were gone through to their end."""
    return frozenset(remembered(_DONE).split())


def remember_done(path: Path) -> None:
    """Remember that a lesson was gone through."""
    remember(_DONE, " ".join(sorted(lessons_done() | {path.stem})))
