"""The list of lessons, and the screen of one lesson with its stops and questions."""

import getpass
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import ClassVar, Self

from rich.segment import Segment
from rich.style import Style
from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container
from textual.events import Key, ScreenResume

from engine.base.errors import InputError
from engine.base.language import Sentence
from engine.base.language import lazy_gettext as _
from engine.base.text import pluralized, printable, title_of
from engine.play.errors import StoreError
from engine.play.state_directory import state_directory
from engine.sat.lessons import lesson_file
from engine.sat.lessons.homework import Homework, LessonTry, export_result, find_homework, store_try
from engine.sat.lessons.lesson import Lesson, PreparedStop, prepare
from engine.sat.lessons.lesson_question import Answer, AnswerForm, AnswerKind
from engine.sudoku.as_sat.cell_words import words_of
from tui.base.background import call, cancellable, complaint
from tui.base.base_app import BaseApp
from tui.base.dialogs import Prompt
from tui.base.export import Exporter, text_export
from tui.base.keymap import MovedBinding
from tui.base.lesson_progress import first_open, lessons_done, remember_done
from tui.base.page import Page
from tui.base.presenter import PRESENT, PresenterScreen
from tui.base.requests import OpenLesson, ShowLessons
from tui.base.rows import ItemRows, Rows
from tui.base.text_block import TextBlock
from tui.base.try_recorder import TryRecorder
from tui.draw.cells import Line, clip_line, wrap_line
from tui.draw.panels import PanelContent
from tui.features.lessons import decide as decide  # its keys are known with those of this feature
from tui.features.lessons import words
from tui.features.lessons.listing import LessonEntry, entries, without_path
from tui.features.lessons.page import StopPage
from tui.features.lessons.panels import Keys, LessonScene, end, panels_of
from tui.features.lessons.scene import CURSOR, MAX_DIGITS, LessonProgress
from tui.features.lessons.slides import lesson_slides, slide_of

_NOT_IN_NAMES = re.compile(r"[^\w-]+")
"""Characters that are replaced in the proposed file name."""
_ABOUT = 5
"""Rows of the description of a lesson."""


_PreparedLesson = tuple[Lesson, tuple[PreparedStop, ...], Homework | None]
"""A lesson, its stops, and its homework."""


def _prepare(path: Path, unequal: str, cancel: Callable[[], bool]) -> _PreparedLesson:
    """Read and prepare a lesson. Raises InputError and Cancelled."""
    lesson = lesson_file.read(path, partial(words_of, unequal=unequal))
    return lesson, prepare(lesson, cancel), find_homework(path.parent)


class LessonRows(ItemRows[LessonEntry]):
    """Lessons, with a sign at completed ones."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "begin", "begin", tooltip="begin the lesson")]

    done: frozenset[str] = frozenset()

    def draw(self, index: int, width: int, is_selected: bool) -> Line:
        entry = self.items[index]
        sign = self.glyphs.wrong if not entry.title else self.glyphs.right if entry.key in self.done else " "
        ink = self.palette.bad if not entry.title else self.palette.good
        title = entry.title or printable(entry.path.name)
        style = self.palette.selected if is_selected else self.palette.plain
        homework = [Segment(f"{entry.homework}  ", self.palette.dim)] if entry.homework else []
        line = clip_line([*homework, Segment(title, style)], width - 4, self.glyphs.ellipsis)
        return [Segment(f" {sign} ", ink), *line]

    def action_begin(self) -> None:
        self.post_message(self.RowClicked())


class LessonsScreen(Page):
    """Lists the lessons of some folders."""

    HEADING = _("lessons")
    FIRST = ("begin",)
    PARTS = (LessonRows,)
    AUTO_FOCUS = "LessonRows"
    FOLLOWS_SIZE = True
    DEFAULT_CSS = f"""
    LessonsScreen TextBlock {{ height: {_ABOUT}; }}
    LessonsScreen.-framed > Container {{ layout: horizontal; }}
    LessonsScreen.-framed TextBlock {{ height: 1fr; margin-left: 1; }}
    """

    @classmethod
    async def from_request(cls, _request: ShowLessons, app: BaseApp, /) -> Self:
        return cls([app.shipped / "lessons", *filter(None, [app.options.lessons])])

    def __init__(self, folders: Sequence[Path]) -> None:
        super().__init__()
        self._folders = folders
        self._message = str(words.LOOKING)

    def content(self) -> ComposeResult:
        with Container():
            yield LessonRows()
            yield TextBlock("about")

    @property
    def header_facts(self) -> Sequence[str]:
        rows = self.query_one(LessonRows)
        done = sum(entry.key in rows.done for entry in rows.items)
        return [words.DONE_OF.format(done=done, total=sum(bool(entry.title) for entry in rows.items))]

    def on_mount(self) -> None:
        self.redraw()
        self.background.start("look", call(entries, self._folders, self.glyphs.unequal), self._show)

    def on_screen_resume(self, event: ScreenResume) -> None:
        self.redraw()

    def _show(self, lessons: list[LessonEntry]) -> None:
        following = first_open(entry.path for entry in lessons if entry.title)
        first = next((number for number, entry in enumerate(lessons) if entry.path == following), 0)
        self.query_one(LessonRows).fill(lessons, first)
        folders = ", ".join(printable(str(folder)) for folder in self._folders)
        self._message = "" if lessons else words.NO_LESSONS.format(folder=folders)
        self.redraw()

    @on(Rows.Moved)
    def redraw(self) -> None:
        rows, palette = self.query_one(LessonRows), self.palette
        rows.done = lessons_done()
        self.refresh_header()
        about, entry = self.query_one(TextBlock), rows.item
        width = max(about.size.width, 1)
        lines: list[Line] = wrap_line([Segment(self._message, palette.dim)], width)
        if entry:
            lines = wrap_line([Segment(entry.about, palette.plain if entry.title else palette.bad)], width)
            lines += [[], *([Segment(*fact)] for fact in self._facts(entry))]
            for number, question in enumerate(entry.questions, 1):
                first, *others = wrap_line([Segment(question, palette.dim)], max(width - 3, 1))
                lines += [[], [Segment(f"{number:>2} ", palette.dim), *first]]
                lines += [[Segment("   "), *line] for line in others]
        about.put(lines)
        self.put_frame(rows, words.LESSONS, *("begin",) * bool(entry), aside=rows.row_text)
        self.put_frame(about, entry.title if entry and entry.title else words.ABOUT)
        rows.refresh()

    def _facts(self, entry: LessonEntry) -> list[tuple[str, Style]]:
        """Return the homework and the length of a lesson, and whether it is completed, each with its style."""
        if not entry.title:
            return []
        facts = [(pluralized(entry.stops, "stop"), self.palette.dim)]
        if entry.homework:
            facts.insert(0, (words.OF_HOMEWORK.format(title=entry.homework), self.palette.plain))
        is_done = entry.key in self.query_one(LessonRows).done
        return [*facts, (str(words.COMPLETED), self.palette.good)] if is_done else facts

    @on(Rows.RowClicked)
    def _open(self) -> None:
        if entry := self.query_one(LessonRows).item:
            self.post_message(OpenLesson(entry.path))


class LessonScreen(StopPage):
    """Shows a lesson, stop by stop."""

    HEADING = _("a lesson")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "answer", "answer", tooltip="answer; after the right answer, go on"),
        Binding("space", "mark", "mark", tooltip="mark a literal or clause for an answer of several"),
        MovedBinding("S", "show", "show the answer", tooltip="show the answer", former="s"),
        Binding("n", "go(1)", "next", tooltip="to the next stop"),
        Binding("p", "go(-1)", "previous", tooltip="to the previous stop"),
        Binding("w", "watch", "replay", tooltip="open this search in the replay, at this event"),
        Binding("e", "export", "hand in", tooltip="write your answers in this homework to a result file"),
        PRESENT,
        *CURSOR,
        Binding("backspace", "erase", "erase", show=False, tooltip="take back the last digit"),
    ]

    def __init__(self, path: Path) -> None:
        super().__init__()
        self._path = path
        self._lesson: Lesson | None = None
        self._steps: tuple[PreparedStop, ...] = ()
        self._homework: Homework | None = None
        self._recorder: TryRecorder | None = None
        self._exporter = Exporter(self)
        self._message = str(words.READING)

    @property
    def crumbs(self) -> tuple[str, ...]:
        return (self._lesson.title if self._lesson else printable(self._path.name),)

    @property
    def header_facts(self) -> Sequence[str]:
        total, number = len(self._steps), self.visit.number + 1
        if not total:
            return ()
        place = str(words.END) if number > total else words.STOP.format(number=number, total=total)
        homework = [words.OF_HOMEWORK.format(title=self._homework.title)] if self._homework else []
        return [place, *homework]

    def on_mount(self) -> None:
        self.redraw()
        work = cancellable(_prepare, self._path, self.glyphs.unequal)
        self.background.start("lesson", work, self._begin, failed=self._show_error)

    def _begin(self, lesson: _PreparedLesson) -> None:
        self._lesson, self._steps, self._homework = lesson
        if self._homework is not None and self.options.keeps_answers:
            self._recorder = TryRecorder()
        self.set_reactive(StopPage.visit, LessonProgress().at(0, self._steps))
        self.redraw()
        self.refresh_keys()

    def _show_error(self, error: Exception) -> None:
        self._show_fault(words.UNUSABLE.format(reason=complaint(without_path(error))))

    @property
    def step(self) -> PreparedStop | None:
        """The stop on show; None at the end and before the lesson is read."""
        return self._steps[self.visit.number] if self.visit.number < len(self._steps) else None

    @property
    def _is_answered(self) -> bool:
        """Whether the stop has no open question."""
        step, reply = self.step, self.visit.reply
        return step is None or step.stop.question is None or (reply is not None and reply.right)

    @property
    def _hands_in(self) -> bool:
        """Whether the person hands in a file; a server has the answers."""
        return self._recorder is not None and not self.options.is_player

    @property
    def _wants_marks(self) -> bool:
        """Whether the question wants several items."""
        step = self.step
        return step is not None and step.stop.question is not None and step.form is not AnswerForm.SINGLE

    @property
    def action_labels(self) -> Mapping[str, Sentence]:
        """After the right answer, the answer key continues."""
        return {"answer": _("go on")} if self._is_answered else {}

    @property
    def enabled_actions(self) -> Mapping[str, bool]:
        """An answer can be shown while a question is open."""
        needs_steps = ("go", "answer", "erase", "move", "present")
        return {
            "show": not self._is_answered,
            "mark": self._wants_marks and not self._is_answered,
            "export": self._hands_in,
            "watch": self.step is not None and self.step.position.has_trail,
            **dict.fromkeys(needs_steps, bool(self._steps)),
        }

    # answering

    def action_answer(self) -> None:
        step = self.step
        if step is None:
            self.dismiss()
        elif self._is_answered:
            self.action_go(1)
        elif answer := self.visit.selected_answer(step):
            self._store_try(answer)
            self.visit = self.visit.answered(step, answer)

    def action_mark(self) -> None:
        if self.step is not None and self._wants_marks and not self._is_answered:
            self.visit = self.visit.marked(self.step)

    def action_show(self) -> None:
        step = self.step
        if step is not None and not self._is_answered:
            self._store_try(step.solution, revealed=True)
            self.visit = self.visit.with_answer(step, step.solution).answered(step, step.solution, revealed=True)

    def action_go(self, by: int) -> None:
        """Go to another stop; after the last one the lesson is complete."""
        if self._steps:
            number = min(max(self.visit.number + by, 0), len(self._steps))
            if number == len(self._steps) and not self.options.bounds:  # guests share the account
                remember_done(self._path)
            if self._recorder is not None:
                self._recorder.begin_stop()
            self.visit = self.visit.at(number, self._steps)

    def action_erase(self) -> None:
        self.visit = replace(self.visit, typed=self.visit.typed[:-1])

    def on_key(self, event: Key) -> None:
        """Type digits if the question asks for a number."""
        asks_number = self.asks is AnswerKind.NUMBER
        if asks_number and not self._is_answered and event.key.isdecimal() and len(self.visit.typed) < MAX_DIGITS:
            event.stop()
            reply = self.visit.reply
            typed = "" if reply is not None else self.visit.typed
            self.visit = replace(self.visit, typed=typed + event.key, reply=None)

    def _store_try(self, answer: Answer, revealed: bool = False) -> None:
        """Store a try for the teacher, if this is homework."""
        if self._recorder is not None:
            self._store(self._recorder.timed(self.visit.number, answer, revealed))

    @work
    async def _store(self, lesson_try: LessonTry) -> None:
        """Store a try beside the games, on the thread that writes these."""
        lesson = self._lesson
        assert lesson is not None, "there is a lesson to answer in"
        try:
            await self.program.saved.run(lambda store: store_try(store.path.parent, lesson, lesson_try))
        except (InputError, OSError, StoreError) as error:
            self.notify(words.NOT_STORED.format(reason=complaint(error)), severity="error")

    @work
    async def action_export(self) -> None:
        """Ask for the student's name, and write the result file."""
        if self._homework is None or not self._hands_in:
            return
        typed = await self.ask(Prompt(str(words.YOUR_NAME), getpass.getuser()))
        name = title_of(typed or "")
        if name:
            folder, naming = self._homework.folder, partial(words_of, unequal=self.glyphs.unequal)
            path = Path(f"{_NOT_IN_NAMES.sub('-', name).strip('-') or 'result'}.json")
            result = partial(export_result, folder, name, state_directory(), naming)
            self._exporter.write(text_export(str(words.RESULT_FILE), path, result))

    def action_present(self) -> None:
        """Show the slides of the lesson, from this stop on."""
        if not self._steps:
            return
        slides = lesson_slides(self._steps)
        number = next((at for at, slide in enumerate(slides) if slide.stop >= self.visit.number), len(slides) - 1)
        screen = PresenterScreen(
            len(slides),
            number,
            lambda at: slide_of(slides[at], self._steps, self.palette, self.glyphs),
            lambda at: self._follow(slides[at].stop),
        )
        self.app.push_screen(screen)

    def _follow(self, stop: int) -> None:
        """Go to the stop that the presenter shows."""
        if stop != self.visit.number:
            self.action_go(stop - self.visit.number)

    def action_watch(self) -> None:
        if self.step is not None and self._lesson is not None and self.step.position.has_trail:
            self.open_replay(self._lesson.title, self.step.position.trace, self.step.position.index)

    # showing

    @property
    def asks(self) -> AnswerKind | None:
        return self.step.stop.question.asks if self.step and self.step.stop.question else None

    def _view(self, width: int, height: int) -> PanelContent:
        keys = Keys(self.key("answer"), self.key("show"), self.key("mark"))
        step = self.step
        if step is not None:
            scene = LessonScene(step, self.visit, len(self._steps), self.palette, self.glyphs, keys)
            return panels_of(scene, width, height)
        if self._lesson is not None:
            question_count = sum(step.stop.question is not None for step in self._steps)
            stored = str(words.ANSWERS_STORED) if self._recorder is not None else ""
            hand_in = words.HAND_IN.format(key=self.key("export")) if self._hands_in else stored
            return end(self.visit, question_count, self.palette, keys, hand_in)
        return self._message_panel(width)
