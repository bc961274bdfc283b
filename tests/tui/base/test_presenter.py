"""The presenter's mode: no header, no key bar, keys forward and back, and the screen below follows."""

from functools import partial
from pathlib import Path

import pytest
from screens import screen_text, until_screen, until_shown
from textual.widgets import Static

from engine.base.text import split_sentences
from engine.sat.formula.families import make
from engine.sat.lessons import lesson_file
from engine.sat.lessons.lesson import LessonSearch, prepare
from engine.sudoku.as_sat.cell_words import words_of
from tui.app import SHIPPED, SatSudoku
from tui.base.header import HeaderLine
from tui.base.page import KeyBar
from tui.base.presenter import PresenterScreen
from tui.base.requests import OpenLesson, OpenReplay
from tui.draw.palette import PALETTES, UNICODE
from tui.features.lessons.screen import LessonScreen
from tui.features.lessons.slides import lesson_slides, slide_of
from tui.features.replay.screen import ReplayScreen
from tui.terminal.options import Options

LESSON = SHIPPED / "lessons" / "4-first-uip.toml"


def test_sentences_of_a_text() -> None:
    assert split_sentences("One. Two? 3 is it!\nFour") == ["One.", "Two?", "3 is it!", "Four"]
    assert split_sentences("Eén and Biere, 2005, e.g. this. That.") == ["Eén and Biere, 2005, e.g. this.", "That."]
    assert split_sentences("第一句。第二句？（第三句）") == ["第一句。", "第二句？", "（第三句）"]
    assert split_sentences(" \n ") == []


@pytest.mark.parametrize("path", sorted((SHIPPED / "lessons").glob("*.toml")), ids=lambda path: path.stem)
def test_the_slides_contain_the_whole_lesson(path: Path) -> None:
    steps = prepare(lesson_file.read(path, partial(words_of, unequal=UNICODE.unequal)))
    slides = lesson_slides(steps)
    assert [slide.stop for slide in slides] == sorted(slide.stop for slide in slides)
    for number, step in enumerate(steps):
        spoken = [slide for slide in slides if slide.stop == number]
        spoken_text = "".join("".join(slide.sentence.split()) for slide in spoken)
        assert "".join(f"{step.text}{step.question}".split()) in spoken_text
        assert "".join(step.answer.split()) in spoken_text
        assert any(slide.shows_answer for slide in spoken) == (step.stop.question is not None)
        for slide in spoken:
            picture = slide_of(slide, steps, PALETTES["dark"], UNICODE).picture
            assert callable(picture)
            assert picture(80, 20)


async def test_a_lesson_is_presented_sentence_by_sentence() -> None:
    app = SatSudoku(Options(path=SHIPPED))
    async with app.run_test(size=(80, 24)) as pilot:
        app.post_message(OpenLesson(LESSON))
        lesson = await until_screen(pilot, LessonScreen)
        await until_shown(pilot, "stop 1 of 6")
        await pilot.press("P")
        await until_screen(pilot, PresenterScreen)
        await until_shown(pilot, "Clause learning (CDCL) asks what a conflict follows from.")
        assert not app.screen.query(HeaderLine)
        assert not app.screen.query(KeyBar)
        assert not app.screen.query(Static)
        await pilot.press("right", "space", "pagedown")
        await until_shown(pilot, "The conflict stands at the bottom.")
        await pilot.press("left")
        await until_shown(pilot, "A row names the clause that forced its literal.")
        await pilot.press("n", "n", "n")
        await until_shown(pilot, "The answer is 3")
        assert lesson.visit.number == 0
        await pilot.press("n", "n")
        await until_shown(pilot, "Follow the lines from the last decision down to the conflict.")
        assert lesson.visit.number == 1
        await pilot.press("P")
        await until_shown(pilot, "stop 2 of 6")


async def test_a_replay_is_presented_event_by_event_and_cut_by_cut() -> None:
    trace = LessonSearch("main", make("random-ksat", ["14", "50"], 46), solver="cdcl", branching="static").record()
    app = SatSudoku(Options(path=SHIPPED))
    async with app.run_test(size=(80, 24)) as pilot:
        app.post_message(OpenReplay("search", trace))
        replay = await until_screen(pilot, ReplayScreen)
        await pilot.press("P")
        await until_screen(pilot, PresenterScreen)
        await until_shown(pilot, "The search begins: every variable is free.")
        assert not app.screen.query(KeyBar)
        await pilot.press("left", *["right"] * 10)
        await until_shown(pilot, "Conflict: clause 22 (-4 8 -9) is false.", "██")
        await pilot.press("P")
        await until_screen(pilot, ReplayScreen)
        assert replay.position == 10
        await pilot.press("i", "P")
        await until_screen(pilot, PresenterScreen)
        await pilot.press("home")
        await until_shown(pilot, "At level 3 this is false: clause 22 (-4 8 -9).", "first UIP")
        await pilot.press("end")
        await until_shown(pilot, "level 2, where it is unit: 12 must be true.")
        await pilot.press("right", "escape")
        await until_screen(pilot, ReplayScreen)
        assert "why clause 22 is false" in screen_text(app)
