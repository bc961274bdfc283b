"""The stops of lessons as text: before an answer, with a wrong one and with the right one, in two sizes."""

from functools import partial

import pytest
from drawn import drawn, in_rooms
from syrupy.assertion import SnapshotAssertion
from textual.geometry import Region

from engine.sat.lessons import lesson_file
from engine.sat.lessons.lesson import PreparedStop, prepare
from engine.sat.lessons.lesson_question import AnswerKind
from engine.sudoku.as_sat.cell_words import words_of
from tui.app import SHIPPED
from tui.draw.palette import PALETTES, UNICODE
from tui.draw.panels import Drawing, Panel, draw
from tui.features.lessons import words
from tui.features.lessons.panels import Keys, LessonScene, end, panels_of
from tui.features.lessons.scene import LessonProgress

DARK, KEYS = PALETTES["dark"], Keys("enter", "s")


def stops(name: str) -> tuple[PreparedStop, ...]:
    return prepare(lesson_file.read(SHIPPED / "lessons" / f"{name}.toml", partial(words_of, unequal=UNICODE.unequal)))


def picture(step: PreparedStop, progress: LessonProgress, total: int, width: int, height: int) -> str:
    scene = LessonScene(step, progress, total, DARK, UNICODE, KEYS)
    area = Region(1, 0, width - 2, height)
    return drawn(draw(Panel(partial(panels_of, scene)), area, DARK, UNICODE).picture)


def rooms(step: PreparedStop, progress: LessonProgress, total: int) -> str:
    """Checksums of a stop in rooms of many sizes."""
    scene = LessonScene(step, progress, total, DARK, UNICODE, KEYS)

    def drawing(width: int, height: int) -> Drawing:
        return draw(Panel(partial(panels_of, scene)), Region(1, 0, width, height), DARK, UNICODE)

    return in_rooms(drawing, least=40)


@pytest.mark.parametrize("name", ["2-dpll", "3-two-watched-literals", "7-vsids", "9-encoding-a-sudoku"])
def test_any_room(name: str, snapshot: SnapshotAssertion) -> None:
    """Stops before an answer and after one, with the cursor in the list that answers are chosen from."""
    steps, found, progress = stops(name), [], LessonProgress()
    for number, step in enumerate(steps):
        progress = progress.at(number, steps)
        found.append(rooms(step, progress, len(steps)))
        if step.stop.question is not None and number % 2:
            progress = progress.with_answer(step, step.solution)
            found.append(rooms(step, progress, len(steps)))
            progress = progress.answered(step, step.solution)
            found.append(rooms(step, progress, len(steps)))
    assert "\n".join(found) == snapshot


@pytest.mark.every_combination
@pytest.mark.parametrize("name", ["1-unit-propagation", "4-first-uip", "7-vsids"])
def test_stops(name: str, snapshot: SnapshotAssertion) -> None:
    steps, pictures = stops(name), []
    progress = LessonProgress()
    for number, step in enumerate(steps):
        size = (80, 22) if number % 2 else (120, 36)
        progress = progress.at(number, steps)
        pictures.append(picture(step, progress, len(steps), *size))
        if step.stop.question is None:
            continue
        asks = step.stop.question.asks
        offered = range(9) if asks is AnswerKind.NUMBER else (each for row in step.rows for each in row.answers(asks))
        wrong = next(answer for answer in offered if answer not in step.right)
        for answer in ((wrong,), step.solution):
            progress = progress.with_answer(step, answer).answered(step, answer)
            pictures.append(picture(step, progress, len(steps), *size))
    questions = sum(step.stop.question is not None for step in steps)
    for hand_in in ("", words.HAND_IN.format(key="lesson.result")):
        last = draw(Panel(end(progress, questions, DARK, KEYS, hand_in)), Region(1, 0, 78, 22), DARK, UNICODE).picture
        pictures.append(drawn(last))
    assert "\n\n".join(pictures[::2]) == snapshot
