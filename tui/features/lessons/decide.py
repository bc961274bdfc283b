"""A search whose decisions the player makes; the solver does the rest."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import ClassVar

from textual import work
from textual.binding import Binding, BindingType

from engine.base.errors import InputError
from engine.base.language import lazy_gettext as _
from engine.base.text import pluralized, printable
from engine.sat.formula import reading
from engine.sat.formula.dimacs import Document
from engine.sat.formula.formula import Formula, Literals
from engine.sat.formula.words import Words
from engine.sat.lessons.lesson import START, LessonRow, LessonStop, PreparedStop
from engine.sat.lessons.lesson_question import AnswerKind
from engine.sat.lessons.trace_position import TracePosition
from engine.sat.result import Status
from engine.sat.solvers import own_decisions
from engine.sat.trace.events import EventKind
from engine.sat.trace.narration import end_sentence, sentences
from engine.sat.trace.trace import Trace
from engine.sudoku.as_sat.cell_words import words_of
from tui.base.background import cancellable, complaint
from tui.base.dialogs import Confirm
from tui.draw.panels import PanelContent
from tui.features.lessons import words
from tui.features.lessons.page import StopPage
from tui.features.lessons.panels import Keys, LessonScene, panels_of
from tui.features.lessons.scene import CURSOR

SOLVERS = ("cdcl", "dpll")
"""The solvers: the first one learns clauses, the second one does not."""
MAX_LITERALS = 100_000
"""Maximum number of literals of a formula."""
_MAX_EVENTS = 5
"""Maximum number of events in the text."""


@dataclass(frozen=True)
class OwnSearch:
    """The search with some decisions, and the names of literals."""

    solver: str
    decisions: Literals
    trace: Trace
    words: Words

    @property
    def is_over(self) -> bool:
        """Whether there is nothing more to decide."""
        return self.trace.result.status is not Status.UNKNOWN


def last_effects(search: OwnSearch) -> str:
    """Return the effects of the last decision, a paragraph for each event; propagations are counted."""
    trace, decisions = search.trace, search.trace.where(EventKind.DECISION)
    events = range(int(decisions[-1]) if len(decisions) else 0, len(trace))
    lines: list[str] = []
    for is_forced, run in groupby(events, lambda event: trace.event(event).kind is EventKind.PROPAGATION):
        if is_forced:
            lines.append(words.FORCED.format(literals=pluralized(len(list(run)), "literal")))
        else:
            lines += [sentences(trace, event + 1, search.words)[0] for event in run]
    if search.is_over:
        counts = trace.counters(len(trace))
        effort = words.TOOK.format(
            decisions=pluralized(counts.decisions, "decision"), conflicts=pluralized(counts.conflicts, "conflict")
        )
        lines += [end_sentence(trace), effort]
    return "\n".join(lines[-_MAX_EVENTS:] or [str(words.YOU_DECIDE)])


def _search(
    subject: Formula | Path,
    solver: str,
    decisions: Literals,
    names: Words | None,
    unequal: str,
    cancel: Callable[[], bool],
) -> OwnSearch:
    """Search with these decisions; literals have these names, by default the formula's. Raises InputError."""
    formula = subject if isinstance(subject, Formula) else reading.read(subject, cancel=cancel).formula
    if len(formula.literals) > MAX_LITERALS:
        raise InputError(words.TOO_LARGE.format(most=MAX_LITERALS))
    names = names or words_of(formula, unequal)
    return OwnSearch(solver, decisions, own_decisions.search(formula, solver, decisions, cancel), names)


class DecideScreen(StopPage):
    """A search by the player's decisions."""

    HEADING = _("decide yourself")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "decide", "decide", tooltip="decide the literal under the cursor"),
        Binding("u", "undo", "take back", tooltip="undo the last decision and everything that followed"),
        Binding("s", "solver", "cdcl or dpll", tooltip="with learning or without, from the beginning"),
        Binding("w", "watch", "replay", tooltip="open this search in the replay"),
        *CURSOR,
    ]

    def __init__(self, path: Path, document: Document | None) -> None:
        """`document` is the content of the file, if it has been read."""
        super().__init__()
        self._path = path
        self._formula = document.formula if document else None
        self._search: OwnSearch | None = None
        self._message = str(words.READING_FORMULA)

    @property
    def topic(self) -> str:
        return printable(self._path.name)

    @property
    def header_facts(self) -> Sequence[str]:
        return [self._search.solver] if self._search else ()

    def on_mount(self) -> None:
        self._start(SOLVERS[0], ())

    def _start(self, solver: str, decisions: Literals) -> None:
        """Search with these decisions."""
        names = self._search and self._search.words
        search = cancellable(_search, self._formula or self._path, solver, decisions, names, self.glyphs.unequal)
        self.background.start("search", search, self._show, failed=self._show_error)

    def _show(self, search: OwnSearch) -> None:
        self._search, self._formula = search, search.trace.formula
        if self.step is not None:  # there may be fewer clauses now
            self.set_reactive(StopPage.visit, self.visit.moved(self.step.rows, 0, 0))
        self.redraw()
        self.refresh_keys()

    def _show_error(self, error: Exception) -> None:
        self._show_fault(complaint(error))

    @property
    def step(self) -> PreparedStop | None:
        """The state of the search; None before the first one."""
        search = self._search
        if search is None:
            return None
        position = TracePosition(search.trace, len(search.trace), search.words)
        rows = tuple(LessonRow(index, position.clause(index)) for index in range(position.clauses))
        return PreparedStop(LessonStop("", START, ""), position, rows, last_effects(search))

    @property
    def enabled_actions(self) -> Mapping[str, bool]:
        """Decisions are possible until the search ends, and undo once there are any."""
        search = self._search
        if search is None:
            return dict.fromkeys(("solver", "watch", "move", "decide", "undo"), False)
        return {"decide": not search.is_over, "undo": bool(search.decisions)}

    def action_decide(self) -> None:
        search, step = self._search, self.step
        if search is None or step is None or search.is_over or self.background.is_running("search"):
            return
        literals = step.rows[self.visit.row].literals if step.rows else ()
        if not literals:
            return
        literal = literals[min(self.visit.column, len(literals) - 1)]
        if value := step.position.state.value(literal):
            template = words.IS_TRUE if value > 0 else words.IS_FALSE
            self.notify(template.format(literal=step.position.name(literal)), severity="warning")
        else:
            self._start(search.solver, (*search.decisions, literal))

    def action_undo(self) -> None:
        if self._search is not None and self._search.decisions:
            self._start(self._search.solver, self._search.decisions[:-1])

    @work
    async def action_solver(self) -> None:
        """Start again with the other solver, without the decisions."""
        search = self._search
        if search is not None:
            other = SOLVERS[1 - SOLVERS.index(search.solver)]
            question = Confirm(words.BEGIN_AGAIN.format(solver=other), str(words.YES_BEGIN_AGAIN))
            if not search.decisions or await self.ask(question):
                self._start(other, ())

    def action_watch(self) -> None:
        if self._search is not None:
            trace = self._search.trace
            self.open_replay(printable(self._path.name), trace, len(trace))

    @property
    def asks(self) -> AnswerKind | None:
        return AnswerKind.LITERAL

    def _view(self, width: int, height: int) -> PanelContent:
        step = self.step
        if step is not None and self._search is not None:
            answer_kind = None if self._search.is_over else AnswerKind.LITERAL
            keys = Keys(self.key("decide"), "")
            scene = LessonScene(step, self.visit, 1, self.palette, self.glyphs, keys, answer_kind)
            return panels_of(scene, width, height)
        return self._message_panel(width)
