"""Check a lesson: make its searches, and print each stop with its question and the right answers."""

from argparse import ArgumentParser, Namespace
from functools import partial
from pathlib import Path

from engine.base.language import numeral
from engine.commands.arguments import add_language
from engine.commands.exits import DONE
from engine.sat.lessons import lesson_file
from engine.sat.lessons.lesson import PreparedStop, prepare
from engine.sat.lessons.questions import AnswerKind
from engine.sat.trace.narration import clause_name
from engine.sudoku.as_sat.cell_words import words_of

EXAMPLES = """\
examples:
  satsudoku lesson puzzles/lessons/4-first-uip.toml

What is wrong in the file is told with its line; docs/lessons.md has the format."""

STOP = "{number}. {place}"
QUESTION = "   {asked}"
ANSWER = "   -> {answers}"
WHY = "      {why}"


def configure(parser: ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("lesson", type=Path, metavar="LESSON", help="a lesson file")
    add_language(parser)


def run(arguments: Namespace) -> int:
    """Print the stops of a lesson."""
    lesson = lesson_file.read(arguments.lesson, partial(words_of, unequal="!="))
    steps = prepare(lesson)
    print(lesson.title)
    for number, step in enumerate(steps, 1):
        print(STOP.format(number=number, place=step.stop.place.text))
        if step.stop.question is not None:
            print(QUESTION.format(asked=step.question))
            print(ANSWER.format(answers=", ".join(_answer(step, answer) for answer in sorted(step.right))))
            print(WHY.format(why=step.stop.question.why(step.position, min(step.right))))
    return DONE


def _answer(step: PreparedStop, answer: int) -> str:
    """An answer as people write it."""
    assert step.stop.question is not None, "it is an answer to one"
    asks, moment = step.stop.question.asks, step.position
    if asks is AnswerKind.LITERAL:
        return moment.name(answer)
    return clause_name(moment.trace, answer) if asks is AnswerKind.CLAUSE else numeral(answer)
