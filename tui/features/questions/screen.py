"""Questions about a formula: choose one, see what is found as it comes, and have the answer checked."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, NamedTuple

from rich.segment import Segment
from textual import work
from textual.app import ComposeResult
from textual.binding import Binding

from engine.base.language import Sentence
from engine.base.language import later as _
from engine.sat.formula.formula import Formula
from engine.sat.formula.names import VariableNames, variable_names
from engine.sat.formula.words import NUMBERS
from engine.sat.questions.question import Answer, Question, Row, Values, ask
from engine.sat.questions.table import QUESTIONS
from engine.sat.solvers.limits import Limits, Watch
from tui.base.background import Job, cancellable, complaint
from tui.base.dialogs import Choice, Prompt
from tui.base.limits import memory_limit
from tui.base.page import Page
from tui.base.rows import ItemRows, PickList
from tui.base.text_line import TextLine
from tui.base.throttle import Throttle
from tui.draw.cells import Line, clip
from tui.features.questions import words

INTERVAL, SLOW_INTERVAL = 0.1, 0.4
"""Seconds between two pictures of what is found, and on a slow line."""


class AnswerRows(ItemRows[Row], inherit_bindings=False):
    """The rows of an answer, also while they come."""

    BINDINGS = PickList.BINDINGS[:-1]  # as in the list of questions, but that there is nothing to pick

    names: VariableNames | None = None
    """What literals are called, None for their numbers."""

    def draw(self, index: int, width: int, chosen: bool) -> Line:
        text = words.title(self.items[index], self.names or NUMBERS)
        style = self.palette.selected if chosen else self.palette.plain
        return [Segment(clip(f" {text}", width, self.glyphs.ellipsis), style)]


@dataclass(frozen=True)
class Asked:
    """What was asked, what is known of it, and what goes on; `told` is how far that is, in words."""

    question: Question
    values: dict[str, object]
    answer: Answer | None = None
    told: Sentence | str = words.BEGINS
    stopping: bool = False
    checking: bool = False
    fault: str | None = None
    """What is wrong with the answer: "" for nothing, None while it is not checked."""


class SoFar(NamedTuple):
    """How far an answer is, in words, and its rows by now."""

    told: str
    rows: list[Row]


class QuestionsScreen(Page):
    """A list of questions above, the answer to the last one below."""

    HEADING = _("questions")
    DEFAULT_CSS = """
    QuestionsScreen > #title { margin-bottom: 1; }
    QuestionsScreen > #questions { height: 7; }
    QuestionsScreen > #chosen { margin-bottom: 1; }
    """
    BINDINGS = [
        Binding("x", "stop", "stop", tooltip="stop and show what is known so far"),
        Binding("c", "choose", "values", tooltip="set parameters: a limit, variables, assumptions"),
        Binding("v", "verify", "verify", tooltip="check the answer independently"),
        Binding("n", "names", "names", tooltip="literals by the names in the file, or by their numbers"),
        Binding("tab", "other_list", "other list", show=False, tooltip="from the questions to the answer and back"),
    ]
    PARTS = (PickList, AnswerRows)

    def __init__(self, name: str, formula: Formula) -> None:
        """`name` is what the formula is called, fit to be shown."""
        super().__init__()
        self._name, self._formula = name, formula
        self._names = variable_names(formula)
        self._typed: dict[str, str] = {}
        self._asked: Asked | None = None

    def content(self) -> ComposeResult:
        yield TextLine("title")
        yield PickList(id="questions")
        yield TextLine("chosen")
        yield TextLine("state")
        yield TextLine("check")
        yield AnswerRows()

    def on_mount(self) -> None:
        self._throttle = Throttle(self.options, self.program.bytes_sent, INTERVAL, SLOW_INTERVAL)
        self._list.fill([f"{question.name:<14}{question.title}" for question in QUESTIONS.values()], None)
        self._list.focus()
        self.call_after_refresh(self.redraw)

    @property
    def _list(self) -> PickList:
        return self.query_one("#questions", PickList)

    @property
    def _answer(self) -> AnswerRows:
        return self.query_one(AnswerRows)

    @property
    def _marked(self) -> Question:
        return list(QUESTIONS.values())[self._list.cursor]

    @property
    def _asking(self) -> bool:
        return self._asked is not None and self._asked.answer is None

    @property
    def works(self) -> Mapping[str, bool]:
        asked = self._asked
        return {
            "stop": self._asking or (asked is not None and asked.checking),
            "choose": not self._asking,
            "verify": asked is not None and asked.answer is not None and not asked.checking,
            "names": self._names is not None,
        }

    def _change(self, **changes: Any) -> None:
        assert self._asked is not None, "something was asked"
        self._asked = replace(self._asked, **changes)
        self.redraw()
        self.refresh_keys()

    # asking

    def on_rows_moved(self) -> None:
        self.redraw()

    def on_pick_list_picked(self) -> None:
        """Ask the marked question; one that is being answered is dropped."""
        question = self._marked
        try:
            values = dict(words.values(question.parameters, self._typed))
        except ValueError as error:
            self.notify(str(error), severity="error")
            return
        self._answer.fill([], 0)
        self.background.cancel("check")
        self._throttle.reset()
        self._asked = Asked(question, values)
        answer = partial(_answer, question, self._formula, values, self._throttle.interval)
        self.background.start("ask", answer, self._answered, failed=self._failed, news=self._hear)
        self.redraw()
        self.refresh_keys()

    def _hear(self, so_far: SoFar) -> None:
        if self._throttle.try_acquire():
            self._answer.items = so_far.rows
            self._change(told=so_far.told)
            self._answer.refresh()

    def _answered(self, answer: Answer) -> None:
        self._answer.fill(list(answer.rows))
        self._change(answer=answer)

    def _failed(self, error: Exception) -> None:
        self._asked = None
        self.redraw()
        self.refresh_keys()
        self.notify(complaint(error), severity="error")

    def action_stop(self) -> None:
        """End what goes on; the answer so far is told."""
        if self._asking:
            self.background.stop("ask")
            self._change(stopping=True)
        else:
            self.background.cancel("check")
            self._change(checking=False)

    def action_verify(self) -> None:
        """Check the answer."""
        asked, formula = self._asked, self._formula
        assert asked is not None, "there is an answer"
        assert asked.answer is not None, "there is an answer"
        found = asked.answer

        check = cancellable(_check, asked.question, formula, asked.values, found)
        self._change(checking=True)
        self.background.start("check", check, lambda fault: self._change(checking=False, fault=fault))

    # what is chosen

    @work
    async def action_choose(self) -> None:
        """Choose a parameter and type its value; nothing gives it its default."""
        parameters = self._marked.parameters
        if not parameters:
            self.notify(str(words.NO_PARAMETERS))
            return
        rows = [words.PARAMETER.format(name=one.name, title=one.title) for one in parameters]
        number = 0 if len(parameters) == 1 else await self.ask(Choice(self._marked.name, rows))
        if number is None:
            return
        parameter = parameters[number]
        typed = await self.ask(Prompt(rows[number], self._typed.get(parameter.name, ""), parameter.form))
        if typed is None:
            return
        try:
            parameter.read(typed)
        except ValueError as error:
            if typed.strip():
                self.notify(str(error), severity="error")
                return
        self._typed.pop(parameter.name, None)
        if typed.strip():
            self._typed[parameter.name] = typed.strip()
        self.redraw()

    def action_names(self) -> None:
        self._answer.names = None if self._answer.names else self._names
        self._answer.refresh()

    def action_other_list(self) -> None:
        (self._answer if self._list.has_focus else self._list).focus()

    # showing

    def redraw(self) -> None:
        palette, dot = self.palette, self.glyphs.dot
        size = words.size(self._formula.variables, len(self._formula))
        self.query_one("#title", TextLine).show(
            [Segment(f" {words.TITLE.format(name=self._name)}", palette.title)],
            [Segment(f" {f' {dot} '.join(size)} ", palette.dim)],
        )
        told = words.chosen(self._marked.parameters, self._typed)
        self.query_one("#chosen", TextLine).show([Segment(f" {told}", palette.dim)])
        self.query_one("#state", TextLine).show(self._state())
        self.query_one("#check", TextLine).show(self._check())

    def _state(self) -> Line:
        asked, palette = self._asked, self.palette
        if asked is None:
            told = words.CHOOSE.format(ask=self.key("pick"), choose=self.key("choose"))
            return [Segment(f" {told}", palette.dim)]
        name = Segment(f" {asked.question.name}: ", palette.accent)
        if asked.answer is not None:
            return [name, Segment(words.sentence(asked.answer), palette.given)]
        told = str(words.STOPPING if asked.stopping else words.ASKING.format(found=asked.told))
        return [name, Segment(told)]

    def _check(self) -> Line:
        asked, palette = self._asked, self.palette
        if asked is None or asked.answer is None:
            return []
        if asked.checking:
            return [Segment(f" {words.CHECKING}", palette.dim)]
        if asked.fault is None:
            return [Segment(f" {words.UNVERIFIED.format(key=self.key('verify'))}", palette.dim)]
        if asked.fault:
            return [Segment(f" {words.WRONG.format(fault=asked.fault)}", palette.bad)]
        return [Segment(f" {words.VERIFIED}", palette.good)]


def _answer(question: Question, formula: Formula, values: Values, interval: float, job: Job[SoFar]) -> Answer:
    """Answer a question about a formula. Raises what that raises."""
    rows: list[Row] = []
    watch = Watch(
        Limits(memory=memory_limit()), lambda progress: job.tell(SoFar(progress.found, rows)), job.stopped, interval
    )
    return ask(question, formula, values, watch, rows.append)


def _check(question: Question, formula: Formula, values: Values, answer: Answer, cancel: Callable[[], bool]) -> str:
    """What is wrong with an answer, "" for nothing. Raises Cancelled."""
    return question.check(formula, values, answer, Watch(Limits(), None, cancel, 0.1))
