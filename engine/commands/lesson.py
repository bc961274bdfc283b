"""Check lessons: run their searches, and print each stop with its question and the correct answers.

A folder stands for all its lessons. --homework makes it homework; --export writes your answers in it to a result file,
which you hand in. --new begins a lesson at an event of a recorded search.
"""

import getpass
from argparse import ArgumentParser, Namespace
from functools import partial
from pathlib import Path

from engine.base.errors import InputError
from engine.base.language import _, lazy_gettext
from engine.base.text import joined, printable
from engine.commands.arguments import add_language
from engine.commands.exits import DONE
from engine.commands.output import destination
from engine.play.state_directory import state_directory
from engine.sat.lessons import lesson_file
from engine.sat.lessons.homework import begin_homework, export_result
from engine.sat.lessons.lesson import PreparedStop, prepare
from engine.sat.lessons.lesson_folder import lesson_files
from engine.sat.lessons.lesson_question import AnswerForm
from engine.sat.lessons.new_lesson import new_lesson
from engine.sat.solvers import recording_file
from engine.sudoku.as_sat.cell_words import words_of

EXAMPLES = """\
examples:
  satsudoku lesson puzzles/lessons/4-first-uip.toml
  satsudoku lesson week-3 --homework "Week 3"
  satsudoku lesson week-3 --export ann.json --student "Ann Lee"
  satsudoku lesson week-4/backjumps.toml --new queens.recording --event 120

Faults of the file are reported with their lines; docs/lessons.md describes the format."""

STOP = "{number}. {place}"
QUESTION = "   {question}"
ANSWER = "   -> {answers}"
REASON = "      {reason}"
ALL_ANSWERS = lazy_gettext("{answers} (all of them)")
ORDERED_ANSWERS = lazy_gettext("{answers} (in this order, or another that is right)")
WRITTEN = lazy_gettext("Written: {path}")
EXISTS = lazy_gettext("this file already exists")
NO_SUCH_EVENT = lazy_gettext("there is no event {event:,}: the search has {count:,}")
NAMING = partial(words_of, unequal="!=")


def configure(parser: ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument("lesson", type=Path, metavar="LESSON", help="a lesson file, or a folder of lessons")
    group = parser.add_mutually_exclusive_group()
    group.add_argument("--homework", metavar="TITLE", help="make the folder homework: write its file with a new key")
    group.add_argument("--export", metavar="FILE", help="write your answers in the folder to a signed result file")
    group.add_argument("--new", type=Path, metavar="RECORDING", help="write a new lesson that begins in this recording")
    parser.add_argument(
        "--event", type=int, metavar="N", help="the event of --new (default: the one you looked at last)"
    )
    parser.add_argument("--student", metavar="NAME", help="your name in the result file (default: your account)")
    add_language(parser)


def run(arguments: Namespace) -> int:
    """Print the stops of lessons, make homework or a lesson, or write a result file."""
    path: Path = arguments.lesson
    folder = path if path.is_dir() else path.parent
    if arguments.homework is not None:
        print(WRITTEN.format(path=printable(str(begin_homework(folder, arguments.homework)))))
    elif arguments.export is not None:
        student = getpass.getuser() if arguments.student is None else arguments.student
        text = export_result(folder, student, state_directory(), NAMING)
        with destination(arguments.export) as file:
            file.write(text.encode())
    elif arguments.new is not None:
        _write_lesson(path, arguments.new, arguments.event)
        print(WRITTEN.format(path=printable(str(path))))
    else:
        for lesson_path in lesson_files(path) if path.is_dir() else [path]:
            _print_stops(lesson_path)
    return DONE


def _write_lesson(path: Path, recording_path: Path, event: int | None) -> None:
    """Write a new lesson at an event of the line that a recording shows."""
    if path.exists():
        raise InputError(EXISTS, path=path, advice=_("choose another name"))
    recording = recording_file.read(recording_path)
    trace = recording.lines[recording.view.line].trace
    position = recording.view.position if event is None else event
    if not 0 <= position <= len(trace):
        raise InputError(NO_SUCH_EVENT.format(event=position, count=len(trace)), path=recording_path)
    text = new_lesson(trace, position, path.stem)
    with destination(str(path)) as file:
        file.write(text.encode())


def _print_stops(path: Path) -> None:
    """Print the stops of a lesson."""
    lesson = lesson_file.read(path, NAMING)
    steps = prepare(lesson)
    print(lesson.title)
    for number, step in enumerate(steps, 1):
        print(STOP.format(number=number, place=step.stop.place.text))
        if step.stop.question is not None:
            print(QUESTION.format(question=step.question))
            print(ANSWER.format(answers=_answers(step)))
            print(REASON.format(reason=step.why(step.solution)))


def _answers(step: PreparedStop) -> str:
    """All right answers in the form in which people write them."""
    if step.form is AnswerForm.SINGLE:
        return joined(step.answer_text(answer) for answer in sorted(step.right))
    answers = joined(map(step.answer_text, step.solution))
    return (ALL_ANSWERS if step.form is AnswerForm.ALL else ORDERED_ANSWERS).format(answers=answers)
