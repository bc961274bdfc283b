"""Queries on a formula: choose one, see results as they come, and check the answer."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, NamedTuple

from rich.segment import Segment
from textual import work
from textual.app import ComposeResult
from textual.binding import Binding

from engine.base.language import Sentence
from engine.base.language import lazy_gettext as _
from engine.sat.formula.formula import Formula
from engine.sat.formula.names import variable_names
from engine.sat.formula.words import NUMBERS, Words
from engine.sat.queries.query import Query, QueryResult, QueryRow, Values, ask
from engine.sat.queries.registry import QUERIES
from engine.sat.solvers.limits import Limits, Watch
from engine.sudoku.as_sat.cell_words import CellWords
from engine.sudoku.as_sat.sudoku_formula import SudokuFormula
from tui.base.background import Job, cancellable, complaint
from tui.base.dialogs import Choice, Notice, Prompt
from tui.base.keymap import MovedBinding
from tui.base.limits import memory_limit
from tui.base.page import Page
from tui.base.rows import ItemRows, PickList
from tui.base.text_block import TextLine
from tui.base.throttle import Throttle
from tui.draw.cells import Line, clip
from tui.features.questions import words

MAX_LENGTH = 2000
"""Number of characters of a clause after which no further literals are made."""

INTERVAL, SLOW_INTERVAL = 0.1, 0.4
"""Seconds between updates, normally and on a slow line."""


class AnswerRows(ItemRows[QueryRow], inherit_bindings=False):
    """The rows of an answer, complete or so far."""

    BINDINGS = PickList.BINDINGS  # as in the list of questions

    notice = words.NO_ROWS
    names: Words = NUMBERS
    """The names of literals."""

    def draw(self, index: int, width: int, is_selected: bool) -> Line:
        text = self.items[index].text(self.names, MAX_LENGTH)
        style = self.palette.selected if is_selected else self.palette.plain
        return [Segment(clip(f" {text}", width, self.glyphs.ellipsis), style)]

    def action_pick(self) -> None:
        """Show the selected row in full."""
        if len(self):
            self.app.push_screen(Notice(self.items[self.cursor].text(self.names, MAX_LENGTH)))


class QueryList(PickList):
    """Lists the queries."""

    BINDINGS = [Binding("enter", "pick", "ask", id="lists.pick")]


@dataclass(frozen=True)
class QueryState:
    """The query, its answer so far, and the running work; `message` is the progress in words."""

    question: Query
    values: dict[str, object]
    answer: QueryResult | None = None
    message: Sentence | str = words.BEGINS
    stopping: bool = False
    checking: bool = False
    fault: str | None = None
    """The fault of the answer; "" for none, None if unchecked."""


class SoFar(NamedTuple):
    """The progress of an answer in words, and its rows so far."""

    progress: str
    rows: list[QueryRow]


class QuestionsScreen(Page):
    """The list of queries, and the answer to the last one below."""

    HEADING = _("questions")
    DEFAULT_CSS = """
    QuestionsScreen > #questions { height: 8; }
    QuestionsScreen > #chosen { margin-bottom: 1; }
    QuestionsScreen.-low > #questions { height: 1fr; }
    QuestionsScreen.-low > #chosen { margin-bottom: 0; }
    """
    BINDINGS = [
        Binding("x", "stop", "stop", tooltip="stop and show the results so far"),
        MovedBinding("s", "choose", "values", tooltip="set parameters: a limit, variables, assumptions", former="c"),
        Binding("v", "verify", "verify", tooltip="check the answer independently"),
        MovedBinding(
            "m", "names", "names", former="n", tooltip="literals by the names in the file, or by their numbers"
        ),
    ]
    PARTS = (QueryList, AnswerRows)
    FIRST = ("pick",)

    def __init__(self, name: str, formula: Formula, sudoku: SudokuFormula | None) -> None:
        """`name` is the printable name of the formula, `sudoku` what it encodes, if anything."""
        super().__init__()
        self._formula_name, self._formula, self._sudoku = name, formula, sudoku
        self._names: Words | None = variable_names(formula)
        self._typed: dict[str, str] = {}
        self._query_state: QueryState | None = None

    def content(self) -> ComposeResult:
        questions, answer = QueryList(id="questions"), AnswerRows()
        self.put_frame(questions, words.QUESTIONS, "pick", "choose")
        self.put_frame(answer, words.ANSWER)
        yield questions
        yield TextLine("chosen")
        yield TextLine("state")
        yield TextLine("check")
        yield answer

    @property
    def topic(self) -> str:
        return self._formula_name

    @property
    def header_facts(self) -> Sequence[str]:
        return words.size(self._formula.variables, len(self._formula))

    def on_mount(self) -> None:
        self._throttle = Throttle(self.options, self.program.bytes_sent, INTERVAL, SLOW_INTERVAL)
        self._list.fill([f"{question.name:<14}{question.title}" for question in QUERIES.values()], None)
        self._list.focus()
        if self._names is None and self._sudoku is not None:
            self._names = CellWords(self._sudoku, self.glyphs.unequal)
        self.call_after_refresh(self.redraw)

    @property
    def _list(self) -> PickList:
        return self.query_one("#questions", PickList)

    @property
    def _answer(self) -> AnswerRows:
        return self.query_one(AnswerRows)

    @property
    def _marked(self) -> Query:
        return list(QUERIES.values())[self._list.cursor]

    @property
    def _asking(self) -> bool:
        return self._query_state is not None and self._query_state.answer is None

    @property
    def enabled_actions(self) -> Mapping[str, bool]:
        state = self._query_state
        return {
            "stop": self._asking or (state is not None and state.checking),
            "choose": not self._asking,
            "verify": state is not None and state.answer is not None and not state.checking,
            "names": self._names is not None,
        }

    def _change(self, **changes: Any) -> None:
        assert self._query_state is not None, "something was asked"
        self._query_state = replace(self._query_state, **changes)
        self.redraw()
        self.refresh_keys()

    # asking

    def on_rows_moved(self) -> None:
        self.redraw()

    def on_pick_list_name_picked(self) -> None:
        """Start the marked query; a running one is cancelled."""
        question = self._marked
        try:
            values = dict(words.values(question.parameters, self._typed))
        except ValueError as error:
            self.notify(str(error), severity="error")
            return
        self._answer.fill([], 0)
        self.background.cancel("check")
        self._throttle.reset()
        self._query_state = QueryState(question, values)
        answer = partial(_answer, question, self._formula, values, self._throttle.interval)
        self.background.start("ask", answer, self._answered, failed=self._failed, news=self._take_news)
        self.redraw()
        self.refresh_keys()

    def _take_news(self, so_far: SoFar) -> None:
        if self._throttle.try_acquire():
            self._answer.items = so_far.rows
            self._change(message=so_far.progress)
            self._answer.refresh()

    def _answered(self, answer: QueryResult) -> None:
        self._answer.fill(list(answer.rows))
        self._change(answer=answer)

    def _failed(self, error: Exception) -> None:
        self._query_state = None
        self.redraw()
        self.refresh_keys()
        self.notify(complaint(error), severity="error")

    def action_stop(self) -> None:
        """Stop the query, and show the answer so far."""
        if self._asking:
            self.background.stop("ask")
            self._change(stopping=True)
        else:
            self.background.cancel("check")
            self._change(checking=False)

    def action_verify(self) -> None:
        """Check the answer."""
        state, formula = self._query_state, self._formula
        assert state is not None, "there is an answer"
        assert state.answer is not None, "there is an answer"
        found = state.answer

        check = cancellable(_check, state.question, formula, state.values, found)
        self._change(checking=True)
        self.background.start("check", check, lambda fault: self._change(checking=False, fault=fault))

    # what is chosen

    @work
    async def action_choose(self) -> None:
        """Choose a parameter and type its value; an empty text sets the default."""
        parameters = self._marked.parameters
        if not parameters:
            self.notify(str(words.NO_PARAMETERS))
            return
        rows = [words.PARAMETER.format(name=parameter.name, title=parameter.title) for parameter in parameters]
        number = 0 if len(parameters) == 1 else await self.ask(Choice(self._marked.name, rows))
        if number is None:
            return
        parameter = parameters[number]
        if parameter.is_flag:
            if self._typed.pop(parameter.name, None) is None:
                self._typed[parameter.name] = str(words.YES)
            self.redraw()
            return
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
        assert self._names is not None, "there are names"
        self._answer.names = self._names if self._answer.names is NUMBERS else NUMBERS
        self._answer.refresh()

    # showing

    def redraw(self) -> None:
        palette = self.palette
        text = words.options_text(self._marked.parameters, self._typed)
        self.query_one("#chosen", TextLine).show([Segment(f" {text}", palette.dim)])
        self.query_one("#state", TextLine).show(self._state())
        self.query_one("#check", TextLine).show(self._check())
        answered = self._query_state is not None and self._query_state.answer is not None
        self.put_frame(self._answer, words.ANSWER, *("verify",) * answered, aside=self._answer.row_text)

    def _state(self) -> Line:
        state, palette = self._query_state, self.palette
        if state is None:
            text = words.CHOOSE.format(ask=self.key("pick"), choose=self.key("choose"))
            return [Segment(f" {text}", palette.dim)]
        name = Segment(f" {state.question.name}: ", palette.accent)
        if state.answer is not None:
            return [name, Segment(words.sentence(state.answer), palette.given)]
        text = str(words.STOPPING if state.stopping else words.ASKING.format(summary=state.message))
        return [name, Segment(text)]

    def _check(self) -> Line:
        state, palette = self._query_state, self.palette
        if state is None or state.answer is None:
            return []
        if state.checking:
            return [Segment(f" {words.CHECKING}", palette.dim)]
        if state.fault is None:
            return [Segment(f" {words.UNVERIFIED.format(key=self.key('verify'))}", palette.dim)]
        if state.fault:
            return [Segment(f" {words.WRONG.format(fault=state.fault)}", palette.bad)]
        return [Segment(f" {words.VERIFIED}", palette.good)]


def _answer(question: Query, formula: Formula, values: Values, interval: float, job: Job[SoFar]) -> QueryResult:
    """Answer a query on a formula. Raises its exceptions."""
    rows: list[QueryRow] = []
    watch = Watch(
        Limits(memory=memory_limit()), lambda progress: job.report(SoFar(progress.found, rows)), job.stopped, interval
    )
    return ask(question, formula, values, watch, rows.append)


def _check(question: Query, formula: Formula, values: Values, answer: QueryResult, cancel: Callable[[], bool]) -> str:
    """Return what is wrong with an answer, "" for nothing. Raises Cancelled."""
    return question.check(formula, values, answer, Watch(Limits(), None, cancel, 0.1))
