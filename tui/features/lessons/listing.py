"""The entries of the list of lessons."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from engine.base.errors import InputError
from engine.base.text import printable
from engine.sat.lessons import lesson_file
from engine.sat.lessons.homework import find_homework
from engine.sat.lessons.lesson_folder import all_lessons
from engine.sudoku.as_sat.cell_words import words_of
from tui.base.lesson_progress import lesson_key


@dataclass(frozen=True)
class LessonEntry:
    """A lesson in the list."""

    path: Path
    title: str
    """"" if the lesson can't be read."""
    about: str
    """The description of the lesson, or why it can't be read."""
    stops: int = 0
    """The number of its stops."""
    homework: str = ""
    """The title of the homework to which it belongs; "" for none."""
    questions: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        """The name of the lesson in the list of completed ones."""
        return lesson_key(self.path)


def entries(folders: Sequence[Path], unequal: str) -> list[LessonEntry]:
    """Return the lessons of the folders, sorted by file name."""
    found = []
    for path in all_lessons(folders):
        try:
            lesson = lesson_file.read(path, partial(words_of, unequal=unequal))
            homework = find_homework(path.parent)
        except (InputError, OSError) as error:
            found.append(LessonEntry(path, "", printable(str(without_path(error)))))
        else:
            title = homework.title if homework else ""
            questions = tuple(stop.wording or str(stop.question.text) for stop in lesson.stops if stop.question)
            found.append(LessonEntry(path, lesson.title, lesson.about, len(lesson.stops), title, questions))
    return found


def without_path(error: Exception) -> Exception:
    """Return the error of a lesson without its path."""
    if isinstance(error, InputError):
        return InputError(error.problem, line=error.line, advice=error.advice)
    return error
