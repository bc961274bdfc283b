"""Lessons on the screen: every shipped one is completed, with a wrong answer to each question first."""

from functools import partial
from pathlib import Path

import pytest
from screens import screen_text, until, until_screen, until_shown
from textual.geometry import Region
from textual.pilot import Pilot
from textual.widgets import Input

from engine.base.language import speaking
from engine.play.state_directory import state_directory
from engine.sat.lessons import lesson_file
from engine.sat.lessons.homework import begin_homework, grade_tries, read_homework, read_submission, stored_tries
from engine.sat.lessons.lesson import PreparedStop, prepare
from engine.sat.lessons.lesson_question import AnswerKind
from engine.sudoku.as_sat.cell_words import words_of
from tui.app import SHIPPED, SatSudoku
from tui.base.lesson_progress import first_open, lessons_done, remember_done
from tui.base.requests import OpenLesson, ShowLessons
from tui.draw.palette import ASCII, PALETTES, UNICODE, Glyphs
from tui.draw.panels import Panel, draw
from tui.features.lessons import words
from tui.features.lessons.panels import Keys, LessonScene, end, panels_of
from tui.features.lessons.scene import LessonProgress
from tui.features.lessons.screen import LessonRows, LessonScreen, LessonsScreen
from tui.features.lessons.slides import LessonSlide, slide_of
from tui.features.replay.screen import ReplayScreen
from tui.terminal.options import Options

LESSONS = sorted((SHIPPED / "lessons").glob("*.toml"))
FIRST_UIP = next(path for path in LESSONS if path.stem == "4-first-uip")
KEYS = Keys("enter", "s")


def ready(path: Path, glyphs: Glyphs = UNICODE) -> tuple[PreparedStop, ...]:
    return prepare(lesson_file.read(path, partial(words_of, unequal=glyphs.unequal)))


def drawn(step: PreparedStop, visit: LessonProgress, total: int, glyphs: Glyphs) -> str:
    """The text of a stop in 80 columns and 24 rows, two of which are the title and the keys."""
    scene = LessonScene(step, visit, total, PALETTES["dark"], glyphs, KEYS)
    picture = draw(Panel(partial(panels_of, scene)), Region(1, 0, 78, 22), scene.palette, glyphs).picture
    assert (picture.width, picture.height) == (80, 22)
    return "\n".join("".join(picture.chars[y * 80 : (y + 1) * 80]) for y in range(22))


def flat(text: str) -> str:
    return " ".join(text.split())


def unbroken(text: str) -> str:
    return "".join(text.split())


def wrong_answer(step: PreparedStop) -> int:
    """A plausible wrong answer."""
    assert step.stop.question is not None
    asks = step.stop.question.asks
    offered = range(9) if asks is AnswerKind.NUMBER else (each for row in step.rows for each in row.answers(asks))
    return next(answer for answer in offered if answer not in step.right)


@pytest.mark.parametrize("language", ["de", "zh_CN"])
@pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem)
def test_translations_can_be_read_in_the_smallest_terminal(path: Path, language: str) -> None:
    """They are complete; lines may break between any two Chinese characters."""
    with speaking(language):
        steps = ready(path)
        visit = LessonProgress()
        for number, step in enumerate(steps):
            visit = visit.at(number, steps)
            assert unbroken(step.text) in unbroken(drawn(step, visit, len(steps), UNICODE))
            if step.stop.question is None:
                continue
            for answer in ((wrong_answer(step),), step.solution):
                visit = visit.with_answer(step, answer).answered(step, answer)
                assert visit.reply is not None
                assert unbroken(visit.reply.why) in unbroken(drawn(step, visit, len(steps), UNICODE))


@pytest.mark.parametrize("glyphs", [UNICODE, ASCII], ids=["unicode", "ascii"])
@pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem)
def test_all_text_is_readable_in_the_smallest_terminal(path: Path, glyphs: Glyphs) -> None:
    """After any answer the text is complete, and the cursor's row is visible."""
    steps = ready(path, glyphs)
    visit = LessonProgress()
    for number, step in enumerate(steps):
        visit = visit.at(number, steps)
        assert flat(step.text) in flat(drawn(step, visit, len(steps), glyphs))
        if step.stop.question is None:
            continue
        for answer in ((wrong_answer(step),), step.solution):
            visit = visit.with_answer(step, answer)
            assert visit.selected_answer(step) == answer
            picture = drawn(step, visit, len(steps), glyphs)
            if step.stop.question.asks is AnswerKind.CLAUSE:
                clause = answer[-1]
                assert f">{' ' if clause < 9 < len(step.rows) else ''}{clause + 1}" in picture.replace(">  ", "> ")
            visit = visit.answered(step, answer)
            picture = flat(drawn(step, visit, len(steps), glyphs))
            assert visit.reply is not None
            assert flat(visit.reply.why) in picture
            assert (flat(step.answer) in picture) if visit.reply.right else (str(words.WRONG) in picture)
    questions = sum(step.stop.question is not None for step in steps)
    assert len(visit.faults) == questions
    palette = PALETTES["dark"]
    picture = draw(Panel(end(visit, questions, palette, KEYS)), Region(1, 0, 78, 22), palette, glyphs).picture
    assert words.SCORE.format(first=0, total=questions) in "".join(picture.chars)


def test_the_lines_of_a_graph_are_brighter_on_a_slide() -> None:
    palette, steps = PALETTES["dark"], ready(FIRST_UIP)
    slide = slide_of(LessonSlide(0, "x"), steps, palette, UNICODE)
    assert callable(slide.picture)
    drawn = [segment for line in slide.picture(80, 20) for segment in line if "─" in segment.text]
    assert drawn
    assert {segment.style for segment in drawn} == {palette.dim} != {palette.line}


async def open_lesson(pilot: Pilot[None], path: Path) -> LessonScreen:
    pilot.app.post_message(OpenLesson(path))
    screen: LessonScreen = await until_screen(pilot, LessonScreen)
    await until(pilot, lambda: screen.step is not None)
    return screen


@pytest.fixture
def app(tmp_path: Path) -> SatSudoku:
    return SatSudoku(Options(path=tmp_path))


async def test_a_wrong_guess_about_the_first_uip_is_corrected(app: SatSudoku) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await open_lesson(pilot, FIRST_UIP)
        await pilot.press("2", "enter")
        await until_shown(pilot, "It is more than 2.", "enter answer")
        await pilot.press("3", "enter")
        await until_shown(pilot, "Right. The decision level here is 3.", "enter go on")
        await pilot.press("enter", *["down"] * 6, "enter")
        await until_shown(pilot, "No. There is a path from the decision 4 to the conflict that avoids 7: 4, 5,")
        await pilot.press("enter")
        assert screen.visit.number == 1  # it does not continue without the right answer
        await pilot.press("up", "enter")
        await until_shown(pilot, "Every path on this level from the decision 4 to the conflict passes", "through 5,")
        assert "shows the answer" not in screen_text(app)
        await pilot.press("enter")
        assert screen.visit.number == 2


async def test_at_the_end_it_is_remembered_as_done(app: SatSudoku) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await open_lesson(pilot, FIRST_UIP)
        while screen.step is not None:
            assert FIRST_UIP.stem not in lessons_done()
            await pilot.press(*["S", "enter"] if screen.step.stop.question else ["enter"])
        await until_shown(pilot, str(words.FINISHED), "right at the first try: 0 of 6")
        assert lessons_done() == {FIRST_UIP.stem}
        await pilot.press("enter")
        assert not isinstance(app.screen, LessonScreen)
        app.post_message(ShowLessons())
        screen_of_all = await until_screen(pilot, LessonsScreen)
        await until_shown(pilot, f"1 of {len(LESSONS)} done", "Unit propagation")
        await pilot.press("enter")
        await until_screen(pilot, LessonScreen)
        assert screen_of_all is not app.screen


async def test_stops_are_walked_back_and_the_answer_shown(app: SatSudoku) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await open_lesson(pilot, FIRST_UIP)
        await pilot.press("n", "n", "p", "S")
        await until_shown(pilot, "The answer is 5.", "enter: go on")
        assert screen.visit.faults == {1}
        await pilot.press("s", "n", "p")
        assert screen.visit.reply is None
        await pilot.press(*"nnnnnn")
        await until_shown(pilot, "right at the first try: 0 of 6")  # skipped questions do not count


async def test_the_search_opens_in_the_time_machine_at_the_stop(app: SatSudoku) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await open_lesson(pilot, FIRST_UIP)
        assert screen.step is not None
        await pilot.press("w")
        replay = await until_screen(pilot, ReplayScreen)
        assert replay.position == screen.step.position.index


async def test_custom_and_broken_lessons(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(
        'lesson = 1\ntitle = "Mine"\nabout = "Of me."\n[[search]]\nclauses = [[1]]\n[[stop]]\ntext = "Hello."\n'
    )
    (tmp_path / "wrong.toml").write_text('lesson = 1\ntitle = "Wrong"\nabout = "x"\n[[search]]\nmake = "php"\n')
    app = SatSudoku(Options(path=tmp_path, lessons=tmp_path))
    async with app.run_test(size=(80, 24)) as pilot:
        await until_shown(pilot, "mine.toml", "lesson")
        await pilot.press("L")
        await until_shown(pilot, f"0 of {len(LESSONS) + 1} done")
        await pilot.press("end")
        await until_shown(pilot, "Mine", "line 5: php takes 2 numbers, not 0")
        await pilot.press("enter")
        await until_shown(pilot, "This lesson can't be used: line 5: php takes")
        await pilot.press("s", "n", "enter", "w", "escape", "up", "enter")
        await until_shown(pilot, "Hello.", "stop 1 of 1")


async def test_a_missing_lesson_says_why_and_how_to_go_back(app: SatSudoku, tmp_path: Path) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        app.post_message(OpenLesson(tmp_path / "missing.toml"))
        await until_shown(pilot, " a lesson ", "This lesson can't be used", "esc back")


async def test_enter_in_the_browser_begins_a_lesson(tmp_path: Path) -> None:
    path = tmp_path / "lesson.toml"
    path.write_text(FIRST_UIP.read_text())
    app = SatSudoku(Options(path=path))
    async with app.run_test(size=(80, 24)) as pilot:
        await until_shown(pilot, "lesson.toml")
        await pilot.press("enter")
        await until_screen(pilot, LessonScreen)
        await until_shown(pilot, "stop 1 of 6")


@pytest.mark.parametrize("path", [FIRST_UIP], ids=["first-uip"])
def test_a_stop_as_a_picture(path: Path, snap_compare: object, tmp_path: Path) -> None:
    async def guess(pilot: Pilot[None]) -> None:
        await open_lesson(pilot, path)
        await pilot.press("n", *["down"] * 6, "enter")
        await until_shown(pilot, str(words.WRONG))

    app = SatSudoku(Options(path=tmp_path))
    assert snap_compare(app, run_before=guess, terminal_size=(80, 24))  # type: ignore[operator]


async def test_answers_in_homework_are_kept_and_handed_in(tmp_path: Path) -> None:
    """Every answer is stored with its time, a shown one as shown; the result file has them all."""
    lesson = tmp_path / FIRST_UIP.name
    lesson.write_bytes(FIRST_UIP.read_bytes())
    begin_homework(tmp_path, "Week 3")
    app = SatSudoku(Options(path=tmp_path))
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        screen = await open_lesson(pilot, lesson)
        assert screen.header_facts[1] == "Homework: Week 3"
        await pilot.press("2", "enter")
        await until_shown(pilot, "It is more than 2.")
        await pilot.press("3", "enter")
        await until_shown(pilot, "Right.", "e hand in")
        await pilot.press("enter", "S", "enter")
        while screen.step is not None:
            await pilot.press("n")
        await until_shown(pilot, str(words.FINISHED), "This is homework. e: write your answers to a result file")
        await pilot.press("e")
        await until_shown(pilot, str(words.YOUR_NAME))
        await pilot.press("ctrl+u", *"Ann", "space", *"Lee", "enter")
        await until_shown(pilot, "Write the result file to", "Ann-Lee.json")
        path = tmp_path / "a.json"
        app.screen.query_one(Input).value = str(path)
        await pilot.press("enter")
        await until(pilot, path.exists)
        await until_shown(pilot, "Written:")
    submission = read_submission(path, read_homework(tmp_path))
    assert submission.student == "Ann Lee"
    (tries,) = submission.lessons
    assert [(each.stop, each.answer, each.revealed) for each in tries.tries[:2]] == [(0, (2,), False), (0, (3,), False)]
    assert [(each.stop, each.revealed) for each in tries.tries[2:]] == [(1, True)]
    mark = grade_tries(tries, ready(lesson))
    assert (mark.right, mark.first, mark.tries) == (1, 0, 2)


async def test_homework_is_named_and_is_not_the_lesson_it_was_copied_from(tmp_path: Path) -> None:
    (tmp_path / FIRST_UIP.name).write_bytes(FIRST_UIP.read_bytes())
    begin_homework(tmp_path, "Week 3")
    remember_done(FIRST_UIP)
    app = SatSudoku(Options(path=tmp_path, lessons=tmp_path))
    async with app.run_test(size=(100, 30)) as pilot:
        app.post_message(ShowLessons())
        screen = await until_screen(pilot, LessonsScreen)
        await until_shown(pilot, f"1 of {len(LESSONS) + 1} done", "Week 3  The first unique", "Homework: Week 3")
        entry = screen.query_one(LessonRows).item
        assert entry is not None
        assert entry.path == tmp_path / FIRST_UIP.name
    remember_done(entry.path)
    assert first_open([FIRST_UIP, entry.path]) is None


async def test_a_lesson_outside_homework_saves_no_answers(app: SatSudoku) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await open_lesson(pilot, FIRST_UIP)
        await pilot.press("2", "enter", "e")
        await until_shown(pilot, "It is more than 2.")
        assert "hand in" not in screen_text(app)
        assert isinstance(app.screen, LessonScreen)
    assert not (state_directory() / "tries").exists()


async def test_an_answer_that_cannot_be_stored_is_named(tmp_path: Path) -> None:
    lesson = tmp_path / FIRST_UIP.name
    lesson.write_bytes(FIRST_UIP.read_bytes())
    begin_homework(tmp_path, "Week 3")
    app = SatSudoku(Options(path=tmp_path))
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await open_lesson(pilot, lesson)
        state_directory().mkdir(parents=True, exist_ok=True)
        (state_directory() / "tries").write_text("a file where the folder should be")
        await pilot.press("2", "enter")
        await until_shown(pilot, "Your answer was not stored", "It is more than 2.")


SEVERAL = """
lesson = 1
title = "Several"
about = "Answers of several items."
[[search]]
clauses = [[-1, 2], [-2, 3], [-3, -4, 5], [1, 4]]
decide = [1]
[[search]]
name = "learns"
make = "random-ksat 10 30 --seed 53"
solver = "cdcl"
branching = "static"
[[stop]]
at = "before decision 1"
ask = "propagated"
all = true
[[stop]]
ask = "propagation-order"
[[stop]]
search = "learns"
at = "conflict 1"
show = "graph"
ask = "resolution-order"
[[stop]]
show = "graph"
ask = "cut"
"""


async def test_several_items_are_marked_in_their_order_and_a_cut_is_moved(tmp_path: Path) -> None:
    path = tmp_path / "several.toml"
    path.write_text(SEVERAL)
    begin_homework(tmp_path, "Week 3")
    app = SatSudoku(Options(path=tmp_path))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await open_lesson(pilot, path)
        await until_shown(pilot, "Mark all of them with space; enter answers.", "space mark")
        await pilot.press("enter")
        assert screen.visit.reply is None  # nothing is marked
        await pilot.press("right", "space", "space", "space", "enter")
        await until_shown(pilot, "These are right, but 1 is missing.", "■  2")
        await pilot.press("down", "space", "enter")
        await until_shown(pilot, "Right. Clause 1 (-1 2) forces 2 as soon as 1 is true.")
        await pilot.press("space")
        assert screen.visit.marks == (2, 3)  # the question is answered
        await pilot.press("enter", "down", "right", "space", "up", "space", "enter")
        await until_shown(pilot, "3 is not forced yet at its place", "2  2", "1  3")
        await pilot.press("down", "space", "space", "enter")
        await until_shown(pilot, "At each place a clause is unit: 2 by clause 1, 3 by clause 2.")
        await pilot.press("enter", *["down"] * 7, "space", "up", "space")
        await until_shown(pilot, "1 -9", "2  7")
        await pilot.press("enter")
        await until_shown(pilot, "Right. These are the literals of level 3", "implication point 5 and the conflict.")
        await pilot.press("enter", "down", "enter")
        await until_shown(pilot, "4 is below this cut, and no clause forced it", "╌ cut ╌")
        await pilot.press(*["down"] * 4, "enter")
        await until_shown(pilot, "Lines from 6, 5 cross this cut, so it gives (-5 -6).")
    tries = stored_tries(state_directory(), lesson_file.read(path)).tries
    assert [(each.stop, each.answer) for each in tries] == [
        (0, (2,)), (0, (2, 3)), (1, (3, 2)), (1, (2, 3)), (2, (-9, 7)), (3, (3,)), (3, (5,)),
    ]  # fmt: skip
    mark = grade_tries(stored_tries(state_directory(), lesson_file.read(path)), prepare(lesson_file.read(path)))
    assert (mark.questions, mark.right, mark.first, mark.tries) == (4, 4, 1, 7)
