"""Every question of the shipped lessons is answered wrong and then right, by keys alone."""

from pathlib import Path

import pytest
from screens import until, until_screen
from textual.pilot import Pilot

from engine.sat.lessons.lesson import PreparedStop
from engine.sat.lessons.lesson_question import Answer, AnswerForm, AnswerKind
from tui.app import SHIPPED, SatSudoku
from tui.base.requests import OpenLesson
from tui.features.lessons.screen import LessonScreen
from tui.terminal.options import Options

LESSONS = sorted((SHIPPED / "lessons").glob("*.toml"))


async def select(pilot: Pilot[None], screen: LessonScreen, step: PreparedStop, item: int) -> None:
    """Move the cursor to an item."""
    target = screen.visit.with_answer(step, (item,))
    while screen.visit.item(step) != item:
        before = screen.visit
        if before.row != target.row:
            await pilot.press("down" if before.row < target.row else "up")
        else:
            await pilot.press("right" if before.column < target.column else "left")
        assert screen.visit != before, "the cursor moves"


async def answer(pilot: Pilot[None], screen: LessonScreen, step: PreparedStop, items: Answer) -> None:
    """Select, mark or type an answer, and give it."""
    assert step.stop.question is not None
    if step.stop.question.asks is AnswerKind.NUMBER:
        await pilot.press(*str(items[0]))
    elif step.form is AnswerForm.SINGLE:
        await select(pilot, screen, step, items[0])
    else:
        for item in (*screen.visit.marks, *items):
            await select(pilot, screen, step, item)
            await pilot.press("space")
    await pilot.press("enter")


def wrong(step: PreparedStop) -> Answer:
    """A wrong answer that the stop offers; () if there is none."""
    assert step.stop.question is not None
    asks = step.stop.question.asks
    if asks is AnswerKind.NUMBER:
        return (max(step.right) + 1,)
    if step.form is AnswerForm.ORDER:
        return tuple(reversed(step.solution))
    offered = (each for row in step.rows for each in row.answers(asks))
    return tuple(item for item in offered if item not in step.right)[:1]


@pytest.mark.slow
@pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem)
async def test_each_question_is_answered_by_keys(path: Path, tmp_path: Path) -> None:
    app = SatSudoku(Options(path=tmp_path))
    async with app.run_test(size=(80, 24)) as pilot:
        app.post_message(OpenLesson(path))
        screen: LessonScreen = await until_screen(pilot, LessonScreen)
        await until(pilot, lambda: screen.step is not None)
        while screen.step is not None:
            step, number = screen.step, screen.visit.number
            if step.stop.question is not None:
                if items := wrong(step):
                    await answer(pilot, screen, step, items)
                    assert screen.visit.reply is not None
                    assert not screen.visit.reply.right
                    assert screen.visit.number == number
                await answer(pilot, screen, step, step.solution)
                assert screen.visit.reply is not None
                assert screen.visit.reply.right
            await pilot.press("enter")
            assert screen.visit.number == number + 1
