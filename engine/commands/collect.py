"""Check the result files of homework, and grade the answers again.

Every file in the folder and its subfolders must be a result file. Files that were edited, belong to other homework or
to another version of a lesson, or can't be read are listed, and the exit code is 1. With --server, the folder is the
state of a server, which has the answers of its players: no result files are needed.
"""

import csv
import io
import os
import sqlite3
from argparse import ArgumentParser, Namespace
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from operator import attrgetter
from pathlib import Path

from engine.base.errors import InputError
from engine.base.language import _, lazy_gettext
from engine.base.text import joined, pluralized, printable, title_of
from engine.commands.arguments import add_language
from engine.commands.exits import DONE, NOT_SO, complain
from engine.commands.output import destination
from engine.sat.grading.report import inert
from engine.sat.lessons import lesson_file
from engine.sat.lessons.homework import (
    Homework,
    LessonMark,
    LessonTries,
    Submission,
    grade_tries,
    read_homework,
    read_submission,
    stored_tries,
)
from engine.sat.lessons.lesson import Lesson, PreparedStop, prepare
from engine.sat.lessons.lesson_folder import lesson_files
from engine.sudoku.as_sat.cell_words import words_of
from engine.together.server_folder import player_folder, players_by_name

EXAMPLES = """\
examples:
  satsudoku collect week-3/results
  satsudoku collect results --lessons week-3 --csv -o week-3.csv
  satsudoku collect --server /var/lib/satsudoku --lessons course/week-3 --csv

See docs/lessons.md for what a signature can't prevent."""

COLUMNS = ("student", "lesson", "right", "tries", "seconds")

NO_SERVER = lazy_gettext("no server has its state in this folder: {reason}")
NAME_LESSONS = lazy_gettext("--server needs --lessons")
NO_FILES = lazy_gettext("there are no files in this folder")
NOT_FOLDER = lazy_gettext("this is not a folder")
NO_LESSON = lazy_gettext("the homework has no lesson {lesson}")
OTHER_LESSON = lazy_gettext("the answers are to another version of lesson {lesson}")
USE_VERSION = lazy_gettext("use the lesson that you handed out")
SEVERAL = lazy_gettext("{student} has several files: {files}")
ROW = lazy_gettext(
    "{student}, {lesson}: {right:,} of {questions:,} right, {first:,} at the first try, {answers} in {seconds:,} s"
)


@dataclass(frozen=True)
class MarkRow:
    """The results of a student in a lesson, by the stem of its file."""

    student: str
    lesson: str
    mark: LessonMark


class _Judge:
    """Owns the lessons of the homework; each is read and prepared once."""

    def __init__(self, homework: Homework) -> None:
        naming = partial(words_of, unequal="!=")
        self._steps: dict[str, tuple[str, tuple[PreparedStop, ...]]] = {}
        self.lessons: list[Lesson] = []
        """The lessons in the order of their files."""
        for path in lesson_files(homework.folder):
            lesson = lesson_file.read(path, naming)
            self.lessons.append(lesson)
            self._steps[path.stem] = lesson.digest, prepare(lesson)

    def mark(self, tries: LessonTries) -> LessonMark:
        """Grade the tries in a lesson. Raises InputError."""
        lesson = printable(tries.lesson)
        if tries.lesson not in self._steps:
            raise InputError(NO_LESSON.format(lesson=lesson))
        digest, steps = self._steps[tries.lesson]
        if tries.digest != digest:
            raise InputError(OTHER_LESSON.format(lesson=lesson), advice=USE_VERSION)
        return grade_tries(tries, steps)


def configure(parser: ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument("folder", type=Path, metavar="FOLDER", help="the folder with the result files")
    parser.add_argument("--server", action="store_true", help="FOLDER is the --state of satsudoku-tui serve")
    parser.add_argument(
        "--lessons", type=Path, metavar="FOLDER", help="the folder of the homework (default: the parent folder)"
    )
    parser.add_argument("--csv", action="store_true", help="write CSV: " + ", ".join(COLUMNS))
    parser.add_argument("-o", "--output", metavar="FILE", help="write to this file instead of standard output")
    add_language(parser)


def run(arguments: Namespace) -> int:
    """Grade the result files in a folder."""
    folder: Path = arguments.folder
    if not folder.is_dir():
        raise InputError(NOT_FOLDER, path=folder)
    if arguments.server and arguments.lessons is None:
        raise InputError(NAME_LESSONS, advice=_("name the folder of the homework"))
    homework = read_homework(arguments.lessons or folder.absolute().parent)
    judge = _Judge(homework)
    submissions, code = _of_server(folder, judge) if arguments.server else _of_files(folder, homework)
    rows: list[MarkRow] = []
    for path, submission in submissions:
        for tries in submission.lessons:
            try:
                rows.append(MarkRow(submission.student, tries.lesson, judge.mark(tries)))
            except InputError as error:
                complain(InputError(error.problem, path=path, advice=error.advice))
                code = NOT_SO
    rows.sort(key=lambda row: (row.student, row.lesson))
    text = as_csv(rows) if arguments.csv else "".join(map(_line, rows))
    with destination(arguments.output) as file:
        file.write(text.encode())
    return code


Submissions = list[tuple[Path, Submission]]
"""The submissions of students, each with its file or folder."""


def _of_files(folder: Path, homework: Homework) -> tuple[Submissions, int]:
    """The result files in a folder, and the exit code so far."""
    paths = list(_files(folder))
    if not paths:
        raise InputError(NO_FILES, path=folder)
    submissions: Submissions = []
    files: dict[str, list[str]] = defaultdict(list)
    code = DONE
    for path in paths:
        try:
            submission = read_submission(path, homework)
        except InputError as error:
            complain(error)
            code = NOT_SO
            continue
        submissions.append((path, submission))
        files[submission.student].append(str(path.relative_to(folder)))
    for student, names in files.items():
        if len(names) > 1:
            complain(SEVERAL.format(student=student, files=joined(map(printable, names))))
    return submissions, code


def _of_server(state: Path, judge: _Judge) -> tuple[Submissions, int]:
    """The answers of all players of a server, and the exit code so far."""
    submissions: Submissions = []
    try:
        players = players_by_name(state)
    except sqlite3.Error as error:
        raise InputError(NO_SERVER.format(reason=error), path=state) from None
    code = DONE
    for name, number in players:
        folder = player_folder(state, number)
        try:
            answers = tuple(filter(attrgetter("tries"), (stored_tries(folder, lesson) for lesson in judge.lessons)))
        except (InputError, OSError) as error:
            complain(error if isinstance(error, InputError) else InputError(str(error.strerror), path=folder))
            code = NOT_SO
            continue
        if answers:
            submissions.append((folder, Submission(title_of(name), answers)))
    return submissions, code


def _files(folder: Path) -> Iterator[Path]:
    """All files in a folder and its subfolders by name, without hidden ones."""
    for parent, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        yield from (Path(parent, name) for name in sorted(names) if not name.startswith("."))


def as_csv(rows: list[MarkRow]) -> str:
    """A line for each student and lesson. Names are written so that no spreadsheet takes them for formulas."""
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    for row in rows:
        mark = row.mark
        writer.writerow(
            [inert(row.student), inert(printable(row.lesson)), mark.right, mark.tries, f"{mark.seconds:.0f}"]
        )
    return text.getvalue()


def _line(row: MarkRow) -> str:
    mark = row.mark
    line = ROW.format(
        student=row.student,
        lesson=printable(row.lesson),
        right=mark.right,
        questions=mark.questions,
        first=mark.first,
        answers=pluralized(mark.tries, "answer"),
        seconds=round(mark.seconds),
    )
    return f"{line}\n"
